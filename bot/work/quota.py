"""How many questions are taken from one person, and from one workspace, in a while.

What was answered before the process started counts too: it is looked up when a person is first
heard of.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal

from bot.work.turns import Asker

PERSON_SECONDS = 600.0
WORKSPACE_SECONDS = 60.0
_PEOPLE = 1_000  # beyond it those who have been quiet for as long as it counts are let go
_NOTES = 5  # told so often in ten minutes, a person knows

AskedSince = Callable[[str, str, datetime], Awaitable[list[datetime]]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Whose limit it is, how high, and in how many seconds there is room again."""

    whose: Literal["person", "workspace"]
    limit: int
    seconds: float
    is_told: bool
    """False after a few: each note might be what keeps a loop going."""


@dataclass(slots=True)
class Quota:
    """``person`` questions in ten minutes and ``workspace`` a minute; 0 is no limit."""

    person: int
    workspace: int
    asked_since: AskedSince
    clock: Callable[[], float] = time.time
    _people: dict[Asker, deque[float]] = field(default_factory=dict)
    _workspaces: dict[str, deque[float]] = field(default_factory=dict)
    _notes: dict[Asker, deque[float]] = field(default_factory=dict)

    async def take(self, asker: Asker) -> Refusal | None:
        """Takes one question of what is left, or tells why not."""
        mine = await self._of(asker)
        ours = self._workspaces.setdefault(asker[0], deque())
        now = self.clock()
        _drop(ours, now - WORKSPACE_SECONDS)
        _drop(mine, now - PERSON_SECONDS)
        if 0 < self.person <= len(mine):
            wait = mine[-self.person] + PERSON_SECONDS - now
            return Refusal("person", self.person, wait, self._tells(asker, now))
        if 0 < self.workspace <= len(ours):
            wait = ours[-self.workspace] + WORKSPACE_SECONDS - now
            return Refusal("workspace", self.workspace, wait, self._tells(asker, now))
        mine.append(now)
        ours.append(now)
        return None

    async def _of(self, asker: Asker) -> deque[float]:
        if asker not in self._people:
            since = datetime.fromtimestamp(self.clock(), UTC) - timedelta(seconds=PERSON_SECONDS)
            found = await self.asked_since(*asker, since) if self.person else []
            self._let_go()
            self._people.setdefault(asker, deque(at.timestamp() for at in found))
        return self._people[asker]

    def _tells(self, asker: Asker, now: float) -> bool:
        notes = self._notes.setdefault(asker, deque())
        _drop(notes, now - PERSON_SECONDS)
        notes.append(now)
        return len(notes) <= _NOTES

    def _let_go(self) -> None:
        if len(self._people) < _PEOPLE:
            return
        since = self.clock() - PERSON_SECONDS
        for known in (self._people, self._notes):
            for asker in [a for a, times in known.items() if not times or times[-1] <= since]:
                del known[asker]


def _drop(times: deque[float], since: float) -> None:
    while times and times[0] <= since:
        times.popleft()
