"""A file that was deleted in Slack, or left a channel, is not cited there any more."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.slack.files import FileFetcher

_LOG = structlog.get_logger(__name__)
_TRIES = 3
_WAIT_SECONDS = 0.5  # files.info may still tell a share that has just been taken back


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The work of a forget job."""

    engine: Engine
    fetcher: FileFetcher
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def run(self, run: Run, payload: Payload) -> None:
        """Removes the placements of the file; their content goes with the last one."""
        channel = payload.get("channel")
        if channel and await self._is_shared(payload["file"], channel, payload["gone"]):
            return
        gone = await self.engine.forget_file(payload["workspace"], payload["file"], channel)
        _LOG.info("file forgotten", job=run.job, placements=len(gone))

    async def _is_shared(self, file: str, channel: str, gone: str) -> bool:
        """Whether another message shares it there."""
        for attempt in range(_TRIES):
            shares = await self.fetcher.shares(file)
            if not shares.get(channel, frozenset()) - {gone}:
                return False
            await self.sleep(_WAIT_SECONDS * 2**attempt)
        return True
