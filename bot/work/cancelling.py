"""A click on Cancel: the reading stops for good, nothing of it stays, and the thread says who."""

from dataclasses import dataclass

from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.buttons import key_of
from bot.views.receipt import note
from bot.work.places import channel_audience
from rag.text.language import detect


@dataclass(frozen=True, slots=True)
class Cancelling:
    """The work of a cancel job. It is a job itself, so a crash in its midst is made up for."""

    engine: Engine
    people: People
    poster: Poster
    jobs: Jobs

    async def run(self, _run: Run, payload: Payload) -> None:
        """Cancels the job that the clicked message belongs to, if it is not finished."""
        channel, ts = payload["channel"], payload["ts"]
        posted = await self.poster.details_of(Place(channel, payload["thread_ts"]), ts)
        job, name = posted.get("job", ""), posted.get("name", "")
        if refusal := await self._refusal(payload, job):
            words = note(say(refusal, await self.people.language_of(payload["user"])))
            await respond(payload["response_url"], words, payload["thread_ts"])
            return
        who = await self.people.name_of(payload["user"])
        key = (
            "cancelled_late"
            if await self._is_in(payload, posted.get("file", ""))
            else "reading_cancelled"
        )
        await self.poster.edit(channel, ts, note(say(key, detect(name), name=name, who=who)))

    async def _refusal(self, payload: Payload, job: str) -> str:
        """Cancels, or says why not."""
        channel = payload["channel"]
        if payload["user"] not in (await self.people.members(channel) or frozenset()):
            return "not_member"
        fits = key_of(payload["workspace"], channel, job) == payload["value"]
        return "" if fits and await self.jobs.cancel(job) else "cancel_nothing"

    async def _is_in(self, payload: Payload, file: str) -> bool:
        """Whether the document had been published in the very moment of the cancellation."""
        audience = channel_audience(payload["workspace"], payload["channel"])
        placed = await self.engine.documents(audience)
        began = float(payload["ts"])
        return any(p.source_file == file and p.placed_at.timestamp() > began for p in placed)
