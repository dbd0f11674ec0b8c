"""Where a run goes next: pure functions of the state."""

from typing import Literal, get_args

from langgraph.types import Send

from rag.graphs.answer.state import AnswerState
from rag.modes import Modes

MAX_REWRITES = 2
MAX_REGENERATIONS = 2

ToRoute = Literal["reply", "list_documents", "web_search", "retrieve", "refuse"]
ToLedger = Literal["publish", "generate", "retrieve", "web_search", "rewrite_query", "refuse"]
AFTER_ROUTE = list(get_args(ToRoute))
AFTER_REWRITE = ["retrieve"]
AFTER_LEDGER = list(get_args(ToLedger))


def by_route(state: AnswerState) -> ToRoute | list[Send]:
    """After `understand`: what kind of answer the question wants."""
    route = state["understanding"].route
    if route == "small_talk":
        return "reply"
    if route == "catalogue":
        return "list_documents"
    if route == "web" and _web_left(state):
        return "web_search"
    return by_sides(state) if state["visible"].versions else _without_documents(state)


def by_sides(state: AnswerState) -> Literal["retrieve"] | list[Send]:
    """A comparison searches each of its sides by itself, in parallel; all else in one go."""
    understood, modes = state["understanding"], state.get("modes", Modes())
    wanted = modes.transform == "decompose" or (
        modes.transform == "auto" and understood.intent in {"comparison", "trend"}
    )
    if not wanted or len(understood.queries) < 2:  # noqa: PLR2004 - sides
        return "retrieve"
    shared = {key: value for key, value in state.items() if key in _FOR_A_SIDE}
    return [
        Send("retrieve", {**shared, "side": number, "query": query})
        for number, query in enumerate(understood.queries, 1)
    ]


_FOR_A_SIDE = frozenset({"question", "visible", "understanding", "modes", "rounds", "strict"})


def by_relevance(
    state: AnswerState,
) -> Literal["compress", "ask_back", "rewrite_query", "web_search", "publish", "refuse"]:
    """After `grade_documents`: whether there is something to answer from."""
    if state["relevant"]:
        return "ask_back" if state.get("choices") else "compress"
    return _look_elsewhere(state)


def by_findings(state: AnswerState) -> Literal["generate", "publish", "refuse"]:
    """After `web_search`: whether it brought anything, or pages had brought something before."""
    if state["excerpts"]:
        return "generate"
    return _with_what_there_is(state)


def by_excerpts(state: AnswerState) -> Literal["generate", "publish", "refuse"]:
    """After `compress`: whether a sentence is left to answer with."""
    return "generate" if state["excerpts"] else _with_what_there_is(state)


def by_ledger(state: AnswerState) -> ToLedger | list[Send]:
    """After `verify`: publish, try again with what failed, look again, or refuse."""
    claims = state["claims"]
    if state.get("declined"):
        return _look_elsewhere(state)
    if claims and all(c.verdict == "supported" for c in claims):
        return "publish" if state["on_topic"] else _look_elsewhere(state)
    if state.get("regenerations", 0) < MAX_REGENERATIONS:
        return _again(state)
    return _with_what_there_is(state)


def _again(state: AnswerState) -> ToLedger | list[Send]:
    """The first time with what failed; then after a stricter search, or from the web."""
    if state.get("strict") and not state.get("from_web"):
        return by_sides(state)
    second = state.get("regenerations", 0) > 0
    return "web_search" if second and _web_left(state) else "generate"


def _look_elsewhere(
    state: AnswerState,
) -> Literal["rewrite_query", "web_search", "publish", "refuse"]:
    if state.get("from_web"):  # the documents were seen before it
        return _with_what_there_is(state)
    if state.get("rewrites", 0) < MAX_REWRITES:
        return "rewrite_query"
    return "web_search" if _web_left(state) else _with_what_there_is(state)


def _without_documents(state: AnswerState) -> Literal["web_search", "refuse"]:
    return "web_search" if _web_left(state) else "refuse"


def _web_left(state: AnswerState) -> bool:
    return state.get("web", False) and not state.get("from_web", False)


def _with_what_there_is(state: AnswerState) -> Literal["publish", "refuse"]:
    """Some of an earlier draft may be supported, however the search went on."""
    best = state.get("best")
    return "publish" if best is not None and best.supported and best.on_topic else "refuse"
