"""A question: understood as it was written, answered for its audience, posted once."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog
from slack_sdk.errors import SlackApiError

from bot.audience import Audiences
from bot.choices import Choices
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine, Progress
from bot.sentences import has, say
from bot.slack.incoming import is_wordless, plain_question
from bot.slack.message import Message, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.streaming import Streams, named
from bot.slack.threads import Threads
from bot.views.answer import Shown, answer_messages
from bot.views.receipt import note
from bot.work.apologies import apology
from bot.work.drafting import Draft
from bot.work.line import Line
from bot.work.offering import is_weak, offer_order
from bot.work.overrides import Overrides, WrongWord, overridden, split_options
from bot.work.pace import Pace
from bot.work.places import address, conversation
from bot.work.remarks import remarks_on
from bot.work.reporting import report
from bot.work.sketching import Sketch
from bot.work.sourcing import Sourcing
from bot.work.stopping import stop_value
from rag.service import answer_id
from rag.text.language import detect
from rag.types import Answer, Audience, Language, Question

_LOG = structlog.get_logger(__name__)
_LONGEST = 4_000  # characters of a question; Slack lets people write ten times as much
_GONE = frozenset({"channel_not_found", "is_archived", "not_in_channel", "thread_not_found"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What is posted, and the answer in it if there is one; ``rest`` follows it."""

    message: Message
    answer: Answer | None = None
    rest: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it came: ``text`` without the options before it, which are ``given``."""

    run: Run
    payload: Payload
    place: Place
    thread: str
    text: str
    given: Overrides


@dataclass(frozen=True, slots=True)
class Answering:
    """The work of an answer job."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster
    threads: Threads
    line: Line
    pace: Pace
    jobs: Jobs
    sourcing: Sourcing
    choices: Choices
    bot_user: str
    streams: Streams | None = None

    async def run(self, run: Run, payload: Payload) -> None:
        """Answers, or says in a sentence why not; the status never stays behind."""
        place = Place(payload["channel"], payload["thread_ts"])
        text = await plain_question(payload["text"], self.bot_user, self.people.name_of)
        draft = self._draft(run, payload, place, detect(text))
        try:
            reply = await self._reply(run, payload, text, draft)
            if reply is not None:
                await self._publish(payload, reply, draft)
        except SlackApiError as error:
            if named(error) not in _GONE:
                raise
            _LOG.info("nowhere to answer any more", job=run.job, error=named(error))
        finally:
            await draft.stop()
            await self.poster.status(place, "")

    def _draft(self, run: Run, payload: Payload, place: Place, language: Language) -> Draft:
        user = payload["user"]
        stop = stop_value(payload["ts"], user)
        sketch = Sketch(self.poster, run, place, language, user, stop, self.streams)
        return Draft(self.poster, run, place, language, sketch=sketch)

    async def _reply(self, run: Run, payload: Payload, text: str, draft: Draft) -> Reply | None:
        """What is to be said; nothing to a file alone, or to a conversation that runs wild."""
        language = draft.language
        try:
            given, question = split_options(text)
            if is_wordless(question):
                # app_mention tells nothing of files: a file alone is no question.
                has_files = await self.poster.has_files(payload["channel"], payload["ts"])
                return None if has_files else Reply(note(say("usage", language)))
            thread = await self._thread(payload)
            if not self.pace.admits(thread):
                return self._pause(thread, run, language)
            asked = Asked(run, payload, draft.place, thread, question, given)
            return await self._answer(asked, draft)
        except WrongWord as wrong:
            return Reply(note(wrong.words(language)))
        except Exception as error:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            await report(self.jobs, payload["workspace"], error)
            return Reply(apology(error, run.job, language))

    async def _answer(self, asked: Asked, draft: Draft) -> Reply:
        if len(asked.text) > _LONGEST:
            return Reply(note(say("question_long", draft.language, most=_LONGEST)))
        payload, user = asked.payload, asked.payload["user"]
        audience = await self.audiences.of(payload["workspace"], payload["channel"], user)
        unread, is_indexing = self.line.of(audience), self.engine.is_indexing
        talk = await self.threads.before(asked.place, payload["ts"])
        question = Question(
            text=asked.text,
            audience=audience,
            thread=asked.thread,
            asker=user,
            job=asked.run.job,
            asked_at=datetime.fromtimestamp(float(payload["ts"]), UTC),
            modes=overridden(await self.choices.modes(payload["channel"]), asked.given),
            context=talk.turns,
        )
        answer = await self.engine.ask(question, self._progress(draft))
        await draft.stop()
        await self._recheck(answer, audience, payload)
        remarks = remarks_on(answer, unread, is_indexing=is_indexing)
        if talk.is_cut:
            remarks.append(say("thread_long", answer.language, count=talk.count))
        if draft.is_corrected_by(answer):
            remarks.append(say("corrected", answer.language))
        sources = await self.sourcing.of(answer, audience)
        first, *rest = answer_messages(answer, Shown(sources, remarks))
        return Reply(first, answer, tuple(rest))

    async def _publish(self, payload: Payload, reply: Reply, draft: Draft) -> None:
        answer = reply.answer
        if answer is None:
            await draft.settle(reply.message, {})
            return
        ts = await draft.settle(reply.message, {"answer": answer.id})
        self.threads.note_answer(draft.place)
        parts = [ts, *[part async for part in self._post_rest(reply, draft)]]
        for part in parts:  # a thumb on any of them is one on the answer
            where = address(draft.place.channel, part)
            await self.engine.note_address(payload["workspace"], answer.id, where)
        if is_weak(answer):
            await self.jobs.submit(*offer_order(payload, answer))

    async def _post_rest(self, reply: Reply, draft: Draft) -> AsyncIterator[str]:
        for number, message in enumerate(reply.rest, start=2):
            job, again = f"{draft.run.job}#{number}", draft.run.again
            yield await self.poster.post_once(draft.place, message, job, again=again)

    async def _recheck(self, answer: Answer, audience: Audience, payload: Payload) -> None:
        """Decides once more who reads it: somebody may have come while it was worked on."""
        where = (payload["workspace"], payload["channel"], payload["user"])
        now = await self.audiences.of(*where)
        if not audience.channels <= now.channels:
            await self.engine.recheck(answer.id, now)

    async def _thread(self, payload: Payload) -> str:
        channel = payload["channel"]
        known = await self.people.channel(channel)
        is_direct = known is not None and known.is_direct
        return conversation(channel, payload["thread_ts"], is_direct=is_direct)

    def _progress(self, draft: Draft) -> Progress:
        doing = ""  # what a wait for the model's turn interrupts, and what goes on after it

        async def show(node: str, numbers: Mapping[str, object]) -> None:
            nonlocal doing
            if node == "writing":
                await draft.show(str(numbers["text"]))
            elif node == "turn":
                await self._tell(draft, doing)
            elif has(key := _status_key(node, numbers)):
                words = say(key, draft.language, **numbers)
                doing = doing if node == "waiting" else words
                await self._tell(draft, words)

        return show

    async def _tell(self, draft: Draft, words: str) -> None:
        await self.poster.status(draft.place, words)
        await draft.tell(words)

    def _pause(self, thread: str, run: Run, language: Language) -> Reply | None:
        if not self.pace.tells(thread):
            return None
        words = say("paused", language, count=self.pace.limit, id=answer_id(run.job))
        return Reply(note(words))


def _status_key(node: str, numbers: Mapping[str, object]) -> str:
    if node != "waiting":
        return f"status_{node}"
    few = {0: "status_waiting_next", 1: "status_waiting_one"}
    return few.get(int(str(numbers["ahead"])), "status_waiting")
