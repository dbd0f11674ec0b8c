"""A click that leads on from an answer: a page, the longer form, how it came about, once more."""

import time
from dataclasses import dataclass

import structlog

from bot.jobs import Jobs, Payload, Run
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.answer import Shown, more_messages
from bot.views.answer_buttons import AGAIN, MORE, PAGE, TRACE
from bot.views.literal import escaped
from bot.views.receipt import note
from bot.work.clicked import Clicked, NotThere
from bot.work.orders import answer_order, mark_of
from bot.work.showing import Showing
from bot.work.sourcing import Sourcing
from bot.work.tracing import Tracing
from rag.service import answer_id
from rag.text.language import detect
from rag.types import KeptAnswer

_LOG = structlog.get_logger(__name__)
_MOST_PARTS = 4  # a response address is good for five answers


@dataclass(frozen=True, slots=True)
class Looking:
    """The work of a look job. Whatever it says, it says to the person alone, but for a page."""

    clicked: Clicked
    showing: Showing
    sourcing: Sourcing
    tracing: Tracing
    poster: Poster
    jobs: Jobs

    async def run(self, run: Run, payload: Payload) -> None:
        """Does what was clicked, or says why not."""
        language = payload["language"]
        try:
            kept = await self.clicked.answer(payload)
            language = kept.answer.language
            for message in await self._do(run, payload, kept):
                await self._tell(payload, message)
        except NotThere as reason:
            await self._tell(payload, note(say(str(reason), language)))
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            identity = answer_id(run.job)
            _LOG.exception("click failed", job=run.job, id=identity)
            await self._tell(payload, note(say("command_failed", language, id=identity)))

    async def _do(self, run: Run, payload: Payload, kept: KeptAnswer) -> list[Message]:
        action = payload["action"]
        if action == PAGE:
            return await self.showing.show(run, payload, kept)
        if action == MORE:
            return await self._more(payload, kept)
        if action == TRACE:
            return [await self.tracing.show(payload, payload["answer"])]
        if payload["word"] == AGAIN and not payload["private"]:
            await self._again(run, payload, kept)
            return []
        await self._privately(payload, kept)
        return []

    async def _more(self, payload: Payload, kept: KeptAnswer) -> list[Message]:
        """From what was kept with the answer, as long as its documents can be seen."""
        readers = await self.clicked.readers(payload)
        known = await self.sourcing.of(kept.answer, readers)
        unseen = [c for c in kept.answer.citations if not c.url and c.version not in known.known]
        if unseen:
            title = unseen[0].title
            return [note(say("page_gone", kept.answer.language, title=title))]
        found = more_messages(kept.answer, Shown(known))
        return found[:_MOST_PARTS] or [note(say("more_none", kept.answer.language))]

    async def _again(self, run: Run, payload: Payload, kept: KeptAnswer) -> None:
        """Posts the question in that person's name, and has it answered as theirs."""
        channel, user, question = payload["channel"], payload["user"], kept.answer.question
        thread_ts = payload["thread_ts"] or payload["ts"]
        who = await self.clicked.people.name_of(user)
        asked = note(say("asks", detect(question), who=who, question=question))
        place = Place(channel, thread_ts)
        ts = await self.poster.post_once(place, asked, run.job, again=run.again)
        where = (payload["workspace"], channel, thread_ts)
        lane = "direct" if kept.thread.endswith("/direct") else thread_ts
        await self.jobs.submit(*answer_order(where, ts, user, escaped(question), lane))

    async def _privately(self, payload: Payload, kept: KeptAnswer) -> None:
        """Has it answered as `/footnote ask` does, from all that this person may see."""
        order = {
            "workspace": payload["workspace"],
            "channel": payload["channel"],
            "thread_ts": payload["thread_ts"],
            "user": payload["user"],
            "response_url": payload["response_url"],
            "text": escaped(kept.answer.standalone or kept.answer.question),
            "given": {},
            # The click was on what everybody reads: nothing private may take its place.
            "in_place": False,
            "at": time.time(),
        }
        who = mark_of(payload["user"])
        job = ":".join(("ask", payload["workspace"], payload["answer"], who, payload["at"]))
        await self.jobs.submit("ask", job, who, order)

    async def _tell(self, payload: Payload, message: Message) -> None:
        await respond(payload["response_url"], message, payload["thread_ts"])
