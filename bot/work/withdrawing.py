"""A question that was deleted before it was answered: its job ends, and nothing is posted."""

from dataclasses import dataclass

import structlog
from slack_sdk.errors import SlackApiError

from bot.jobs import Jobs, Payload, Run
from bot.sentences import say
from bot.slack.message import Place
from bot.slack.posting import Poster
from bot.views.receipt import note
from rag.text.language import detect

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Withdrawing:
    """The work of a withdraw job. An answer that was posted already stays."""

    poster: Poster
    jobs: Jobs

    async def run(self, _run: Run, payload: Payload) -> None:
        """Cancels the answer's job, and puts a word in place of a draft that was shown."""
        job = payload["job"]
        if not await self.jobs.cancel(job):
            return
        _LOG.info("question withdrawn", job=job)
        place = Place(payload["channel"], payload["thread_ts"])
        try:
            ts = await self.poster.find(place, job)
        except SlackApiError:  # the thread went with its only message
            return
        if ts:
            words = say("withdrawn", detect(payload["text"]))
            await self.poster.edit(place.channel, ts, note(words), job)
