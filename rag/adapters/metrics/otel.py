"""Measurements to any OpenTelemetry backend, if its package is installed and set up."""

from dataclasses import asdict
from importlib.util import find_spec
from typing import Any

from rag.errors import SettingsError
from rag.types import RunMeasures

_UNITS = {"retrieval_ms": "ms"}


class OtelMetrics:
    """`Metrics`; where they go is set by OpenTelemetry's own variables (OTEL_…)."""

    def __init__(self) -> None:
        if find_spec("opentelemetry") is None:
            raise SettingsError("METRICS=otel needs: pip install opentelemetry-sdk")
        self._histograms: dict[str, Any] = {}

    def run(self, measures: RunMeasures) -> None:
        """A histogram a measurement; yes and no are 1 and 0."""
        for name, value in asdict(measures).items():
            if value is not None:
                self._histogram(name).record(float(value))

    def _histogram(self, name: str) -> Any:  # noqa: ANN401 - the package is optional
        if name not in self._histograms:
            from opentelemetry import metrics  # noqa: PLC0415 - optional

            meter = metrics.get_meter("footnote")
            made = meter.create_histogram(f"footnote.run.{name}", unit=_UNITS.get(name, "1"))
            self._histograms[name] = made
        return self._histograms[name]
