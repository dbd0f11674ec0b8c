"""The last word of a message: where it can't be put in its place, it is said anew."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError

from bot.slack.message import Message, Place
from bot.slack.posting import Details

_LOG = structlog.get_logger(__name__)
_WAITS = (1.0, 5.0, 15.0, 30.0)  # after what the client itself has waited and repeated
_LONGEST_WAIT = 120.0
_LASTING = frozenset(
    {
        "message_not_found",
        "cant_update_message",
        "edit_window_closed",
        "is_inactive",
        "channel_not_found",
        "is_archived",
        "not_in_channel",
    }
)
_PASSING = (SlackApiError, aiohttp.ClientError, TimeoutError, OSError)


class Posts(Protocol):
    """`bot.slack.posting.Poster`, as far as it is used here."""

    async def edit(
        self, channel: str, ts: str, message: Message, job: str = "", details: Details = ...
    ) -> None:
        """See the poster."""
        ...

    async def post_once(
        self, place: Place, message: Message, job: str, *, again: bool, details: Details = ...
    ) -> str:
        """See the poster."""
        ...

    async def delete(self, channel: str, ts: str) -> None:
        """See the poster."""
        ...


async def settle(
    posts: Posts,
    at: tuple[Place, str],
    message: Message,
    mark: tuple[str, Details],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> str:
    """Puts a message in the place of another, whatever Slack and the network do meanwhile.

    ``at`` is the thread and the ts of the other, ``mark`` the job with its details. An edit that
    fails is repeated, as late as Slack asks for; one that goes on failing is given up: the message
    is posted anew and the other deleted. Returns the ts at which it can be read.
    """
    (place, ts), (job, details) = at, mark
    for wait in (*_WAITS, None):
        try:
            await posts.edit(place.channel, ts, message, job, details)
            return ts  # noqa: TRY300 - else would part it from the call
        except _PASSING as error:
            _LOG.warning("last edit failed", job=job, error=_named(error))
            if wait is None or _named(error) in _LASTING:
                break
            await sleep(min(_LONGEST_WAIT, max(wait, _told(error))))
    new = await posts.post_once(place, message, job, again=False, details=details)
    try:
        await posts.delete(place.channel, ts)
    except _PASSING as error:
        _LOG.warning("old message stays", job=job, error=_named(error))
    return new


def _named(error: Exception) -> str:
    if isinstance(error, SlackApiError):
        return str(error.response.get("error") or "unknown")
    return type(error).__name__


def _told(error: Exception) -> float:
    """Seconds that Slack asks to wait; 0 if it doesn't."""
    response = getattr(error, "response", None)
    headers: Mapping[str, str] = getattr(response, "headers", None) or {}
    told = str(next((v for k, v in headers.items() if k.lower() == "retry-after"), ""))
    return float(told) if told.isdigit() else 0.0
