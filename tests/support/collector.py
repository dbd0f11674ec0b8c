"""An OpenTelemetry collector on loopback that takes OTLP over HTTP and keeps what it gets."""

import gzip
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass
class Collector:
    """``status`` is what it answers with."""

    url: str = ""
    status: int = 200
    headers: list[Mapping[str, str]] = field(default_factory=list)
    bodies: dict[str, list[bytes]] = field(default_factory=dict)

    @property
    def raw(self) -> bytes:
        return b"".join(body for bodies in self.bodies.values() for body in bodies)

    @property
    def spans(self) -> list[Any]:
        from opentelemetry.proto.collector.trace.v1 import trace_service_pb2  # noqa: PLC0415

        found = []
        for path, bodies in self.bodies.items():
            if path.endswith("/v1/traces"):
                for body in bodies:
                    told = trace_service_pb2.ExportTraceServiceRequest.FromString(body)
                    scopes = [s for r in told.resource_spans for s in r.scope_spans]
                    found += [span for scope in scopes for span in scope.spans]
        return found

    @property
    def metrics(self) -> dict[str, Any]:
        from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2  # noqa: PLC0415

        found = {}
        for body in self.bodies.get("/v1/metrics", []):
            told = metrics_service_pb2.ExportMetricsServiceRequest.FromString(body)
            scopes = [s for r in told.resource_metrics for s in r.scope_metrics]
            found.update({m.name: m for scope in scopes for m in scope.metrics})
        return found

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        if body[:2] == b"\x1f\x8b":
            body = gzip.decompress(body)
        self.headers.append(request.headers.copy())
        self.bodies.setdefault(request.path, []).append(body)
        return web.Response(status=self.status, content_type="application/x-protobuf")


def attributes(span: Any) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        kind = value.WhichOneof("value")
        if kind == "array_value":
            return [plain(item) for item in value.array_value.values]
        return getattr(value, kind)

    return {a.key: plain(a.value) for a in span.attributes}


@asynccontextmanager
async def collecting() -> AsyncIterator[Collector]:
    found = Collector()
    app = web.Application()
    app.router.add_post("/{path:.*}", found.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield found
    finally:
        await runner.cleanup()
