"""Where a run goes next."""

from typing import get_args

import pytest

from rag.graphs.answer.routing import (
    by_excerpts,
    by_findings,
    by_ledger,
    by_relevance,
    by_route,
    by_sides,
)
from rag.graphs.answer.state import AnswerState, Verified
from rag.types import Claim, Excerpt, Route, Understanding, Verdict
from tests.rag.reasoners.documents import LEAVE
from tests.support.made import seen


def state(**fields: object) -> AnswerState:
    return fields  # type: ignore[return-value]  # a part of the state is enough


def routed(route: Route, *versions: str) -> AnswerState:
    return state(understanding=Understanding("q", "en", route), visible=seen(*versions))


@pytest.mark.parametrize(
    ("route", "goal"),
    [("small_talk", "reply"), ("catalogue", "list_documents"), ("documents", "retrieve")],
)
def test_a_question_goes_the_way_of_its_route(route: Route, goal: str) -> None:
    assert by_route(routed(route, "v1")) == goal


def test_every_route_leads_somewhere_with_and_without_documents() -> None:
    for route in get_args(Route):
        assert by_route(routed(route, "v1")) in {"reply", "list_documents", "retrieve"}
        assert by_route(routed(route)) in {"reply", "list_documents", "refuse"}


@pytest.mark.parametrize(
    ("relevant", "rewrites", "goal"),
    [
        ([LEAVE], 2, "compress"),
        ([], 0, "rewrite_query"),
        ([], 1, "rewrite_query"),
        ([], 2, "refuse"),
    ],
)
def test_without_a_relevant_passage_the_question_is_rewritten_twice(
    relevant: list[object], rewrites: int, goal: str
) -> None:
    assert by_relevance(state(relevant=relevant, rewrites=rewrites)) == goal


def test_without_rewrites_counted_none_was_made() -> None:
    assert by_relevance(state(relevant=[])) == "rewrite_query"


def test_without_an_excerpt_there_is_nothing_to_write_from() -> None:
    assert by_excerpts(state(excerpts=[])) == "refuse"
    assert by_excerpts(state(excerpts=[Excerpt(1, LEAVE, 1, "27 days.")])) == "generate"


def ledger(*verdicts: Verdict) -> list[Claim]:
    return [Claim(f"Claim {n}.", (1,), verdict) for n, verdict in enumerate(verdicts)]


SOME: tuple[Verdict, ...] = ("supported", "unverifiable")
NONE: tuple[Verdict, ...] = ("contradicted", "unverifiable")


@pytest.mark.parametrize(
    ("verdicts", "on_topic", "rewrites", "regenerations", "strict", "goal"),
    [
        (("supported", "supported"), True, 2, 2, False, "publish"),
        (("supported",), False, 0, 0, False, "rewrite_query"),
        (("supported",), False, 1, 2, False, "rewrite_query"),
        (("supported",), False, 2, 0, False, "refuse"),
        (SOME, True, 0, 0, False, "generate"),
        (SOME, True, 0, 1, False, "generate"),
        (SOME, True, 0, 1, True, "retrieve"),
        (SOME, True, 0, 2, False, "publish"),
        (SOME, False, 0, 2, False, "refuse"),
        (NONE, True, 0, 1, True, "retrieve"),
        (NONE, True, 0, 2, False, "refuse"),
        ((), True, 0, 0, False, "generate"),
        ((), True, 0, 2, False, "refuse"),
    ],
)
def test_the_ledger_decides_what_comes_after_verifying(
    verdicts: tuple[Verdict, ...],
    on_topic: bool,
    rewrites: int,
    regenerations: int,
    strict: bool,
    goal: str,
) -> None:
    found = by_ledger(
        state(
            claims=ledger(*verdicts),
            on_topic=on_topic,
            rewrites=rewrites,
            regenerations=regenerations,
            strict=strict,
            understanding=Understanding("q", "en", "documents"),
            best=Verified("", tuple(ledger(*verdicts)), (), on_topic),
        )
    )
    assert found == goal


SUPPORTED = Verified("", tuple(ledger("supported")), (), on_topic=True)


@pytest.mark.parametrize(
    ("fields", "goal"),
    [
        ({}, "refuse"),
        ({"best": SUPPORTED}, "publish"),
        ({"best": Verified("", tuple(ledger("contradicted")), (), on_topic=True)}, "refuse"),
        ({"best": Verified("", tuple(ledger("supported")), (), on_topic=False)}, "refuse"),
    ],
)
def test_what_was_supported_before_is_published_where_nothing_more_is_found(
    fields: dict[str, object], goal: str
) -> None:
    assert by_excerpts(state(excerpts=[], **fields)) == goal
    assert by_findings(state(excerpts=[], **fields)) == goal
    assert by_relevance(state(relevant=[], rewrites=2, **fields)) == goal
    assert by_relevance(state(relevant=[], from_web=True, **fields)) == goal


@pytest.mark.parametrize("web", [True, False])
def test_the_web_is_the_last_resort(web: bool) -> None:
    looked = state(relevant=[], rewrites=2, web=web)
    assert by_relevance(looked) == ("web_search" if web else "refuse")
    assert by_relevance(state(relevant=[], rewrites=1, web=web)) == "rewrite_query"
    assert by_findings(state(excerpts=["a page"])) == "generate"
    failed = state(claims=ledger("unverifiable"), regenerations=1, web=web, on_topic=True)
    assert by_ledger(failed) == ("web_search" if web else "generate")


def test_a_comparison_is_sent_for_each_side() -> None:
    understood = Understanding("q", "en", "documents", "comparison", ("a", "b"))
    sent = by_sides(state(understanding=understood, visible=seen("v1"), rounds=1))
    assert [s.arg["query"] for s in sent if not isinstance(s, str)] == ["a", "b"]
    assert all(s.node == "retrieve" for s in sent if not isinstance(s, str))
    alone = Understanding("q", "en", "documents", "comparison", ("a",))
    assert by_sides(state(understanding=alone, visible=seen("v1"))) == "retrieve"
