"""A run's deadline, in which waiting for a turn at the model does not count."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from rag.ports import Waited

_SOONEST = 0.05  # seconds between looks while a wait goes on at the very end


@asynccontextmanager
async def time_limit(
    deadline: float, waited: Waited, clock: Callable[[], float]
) -> AsyncIterator[None]:
    """Raises TimeoutError inside once ``deadline`` seconds of work are over."""
    loop, began = asyncio.get_running_loop(), clock()
    async with asyncio.timeout(None) as limit:

        async def watch() -> None:
            while (left := deadline - (clock() - began) + waited.seconds) > 0:  # noqa: ASYNC110 - it is time that is waited for
                await asyncio.sleep(max(left, _SOONEST))
            limit.reschedule(loop.time())

        watching = asyncio.create_task(watch())
        try:
            yield
        finally:
            watching.cancel()
