"""Who waits to have a file read: two are read at a time, one of each uploader in turn.

The files of one person come in the order in which they were dropped, and many of them don't hold
up another's one.
Files of one name in one channel are versions of one document, so the later waits for the earlier.
The line is this process's own; jobs that were taken up after a crash stand in it again.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.work.rounds import Rounds
from rag.types import Audience

_TOLD_SECONDS = 3.0  # Slack allows one edit of a message in three seconds

Tell = Callable[[int], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Entry:
    """A file in the line. ``done`` of ``total`` pages have been read, 0 if that isn't known yet."""

    channel: str
    name: str
    ts: str
    """When it was dropped, as Slack's ts."""
    workspace: str = ""
    uploader: str = ""
    is_quiet: bool = False
    """Only looked at again, and told of once its content turns out to be another."""
    done: int = 0
    total: int = 0
    is_reading: bool = False
    is_over: bool = False


@dataclass(slots=True)
class Line:
    """The line of this process."""

    width: int = 2
    clock: Callable[[], float] = time.monotonic
    _rounds: Rounds[tuple[str, str]] = field(default_factory=Rounds)
    _entries: list[Entry] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def joined(self, entry: Entry) -> AsyncIterator[Entry]:
        """Stands in the line for the length of the block."""
        self._entries.append(entry)
        self._entries.sort(key=lambda other: other.ts)  # stable: those of one message stay in order
        try:
            yield entry
        finally:
            self._entries.remove(entry)
            entry.is_over = True
            self._wake()

    async def turn(self, entry: Entry, tell: Tell) -> None:
        """Returns when the file may be read; tells its place, when it changes, now and then."""
        told, told_at = self.ahead(entry), self.clock()
        while not self._may_read(entry):
            changed, ahead = self._changed, self.ahead(entry)
            if ahead != told and self.clock() - told_at >= _TOLD_SECONDS:
                told, told_at = ahead, self.clock()
                await tell(ahead)
                continue
            await _either(changed, _TOLD_SECONDS)
        entry.is_reading = True
        self._rounds.begun(_uploader(entry))

    def ahead(self, entry: Entry) -> int:
        """How many files come before it, with those that are being read; 0 if it needn't wait."""
        if self._may_read(entry):
            return 0
        waiting = self._in_turn()
        return len(self._entries) - len(waiting) + waiting.index(entry)

    def of(self, audience: Audience) -> tuple[Entry, ...]:
        """The files that are being read or wait for it, as far as an audience sees them."""
        shown = (entry for entry in self._entries if entry.total or not entry.is_quiet)
        mine = (entry for entry in shown if entry.workspace == audience.workspace)
        return tuple(entry for entry in mine if entry.channel in audience.channels)

    def _may_read(self, entry: Entry) -> bool:
        free = self.width - sum(other.is_reading for other in self._entries)
        return entry.is_reading or entry in list(self._ready())[: max(free, 0)]

    def _ready(self) -> Iterator[Entry]:
        held = {_document(entry) for entry in self._entries if entry.is_reading}
        first: dict[tuple[str, str, str], Entry] = {}
        for entry in self._entries:
            first.setdefault(_document(entry), entry)
        for entry in self._in_turn():
            if _document(entry) not in held and first[_document(entry)] is entry:
                yield entry

    def _in_turn(self) -> list[Entry]:
        """Those that wait: the first of each uploader, then the second of each, and so on."""
        waiting = [(_uploader(entry), entry) for entry in self._entries if not entry.is_reading]
        return self._rounds.order(waiting)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def _document(entry: Entry) -> tuple[str, str, str]:
    return entry.workspace, entry.channel, entry.name


def _uploader(entry: Entry) -> tuple[str, str]:
    return entry.workspace, entry.uploader


async def _either(changed: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        return
