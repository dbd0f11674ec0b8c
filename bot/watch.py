"""How late the event loop is: a task that sleeps 10 ms and notes by how much it overslept.

At DEBUG the figures of the last minute are logged once a minute. SIGUSR1 logs those since the
last SIGUSR1 (five minutes at most) at INFO, as the event "loop lag".
"""

import asyncio
import contextlib
import signal
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice

import structlog

_LOG = structlog.get_logger(__name__)
_INTERVAL = 0.01
_MINUTE = 6_000  # samples
_KEPT = 5 * _MINUTE


class LoopWatch:
    """Lateness of the loop in milliseconds, newest last."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=_KEPT)

    def note(self, seconds: float) -> None:
        """Notes that a wake-up was so late.

        A loop held up for half a second is noted for each of the fifty wake-ups that it missed,
        or one long hold-up would vanish among many short sleeps.
        """
        self._late.append(max(seconds, 0.0) * 1000)
        while (seconds := seconds - _INTERVAL) > 0:
            self._late.append(seconds * 1000)

    def report(self) -> None:
        """Logs what was noted since the last report, and begins anew."""
        _LOG.info("loop lag", **figures(list(self._late)))
        self._late.clear()

    async def run(self) -> None:
        """Watches until it is cancelled."""
        logged = time.monotonic()
        while True:
            before = time.monotonic()
            await asyncio.sleep(_INTERVAL)
            now = time.monotonic()
            self.note(now - before - _INTERVAL)
            if now - logged >= _INTERVAL * _MINUTE:
                logged = now
                newest = list(islice(reversed(self._late), _MINUTE))
                _LOG.debug("loop lag", **figures(newest))


def figures(late: Sequence[float]) -> dict[str, float]:
    """Median, 99th percentile and maximum of a series of milliseconds."""
    if not late:
        return {"samples": 0}
    ordered = sorted(late)
    last = len(ordered) - 1
    return {
        "samples": len(ordered),
        "p50_ms": round(ordered[last // 2], 1),
        "p99_ms": round(ordered[round(last * 0.99)], 1),
        "max_ms": round(ordered[last], 1),
    }


@asynccontextmanager
async def watched_loop() -> AsyncIterator[LoopWatch]:
    """Watches the running loop for the length of the block; SIGUSR1 asks for the figures."""
    watch, loop = LoopWatch(), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, watch.report)
    task = asyncio.create_task(watch.run(), name="loop-watch")
    try:
        yield watch
    finally:
        loop.remove_signal_handler(signal.SIGUSR1)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
