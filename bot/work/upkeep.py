"""What a bot that runs for weeks does by the way: what was forgotten a day ago goes for good."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import structlog

_LOG = structlog.get_logger(__name__)
_HOUR = 3_600.0


@asynccontextmanager
async def purged(
    purge: Callable[[], Awaitable[object]], seconds: float = _HOUR
) -> AsyncIterator[None]:
    """Purges once an hour for the length of the block; the engine does so when it starts."""
    task = asyncio.create_task(_forever(purge, seconds), name="purge")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _forever(purge: Callable[[], Awaitable[object]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await purge()
        except Exception:  # noqa: BLE001 - the next hour tries again
            _LOG.exception("purge failed")
