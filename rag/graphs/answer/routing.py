"""Where a run goes next: pure functions of the state."""

from typing import Literal

from rag.graphs.answer.state import AnswerState

MAX_REWRITES = 2
MAX_REGENERATIONS = 2


def by_route(state: AnswerState) -> Literal["reply", "list_documents", "retrieve", "refuse"]:
    """After `understand`: what kind of answer the question wants."""
    route = state["understanding"].route
    if route == "small_talk":
        return "reply"
    if route == "catalogue":
        return "list_documents"
    return "retrieve" if state["visible"].versions else "refuse"


def by_relevance(state: AnswerState) -> Literal["compress", "rewrite_query", "refuse"]:
    """After `grade_documents`: whether there is something to answer from."""
    if state["relevant"]:
        return "compress"
    return "rewrite_query" if state.get("rewrites", 0) < MAX_REWRITES else "refuse"


def by_excerpts(state: AnswerState) -> Literal["generate", "refuse"]:
    """After `compress`: whether a sentence is left to answer with."""
    return "generate" if state["excerpts"] else "refuse"


def by_ledger(
    state: AnswerState,
) -> Literal["publish", "generate", "retrieve", "rewrite_query", "refuse"]:
    """After `verify`: publish, try again with what failed, look again, or refuse."""
    claims = state["claims"]
    supported = [c for c in claims if c.verdict == "supported"]
    if claims and len(supported) == len(claims):
        return "publish" if state["on_topic"] else _off_topic(state)
    if state.get("regenerations", 0) < MAX_REGENERATIONS:
        return "retrieve" if state.get("strict") else "generate"
    return "publish" if supported and state["on_topic"] else "refuse"


def _off_topic(state: AnswerState) -> Literal["rewrite_query", "refuse"]:
    return "rewrite_query" if state.get("rewrites", 0) < MAX_REWRITES else "refuse"
