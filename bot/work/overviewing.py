"""Lists and counts for one person: the documents, what was asked, how the bot does."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.audience import Audiences
from bot.jobs import Payload
from bot.ports import Engine
from bot.slack.message import Message
from bot.slack.people import People
from bot.views.documents import PER_PAGE, Shown, Unread, documents_message, matching
from bot.views.overview import health_message, stats_message
from bot.work.line import Line
from rag.types import Placement

DAYS = 30


@dataclass(frozen=True, slots=True)
class Overviewing:
    """What a person may know, decided at the time of showing."""

    engine: Engine
    audiences: Audiences
    people: People
    line: Line

    async def documents(self, payload: Payload, words: str, first: int) -> Message:
        """The documents that this person can see, from the ``first`` (0-based) of those that match."""
        audience = await self.audiences.private(payload["workspace"], payload["user"])
        found = matching(await self.engine.documents(audience), words)
        start = first if 0 <= first < len(found) else 0
        shown = [await self.shown(d) for d in found[start : start + PER_PAGE]]
        unread = [Unread(e.name, e.done, e.total) for e in self.line.of(audience)]
        place = {"first": start, "count": len(found)}
        language = await self.people.language_of(payload["user"])
        return documents_message(shown, unread, place, words, language)

    async def stats(self, payload: Payload) -> Message:
        """Counts of the workspace: no question and no name is among them."""
        since = datetime.now(UTC) - timedelta(days=DAYS)
        counts = await self.engine.overview(payload["workspace"], since)
        return stats_message(counts, DAYS, await self.people.language_of(payload["user"]))

    async def health(self, payload: Payload) -> Message:
        """Who answers, and whether everything that was read can be found."""
        audience = await self.audiences.private(payload["workspace"], payload["user"])
        waiting = len(self.line.of(audience))
        health, reasoner = await self.engine.health(), self.engine.reasoner_name
        language = await self.people.language_of(payload["user"])
        return health_message(health, reasoner, waiting, language)

    async def shown(self, placement: Placement) -> Shown:
        """With what people call its channel and who dropped it."""
        channel = await self.people.channel(placement.channel)
        who = await self.people.name_of(placement.uploader)
        return Shown(placement, channel.name if channel else placement.channel, who)
