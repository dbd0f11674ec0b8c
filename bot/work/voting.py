"""A thumb on an answer; it may come before the bot has noted where the answer was published."""

import asyncio
from dataclasses import dataclass

from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.work.doubting import Doubting
from rag.types import Vote

_TRIES = 8
_WAIT_SECONDS = 0.1  # doubled each time: 25 s in all, more than noting an answer ever takes


@dataclass(frozen=True, slots=True)
class Voting:
    """The work of a vote job."""

    engine: Engine
    doubting: Doubting

    async def run(self, _run: Run, payload: Payload) -> None:
        """Counts the vote, or lets it go if the message turns out to be no answer."""
        vote = Vote(payload["user"], payload["value"], payload["at"], payload["withdrawn"])
        for attempt in range(_TRIES):
            if await self.engine.vote_at(payload["workspace"], payload["address"], vote):
                if vote.value < 0 and not vote.withdrawn:
                    await self.doubting.tell_of(payload["workspace"], payload["address"])
                return
            await asyncio.sleep(_WAIT_SECONDS * 2**attempt)
