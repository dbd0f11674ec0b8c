"""What a citation cites, for whoever wants to see its page: decided when it is looked at."""

from dataclasses import dataclass

from bot.audience import Audiences
from bot.ports import Engine
from bot.slack.posting import Place
from rag.errors import UnknownAnswer
from rag.types import Source


@dataclass(frozen=True, slots=True)
class Showing:
    """Finds the placement that may be shown now, or raises `UnknownAnswer`, whatever the reason."""

    engine: Engine
    audiences: Audiences

    async def to_person(
        self, workspace: str, place: Place, user: str, answer: str, number: int
    ) -> Source:
        """For this person alone: who asked, or who is in the channel that was answered."""
        audience = await self.audiences.alone(workspace, user, place.channel)
        source = await self.engine.source(answer, number, audience)
        is_theirs = source.asker == user
        here = f"channel:{place.channel}"
        if not is_theirs and not (
            source.audience.key == here and place.channel in audience.channels
        ):
            raise UnknownAnswer(answer)
        return source

    async def to_channel(
        self, workspace: str, place: Place, user: str, answer: str, number: int
    ) -> Source:
        """For everybody who reads the channel, in which the answer was given."""
        audience = await self.audiences.of(workspace, place.channel, user)
        source = await self.engine.source(answer, number, audience)
        if source.audience.key != audience.key:
            raise UnknownAnswer(answer)
        return source
