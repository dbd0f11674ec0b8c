"""What the answer graph itself costs.

The real answer graph runs with a reasoner, an embedder, an index and a store that answer at once
from memory, for a question that is answered straight away: seven node visits. An empty LangGraph
graph with seven nodes in a row runs in turn with it. The figure is the ratio of the median times,
so what it holds above one is the nodes' own work: fusing, checking claims, publishing, the trace.
"""

import time
from datetime import UTC, date, datetime
from statistics import median
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph

from bench.extraction import silent
from bench.figures import Figure, Scale, timed
from bench.script import ScriptedReasoner
from rag import access
from rag.graphs.answer.graph import AnswerGraph, build_answer_graph
from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.retrieval import Retriever
from rag.graphs.answer.state import Asked, RunContext
from rag.types import Audience, Child, Page, Passage, Placement, Span, Version
from tests.support.fakes import FakeEmbedder, FakeIndex, FakeStore

_PASSAGES = 8
_BOUND = 6.0


class _Nothing(TypedDict):
    count: int


async def measure(scale: Scale) -> list[Figure]:
    """The answer graph's time over an empty graph's."""
    store, index = await _library()
    graph = build_answer_graph(
        AnswerNodes(ScriptedReasoner(), Retriever(FakeEmbedder(), index, store))
    )
    audience = Audience("W1", "everyone", frozenset({"C1"}))
    visible = access.visible(await store.placements("W1"), audience)
    asked: Asked = {
        "question": "What does berth 3 cost?",
        "history": [],
        "visible": visible,
        "today": date(2025, 7, 15),
    }
    visits = await _visits(graph, asked)
    empty = _empty(visits)
    ours, bare = [], []
    for number in range(scale.of(300, 40)):
        with timed() as first:
            await empty.ainvoke({"count": 0})
        with timed() as second:
            await graph.ainvoke(asked, context=RunContext(silent, time.monotonic))
        if number >= 10:  # the first runs warm up
            bare.append(first.seconds * 1000)
            ours.append(second.seconds * 1000)
    ratio = median(ours) / median(bare)
    note = f"{visits} visits: {median(ours):.1f} ms against {median(bare):.1f} ms"
    return [Figure("graph: over an empty graph", ratio, _BOUND, "×", note)]


async def _visits(graph: AnswerGraph, asked: Asked) -> int:
    final = await graph.ainvoke(asked, context=RunContext(silent, time.monotonic))
    if final["outcome"] != "answered":
        raise RuntimeError(final["text"])
    return len(final["steps"])


def _empty(visits: int) -> Any:  # noqa: ANN401 - LangGraph's own type has four parameters
    async def nothing(state: _Nothing) -> dict[str, int]:  # noqa: ARG001 - LangGraph calls it by name
        return {}

    graph = StateGraph(_Nothing)
    names = [f"node_{number}" for number in range(visits)]
    for name in names:
        graph.add_node(name, nothing)
    for before, after in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(before, after)
    return graph.compile(name="empty")


async def _library() -> tuple[FakeStore, FakeIndex]:
    """One document of eight passages, a page each, with a child that is all of it."""
    store, index = FakeStore(), FakeIndex()
    texts = [
        f"Berth {n} costs {n * 130} euros a month. It is let from 1 April to 30 September. "
        f"The deposit is {n * 90} euros and is paid in advance. " * 3
        for n in range(1, _PASSAGES + 1)
    ]
    passages = tuple(
        Passage(f"p{n}", "v1", n, "", text, (Span(n, 0, len(text)),))
        for n, text in enumerate(texts, 1)
    )
    children = tuple(
        Child(
            f"c{p.ordinal}",
            p.id,
            "v1",
            p.ordinal,
            p.text,
            0,
            len(p.text),
            p.ordinal,
            p.ordinal,
            "en",
        )
        for p in passages
    )
    pages = tuple(Page(n, str(n), text) for n, text in enumerate(texts, 1))
    version = Version("v1", "W1", "d1", "Berths", "recursive", "", pages, passages, children)
    await store.write_version(version)
    await index.upsert("W1", version.title, children, [[1.0]] * len(children))
    now = datetime.now(UTC)
    placed = Placement(
        "a1",
        "W1",
        "",
        "C1",
        "berths.pdf",
        "Berths",
        "v1",
        0,
        "F1",
        "U1",
        now,
        len(pages),
        (),
        ("en",),
    )
    await store.publish(placed)
    return store, index
