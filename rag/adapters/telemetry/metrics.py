"""Measurements to any OpenTelemetry backend, if its packages are installed."""

from dataclasses import asdict
from typing import Any

from rag.adapters.telemetry.destinations import SECONDS, Destination, require_packages
from rag.types import RunMeasures

_UNITS = {"retrieval_ms": "ms"}
_EVERY = 60.0  # seconds between exports


class OtelMetrics:
    """`Metrics`: a histogram a measurement; yes and no are 1 and 0."""

    def __init__(self, destination: Destination) -> None:
        require_packages("METRICS=otel")
        self._provider = _provider(destination)
        self._meter = self._provider.get_meter("footnote")
        self._histograms: dict[str, Any] = {}

    def run(self, measures: RunMeasures) -> None:
        """One value each, where the run came to that."""
        for name, value in asdict(measures).items():
            if value is not None:
                self._histogram(name).record(float(value))

    def close(self) -> None:
        """Sends what is left. Blocks for a few seconds if nobody takes it."""
        self._provider.shutdown(timeout_millis=SECONDS * 1000)

    def _histogram(self, name: str) -> Any:  # noqa: ANN401 - the package is optional
        if name not in self._histograms:
            unit = _UNITS.get(name, "1")
            self._histograms[name] = self._meter.create_histogram(f"footnote.run.{name}", unit=unit)
        return self._histograms[name]


def _provider(destination: Destination) -> Any:  # noqa: ANN401 - the package is optional
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import (  # noqa: PLC0415 - optional
        OTLPMetricExporter,
    )
    from opentelemetry.sdk.metrics import MeterProvider  # noqa: PLC0415 - optional
    from opentelemetry.sdk.metrics.export import (  # noqa: PLC0415 - optional
        PeriodicExportingMetricReader,
    )
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - optional

    exporter = OTLPMetricExporter(
        endpoint=destination.of("metrics"), headers=dict(destination.headers), timeout=SECONDS
    )
    reader = PeriodicExportingMetricReader(exporter, export_interval_millis=_EVERY * 1000)
    resource = Resource.create({"service.name": "footnote"})
    return MeterProvider([reader], resource=resource, shutdown_on_exit=False)
