"""What the nodes of the answer graph read and write: plain data, fresh for every question."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, TypedDict

from rag.ports import Progress
from rag.types import (
    Candidate,
    Citation,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Outcome,
    Step,
    Turn,
    Understanding,
    Visible,
)


class Asked(TypedDict):
    """The input of a run."""

    question: str
    history: list[Turn]
    """What was said before in this conversation, oldest first."""
    visible: Visible
    today: date


class AnswerState(Asked, total=False):
    """The whole state; a field is there once the node that writes it has run."""

    understanding: Understanding
    candidates: list[Candidate]
    grading: Grading
    relevant: list[Candidate]
    """Candidates judged relevant, and those that were not judged."""
    excerpts: list[Excerpt]
    draft: Draft
    claims: list[Claim]
    """The ledger of the last draft."""
    on_topic: bool
    rewrites: int
    regenerations: int
    strict: bool
    """Whether the next retrieval is to be narrower, after a claim was contradicted."""
    outcome: Outcome
    text: str
    citations: list[Citation]
    steps: Annotated[list[Step], operator.add]


@dataclass(frozen=True, slots=True)
class RunContext:
    """Values of one run."""

    progress: Progress
    clock: Callable[[], float]
    """Seconds, monotonic."""
