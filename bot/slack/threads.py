"""What was said in a thread: before the bot is asked there, or up to what a question is about."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.slack.incoming import plain_question
from bot.slack.message import Place
from bot.slack.people import People
from bot.slack.posting import payload_of
from rag.types import Turn

_LOG = structlog.get_logger(__name__)
_MOST_MESSAGES = 50
_MOST_CHARACTERS = 4_000
_REMEMBERED = 10_000  # threads that are known to have an answer
_SAID = frozenset({None, "file_share", "thread_broadcast"})

Json = Mapping[str, Any]
AnswerAt = Callable[[str], Awaitable[Turn | None]]
"""What the bot had answered in a message, by its ts."""


@dataclass(frozen=True, slots=True)
class Talk:
    """``count`` messages were read; ``is_cut`` tells that the thread has more of them.

    ``is_read`` tells whether Slack has shown the thread at all.
    """

    turns: tuple[Turn, ...] = ()
    count: int = 0
    is_cut: bool = False
    is_read: bool = True


@dataclass(frozen=True, slots=True)
class Threads:
    """Reads a thread until it has an answer of the bot: from then on the engine remembers it."""

    client: AsyncWebClient
    people: People
    bot_user: str
    _answered: "OrderedDict[Place, None]" = field(default_factory=OrderedDict)

    def note_answer(self, place: Place) -> None:
        """Keeps in mind that the bot has answered there."""
        self._answered[place] = None
        if len(self._answered) > _REMEMBERED:
            self._answered.popitem(last=False)

    async def before(self, place: Place, ts: str) -> Talk:
        """What people said above the message ``ts``; nothing once the bot has answered."""
        if place in self._answered or place.thread_ts == ts:
            return Talk()
        found = await self._replies(place, latest=ts, limit=_MOST_MESSAGES)
        if found is None:
            return Talk(is_read=False)
        above = [m for m in found["messages"] if Decimal(m["ts"]) < Decimal(ts)]
        if any(payload_of(m).get("answer") for m in above if m.get("user") == self.bot_user):
            self.note_answer(place)
            return Talk()
        said = [await self._turn(m) for m in above if self._is_said(m)]
        return Talk(_newest(said), len(above), bool(found.get("has_more")))

    async def about(self, place: Place, ts: str, answer_at: AnswerAt) -> Talk:
        """What was said up to the message ``ts``, which is the last of it whoever wrote it."""
        found = await self._replies(place, latest=ts, limit=_MOST_MESSAGES, inclusive=True)
        if found is None:
            return Talk(is_read=False)
        messages, is_cut = list(found["messages"]), bool(found.get("has_more"))
        if is_cut and not any(m["ts"] == ts for m in messages):
            alone = await self._replies(place, oldest=ts, latest=ts, inclusive=True)
            messages += [m for m in (alone["messages"] if alone else ()) if m["ts"] == ts]
        turns = [turn for m in messages if (turn := await self._told(m, ts, answer_at))]
        return Talk(_newest(turns), len(messages), is_cut)

    async def _told(self, message: Json, ts: str, answer_at: AnswerAt) -> Turn | None:
        if message.get("user") == self.bot_user:
            return await answer_at(message["ts"]) if payload_of(message).get("answer") else None
        return await self._turn(message) if self._is_said(message) or message["ts"] == ts else None

    async def _replies(self, place: Place, **among: Any) -> AsyncSlackResponse | None:  # noqa: ANN401 - Slack's own arguments
        try:
            return await self.client.conversations_replies(
                channel=place.channel, ts=place.thread_ts, include_all_metadata=True, **among
            )
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _LOG.warning("thread not read", channel=place.channel, error=type(error).__name__)
            return None

    def _is_said(self, message: Json) -> bool:
        is_person = bool(message.get("user")) and not message.get("bot_id")
        return is_person and message.get("subtype") in _SAID and message["user"] != self.bot_user

    async def _turn(self, message: Json) -> Turn:
        name_of = self.people.name_of
        text = await plain_question(message.get("text", ""), self.bot_user, name_of)
        user = message.get("user") or ""  # some apps write without one
        name = await name_of(user) if user else message.get("username") or ""
        said = f"{name}: {text}" if name else text
        return Turn("person", said if text else "", person=user)


def _newest(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Those that fit, from the newest back; one that does not fit alone is cut."""
    kept: list[Turn] = []
    left = _MOST_CHARACTERS
    for turn in reversed([t for t in turns if t.text]):
        if len(turn.text) > left and kept:
            break
        kept.append(replace(turn, text=turn.text[:left]))
        left -= len(turn.text)
    return tuple(reversed(kept))
