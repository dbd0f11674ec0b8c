"""Which documents the words of an answer tell of."""

from collections.abc import Iterable

from rag.graphs.answer.catalogue import entries, meant
from rag.graphs.answer.state import AnswerState
from rag.types import Placement, Turn


def sources_of(state: AnswerState, history: Iterable[Turn]) -> tuple[str, ...]:
    """Placements whose content or title may stand in the text, or in the question as understood.

    Placements, not versions: one content has other names elsewhere, and the text has this one.
    """
    shown = state["visible"]
    versions = {citation.version for citation in state["citations"] if not citation.url}
    if state["outcome"] == "asked_back":
        versions |= {candidate.passage.version for candidate in state["relevant"]}
    found = {shown.placement_of(version).id for version in versions}
    if state["outcome"] == "listed":
        found |= {placement.id for placement in _listed(state)}
    if state["outcome"] == "refused":  # it names documents with pages that nobody could read
        found |= {p.id for p in shown.placements if p.unreadable}
    if state["understanding"].follow_up:
        found |= {source for turn in history for source in turn.sources or ()}
    return tuple(sorted(found))


def _listed(state: AnswerState) -> list[Placement]:
    shown, understood = state["visible"], state["understanding"]
    one = meant(shown, understood.document, state["question"])
    return entries(shown) if one is None else [one]
