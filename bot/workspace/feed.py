"""Tells the people's side what has changed, to each person only what they may see."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator

from bot.workspace.models import Json

Audience = Callable[[str], bool]


class Feed:
    """A revision that grows with every change, and a queue for each listener."""

    def __init__(self) -> None:
        # Starts at the time of day so that it also grows over a restart.
        self.revision = int(time.time() * 1000)
        self._listeners: dict[asyncio.Queue[Json | None], str] = {}
        self._changed = asyncio.Event()
        self._closed = False

    def publish(self, kind: str, body: Json, may_see: Audience) -> None:
        """Announce a change to everyone for whom `may_see` is true."""
        self.revision += 1
        self._changed.set()
        self._changed = asyncio.Event()
        change = {"type": kind, "revision": self.revision, **body}
        for queue, user in self._listeners.items():
            if may_see(user):
                queue.put_nowait(change)

    @contextlib.contextmanager
    def listen(self, user: str) -> Iterator[asyncio.Queue[Json | None]]:
        """Yield a queue of the changes a person may see; None ends it."""
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._listeners[queue] = user
        if self._closed:
            queue.put_nowait(None)
        try:
            yield queue
        finally:
            del self._listeners[queue]

    async def wait(self, since: int, seconds: float) -> int:
        """Return the revision as soon as it exceeds `since`, or when the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.revision <= since and not self._closed:
                    await self._changed.wait()
        return self.revision

    def close(self) -> None:
        """Send every listener home."""
        self._closed = True
        self._changed.set()
        for queue in self._listeners:
            queue.put_nowait(None)
