"""``/footnote forget NAME``: which documents are meant, each with its button."""

from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Message
from bot.slack.people import People
from bot.views.documents import matching
from bot.views.forgetting import MOST_NAMED, forget_message
from bot.views.receipt import note
from bot.work.overviewing import Overviewing


@dataclass(frozen=True, slots=True)
class Naming:
    """Looks among what the person may see here; the click decides who may forget it."""

    engine: Engine
    audiences: Audiences
    people: People
    overviewing: Overviewing

    async def forget(self, payload: Payload, words: str) -> Message:
        """A row for each document that has all the words in its name, an exact name alone."""
        workspace, user, channel = payload["workspace"], payload["user"], payload["channel"]
        language = await self.people.language_of(user)
        if not words:
            return note(say("forget_which", language))
        audience = await self.audiences.alone(workspace, user, channel)
        found = matching(await self.engine.documents(audience), words)
        named = words.casefold()
        found = [d for d in found if named in {d.name.casefold(), d.title.casefold()}] or found
        if not found:
            return note(say("forget_none", language, words=words))
        shown = [await self.overviewing.shown(d) for d in found[:MOST_NAMED]]
        return forget_message(workspace, shown, len(found) - len(shown), language)
