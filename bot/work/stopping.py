"""Stop: the work on a question ends for good, and its thread says who ended it."""

from dataclasses import dataclass

import structlog

from bot.admins import is_admin
from bot.jobs import Jobs, Payload, Run
from bot.sentences import say
from bot.slack.message import Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.slack.settling import settle
from bot.slack.streaming import Streams
from bot.views.receipt import note
from bot.work.orders import Order, answer_job, mark_of
from rag.text.language import detect
from rag.types import Language

_LOG = structlog.get_logger(__name__)


def stop_value(ts: str, user: str) -> str:
    """What a Stop button carries: which message asked in its channel, and a mark of who."""
    return f"{ts}:{mark_of(user)}"


def private_stop_value(job: str, user: str, language: Language) -> str:
    """The same for a question that its asker alone sees: Slack tells nothing else of its message."""
    return f"{language}:{mark_of(user)}:{job}"


def halt_order(place: tuple[str, str, str], ts: str, user: str) -> Order:
    """Somebody has stopped the stream ``ts`` by Slack's own button."""
    workspace, channel, thread_ts = place
    payload = {"workspace": workspace, "channel": channel, "thread_ts": thread_ts}
    payload |= {"ts": ts, "user": user, "value": "", "text": ""}
    return "stop", f"halt:{workspace}:{channel}:{ts}", f"{channel}/{ts}", payload


@dataclass(frozen=True, slots=True)
class Stopping:
    """The work of a stop job: a click on the bot's button, or word that Slack's was pressed."""

    people: People
    poster: Poster
    jobs: Jobs
    streams: Streams
    admins: frozenset[str]

    async def run(self, _run: Run, payload: Payload) -> None:
        """Cancels the answer, if who clicked may; an answer that is there already stays."""
        if payload.get("private"):
            await self._privately(payload)
            return
        channel, ts, user = payload["channel"], payload["ts"], payload["user"]
        language = detect(payload["text"])
        job = self._job(payload)
        if refusal := await self._refusal(payload, job):
            if url := payload.get("response_url"):
                await respond(url, note(say(refusal, language)), payload["thread_ts"])
            return
        _LOG.info("answer stopped", job=job)
        words = note(say("stopped_by", language, who=await self.people.name_of(user)))
        place = Place(channel, payload["thread_ts"])
        await self.poster.status(place, "")
        await settle(self.poster, (place, ts), words, (job, {}))

    async def _privately(self, payload: Payload) -> None:
        """Says so in the place of the button's message, which only that person sees."""
        language, mark, job = payload["value"].split(":", 2)
        is_own = mark == mark_of(payload["user"]) and f":{payload['workspace']}:" in job
        is_stopped = is_own and await self.jobs.cancel(job)
        if is_stopped:
            _LOG.info("answer stopped", job=job)
        words = note(say("stopped_private" if is_stopped else "stop_nothing", language))
        url, thread_ts = payload["response_url"], payload["thread_ts"]
        await respond(url, words, thread_ts, replace=is_stopped)

    def _job(self, payload: Payload) -> str:
        asked, _, _ = payload["value"].partition(":")
        channel = payload["channel"]
        if asked:
            return answer_job(payload["workspace"], channel, asked)
        return self.streams.jobs.get((channel, payload["ts"]), "")

    async def _refusal(self, payload: Payload, job: str) -> str:
        """Cancels, or says why not. Whom Slack lets press its own button may."""
        _, _, mark = payload["value"].partition(":")
        user = payload["user"]
        if mark and mark != mark_of(user) and not await is_admin(self.people, self.admins, user):
            return "stop_not_yours"
        return "" if job and await self.jobs.cancel(job) else "stop_nothing"
