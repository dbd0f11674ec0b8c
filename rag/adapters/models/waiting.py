"""How long the calls of a run stand in the queue, and who is told about it."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rag.ports import FREE, Purse, Tell

Clock = Callable[[], float]
_LOG = logging.getLogger(__name__)


class WaitAccount:
    """How long the calls of one run stood in the queue; waits at the same time count once.

    ``purse`` pays for them.
    """

    def __init__(self, clock: Clock, tell: Tell | None, purse: Purse | None = None) -> None:
        self.purse = purse or FREE
        self._clock = clock
        self._tell = tell
        self._waiting = 0
        self._since = 0.0
        self._told: int | None = None
        self._telling: asyncio.Task[None] | None = None
        self._seconds = 0.0

    @property
    def seconds(self) -> float:
        """Seconds waited so far, including a wait that is going on."""
        return self._seconds + (self._clock() - self._since if self._waiting else 0.0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Counts the time inside."""
        if self._waiting == 0:
            self._since = self._clock()
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
            if self._waiting == 0:
                self._seconds += self._clock() - self._since

    def tell(self, ahead: int | None) -> None:
        """Tells how many are before, or None: nobody; what was told is not told again.

        It is told beside the waiting: who is slow to listen must hold up nobody in the queue.
        """
        if self._tell is None or ahead == self._told:
            return
        self._told = ahead
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._deliver(self._tell))

    def close(self) -> None:
        """Tells nothing more."""
        if self._telling is not None:
            self._telling.cancel()

    async def _deliver(self, tell: Tell) -> None:
        said: int | None = -1
        while said != self._told:
            said = self._told
            try:
                await tell(said)
            except Exception:  # noqa: BLE001 - a word about a wait is a nicety
                _LOG.exception("could not tell of a wait")
