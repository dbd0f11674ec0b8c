"""Streamed messages. Where Slack refuses them nothing is lost: who streams can edit instead."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.message import Place
from bot.slack.posting import Details, metadata

_LOG = structlog.get_logger(__name__)
_LONGEST_SECONDS = 240.0  # Slack ends a stream after some five minutes
_OFF_SECONDS = 3_600.0  # how long a refusal is remembered
_REMEMBERED = 1_000
_MINUTE, _STARTS = 60.0, 15  # Slack allows about twenty starts a minute in a workspace
_OF_CHANNEL = frozenset(
    {
        "channel_type_not_supported",
        "channel_not_found",
        "is_archived",
        "message_not_found",
        "not_in_channel",
        "restricted_action",
        "team_not_found",
        "user_not_found",
    }
)
_FAILURES = (SlackApiError, aiohttp.ClientError, TimeoutError, OSError)

Chunk = dict[str, Any]


class StreamOver(Exception):
    """The stream takes nothing more. Its message stays, and can be edited."""


@dataclass(slots=True)
class Stream:
    """A message that grows."""

    streams: "Streams"
    channel: str
    ts: str
    until: float

    async def append(self, chunks: Sequence[Chunk]) -> None:
        """Adds to it. Raises `StreamOver` if it has ended, for whatever reason."""
        if self.streams.clock() >= self.until:
            raise StreamOver("too long")
        try:
            await self.streams.client.chat_appendStream(
                channel=self.channel, ts=self.ts, chunks=list(chunks)
            )
        except _FAILURES as error:
            raise StreamOver(named(error)) from error

    async def stop(self, job: str, details: Details, last: Sequence[Chunk] = ()) -> None:
        """Ends it and marks its message as the job's; one that has ended already stays so."""
        await self.streams.stop(self.channel, self.ts, (job, details), last)


@dataclass(slots=True)
class Streams:
    """The streams of one workspace, begun as long as Slack takes them."""

    client: AsyncWebClient
    workspace: str
    clock: Callable[[], float] = time.monotonic
    jobs: "OrderedDict[tuple[str, str], str]" = field(default_factory=OrderedDict)
    """The job of each of the last streams of this process, by channel and ts."""
    _off: dict[str, float] = field(default_factory=dict)
    _starts: deque[float] = field(default_factory=lambda: deque(maxlen=_STARTS))

    async def start(
        self, place: Place, user: str, job: str, chunks: Sequence[Chunk]
    ) -> Stream | None:
        """A stream that ``user`` is waiting for, or None if that is not to be had now."""
        if not self._may_start(place.channel):
            return None
        now = self.clock()
        self._starts.append(now)
        try:
            answer = await self.client.chat_startStream(
                channel=place.channel,
                thread_ts=place.thread_ts,
                recipient_user_id=user,
                recipient_team_id=self.workspace,
                chunks=list(chunks),
            )
        except SlackApiError as error:
            self._refused(place.channel, named(error))
            return None
        self.jobs[place.channel, answer["ts"]] = job
        if len(self.jobs) > _REMEMBERED:
            self.jobs.popitem(last=False)
        return Stream(self, place.channel, answer["ts"], now + _LONGEST_SECONDS)

    async def stop(
        self, channel: str, ts: str, mark: tuple[str, Details], last: Sequence[Chunk] = ()
    ) -> None:
        """Ends a stream and marks its message; one that has ended by itself is left so."""
        try:
            await self.client.chat_stopStream(
                channel=channel,
                ts=ts,
                metadata=metadata(*mark),
                chunks=list(last) or None,
            )
        except _FAILURES as error:
            _LOG.info("stream had ended", job=mark[0], error=named(error))

    def _may_start(self, channel: str) -> bool:
        now = self.clock()
        if any(self._off.get(where, 0.0) > now for where in ("", channel)):
            return False
        is_crowded = len(self._starts) == _STARTS and now - self._starts[0] < _MINUTE
        # An enterprise's id is no team's, and Slack wants to know the team.
        return not is_crowded and self.workspace.startswith("T")

    def _refused(self, channel: str, error: str) -> None:
        where = channel if error in _OF_CHANNEL else ""
        self._off[where] = self.clock() + (_MINUTE if error == "ratelimited" else _OFF_SECONDS)
        _LOG.warning("streaming refused", error=error, channel=where or "all")


def named(error: Exception) -> str:
    """Slack's word for an error, or the name of its class."""
    if isinstance(error, SlackApiError):
        return str(error.response.get("error") or "unknown")
    return type(error).__name__
