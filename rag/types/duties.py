"""What is kept of workspaces and of people, as the data duties see it."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Installation:
    """A workspace that uses the engine. ``credentials`` are the caller's own and are never read.

    ``left_at`` is set once the workspace has left: a while later its data is deleted.
    """

    workspace: str
    name: str
    credentials: str = field(repr=False)
    installed_at: datetime
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a person and what was answered."""

    id: str
    asked_at: datetime
    thread: str
    question: str
    outcome: str
    answer: str


@dataclass(frozen=True, slots=True)
class Voted:
    """A thumb of a person on an answer, or what they said by the form under it."""

    answer: str
    value: int
    withdrawn: bool
    reason: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Uploaded:
    """A document that a person dropped."""

    name: str
    channel: str
    placed_at: datetime


@dataclass(frozen=True, slots=True)
class PersonalData:
    """All that is kept of a person in a workspace, the oldest first."""

    workspace: str
    person: str
    asked: tuple[Asked, ...] = ()
    voted: tuple[Voted, ...] = ()
    uploaded: tuple[Uploaded, ...] = ()


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long is kept what people said; None is for ever."""

    answers_since: datetime | None = None
    conversations_since: datetime | None = None
