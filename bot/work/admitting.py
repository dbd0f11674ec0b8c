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
from bot.views.receipt import note
from bot.work.quota import Quota, Refusal
from bot.work.turns import Turns
from rag.service import answer_id
from rag.text.language import detect
from rag.types import Language

_LOG = structlog.get_logger(__name__)
_TOKENS = re.compile(r"<[^<>]*>")
_MINUTE = 60

Reply = Callable[[Run, Payload, Message], Awaitable[None]]
Show = Callable[[Payload, str], Awaitable[None]]


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
        language = detect(_TOKENS.sub(" ", payload.get("text", "")))
        refusal = await self.quota.take(asker)
        if refusal and not run.again:  # one that was cut off had been let in
            _LOG.info("question refused", job=run.job, limit=refusal.whose)
            if refusal.is_told:
                await self.reply(run, payload, note(_words(refusal, run, language)))
            return

        async def tell(ahead: int) -> None:
            key = "status_turn_one" if ahead <= 1 else "status_turn"
            await self.show(payload, say(key, language, ahead=ahead))

        async with self.turns.turn(asker, tell):
            await self.work(run, payload)


def in_thread(poster: Poster) -> tuple[Reply, Show]:
    """How somebody is told who has asked in a message."""

    async def reply(run: Run, payload: Payload, message: Message) -> None:
        await poster.post_once(_place(payload), message, run.job, again=run.again)

    async def show(payload: Payload, words: str) -> None:
        await poster.status(_place(payload), words)

    return reply, show


def in_private() -> tuple[Reply, Show]:
    """How somebody is told who has asked by a command."""

    async def reply(_run: Run, payload: Payload, message: Message) -> None:
        await respond(payload["response_url"], message)

    async def show(_payload: Payload, _words: str) -> None:
        return

    return reply, show


def _place(payload: Payload) -> Place:
    return Place(payload["channel"], payload["thread_ts"])


def _words(refusal: Refusal, run: Run, language: Language) -> str:
    minutes = max(1, math.ceil(refusal.seconds / _MINUTE))
    key = f"too_many_{refusal.whose}" + ("_one" if minutes == 1 else "")
    return say(key, language, count=refusal.limit, minutes=minutes, id=answer_id(run.job))
