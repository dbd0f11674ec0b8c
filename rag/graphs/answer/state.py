"""What the nodes of the answer graph read and write: plain data, fresh for every question."""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, NotRequired, TypedDict

from rag.modes import Modes
from rag.ports import FREE, NoTracer, Progress, Purse, Tracer
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
    Usage,
    Visible,
)


class Asked(TypedDict):
    """The input of a run."""

    question: str
    history: list[Turn]
    """What was said before in this conversation, oldest first."""
    visible: Visible
    today: date
    modes: NotRequired[Modes]


@dataclass(frozen=True, slots=True)
class Searched:
    """What one search brought: ``side`` of a comparison, 0 for all of it, in its ``round``."""

    round: int
    side: int
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """A draft with its ledger and the excerpts that it cites."""

    text: str
    claims: tuple[Claim, ...]
    excerpts: tuple[Excerpt, ...]
    on_topic: bool

    @property
    def supported(self) -> list[Claim]:
        """What may be published of it."""
        return [claim for claim in self.claims if claim.verdict == "supported"]


class AnswerState(Asked, total=False):
    """The whole state; a field is there once the node that writes it has run."""

    understanding: Understanding
    web: bool
    """Whether the web may be searched, because it is set and wanted."""
    side: int
    query: str
    """Of a search that was sent for one side of a comparison; nobody else has them."""
    searched: Annotated[list[Searched], operator.add]
    rounds: int
    """How many times all sides were searched."""
    candidates: list[Candidate]
    scores: list[float]
    """The reranker's, in the order of the candidates; empty if there are none."""
    grading: Grading
    relevant: list[Candidate]
    """Candidates judged relevant, and those that were not judged."""
    choices: tuple[str, ...]
    """What the question may have meant, if that decides the answer."""
    from_web: bool
    """Whether the excerpts are of the web; then none is of a document."""
    excerpts: list[Excerpt]
    draft: Draft
    claims: list[Claim]
    """The ledger of the last draft."""
    on_topic: bool
    declined: bool
    """Whether the writer found no answer in the excerpts."""
    best: Verified
    """The best draft so far, for when a later one is worse or never comes."""
    rewrites: int
    regenerations: int
    strict: bool
    """Whether the next retrieval is to be narrower, after a claim was contradicted."""
    outcome: Outcome
    text: str
    citations: list[Citation]
    steps: Annotated[list[Step], operator.add]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a question may cost; 0 is no limit."""

    tokens: int = 0
    cost: float = 0.0

    def spent_by(self, usage: Usage) -> bool:
        """Whether nothing is left of it."""
        return 0 < self.tokens <= usage.tokens or 0 < self.cost <= usage.cost


@dataclass(frozen=True, slots=True)
class RunContext:
    """Values of one run."""

    progress: Progress
    clock: Callable[[], float]
    """Seconds, monotonic."""
    budget: Budget = Budget()
    purse: Purse = FREE
    """Pays for the model's calls, one by one; ``budget`` ends a run between its nodes."""
    tracer: Tracer = field(default_factory=NoTracer)
