"""The paths of the answer graph that need a reranker, the web, a choice, a budget or a clock."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import pytest

from rag.errors import BudgetSpent, DeadlineExceeded, ModelUnavailable
from rag.graphs.answer.graph import build_answer_graph
from rag.graphs.answer.measures import measures_of
from rag.graphs.answer.nodes import AnswerNodes
from rag.graphs.answer.ports_of_nodes import Savings
from rag.graphs.answer.retrieval import Retriever
from rag.graphs.answer.run import Run
from rag.graphs.answer.state import Asked, Budget, RunContext
from rag.modes import Modes
from rag.ports import Purse, Tell, Waited
from rag.types import (
    Candidate,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Intent,
    Turn,
    Understanding,
    Verification,
    Visible,
    WebPage,
)
from tests.rag.answer.test_answer_graph import (
    GOOD,
    HOTEL,
    LEAVE,
    LIKED,
    MIXED,
    ONCE,
    WRONG,
    ScriptedReasoner,
    nodes,
)
from tests.support.fakes import FakeEmbedder, FakeIndex, FakeStore
from tests.support.made import placement, version

NEWS = WebPage("https://example.org/leave", "Leave news", "The law grants 20 days of leave.")
FROM_WEB = "The law grants 20 days of leave. [1]"
_ENOUGH = 3.0  # seconds in which a busy machine comes to the second draft, too
_LONG = 60.0


@dataclass
class FakeReranker:
    scores: Sequence[float] | None = (1.0, 9.0)
    threshold: float | None = 0.0
    fails: bool = False
    name: str = "cross"

    async def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        if self.fails:
            raise ModelUnavailable("down")
        return None if self.scores is None else list(self.scores[: len(texts)])


@dataclass
class FakeWeb:
    pages: Sequence[WebPage] = (NEWS,)
    fails: bool = False
    asked: list[str] = field(default_factory=list)

    async def search(self, query: str) -> list[WebPage]:
        self.asked.append(query)
        if self.fails:
            raise ModelUnavailable("down")
        return list(self.pages)


class NoTurns:
    """Nobody waits."""

    def account(
        self, tell: Tell | None = None, purse: Purse | None = None
    ) -> AbstractContextManager[Waited]:
        return nullcontext(_Nothing())


class _Nothing:
    seconds = 0.0


@dataclass
class Intending(ScriptedReasoner):
    """A scripted reasoner with an intent, queries, choices and a way to be slow or down."""

    intent: Intent = "fact"
    queries: Sequence[str] = ()
    choices: tuple[str, ...] = ()
    slow: str = ""
    down: str = ""
    transforms: list[str] = field(default_factory=list)

    async def _at(self, name: str) -> None:
        if self.slow == name:
            await asyncio.sleep(_LONG)
        if self.down == name and len(self.feedback) > 1:
            raise ModelUnavailable("gone")

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Any = "auto",
    ) -> Understanding:
        self.transforms.append(transform)
        await self._at("understand")
        found = await super().understand(question, history, today, documents)
        return replace(found, intent=self.intent, queries=tuple(self.queries) or found.queries)

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        return replace(await super().grade(understanding, candidates), choices=self.choices)

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Any = None,
    ) -> Draft:
        if self.slow == "second" and self.feedback:
            await asyncio.sleep(_LONG)
        draft = await super().generate(understanding, excerpts, feedback)
        await self._at("generate")
        if watch is not None:
            await watch(draft.text[:5])
            await watch(draft.text)
        return draft

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        await self._at("verify")
        return await super().verify(understanding, claims, excerpts)


@dataclass
class Ran:
    state: Any
    told: list[tuple[str, Mapping[str, object]]]

    @property
    def nodes(self) -> list[str]:
        return nodes(self.state)

    def step(self, node: str) -> Any:
        return next(s for s in self.state["steps"] if s.node == node)


async def run(  # noqa: PLR0913 - a run has that many sides
    reasoner: ScriptedReasoner,
    modes: Modes | None = None,
    *,
    reranker: FakeReranker | None = None,
    web: FakeWeb | None = None,
    savings: Savings | None = None,
    budget: Budget | None = None,
    history: Sequence[Turn] = (),
    documents: bool = True,
    question: str = "How many days?",
) -> Ran:
    store, index = FakeStore(), FakeIndex()
    if documents:
        made = version("v1", LEAVE, HOTEL)
        await store.write_version(made)
        await store.publish(placement("v1"))
        await index.upsert("W1", "Handbook", made.children, [[1.0]] * len(made.children))
    told: list[tuple[str, Mapping[str, object]]] = []

    async def progress(key: str, numbers: Mapping[str, object]) -> None:
        told.append((key, numbers))

    ports = (reasoner, Retriever(FakeEmbedder(), index, store), reranker, web)
    graph = build_answer_graph(AnswerNodes(*ports, savings or Savings()))
    modes = modes or Modes(web=web is not None)
    asked: Asked = {
        "question": question,
        "history": list(history),
        "visible": Visible("W1", tuple(await store.placements("W1"))),
        "today": date(2025, 3, 14),
        "modes": modes,
    }
    going = Run(graph, NoTurns())
    context = RunContext(progress, time.monotonic, budget or Budget())
    await going.finish(asked, context, modes.deadline)
    return Ran(going.state, told)


# -- searching ----------------------------------------------------------------


async def test_each_side_of_a_comparison_is_searched_by_itself() -> None:
    sides = ("leave in Porto", "leave in Braga")
    ran = await run(Intending(intent="comparison", queries=sides))
    assert ran.nodes[:4] == ["understand", "retrieve", "retrieve", "rerank"]
    searched = [s.details["queries"] for s in ran.state["steps"] if s.node == "retrieve"]
    assert sorted(searched) == [["leave in Braga"], ["leave in Porto"]]
    assert len(ran.state["candidates"]) == 2
    assert ran.state["outcome"] == "answered"


async def test_without_decomposing_a_comparison_is_one_search() -> None:
    ran = await run(Intending(intent="comparison", queries=("a", "b")), Modes(transform="rewrite"))
    assert ran.nodes.count("retrieve") == 1
    assert ran.step("retrieve").details["queries"] == ["a", "b"]


async def test_a_rewritten_question_is_one_search_again_of_its_own_round() -> None:
    reasoner = Intending(intent="comparison", queries=("a", "b"), relevant=[False, True])
    ran = await run(reasoner)
    assert ran.nodes.count("retrieve") == 3
    assert ran.nodes.count("rerank") == 2


async def test_modes_reach_the_search() -> None:
    ran = await run(ScriptedReasoner(), Modes(retrieval="bm25", top_k=1))
    step = ran.step("retrieve")
    assert step.line.startswith("retrieve(bm25) → ")
    assert len(ran.state["candidates"]) <= 1


@pytest.mark.parametrize(
    ("question", "intent", "mode"),
    [
        ("What about leave?", "fact", "hybrid"),
        ("What is rule HR-2041?", "fact", "bm25"),
        ("What is in it?", "summary", "vector"),
    ],
)
async def test_auto_searches_by_intent(question: str, intent: Intent, mode: str) -> None:
    ran = await run(Intending(intent=intent), Modes(retrieval="auto"), question=question)
    assert ran.step("retrieve").details["how"] == mode


async def test_a_question_in_a_language_of_no_document_is_rewritten() -> None:
    reasoner = Intending()
    await run(reasoner, question="年假有几天？")
    await run(reasoner, question="How many days?")
    await run(reasoner, Modes(transform="none"))
    assert reasoner.transforms == ["rewrite", "auto", "none"]


async def test_a_reranker_puts_the_best_first_and_the_trace_says_which() -> None:
    ran = await run(ScriptedReasoner(), reranker=FakeReranker())
    assert [c.passage.ordinal for c in ran.state["candidates"]] == [2, 1]
    assert ran.step("rerank").line == "rerank(cross) → 2 passages, mean score 5"
    assert measures_of(ran.state).rerank_score == 5.0


@pytest.mark.parametrize(
    ("reranker", "says"),
    [
        (FakeReranker(fails=True), "failed, order of the search kept"),
        (FakeReranker(scores=None), "another language, order kept"),
        (None, "order of the search kept"),
    ],
)
async def test_without_scores_the_order_stays(reranker: FakeReranker | None, says: str) -> None:
    ran = await run(ScriptedReasoner(), reranker=reranker)
    assert [c.passage.ordinal for c in ran.state["candidates"]] == [1, 2]
    assert says in ran.step("rerank").summary
    assert ran.state["outcome"] == "answered"


async def test_reranking_can_be_left_out_for_a_question() -> None:
    ran = await run(ScriptedReasoner(), Modes(rerank=False), reranker=FakeReranker())
    assert ran.step("rerank").details["how"] == "none"


async def test_a_sure_reranker_saves_the_grading() -> None:
    reasoner = ScriptedReasoner()
    saved = Savings(grade_by="reranker")
    ran = await run(reasoner, reranker=FakeReranker(scores=(9.0, -8.0)), savings=saved)
    assert reasoner.asked == []
    assert ran.step("grade_documents").line == "grade(cross) → 1/2 relevant"


@pytest.mark.parametrize(
    "reranker", [FakeReranker(scores=(2.0, 1.0)), FakeReranker(threshold=None), None]
)
async def test_a_reranker_that_is_not_sure_saves_nothing(reranker: FakeReranker | None) -> None:
    reasoner = ScriptedReasoner()
    await run(reasoner, reranker=reranker, savings=Savings(grade_by="reranker"))
    assert len(reasoner.asked) == 1


# -- asking back --------------------------------------------------------------


async def test_a_question_whose_answer_depends_is_asked_back() -> None:
    ran = await run(Intending(choices=("Porto", "Braga")))
    assert ran.nodes[-2:] == ["grade_documents", "ask_back"]
    assert ran.state["outcome"] == "asked_back"
    assert "Which one do you mean: Porto or Braga?" in ran.state["text"]
    assert ran.state["citations"] == []


@pytest.mark.parametrize(
    ("reasoner", "history", "question"),
    [
        (Intending(choices=("a", "b")), [Turn("bot", "Which one: a or b?")], "q"),
        (Intending(choices=("a", "b"), intent="comparison"), [], "q"),
        (Intending(choices=("a", "b")), [], "List all of them"),
        (Intending(choices=("a", "b"), relevant=[False]), [], "q"),
    ],
)
async def test_it_is_not_asked_back_twice_or_where_all_was_wanted(
    reasoner: Intending, history: list[Turn], question: str
) -> None:
    ran = await run(reasoner, history=history, question=question)
    assert "ask_back" not in ran.nodes


# -- the web ------------------------------------------------------------------


async def test_when_nothing_is_found_the_web_answers_and_says_so() -> None:
    web = FakeWeb()
    ran = await run(ScriptedReasoner(relevant=[False], drafts=[FROM_WEB]), web=web)
    assert ran.nodes[-5:] == ["grade_documents", "web_search", "generate", "verify", "publish"]
    assert ran.nodes.count("rewrite_query") == 2
    assert ran.state["text"].startswith("_This is from the web, not from your documents:_")
    [citation] = ran.state["citations"]
    assert (citation.url, citation.page) == (NEWS.url, 0)


async def test_the_web_is_asked_first_where_the_question_says_so() -> None:
    ran = await run(ScriptedReasoner(route="web", drafts=[FROM_WEB]), web=FakeWeb())
    assert ran.nodes == ["understand", "web_search", "generate", "verify", "publish"]


async def test_the_web_is_asked_where_there_are_no_documents() -> None:
    ran = await run(ScriptedReasoner(drafts=[FROM_WEB]), web=FakeWeb(), documents=False)
    assert ran.nodes == ["understand", "web_search", "generate", "verify", "publish"]


async def test_a_claim_that_stays_unverifiable_is_looked_up_once() -> None:
    web = FakeWeb()
    ran = await run(ScriptedReasoner(drafts=[LIKED, LIKED, FROM_WEB]), web=web)
    assert ran.nodes.count("web_search") == 1
    assert ran.state["outcome"] == "answered"
    assert all(c.url for c in ran.state["citations"])


async def test_what_documents_bear_out_is_published_if_the_web_has_nothing() -> None:
    ran = await run(ScriptedReasoner(drafts=[MIXED]), web=FakeWeb(pages=()))
    assert ran.nodes[-2:] == ["web_search", "publish"]
    assert ran.state["outcome"] == "partial"
    assert not any(c.url for c in ran.state["citations"])


@pytest.mark.parametrize("web", [FakeWeb(pages=()), FakeWeb(fails=True)])
async def test_a_web_without_an_answer_is_a_refusal(web: FakeWeb) -> None:
    ran = await run(ScriptedReasoner(relevant=[False]), web=web)
    assert ran.nodes[-2:] == ["web_search", "refuse"]
    assert ran.state["outcome"] == "refused"


async def test_an_answer_of_the_web_is_not_corrected_from_documents() -> None:
    wrong = "The law grants 33 days of leave. [1]"
    ran = await run(ScriptedReasoner(relevant=[False], drafts=[wrong]), web=FakeWeb())
    after = ran.nodes[ran.nodes.index("web_search") :]
    assert "retrieve" not in after
    assert ran.state["outcome"] == "refused"


async def test_an_answer_of_the_web_that_is_off_the_question_is_refused() -> None:
    reasoner = ScriptedReasoner(
        relevant=[False], drafts=[FROM_WEB], on_topic=[False], confidence=0.5
    )
    ran = await run(reasoner, web=FakeWeb())
    assert ran.nodes[-1] == "refuse"


async def test_without_leave_for_it_the_web_is_not_asked() -> None:
    web = FakeWeb()
    ran = await run(ScriptedReasoner(relevant=[False]), Modes(web=False), web=web)
    assert web.asked == []
    assert ran.state["outcome"] == "refused"


async def test_a_web_that_is_wanted_and_not_set_is_left_out() -> None:
    ran = await run(ScriptedReasoner(relevant=[False]), Modes(web=True))
    assert "web_search" not in ran.nodes


# -- writing and checking -----------------------------------------------------


async def test_a_writer_that_finds_nothing_is_believed() -> None:
    ran = await run(ScriptedReasoner(drafts=["I did not find it in the documents."]))
    assert ran.nodes.count("generate") == 3
    assert ran.nodes.count("rewrite_query") == 2
    assert ran.state["outcome"] == "refused"
    assert "regenerations" in ran.state


async def test_what_the_writer_did_not_find_is_no_statement_to_leave_out() -> None:
    draft = f"{LEAVE} [1] I did not find the price of a hotel in Braga."
    asked = "How many days of leave, and the price of a hotel in Braga?"
    ran = await run(ScriptedReasoner(drafts=[draft]), question=asked)
    assert ran.state["outcome"] == "answered"
    assert "left out" not in ran.state["text"]
    assert "did not find the price" in ran.state["text"]


async def test_rules_that_are_sure_save_the_checking() -> None:
    ran = await run(ScriptedReasoner(drafts=[GOOD]))
    assert ran.step("verify").line == "verify(rules) → pass"
    assert ran.step("verify").usage.calls == 0


async def test_a_writer_that_is_unsure_is_checked_whatever_it_wrote() -> None:
    ran = await run(ScriptedReasoner(drafts=[GOOD], confidence=0.59))
    assert ran.step("verify").line == "verify(model) → pass"


async def test_rules_and_writer_may_agree_where_that_is_set() -> None:
    ran = await run(ScriptedReasoner(drafts=[LIKED]), savings=Savings(verify_by="rules"))
    assert ran.step("verify").details["how"] == "rules and writer"
    assert ran.state["outcome"] == "answered"
    assert ran.state["claims"][0].method == "rules and writer"


async def test_a_number_that_is_not_on_the_page_is_never_agreed_on() -> None:
    ran = await run(ScriptedReasoner(drafts=[WRONG]), savings=Savings(verify_by="rules"))
    assert ran.state["outcome"] == "refused"


async def test_a_compression_that_fails_leaves_passages_whole() -> None:
    class Broken(ScriptedReasoner):
        async def compress(
            self, understanding: Understanding, candidates: Sequence[Candidate]
        ) -> list[Excerpt]:
            raise ValueError("no")

    ran = await run(Broken())
    assert "whole, since it failed: ValueError" in ran.step("compress").summary
    assert ran.state["outcome"] == "answered"


async def test_fast_shows_the_answer_while_it_is_written() -> None:
    ran = await run(Intending(), Modes(mode="fast"))
    written = [numbers["text"] for key, numbers in ran.told if key == "writing"]
    assert written == [GOOD[:5], GOOD]
    assert not [1 for key, _ in (await run(Intending())).told if key == "writing"]


async def test_what_was_supported_is_not_lost_when_a_stricter_search_finds_nothing() -> None:
    wrong = f"{LEAVE} [1] They also have 99 days off. [1]"
    reasoner = ScriptedReasoner(drafts=[wrong], relevant=[True, False])
    ran = await run(reasoner)
    assert ran.nodes[-2:] == ["grade_documents", "publish"]
    assert ran.state["outcome"] == "partial"
    assert "99" not in ran.state["text"]


# -- limits -------------------------------------------------------------------


async def test_after_the_deadline_the_best_that_was_checked_is_published() -> None:
    ran = await run(Intending(drafts=[MIXED], slow="second"), Modes(deadline=_ENOUGH))
    assert ran.state["outcome"] == "partial"
    assert ran.state["text"].endswith("_Time ran out: this is what was checked by then._")
    assert ran.nodes[-1] == "stop"


async def test_after_the_deadline_without_anything_checked_it_is_refused() -> None:
    ran = await run(Intending(slow="verify", drafts=[LIKED]), Modes(deadline=0.3))
    assert (ran.state["outcome"], ran.state["citations"]) == ("refused", [])
    assert "Time ran out" in ran.state["text"]


async def test_a_deadline_before_anything_is_known_is_an_error() -> None:
    with pytest.raises(DeadlineExceeded):
        await run(Intending(slow="understand"), Modes(deadline=0.2))


async def test_a_model_that_goes_away_leaves_what_was_checked() -> None:
    ran = await run(Intending(drafts=[MIXED], down="generate"))
    assert ran.state["outcome"] == "partial"
    assert "The model stopped answering" in ran.state["text"]


async def test_a_model_that_goes_away_before_that_is_an_error() -> None:
    with pytest.raises(ModelUnavailable):
        await run(Intending(drafts=[LIKED], down="generate"))


async def test_a_question_that_has_spent_its_budget_ends_with_what_was_checked() -> None:
    ran = await run(ScriptedReasoner(drafts=[MIXED]), budget=Budget(tokens=60))
    assert ran.state["outcome"] == "partial"
    assert "The budget for this question is spent" in ran.state["text"]


async def test_a_budget_of_money_is_one_too() -> None:
    assert not Budget(cost=0.1).spent_by(replace(ONCE, cost=0.09))
    assert Budget(cost=0.1).spent_by(replace(ONCE, cost=0.1))
    assert not Budget().spent_by(ONCE)


async def test_a_budget_that_is_spent_before_anything_is_found_is_a_refusal() -> None:
    ran = await run(ScriptedReasoner(), budget=Budget(tokens=1))
    assert ran.state["outcome"] == "refused"


# -- what is measured ---------------------------------------------------------


async def test_seven_measurements_are_read_off_a_run() -> None:
    found = measures_of((await run(ScriptedReasoner(drafts=[MIXED, GOOD]))).state)
    assert found.retrieval_ms is not None
    assert found.compression is not None
    assert 0 < found.compression <= 1
    assert (found.confidence, found.checked, found.retries, found.refused) == (0.9, False, 1, False)


async def test_a_run_that_came_to_nothing_has_nothing_to_measure() -> None:
    found = measures_of((await run(ScriptedReasoner(), documents=False)).state)
    assert (found.retrieval_ms, found.rerank_score, found.compression) == (None, None, None)
    assert (found.checked, found.refused) == (None, True)


def test_a_spent_budget_says_of_what() -> None:
    assert BudgetSpent("day").scope == "day"
