"""Whose question is answered next: people take turns, however many questions each has.

Shared by all workspaces of a process. A question that waits here has been written down as a job,
and its engine's deadline has not begun.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.work.rounds import Rounds

Asker = tuple[str, str]
"""Workspace and person."""

Tell = Callable[[int], Awaitable[None]]


@dataclass(eq=False, slots=True)
class _Ticket:
    asker: Asker


@dataclass(slots=True)
class Turns:
    """``width`` questions are answered at a time, ``each`` of them of one person; 0 is no limit."""

    width: int
    each: int = 0
    _rounds: Rounds[Asker] = field(default_factory=Rounds)
    _running: Counter[Asker] = field(default_factory=Counter)
    _waiting: list[_Ticket] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def turn(self, asker: Asker, tell: Tell) -> AsyncIterator[None]:
        """Waits for a turn and holds it; ``tell`` hears how many are ahead, once, if it waits."""
        ticket = _Ticket(asker)
        self._waiting.append(ticket)
        try:
            if not self._may_begin(ticket):
                await tell(self._in_turn().index(ticket))
            while not self._may_begin(ticket):
                await self._changed.wait()
            self._running[asker] += 1
            self._rounds.begun(asker)
        finally:
            self._waiting.remove(ticket)
            self._wake()
        try:
            yield
        finally:
            self._running[asker] -= 1
            self._running += Counter()  # drops those who have none left
            self._wake()

    def _may_begin(self, ticket: _Ticket) -> bool:
        if self._running.total() >= self.width:
            return False
        free = (t for t in self._in_turn() if not self.each or self._running[t.asker] < self.each)
        return next(free, None) is ticket

    def _in_turn(self) -> list[_Ticket]:
        return self._rounds.order([(ticket.asker, ticket) for ticket in self._waiting])

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
