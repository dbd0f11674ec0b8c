"""Spans to Langfuse or any OpenTelemetry backend, if its packages are installed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rag.adapters.telemetry.destinations import SECONDS, Destination, require_packages
from rag.ports import Span


class OtelTracer:
    """`Tracer`. Its provider is its own: whatever else the process traces stays apart.

    ``content`` lets spans tell what was asked, read and answered.
    """

    def __init__(self, destinations: Sequence[Destination], *, content: bool = False) -> None:
        require_packages("Tracing")
        self._provider = _provider(destinations)
        self._tracer = self._provider.get_tracer("footnote")
        self._content = content

    @contextmanager
    def span(
        self, name: str, attributes: Mapping[str, object], *, remote: bool = False
    ) -> Iterator[Span]:
        """A span below the one that is open in this task. An error gives it its type alone."""
        from opentelemetry.trace import SpanKind, Status, StatusCode  # noqa: PLC0415 - optional

        # The texts of errors hold what an endpoint said, and that may hold the prompt.
        opened = self._tracer.start_as_current_span(
            name,
            kind=SpanKind.CLIENT if remote else SpanKind.INTERNAL,
            attributes=_plain(attributes),
            record_exception=False,
            set_status_on_exception=False,
        )
        with opened as span:
            try:
                yield _OtelSpan(span, content=self._content)
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def close(self) -> None:
        """Sends what is left. Blocks for a few seconds if nobody takes it."""
        self._provider.shutdown()


class _OtelSpan:
    def __init__(self, span: Any, *, content: bool) -> None:  # noqa: ANN401 - the package is optional
        self._span = span
        self._content = content

    def note(self, attributes: Mapping[str, object]) -> None:
        self._span.set_attributes(_plain(attributes))

    def tell(self, name: str, said: Callable[[], str]) -> None:
        if self._content:
            self._span.set_attribute(name, said())


def _plain(attributes: Mapping[str, object]) -> dict[str, Any]:
    """Attributes that there is a value of."""
    return {name: value for name, value in attributes.items() if value is not None}


def _provider(destinations: Sequence[Destination]) -> Any:  # noqa: ANN401 - the package is optional
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 - optional
        OTLPSpanExporter,
    )
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - optional
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 - optional
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415 - optional

    resource = Resource.create({"service.name": "footnote"})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    for place in destinations:
        exporter = OTLPSpanExporter(
            endpoint=place.of("traces"), headers=dict(place.headers), timeout=SECONDS
        )
        provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider
