"""Builds the engine from its settings: the one place that names adapters."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from langgraph.checkpoint.base import BaseCheckpointSaver
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.conversations import CheckpointConversations
from rag.adapters.memory import CheckpointMemory
from rag.adapters.mermaid import MmdrPainter
from rag.adapters.milvus.index import MilvusIndex, open_index
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.pictures import PdfPagePainter
from rag.adapters.pdf.spares import MOST, Spares
from rag.adapters.reading.reader import FileReader
from rag.adapters.sql import database
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.bin import SqlBin
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.installations import SqlInstallations
from rag.adapters.sql.opinions import SqlOpinionStore
from rag.adapters.sql.preferences import SqlPreferences
from rag.adapters.sql.records import SqlRecords
from rag.adapters.sql.spending import SqlSpending
from rag.adapters.sql.statistics import SqlStatistics
from rag.adapters.sql.vectors import SqlVectorCache
from rag.adapters.svg import NovaPainter
from rag.asking import Asking
from rag.comparison.comparing import Comparing
from rag.config import RagSettings
from rag.duties import Duties
from rag.forgetting import Forgetting
from rag.graphs.answer.graph import build_answer_graph
from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.ports_of_nodes import Savings
from rag.graphs.answer.retrieval import Retriever
from rag.graphs.answer.state import Budget
from rag.graphs.conversation.graph import build_conversation_graph
from rag.graphs.ingest.graph import build_ingest_graph
from rag.graphs.ingest.nodes import IngestNodes
from rag.maintenance import Maintenance
from rag.offering import Offering
from rag.opinions import Opinions
from rag.ports import AnswerStore, Embedder, Spending, VectorIndex
from rag.proving import Proving
from rag.purse import Limits as Budgets
from rag.service import Footnote
from rag.suggesting import Suggesting
from rag.wiring import Wiring, gate_of, tracer_of

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


@asynccontextmanager
async def open_duties(settings: RagSettings) -> AsyncIterator[Duties]:
    """The data duties without an index, which they need only for deleting a workspace."""
    async with AsyncExitStack() as resources:
        await migrate(settings)
        engine = database.open_engine(settings.sql_url)
        resources.push_async_callback(engine.dispose)
        saver = await Wiring(settings, resources, gate_of(settings)).saver()
        yield _duties(engine, saver, None)


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
    tracer = tracer_of(settings, resources)  # closed when nobody opens a span any more
    wiring = Wiring(settings, resources, gate_of(settings), tracer)
    engine = database.open_engine(settings.sql_url)
    resources.push_async_callback(engine.dispose)
    store, cache = SqlDocumentStore(engine), SqlVectorCache(engine)
    embedder = await wiring.embedder()
    index = await _index(settings, embedder, opening, resources)
    reasoner, compressor = wiring.judges(embedder)
    retriever = Retriever(embedder, index, store)
    nodes = AnswerNodes(
        reasoner,
        retriever,
        wiring.reranker(),
        wiring.web(),
        Savings(settings.grade_by, settings.verify_by),
        compressor,
    )
    answers, spending = SqlAnswerStore(engine), SqlSpending(engine)
    saver = await wiring.saver()
    bin_ = SqlBin(store)
    reader = FileReader(_limits(settings), Spares(MOST))
    resources.push_async_callback(reader.spares.close)
    suggesting = Suggesting(retriever, wiring.judge(embedder), store)
    similar = wiring.similar(embedder)
    ingest = IngestNodes(
        reader, embedder, cache, store, index, offer=suggesting.of, similar=similar
    )
    return Footnote(
        asking=_asking(wiring, saver, nodes, answers, spending),
        offering=Offering(store, answers, nodes.retriever, reasoner, spending),
        ingest_graph=build_ingest_graph(ingest),
        documents_store=store,
        answers=answers,
        opinions=Opinions(SqlOpinionStore(engine), reasoner.name, embedder.name),
        proving=Proving(store, PdfPagePainter(_limits(settings))),
        index=index,
        painter=MmdrPainter(),
        duties=_duties(engine, saver, index),
        pictures=NovaPainter(),
        statistics=SqlStatistics(engine),
        preference_store=SqlPreferences(engine),
        maintenance=Maintenance(store, bin_, index, embedder, cache),
        forgetting=Forgetting(store, bin_, index),
        comparing=Comparing(reader, similar, store),
        reasoner_name=reasoner.name,
        embedder_name=embedder.name,
        resources=resources,
    )


def _asking(
    wiring: Wiring,
    saver: BaseCheckpointSaver[str],
    nodes: AnswerNodes,
    answers: AnswerStore,
    spending: Spending,
) -> Asking:
    settings = wiring.settings
    return Asking(
        reasoner=nodes.reasoner,
        answer_graph=build_answer_graph(nodes),
        conversation_graph=build_conversation_graph(saver),
        documents=nodes.retriever.store,
        answers=answers,
        spending=spending,
        tracer=wiring.tracer,
        memory=CheckpointMemory(saver),
        turns=wiring.gate,
        metrics=wiring.metrics(),
        modes=settings.modes,
        limits=Budgets(
            Budget(settings.question_tokens, settings.question_cost),
            Budget(settings.day_tokens, settings.day_cost),
        ),
    )


def _duties(
    engine: AsyncEngine, saver: BaseCheckpointSaver[str], index: VectorIndex | None
) -> Duties:
    return Duties(
        records=SqlRecords(engine),
        installations=SqlInstallations(engine),
        conversations=CheckpointConversations(saver),
        index=index,
    )


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


def _limits(settings: RagSettings) -> Limits:
    return Limits(
        file_bytes=settings.max_file_mb * _MEGABYTE,
        pages=settings.max_pages,
        page_seconds=settings.page_seconds,
        file_seconds=settings.file_seconds,
    )
