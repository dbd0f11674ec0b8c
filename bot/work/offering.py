"""Better evidence that only the asker may see: they alone are told, and answered if they want.

A job of its own in a lane of the person's: the public refusal is posted by then, and no question
of others waits longer because somebody may see more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import structlog
from slack_sdk.errors import SlackApiError

from bot.audience import Audiences
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.buttons import key_of, private_block
from bot.views.literal import escaped, paragraph
from bot.views.receipt import note
from bot.work.asking import Asking
from bot.work.orders import Order, mark_of
from bot.work.reporting import report
from rag.errors import FootnoteError, UnknownAnswer
from rag.types import Answer

_LOG = structlog.get_logger(__name__)
_WEAK = frozenset({"refused", "partial"})
_SURE = 0.6  # of its own draft, from which a writer is believed


@dataclass(frozen=True, slots=True)
class Offering:
    """The work of offer jobs and of clicks on what was offered."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster
    asking: Asking
    jobs: Jobs

    async def run(self, run: Run, payload: Payload) -> None:
        """Tells the asker, if a search among what only they see finds something relevant."""
        workspace, channel, user = payload["workspace"], payload["channel"], payload["user"]
        public = await self.audiences.of(workspace, channel, user)
        alone = await self.audiences.private(workspace, user)
        if alone.channels <= public.channels:
            return
        try:
            if not await self.engine.has_more(payload["answer"], public, alone):
                return
            value = offer_value(workspace, channel, user, payload["answer"])
            place = Place(channel, payload["thread_ts"])
            await self.poster.whisper(place, user, _offer(value, payload["language"]))
        except (FootnoteError, SlackApiError) as error:
            # Nobody waits for it; the person may have left the channel.
            await report(self.jobs, workspace, error)
            _LOG.warning("nothing offered", job=run.job, error=type(error).__name__)

    async def accept(self, run: Run, payload: Payload) -> None:
        """Answers in private what was offered to this very person in this channel."""
        workspace, channel, user = payload["workspace"], payload["channel"], payload["user"]
        answer = payload["value"].partition(":")[0]
        fits = offer_value(workspace, channel, user, answer) == payload["value"]
        question = await self._question(payload, answer) if fits else ""
        if not question:
            words = note(say("offer_over", await self.people.language_of(user)))
            await respond(payload["response_url"], words, payload["thread_ts"])
            return
        await self.asking.run(run, {**payload, "text": escaped(question), "given": {}})

    async def _question(self, payload: Payload, answer: str) -> str:
        """What this person had asked, made to stand on its own; "" if it was somebody else."""
        workspace, channel, user = payload["workspace"], payload["channel"], payload["user"]
        alone = await self.audiences.alone(workspace, user, channel)
        try:
            return (await self.engine.trace(answer, user, alone)).answer.standalone
        except UnknownAnswer:
            return ""


def is_weak(answer: Answer) -> bool:
    """Whether better evidence elsewhere would be of use."""
    sure = [step.details.get("confidence") for step in answer.steps if step.node == "generate"]
    doubted = bool(sure) and isinstance(sure[-1], int | float) and sure[-1] < _SURE
    return answer.outcome in _WEAK or (answer.outcome == "answered" and doubted)


def offer_order(payload: Payload, answer: Answer) -> Order:
    """Looking for better evidence for who asked the question of an answer job."""
    workspace, user = payload["workspace"], payload["user"]
    more = {"answer": answer.id, "language": answer.language}
    kept = {name: payload[name] for name in ("workspace", "channel", "thread_ts", "user")}
    return "offer", f"offer:{workspace}:{answer.id}", mark_of(user), {**kept, **more}


def offer_value(workspace: str, channel: str, user: str, answer: str) -> str:
    """What the button carries: it fits nobody else and nowhere else."""
    return f"{answer}:{key_of(workspace, channel, f'{user}:{answer}')}"


def accept_order(click: Mapping[str, str]) -> Order:
    """A click on what was offered; a second one is the same job."""
    payload = {**click, "at": float(click["at"])}
    who = mark_of(click["user"])
    return "accept", f"accept:{click['workspace']}:{who}:{click['value']}", who, payload


def _offer(value: str, language: str) -> Message:
    words = say("offer", language)
    return Message(escaped(words), [paragraph(words), private_block(value, language)])
