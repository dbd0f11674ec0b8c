"""Links to files in Slack, looked up beside an answer, which they must never hold up."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError

from bot.errors import FetchError
from bot.slack.files import FileFetcher

_LOG = structlog.get_logger(__name__)
_FRESH_SECONDS = 300.0
_KEPT = 1_000
_PATIENCE = 1.5  # seconds that an answer waits for its links


@dataclass(slots=True)
class FileLinks:
    """Permalinks by file id, kept for minutes."""

    fetcher: FileFetcher
    clock: Callable[[], float] = time.monotonic
    _kept: "OrderedDict[str, tuple[float, str]]" = field(default_factory=OrderedDict)

    async def of(self, file: str) -> str:
        """The file's address in Slack; empty if there is none, or none to be trusted."""
        if not file:
            return ""
        kept = self._kept.get(file)
        if kept and self.clock() - kept[0] < _FRESH_SECONDS:
            return kept[1]
        try:
            async with asyncio.timeout(_PATIENCE):
                link = await self.fetcher.permalink(file)
        except (FetchError, SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _LOG.info("no link to a file", file=file, error=type(error).__name__)
            return ""
        self._kept[file] = (self.clock(), link)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return link
