"""What a bot that runs for weeks does by the way: what is kept no longer goes for good."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog

from bot.config import BotSettings
from bot.job_records import JobRecords, finished_before
from bot.ports import Engine
from rag.types import Keeping

_LOG = structlog.get_logger(__name__)
_HOUR = 3_600.0


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Each part by itself: one that fails must not keep the others from what they owe."""

    engine: Engine
    jobs: JobRecords | None
    keeping: Callable[[datetime], Keeping]
    settings: BotSettings

    async def run(self) -> None:
        """Deletes what was forgotten, what is too old, and what belongs to who has left."""
        for part in (self.engine.purge, self._expire, self._collect, self._delete_left):
            try:
                await part()
            except Exception:  # noqa: BLE001 - the next hour tries again
                _LOG.exception("upkeep failed", part=part.__name__)

    async def _expire(self) -> None:
        gone = await self.engine.duties.expire(self.keeping(datetime.now(UTC)))
        if any(gone.values()):
            _LOG.info("expired", **gone)

    async def _collect(self) -> None:
        days = self.settings.keep_jobs_days
        if self.jobs and days and (gone := await self.jobs.collect(finished_before(days))):
            _LOG.info("jobs collected", jobs=gone)

    async def _delete_left(self) -> None:
        grace = timedelta(days=self.settings.uninstall_grace_days)
        for workspace in await self.engine.duties.left_before(datetime.now(UTC) - grace):
            jobs = await self.jobs.delete_workspace(workspace) if self.jobs else 0
            gone = await self.engine.duties.delete_workspace(workspace)
            _LOG.info("workspace deleted", workspace=workspace, jobs=jobs, **gone)


@asynccontextmanager
async def purged(
    purge: Callable[[], Awaitable[object]], seconds: float = _HOUR
) -> AsyncIterator[None]:
    """Purges now and once an hour for the length of the block."""
    task = asyncio.create_task(_forever(purge, seconds), name="purge")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _forever(purge: Callable[[], Awaitable[object]], seconds: float) -> None:
    while True:
        try:
            await purge()
        except Exception:  # noqa: BLE001 - the next hour tries again
            _LOG.exception("purge failed")
        await asyncio.sleep(seconds)
