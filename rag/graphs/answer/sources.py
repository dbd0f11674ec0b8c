"""Which documents the words of an answer tell of."""

from collections.abc import Iterable

from rag.graphs.answer.state import AnswerState
from rag.types import Turn


def sources_of(state: AnswerState, history: Iterable[Turn]) -> tuple[str, ...]:
    """Versions whose content or title may stand in the text, or in the question as understood."""
    found = {citation.version for citation in state["citations"] if not citation.url}
    outcome, shown = state["outcome"], state["visible"]
    if outcome == "listed" and not found:
        found |= set(shown.versions)
    if outcome == "asked_back":
        found |= {candidate.passage.version for candidate in state["relevant"]}
    if outcome == "refused":  # it names documents with pages that nobody could read
        found |= {p.version for p in shown.placements if p.unreadable}
    if state["understanding"].follow_up:
        found |= {version for turn in history for version in turn.sources or ()}
    return tuple(sorted(found))
