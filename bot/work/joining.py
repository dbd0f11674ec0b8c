"""Invited to a channel, the bot says in two sentences what it does."""

from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.views.literal import escaped, marked, paragraph


@dataclass(frozen=True, slots=True)
class Joining:
    """The work of a join job."""

    audiences: Audiences
    people: People
    poster: Poster

    async def run(self, run: Run, payload: Payload) -> None:
        """Says it once, in the inviter's language; in a channel that it doesn't answer in, that."""
        channel = await self.people.channel(payload["channel"])
        if channel is None or channel.is_direct or channel.is_archived:
            return
        language = await self.people.language_of(payload.get("by", ""))
        message = Message(text := say("joined_closed", language), [paragraph(text)])
        if self.audiences.is_open(channel):
            is_library = await self.audiences.is_library(channel.id)
            hint = "" if channel.is_group else "joined_library" if is_library else "joined_hint"
            message = _welcome(say("joined", language), say(hint, language) if hint else "")
        await self.poster.post_once(Place(channel.id, ""), message, run.job, again=run.again)


def _welcome(words: str, hint: str) -> Message:
    blocks = [paragraph(words), *([marked(hint)] if hint else [])]
    return Message(escaped("\n".join(part for part in (words, hint) if part)), blocks)
