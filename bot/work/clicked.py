"""The answer under which somebody clicked, if that person may do something with it now."""

import asyncio
from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload
from bot.ports import Engine
from bot.slack.people import People
from bot.work.places import address
from rag.errors import UnknownAnswer
from rag.types import Audience, KeptAnswer

_TRIES = 6
_WAIT_SECONDS = 0.1  # doubled each time: an answer can be clicked before its place is noted


class NotThere(Exception):
    """What the person is told, alone: the key of a sentence."""


@dataclass(frozen=True, slots=True)
class Clicked:
    """Finds answers by where they were published, or by their id for whom they were written."""

    engine: Engine
    audiences: Audiences
    people: People

    async def answer(self, payload: Payload) -> KeptAnswer:
        """Raises `NotThere` for people outside the channel, and for what is gone."""
        if payload["private"]:
            return await self._own(payload)
        if payload["user"] not in (await self.people.members(payload["channel"]) or frozenset()):
            raise NotThere("not_member")
        where = address(payload["channel"], payload["ts"])
        for attempt in range(_TRIES):
            kept = await self.engine.published_at(payload["workspace"], where)
            if kept and kept.answer.id == payload["answer"]:
                return kept
            await asyncio.sleep(_WAIT_SECONDS * 2**attempt)
        raise NotThere("answer_gone")

    async def readers(self, payload: Payload) -> Audience:
        """Who reads what is shown now: the person alone, or everyone in the channel."""
        workspace, user = payload["workspace"], payload["user"]
        if payload["private"]:
            return await self.audiences.private(workspace, user)
        return await self.audiences.of(workspace, payload["channel"], user)

    async def _own(self, payload: Payload) -> KeptAnswer:
        try:
            alone = await self.audiences.alone(
                payload["workspace"], payload["user"], payload["channel"]
            )
            return await self.engine.trace(payload["answer"], payload["user"], alone)
        except UnknownAnswer as error:
            raise NotThere("answer_gone") from error
