"""How an answer came about, shown to a person who may see it, by a link, an id or the last one."""

import re
from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Message, Picture, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.views.receipt import note
from bot.views.trace import path_in_words, trace_message
from bot.work.places import address
from rag.errors import UnknownAnswer
from rag.types import KeptAnswer

_LINK = re.compile(r"/archives/([A-Z0-9]+)/p(\d{10,})(\d{6})")
_MESSAGE = re.compile(r"([A-Z0-9]+)/(\d{10,}\.\d{6})")
_ID = re.compile(r"[0-9a-f]{10}")


@dataclass(frozen=True, slots=True)
class Tracing:
    """Traces as text, and as the graph with the path taken."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster

    async def show(self, payload: Payload, which: str) -> Message:
        """The trace, or a sentence if there is none for this person."""
        language = await self.people.language_of(payload["user"])
        try:
            kept = await self._find(payload, which)
        except UnknownAnswer:
            return note(say("trace_hidden" if which else "trace_none", language))
        return trace_message(kept.answer, language)

    async def draw(self, run: Run, payload: Payload, which: str) -> Message:
        """Sends the picture where the person alone sees it: an ephemeral message can't carry one."""
        language = await self.people.language_of(payload["user"])
        try:
            answer = (await self._find(payload, which)).answer
        except UnknownAnswer:
            return note(say("trace_hidden", language))
        picture = Picture(
            await self.engine.path_picture(answer),
            f"path-{answer.id}.png",
            say("path_title", language, id=answer.id),
            path_in_words(answer, language),
        )
        direct = await self.poster.direct_with(payload["user"])
        await self.poster.upload_once(Place(direct, ""), picture, again=run.again)
        return note(say("path_sent", language))

    async def _find(self, payload: Payload, which: str) -> KeptAnswer:
        workspace, user, here = payload["workspace"], payload["user"], payload["channel"]
        at = _place(which)
        channel = at.partition("/")[0] if at else here
        audience = await self.audiences.alone(workspace, user, channel)
        if at:
            return await self.engine.trace_at(at, user, audience)
        if identity := _ID.search(which):
            return await self.engine.trace(identity.group(), user, audience)
        if which:
            raise UnknownAnswer(which)
        return await self.engine.last_trace(user, address(here, ""), audience)


def _place(which: str) -> str:
    """The message that is meant, if a link to one is given or its address."""
    if link := _LINK.search(which):
        channel, seconds, rest = link.groups()
        return address(channel, f"{seconds}.{rest}")
    message = _MESSAGE.fullmatch(which)
    return address(*message.groups()) if message else ""
