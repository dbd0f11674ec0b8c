"""Before a question is answered: whether it may be asked now, and when its turn has come."""

import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from bot.jobs import Handler, Payload, Run
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.answer import looking_message
from bot.views.receipt import note
from bot.work.quota import Quota, Refusal
from bot.work.stopping import private_stop_value
from bot.work.turns import Turns
from rag.service import answer_id
from rag.text.language import detect
from rag.types import Language

_LOG = structlog.get_logger(__name__)
_TOKENS = re.compile(r"<[^<>]*>")
_MINUTE = 60

Reply = Callable[[Run, Payload, Message], Awaitable[None]]
Show = Callable[[Run, Payload, int], Awaitable[None]]
"""Tells how many questions are before one that waits."""


@dataclass(frozen=True, slots=True)
class Admitting:
    """Stands before the work of a kind of question; ``show`` tells the person that they wait."""

    work: Handler
    quota: Quota
    turns: Turns
    reply: Reply
    show: Show

    async def run(self, run: Run, payload: Payload) -> None:
        """Has the question answered in its turn, or says when to come back."""
        asker = (payload["workspace"], payload["user"])
        refusal = await self.quota.take(asker)
        if refusal and not run.again:  # one that was cut off had been let in
            _LOG.info("question refused", job=run.job, limit=refusal.whose)
            if refusal.is_told:
                await self.reply(run, payload, note(_words(refusal, run, payload)))
            return

        async def tell(ahead: int) -> None:
            await self.show(run, payload, ahead)

        async with self.turns.turn(asker, tell):
            await self.work(run, payload)


def in_thread(poster: Poster) -> tuple[Reply, Show]:
    """How somebody is told who has asked in a message."""

    async def reply(run: Run, payload: Payload, message: Message) -> None:
        await poster.post_once(_place(payload), message, run.job, again=run.again)

    async def show(_run: Run, payload: Payload, ahead: int) -> None:
        key = "status_turn_one" if ahead <= 1 else "status_turn"
        await poster.status(_place(payload), say(key, _language(payload), ahead=ahead))

    return reply, show


def in_private() -> tuple[Reply, Show]:
    """How somebody is told who has asked to be answered alone, with a button that stops it."""

    async def reply(_run: Run, payload: Payload, message: Message) -> None:
        await respond(payload["response_url"], message, payload.get("thread_ts", ""))

    async def show(run: Run, payload: Payload, ahead: int) -> None:
        if run.again:  # how often its address was used is not known
            return
        language = _language(payload)
        words = say("private_turn_one" if ahead <= 1 else "private_turn", language, ahead=ahead)
        stop = private_stop_value(run.job, payload["user"], language)
        await respond(
            payload["response_url"],
            looking_message(words, language, stop),
            payload.get("thread_ts", ""),
            replace=payload.get("in_place", True),
        )

    return reply, show


def _place(payload: Payload) -> Place:
    return Place(payload["channel"], payload["thread_ts"])


def _language(payload: Payload) -> Language:
    return detect(_TOKENS.sub(" ", payload.get("text", "")))


def _words(refusal: Refusal, run: Run, payload: Payload) -> str:
    minutes = max(1, math.ceil(refusal.seconds / _MINUTE))
    key = f"too_many_{refusal.whose}" + ("_one" if minutes == 1 else "")
    identity = answer_id(run.job)
    return say(key, _language(payload), count=refusal.limit, minutes=minutes, id=identity)
