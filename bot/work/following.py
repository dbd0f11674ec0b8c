"""Events that name a file but not the message that shares it: looked up, and made ingest jobs."""

from dataclasses import dataclass

import structlog

from bot.audience import Audiences
from bot.errors import BotError
from bot.jobs import Jobs, Payload, Run
from bot.slack.files import FileFetcher
from bot.work.orders import ingest_order, reread_order

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Following:
    """The work of a follow job: of a file that was shared, or whose content may have changed."""

    audiences: Audiences
    fetcher: FileFetcher
    jobs: Jobs

    async def run(self, run: Run, payload: Payload) -> None:
        """Makes the ingest jobs, in library channels only."""
        if "channel" in payload:
            await self._shared(run, payload)
        else:
            await self._changed(payload)

    async def _shared(self, run: Run, payload: Payload) -> None:
        workspace, channel, file = payload["workspace"], payload["channel"], payload["file"]
        if not await self.audiences.is_library(channel):
            return
        try:
            found = await self.fetcher.look_up(file, channel)
        except BotError as error:
            _LOG.warning("file not found", job=run.job, error=type(error).__name__)
            return
        by = payload.get("by") or ""
        await self.jobs.submit(*ingest_order(workspace, channel, file, found.ts, by))

    async def _changed(self, payload: Payload) -> None:
        for channel in sorted(await self.fetcher.shares(payload["file"])):
            if await self.audiences.is_library(channel):
                order = reread_order(
                    payload["workspace"], channel, payload["file"], payload["stamp"]
                )
                await self.jobs.submit(*order)
