"""A file that came with a mention where files are not read: the person is told where they are."""

from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.sentences import say
from bot.slack.message import Place
from bot.slack.posting import Poster
from bot.views.receipt import note
from rag.text.language import detect


@dataclass(frozen=True, slots=True)
class Noting:
    """The work of a note job."""

    audiences: Audiences
    poster: Poster

    async def run(self, run: Run, payload: Payload) -> None:
        """Says that the files were not read, unless the channel is a library."""
        if await self.audiences.is_library(payload["channel"]):
            return
        names = ", ".join(payload["names"])
        libraries = await self.audiences.library_channels()
        # Named only where everybody may see them: to a guest or a stranger a name tells something.
        here = await self.audiences.of("", payload["channel"], payload.get("user", ""))
        shown = (c for c in libraries if not c.is_private and c.id in here.channels)
        listed = ", ".join(f"#{channel.name}" for channel in shown)
        key = "not_library" if listed else "no_library"
        message = note(say(key, detect(names), name=names, channels=listed))
        place = Place(payload["channel"], payload["thread_ts"])
        await self.poster.post_once(place, message, run.job, again=run.again)
