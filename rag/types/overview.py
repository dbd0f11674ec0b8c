"""What a workspace did, and how it wants to be answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rag.types.basics import Outcome


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts of a time: answers by outcome, current thumbs on them, what they took and cost.

    ``milliseconds`` is the mean time of an answer.
    """

    outcomes: Mapping[Outcome, int] = field(default_factory=dict)
    up: int = 0
    down: int = 0
    milliseconds: float = 0.0
    tokens: int = 0
    cost: float = 0.0

    @property
    def answers(self) -> int:
        """All of them, whatever the outcome."""
        return sum(self.outcomes.values())


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """A question that was asked, in short: for lists."""

    answer: str
    question: str
    outcome: Outcome
    thread: str
    asked_at: datetime
    address: str = ""
    """The message that the answer was published in, if it was."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One choice of a workspace: ``name`` is set to ``value`` at ``place``.

    ``place`` is a channel, or empty for the whole workspace.
    """

    place: str
    name: str
    value: str
    changed_by: str
    changed_at: datetime
