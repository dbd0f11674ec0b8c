"""An answer that only the asker reads, also where the bot is no member: ``/footnote ask``, a form."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.audience import Audiences
from bot.choices import Choices
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.incoming import plain_question
from bot.slack.message import Message, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.slack.threads import Talk
from bot.views.answer import Shown, answer_messages, private_message
from bot.work.apologies import apology
from bot.work.line import Line
from bot.work.overrides import overridden
from bot.work.places import address
from bot.work.remarks import remarks_on
from bot.work.reporting import report
from bot.work.sourcing import Sourcing
from bot.work.stopping import private_stop_value
from bot.work.thread_context import ThreadContext
from bot.work.whispering import Whisper
from rag.text.language import detect
from rag.types import Answer, Question

_THREAD = "command"  # a command knows no thread: what a person asks in a channel is one talk


@dataclass(frozen=True, slots=True)
class Asking:
    """The work of an ask job."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster
    line: Line
    jobs: Jobs
    sourcing: Sourcing
    choices: Choices
    context: ThreadContext
    bot_user: str
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def run(self, run: Run, payload: Payload) -> None:
        """Answers by the command's response_url, or says there why not."""
        text = await plain_question(payload["text"], self.bot_user, self.people.name_of)
        language = detect(text)
        whisper = Whisper(
            run=run,
            url=payload["response_url"],
            language=language,
            thread_ts=payload.get("thread_ts", ""),
            stop=private_stop_value(run.job, payload["user"], language),
            in_place=payload.get("in_place", True),
            sleep=self.sleep,
        )
        await whisper.begin()
        try:
            messages = await self._answer(run, payload, text, whisper)
        except Exception as error:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            await report(self.jobs, payload["workspace"], error)
            messages = [apology(error, run.job, language)]
        place = Place(payload["channel"], payload.get("thread_ts", ""))
        is_through = await whisper.end(private_message(text, messages[0]))
        for message in messages[is_through:]:
            # Half an hour is over, or five uses are: then it goes out without the response_url.
            url = payload["response_url"]
            if not (is_through and await respond(url, message, place.thread_ts)):
                await self.poster.whisper(place, payload["user"], message)

    async def _answer(
        self, run: Run, payload: Payload, text: str, whisper: Whisper
    ) -> list[Message]:
        user = payload["user"]
        audience = await self.audiences.private(payload["workspace"], user)
        unread, is_indexing = self.line.of(audience), self.engine.is_indexing
        talk = await self.context.of(payload)
        question = Question(
            text=text,
            audience=audience,
            # About a message it is a talk of its own, which that person alone can go on with.
            thread=address(payload["channel"], payload.get("about") or _THREAD),
            asker=user,
            job=run.job,
            asked_at=datetime.fromtimestamp(payload["at"], UTC),
            modes=overridden(await self.choices.modes(payload["channel"]), payload["given"]),
            context=talk.turns,
        )
        answer = await self.engine.ask(question, whisper.progress)
        sources = await self.sourcing.of(answer, audience)
        remarks = [*remarks_on(answer, unread, is_indexing=is_indexing), *_of_talk(talk, answer)]
        return answer_messages(answer, Shown(sources, remarks, is_private=True))


def _of_talk(talk: Talk, answer: Answer) -> list[str]:
    if not talk.is_read:
        return [say("thread_unread", answer.language)]
    return [say("thread_long", answer.language, count=talk.count)] if talk.is_cut else []
