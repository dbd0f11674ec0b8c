"""A click under a receipt: looked at again in its own job, since much may have changed since."""

from dataclasses import dataclass

import structlog

from bot.admins import is_admin
from bot.audience import Audiences
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Message, Picture, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.buttons import COMPARE, FORGET, RESTORE, SPLIT, STRATEGIES, key_of
from bot.views.comparison import comparison_message, histograms_in_words
from bot.views.literal import escaped
from bot.views.receipt import forgotten_message, note
from bot.work.orders import answer_order, resplit_order
from rag.errors import UnknownDocument
from rag.service import answer_id
from rag.text.language import detect
from rag.types import Placement

_LOG = structlog.get_logger(__name__)


class Refused(Exception):
    """What the person is told, alone: the key of a sentence."""


@dataclass(frozen=True, slots=True)
class Clicking:
    """The work of a click job. Who clicks must be in the channel, and the document still there."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster
    jobs: Jobs
    admins: frozenset[str] = frozenset()

    async def run(self, run: Run, payload: Payload) -> None:
        """Does what the button says, or tells the person why not."""
        name = ""
        try:
            placed = await self._document(payload)
            name = placed.name
            await self._act(run, payload, placed)
        except (Refused, UnknownDocument) as error:
            key = str(error) if isinstance(error, Refused) else "document_gone"
            language = await self.people.language_of(payload["user"])
            await self._tell(payload, say(key, language, name=name))
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            identity = answer_id(run.job)
            _LOG.exception("click failed", job=run.job, id=identity)
            language = await self.people.language_of(payload["user"])
            await self._tell(payload, say("command_failed", language, id=identity))

    async def _document(self, payload: Payload) -> Placement:
        """The document that the button's value fits, among those of this channel now."""
        workspace, channel = payload["workspace"], payload["channel"]
        if payload["user"] not in (await self.people.members(channel) or frozenset()):
            raise Refused("not_member")
        is_undo = payload["action"] == RESTORE
        audience = await self.audiences.own(workspace, channel)
        listed = self.engine.forgotten if is_undo else self.engine.documents
        key = payload["value"].partition(":")[0]
        for placed in await listed(audience):
            if key_of(workspace, channel, placed.document) == key:
                return placed
        raise Refused("undo_over" if is_undo else "document_gone")

    async def _act(self, run: Run, payload: Payload, placed: Placement) -> None:
        action = payload["action"]
        if action == SPLIT:
            await self._split(payload, placed)
        elif action == COMPARE:
            await self._compare(run, payload, placed)
        elif action in {FORGET, RESTORE}:
            await self._require_right(payload["user"], placed)
            await (self._forget if action == FORGET else self._restore)(run, payload, placed)
        else:
            await self._ask(run, payload)

    async def _require_right(self, user: str, placed: Placement) -> None:
        if user != placed.uploader and not await is_admin(self.people, self.admins, user):
            raise Refused("not_uploader")

    async def _ask(self, run: Run, payload: Payload) -> None:
        """Posts the question in that person's name, and has it answered as theirs."""
        channel, thread_ts = payload["channel"], payload["thread_ts"]
        user, question = payload["user"], await self._question(payload)
        who = await self.people.name_of(user)
        asked = note(say("asks", detect(question), who=who, question=question))
        ts = await self._post(run, payload, asked)
        where = (payload["workspace"], channel, thread_ts)
        await self.jobs.submit(*answer_order(where, ts, user, escaped(question), thread_ts))

    async def _question(self, payload: Payload) -> str:
        """The whole question, which a button shows only in part."""
        place = Place(payload["channel"], payload["thread_ts"])
        kept = (await self.poster.details_of(place, payload["ts"])).get("questions") or []
        number = int(payload["action"].rpartition("_")[2])
        if number >= len(kept):
            raise Refused("document_gone")
        return str(kept[number])

    async def _compare(self, run: Run, payload: Payload, placed: Placement) -> None:
        """The table for the person alone; the picture in the thread, in the document's language."""
        workspace, channel = payload["workspace"], payload["channel"]
        audience = await self.audiences.own(workspace, channel)
        compared = await self.engine.compare_document(placed.document, audience)
        told = await self.people.language_of(payload["user"])
        table = comparison_message(compared, told)
        await respond(payload["response_url"], table, payload["thread_ts"])
        language = detect(placed.name)
        picture = Picture(
            await self.engine.histograms(compared),
            f"splittings-{answer_id(run.job)}.png",
            say("compare_title", language, title=placed.title),
            histograms_in_words(compared, language),
        )
        place = Place(channel, payload["thread_ts"])
        await self.poster.upload_once(place, picture, again=run.again)

    async def _split(self, payload: Payload, placed: Placement) -> None:
        strategy = payload["value"].partition(":")[2]
        if strategy not in STRATEGIES or not placed.source_file:
            raise Refused("document_gone")
        workspace, channel = payload["workspace"], payload["channel"]
        at = (payload["thread_ts"], payload["at"])
        await self.jobs.submit(*resplit_order(workspace, channel, placed.source_file, strategy, at))

    async def _forget(self, run: Run, payload: Payload, placed: Placement) -> None:
        workspace, channel = payload["workspace"], payload["channel"]
        who = await self.people.name_of(payload["user"])
        told = forgotten_message(placed.name, who, payload["value"], detect(placed.name))
        # Said first: cut off in between, this job finds the document once more and forgets it.
        ts = await self._post(run, payload, told)
        try:
            here = await self.audiences.own(workspace, channel)
            await self.engine.forget(placed.document, here)
        except Exception:
            failed = say("command_failed", detect(placed.name), id=answer_id(run.job))
            await self.poster.edit(channel, ts, note(failed))
            raise

    async def _restore(self, _run: Run, payload: Payload, placed: Placement) -> None:
        """Puts a word of it in place of the one that offered to undo."""
        workspace, channel, ts = payload["workspace"], payload["channel"], payload["ts"]
        language = detect(placed.name)
        who = await self.people.name_of(payload["user"])
        await self.poster.edit(
            channel, ts, note(say("restored", language, who=who, name=placed.name))
        )
        try:
            here = await self.audiences.own(workspace, channel)
            await self.engine.restore(placed.document, here)
        except Exception:  # its name was taken meanwhile, or the day is over
            await self.poster.edit(channel, ts, note(say("undo_over", language)))
            raise

    async def _post(self, run: Run, payload: Payload, message: Message) -> str:
        place = Place(payload["channel"], payload["thread_ts"])
        return await self.poster.post_once(place, message, run.job, again=run.again)

    async def _tell(self, payload: Payload, words: str) -> None:
        await respond(payload["response_url"], note(words), payload["thread_ts"])
