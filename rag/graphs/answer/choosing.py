"""What `auto` means, and when a question is asked back."""

import re
from collections.abc import Sequence

from rag.graphs.answer.state import AnswerState
from rag.grounding.names import codes, quoted
from rag.modes import RetrievalChoice, Transform
from rag.text.language import detect
from rag.types import Candidate, RetrievalMode, Turn, Understanding, Visible

SURE_MARGIN = 3.0
"""Logits above its threshold from which a cross-encoder is believed: gold passages scored 4 to 10."""
_BROAD = frozenset({"comparison", "trend", "summary"})  # these want all of the cases
_EVERY = re.compile(r"\b(?:all|every|each|any|which|list)\b|所有|各|每|哪些|分别", re.IGNORECASE)


def mode_for(choice: RetrievalChoice, understood: Understanding) -> RetrievalMode:
    """``auto``: exact strings by their terms, what is broad by meaning, the rest by both."""
    if choice != "auto":
        return choice
    if quoted(understood.standalone) or codes(understood.standalone):
        return "bm25"
    return "vector" if understood.intent == "summary" else "hybrid"


def transform_for(choice: Transform, question: str, visible: Visible) -> Transform:
    """``auto`` rewrites a question in a language that no document has, else nobody finds any."""
    languages = {language for p in visible.placements for language in p.languages}
    foreign = bool(languages) and detect(question) not in languages
    return "rewrite" if choice == "auto" and foreign else choice


def asks_back(state: AnswerState, relevant: Sequence[Candidate]) -> bool:
    """Only where one answer was wanted, and never twice in a row."""
    understood = state["understanding"]
    if len(relevant) < 2 or understood.intent in _BROAD:  # noqa: PLR2004 - two to choose from
        return False
    return not _EVERY.search(understood.standalone) and not _has_asked(state["history"])


def _has_asked(history: Sequence[Turn]) -> bool:
    said = [turn for turn in history if turn.role == "bot"]
    return bool(said) and said[-1].text.rstrip().endswith(("?", "？"))
