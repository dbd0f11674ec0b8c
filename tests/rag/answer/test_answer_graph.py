"""The whole answer graph, with a reasoner that does what a test has written down."""

import asyncio
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.graphs.answer.graph import build_answer_graph
from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.retrieval import Retriever
from rag.graphs.answer.state import AnswerState, RunContext
from rag.modes import Transform
from rag.ports import Watch
from rag.service import RECURSION_LIMIT
from rag.types import (
    Assessment,
    Candidate,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Judgement,
    Route,
    Turn,
    Understanding,
    Usage,
    Verdict,
    Verification,
    Visible,
)
from tests.support.fakes import FakeEmbedder, FakeIndex, FakeStore
from tests.support.made import placement, version

LEAVE = "Employees have 27 days of annual leave."
HOTEL = "A hotel in Porto may cost 120 euros a night."
GOOD = f"{LEAVE} [1]"
MIXED = f"{LEAVE} [1] Employees like it here. [1]"
WRONG = "Employees have 99 days of annual leave. [1]"
LIKED = "Employees like it here. [1]"
ONCE = Usage(1, 10, 5)

SEARCH = ["retrieve", "rerank", "grade_documents"]
FIRST = ["understand", *SEARCH, "compress", "generate", "verify"]
AGAIN = ["generate", "verify"]
LOOK = ["rewrite_query", *SEARCH]


@dataclass
class ScriptedReasoner:
    """Each list is taken from its front; the last entry is said for ever."""

    route: Route = "documents"
    relevant: Sequence[bool | None] = (True,)
    drafts: Sequence[str] = (GOOD,)
    on_topic: Sequence[bool] = (True,)
    verdicts: Mapping[str, Verdict] = field(
        default_factory=lambda: {"Employees like it here.": "unverifiable"}
    )
    excerpts: bool = True
    document: str = ""
    confidence: float = 0.9
    asked: list[str] = field(default_factory=list)
    feedback: list[list[str]] = field(default_factory=list)
    name: str = "scripted"

    def __post_init__(self) -> None:
        self._next: dict[str, deque[Any]] = {
            key: deque(getattr(self, key)) for key in ("relevant", "drafts", "on_topic")
        }

    def _take(self, key: str) -> Any:
        waiting = self._next[key]
        return waiting.popleft() if len(waiting) > 1 else waiting[0]

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Transform = "auto",
    ) -> Understanding:
        return Understanding(
            question, "en", self.route, queries=(question,), document=self.document, usage=ONCE
        )

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        return replace(understanding, queries=(f"other words {attempt}",), usage=ONCE)

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        self.asked.append("; ".join(understanding.queries))
        relevant = self._take("relevant")
        if relevant is None:
            return Grading({}, self.name, ONCE)
        judged = {n: Judgement(relevant, "because") for n in range(1, len(candidates) + 1)}
        return Grading(judged, self.name, ONCE)

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        if not self.excerpts:
            return []
        best = sorted(candidates, key=lambda c: c.passage.ordinal)
        return [Excerpt(n, c, c.passage.first_page, c.passage.text) for n, c in enumerate(best, 1)]

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Watch | None = None,
    ) -> Draft:
        self.feedback.append([claim.text for claim in feedback])
        return Draft(self._take("drafts"), Assessment(confidence=self.confidence), ONCE)

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        judged = tuple(
            replace(c, verdict=self.verdicts.get(c.text, "supported"), method=self.name)
            for c in claims
        )
        return Verification(judged, on_topic=self._take("on_topic"), usage=ONCE)


async def answered(
    reasoner: ScriptedReasoner, *, documents: bool = True, question: str = "How many days?"
) -> Any:
    """The last state of a run over a document of two pages, or over no document."""
    store, index = FakeStore(), FakeIndex()
    if documents:
        made = version("v1", LEAVE, HOTEL)
        await store.write_version(made)
        await store.publish(placement("v1"))
        await index.upsert("W1", "Handbook", made.children, [[1.0]] * len(made.children))
    visible = Visible("W1", tuple(await store.placements("W1")))
    told: list[str] = []

    async def progress(node: str, _numbers: Mapping[str, object]) -> None:
        told.append(node)

    graph = build_answer_graph(AnswerNodes(reasoner, Retriever(FakeEmbedder(), index, store)))
    final = await graph.ainvoke(
        {"question": question, "history": [], "visible": visible, "today": date(2025, 3, 14)},
        {"recursion_limit": RECURSION_LIMIT},
        context=RunContext(progress, time.monotonic),
    )
    assert told == nodes(final)
    return final


def nodes(final: Any) -> list[str]:
    return [step.node for step in final["steps"]]


async def test_a_hit_at_the_first_try_is_published() -> None:
    final = await answered(ScriptedReasoner())
    assert nodes(final) == [*FIRST, "publish"]
    assert (final["outcome"], final["text"]) == ("answered", f"{LEAVE} [1]")
    [citation] = final["citations"]
    assert (citation.page, citation.label, citation.quote) == (1, "p1", LEAVE)
    assert [c.verdict for c in final["claims"]] == ["supported"]


async def test_a_miss_is_looked_for_twice_in_other_words_and_then_refused() -> None:
    reasoner = ScriptedReasoner(relevant=[False])
    final = await answered(reasoner)
    expected = ["understand", *SEARCH, *LOOK, *LOOK, "refuse"]
    assert nodes(final) == expected
    assert reasoner.asked == ["How many days?", "other words 1", "other words 2"]
    assert (final["outcome"], final["citations"], final["claims"]) == ("refused", [], [])
    assert "I found nothing about this" in final["text"]
    assert final["steps"][3].details["dropped"][0]["why"] == "because"


async def test_a_rewrite_that_finds_something_is_answered() -> None:
    final = await answered(ScriptedReasoner(relevant=[False, True]))
    expected = ["understand", *SEARCH, *LOOK, *FIRST[4:], "publish"]
    assert nodes(final) == expected
    assert final["outcome"] == "answered"


async def test_candidates_that_nobody_judged_are_kept() -> None:
    final = await answered(ScriptedReasoner(relevant=[None]))
    assert nodes(final) == [*FIRST, "publish"]
    assert len(final["relevant"]) == 2


async def test_an_unsupported_claim_is_written_again_with_what_failed() -> None:
    reasoner = ScriptedReasoner(drafts=[MIXED, GOOD])
    final = await answered(reasoner)
    assert nodes(final) == [*FIRST, *AGAIN, "publish"]
    assert reasoner.feedback == [[], ["Employees like it here."]]
    assert (final["outcome"], final["text"]) == ("answered", f"{LEAVE} [1]")


async def test_what_stays_unsupported_is_left_out() -> None:
    final = await answered(ScriptedReasoner(drafts=[MIXED]))
    assert nodes(final) == [*FIRST, *AGAIN, *AGAIN, "publish"]
    assert final["outcome"] == "partial"
    assert "like it" not in final["text"]
    assert "1 statement left out" in final["text"]
    assert len(final["citations"]) == 1


async def test_after_a_second_contradiction_the_search_is_stricter() -> None:
    final = await answered(ScriptedReasoner(drafts=[WRONG, WRONG, GOOD]))
    stricter = [*SEARCH, "compress"]
    assert nodes(final) == [*FIRST, *AGAIN, *stricter, *AGAIN, "publish"]
    assert final["outcome"] == "answered"
    assert "not on the page: 99" in str(final["steps"][6].details["failed"])


async def test_what_is_contradicted_to_the_end_is_refused_without_sources() -> None:
    final = await answered(ScriptedReasoner(drafts=[WRONG]))
    assert nodes(final)[-1] == "refuse"
    assert nodes(final).count("generate") == 3
    assert (final["outcome"], final["citations"]) == ("refused", [])
    assert "99" not in final["text"]
    assert [(c.verdict, c.cites) for c in final["claims"]] == [("contradicted", ())]


async def test_when_nothing_is_supported_it_is_refused() -> None:
    final = await answered(ScriptedReasoner(drafts=[LIKED]))
    assert nodes(final) == [*FIRST, *AGAIN, *AGAIN, "refuse"]
    assert (final["outcome"], final["citations"]) == ("refused", [])


async def test_a_claim_that_cites_nothing_or_nothing_known_is_not_published() -> None:
    for draft in (LEAVE, f"{LEAVE} [7]"):
        final = await answered(ScriptedReasoner(drafts=[draft]))
        assert final["outcome"] == "refused"


async def test_a_supported_answer_to_another_question_is_looked_for_in_other_words() -> None:
    final = await answered(ScriptedReasoner(on_topic=[False, True], confidence=0.5))
    assert nodes(final) == [*FIRST, *LOOK, *FIRST[4:], "publish"]
    assert final["outcome"] == "answered"


async def test_an_answer_that_stays_off_the_question_is_refused() -> None:
    final = await answered(ScriptedReasoner(on_topic=[False], confidence=0.5))
    assert nodes(final) == [*FIRST, *LOOK, *FIRST[4:], *LOOK, *FIRST[4:], "refuse"]
    assert (final["outcome"], final["citations"]) == ("refused", [])


async def test_a_draft_without_a_statement_is_refused() -> None:
    final = await answered(ScriptedReasoner(drafts=[""]))
    assert nodes(final) == [*FIRST, *AGAIN, *AGAIN, "refuse"]


async def test_without_an_excerpt_nothing_is_written() -> None:
    final = await answered(ScriptedReasoner(excerpts=False))
    assert nodes(final) == [*FIRST[:5], "refuse"]


async def test_an_empty_library_is_not_searched() -> None:
    final = await answered(ScriptedReasoner(), documents=False)
    assert nodes(final) == ["understand", "refuse"]
    assert "no documents here to search yet" in final["text"]


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Hello there", "Hello!"),
        ("thanks a lot", "You're welcome"),
        ("what can you do", "I answer"),
    ],
)
async def test_small_talk_gets_a_reply(question: str, start: str) -> None:
    final = await answered(ScriptedReasoner(route="small_talk"), question=question)
    assert nodes(final) == ["understand", "reply"]
    assert final["outcome"] == "replied"
    assert final["text"].startswith(start)


async def test_the_catalogue_is_listed_from_the_registry() -> None:
    final = await answered(ScriptedReasoner(route="catalogue"))
    assert nodes(final) == ["understand", "list_documents"]
    assert (final["outcome"], final["citations"]) == ("listed", [])
    assert "• Handbook – 2 pages" in final["text"]


async def test_a_summary_of_a_named_document_cites_its_pages() -> None:
    final = await answered(ScriptedReasoner(route="catalogue", document="the handbook"))
    assert nodes(final) == ["understand", "list_documents"]
    assert final["text"] == (
        f"What Handbook covers (2 pages):\n• *§ 1*: {LEAVE} [1]\n• *§ 2*: {HOTEL} [2]"
    )
    assert [(c.page, c.quote) for c in final["citations"]] == [(1, LEAVE), (2, HOTEL)]


async def test_a_marker_that_the_page_itself_prints_is_no_citation_of_a_summary() -> None:
    store = FakeStore()
    await store.write_version(version("v1", "Leave is long, see [2].", "Hotels, see [1] and [9]."))
    await store.publish(placement("v1"))
    visible = Visible("W1", tuple(await store.placements("W1")))
    node = AnswerNodes(ScriptedReasoner(), Retriever(FakeEmbedder(), FakeIndex(), store))
    understood = Understanding("q", "en", "catalogue", document="handbook")
    state: AnswerState = {
        "question": "q",
        "history": [],
        "visible": visible,
        "today": date(2025, 3, 14),
        "understanding": understood,
    }
    visit = await node.list_documents(state)
    assert str(visit.update["text"]).splitlines()[1:] == [
        "• *§ 1*: Leave is long, see (2). [1]",
        "• *§ 2*: Hotels, see (1) and (9). [2]",
    ]


async def test_the_trace_adds_up_what_every_call_cost() -> None:
    final = await answered(ScriptedReasoner(drafts=[MIXED, GOOD], confidence=0.5))
    costs = {step.node: step.usage for step in final["steps"]}
    assert costs["understand"] == costs["verify"] == costs["generate"] == ONCE
    assert costs["retrieve"] == Usage()
    assert all(step.summary and step.milliseconds >= 0 for step in final["steps"])


DECISIONS = st.fixed_dictionaries(
    {
        "relevant": st.lists(st.sampled_from([True, False, None]), min_size=1, max_size=5),
        "drafts": st.lists(
            st.sampled_from([GOOD, MIXED, WRONG, LIKED, LEAVE, ""]), min_size=1, max_size=5
        ),
        "on_topic": st.lists(st.booleans(), min_size=1, max_size=5),
        "excerpts": st.booleans(),
    }
)


@settings(max_examples=60, deadline=None)
@given(DECISIONS)
def test_whatever_is_judged_a_run_ends_soon_and_a_refusal_has_no_source(
    decisions: dict[str, Any],
) -> None:
    final = asyncio.run(answered(ScriptedReasoner(**decisions)))
    assert len(nodes(final)) < 30
    assert nodes(final).count("rewrite_query") <= 2
    if final["outcome"] == "refused":
        assert final["citations"] == []
        assert all(c.cites == () for c in final["claims"])
        assert "[" not in final["text"]
    else:
        assert final["outcome"] in {"answered", "partial"}
        supported = [c for c in final["claims"] if c.verdict == "supported"]
        assert supported
        assert final["citations"]
        assert "99" not in final["text"]
        assert "like it" not in final["text"]
