"""Files that were dropped into libraries while Slack wasn't heard: found, and read as if they had been.

A file whose event came has its job already, which is the same one; so has one whose event comes
late. Of what is known nothing is said.
"""

from dataclasses import dataclass

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Audiences
from bot.errors import BotError
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine
from bot.slack.files import FileFetcher
from bot.slack.listing import files_in
from bot.work.orders import ingest_order
from bot.work.places import channel_audience

_LOG = structlog.get_logger(__name__)
_MOST = 200  # files of a channel


@dataclass(frozen=True, slots=True)
class CatchingUp:
    """The work of a catch_up job."""

    engine: Engine
    audiences: Audiences
    fetcher: FileFetcher
    client: AsyncWebClient
    jobs: Jobs
    bot_user: str

    async def run(self, run: Run, payload: Payload) -> None:
        """Goes through the libraries; one that can't be looked at keeps no other from it."""
        for channel in await self.audiences.library_channels():
            if not self.audiences.is_open(channel):
                continue
            try:
                count = await self._take_up(payload["workspace"], channel.id, payload["since"])
            except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
                _LOG.warning("library not looked at", job=run.job, error=type(error).__name__)
            else:
                _LOG.info("library looked at", job=run.job, channel=channel.id, missed=count)

    async def _take_up(self, workspace: str, channel: str, since: float) -> int:
        """How many files had been missed."""
        audience, count = channel_audience(workspace, channel), 0
        placed = await self.engine.documents(audience) + await self.engine.forgotten(audience)
        known = {placement.source_file for placement in placed}
        for file in await files_in(self.client, channel, since=since, most=_MOST):
            if file["id"] in known or file.get("user") == self.bot_user:
                continue
            try:
                found = await self.fetcher.look_up(str(file["id"]), channel)
            except BotError as error:
                _LOG.warning("file not found", error=type(error).__name__)
                continue
            order = ingest_order(workspace, channel, found.id, found.ts, found.uploader)
            if not await self.jobs.exists(order[1]):
                await self.jobs.submit(*order)
                count += 1
        return count
