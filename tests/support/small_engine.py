"""The engine on real SQLite with its real graphs; the index, the embedder and judgement are fakes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from rag.adapters.memory import CheckpointMemory
from rag.adapters.sql import database
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.bin import SqlBin
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.spending import SqlSpending
from rag.asking import Asking
from rag.comparison.comparing import Comparing
from rag.forgetting import Forgetting
from rag.graphs.answer.graph import build_answer_graph
from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.retrieval import Retriever
from rag.graphs.conversation.graph import build_conversation_graph
from rag.graphs.ingest.graph import build_ingest_graph
from rag.graphs.ingest.nodes import IngestNodes
from rag.maintenance import Maintenance
from rag.modes import Modes
from rag.offering import Offering
from rag.purse import Limits
from rag.service import Footnote
from rag.types import Extraction, Page
from rag.wiring import NoMetrics
from tests.support.fakes import FakeCache, FakeEmbedder, FakeIndex


class TextReader:
    """`Reader` of plain text in this process."""

    async def read(self, path: Path, progress: Any, name: str) -> Extraction:
        pages = path.read_text().split("\f")  # noqa: ASYNC240 - a few bytes
        return Extraction(tuple(Page(n, str(n), text) for n, text in enumerate(pages, 1)))


class NoTurns:
    """`Turns` that nobody waits for."""

    def account(self, tell: Any = None, purse: Any = None) -> Any:
        return nullcontext(SimpleNamespace(seconds=0.0))


@asynccontextmanager
async def small_engine(
    path: Path, reasoner: Any, clock: Callable[[], datetime]
) -> AsyncIterator[Footnote]:
    """An engine on a migrated database file."""
    sql = database.open_engine(f"sqlite:///{path}")
    store, index, embedder, cache = SqlDocumentStore(sql), FakeIndex(), FakeEmbedder(), FakeCache()
    answers, spending, bin_ = SqlAnswerStore(sql), SqlSpending(sql), SqlBin(store)
    retriever, saver, reader = Retriever(embedder, index, store), InMemorySaver(), TextReader()
    nothing: Any = None
    try:
        yield Footnote(
            documents_store=store,
            pictures=nothing,
            maintenance=Maintenance(store, bin_, index, embedder, cache),
            forgetting=Forgetting(store, bin_, index, clock),
            comparing=Comparing(reader, embedder, store),
            asking=Asking(
                reasoner=reasoner,
                answer_graph=build_answer_graph(AnswerNodes(reasoner, retriever)),
                conversation_graph=build_conversation_graph(saver),
                documents=store,
                answers=answers,
                spending=spending,
                memory=CheckpointMemory(saver),
                turns=NoTurns(),
                metrics=NoMetrics(),
                modes=Modes(retrieval="vector"),
                limits=Limits(),
            ),
            offering=Offering(store, answers, retriever, reasoner, spending),
            ingest_graph=build_ingest_graph(
                IngestNodes(reader, embedder, cache, store, index, clock)
            ),
            answers=answers,
            index=index,
            painter=nothing,
            duties=nothing,
            opinions=nothing,
            proving=nothing,
            statistics=nothing,
            preference_store=nothing,
            reasoner_name="leaky",
            embedder_name="fake",
        )
    finally:
        await sql.dispose()
