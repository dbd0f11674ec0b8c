"""A question: understood as it was written, answered for its audience, posted once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.ports import Engine, Progress
from bot.sentences import has, say
from bot.slack.incoming import plain_question
from bot.slack.people import People
from bot.slack.posting import Message, Place, Poster
from bot.views.answer import answer_message
from bot.views.receipt import note
from bot.work.places import address, conversation
from rag.errors import DeadlineExceeded, FootnoteError, ModelUnavailable
from rag.service import answer_id
from rag.text.language import detect
from rag.types import Answer, Question

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Answering:
    """The work of an answer job."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster
    bot_user: str

    async def run(self, run: Run, payload: Payload) -> None:
        """Answers, or says in a sentence why not; the status never stays behind."""
        place = Place(payload["channel"], payload["thread_ts"])
        text = await plain_question(payload["text"], self.bot_user, self.people.name_of)
        language = detect(text)
        try:
            if not text:
                # app_mention tells nothing of files: a file alone is no question.
                if not await self.poster.has_files(place.channel, payload["ts"]):
                    await self._post(run, place, note(say("usage", language)))
                return
            answer = await self._ask(run, payload, text, self._progress(place, language))
        except (FootnoteError, TimeoutError) as error:
            _LOG.warning("no answer", job=run.job, error=type(error).__name__)
            await self._post(run, place, self._apology(run, error, language))
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            _LOG.exception("answer failed", job=run.job, id=answer_id(run.job))
            await self._post(run, place, note(say("failed", language, id=answer_id(run.job))))
        else:
            ts = await self._post(run, place, answer_message(answer))
            where = address(place.channel, ts)
            await self.engine.note_address(payload["workspace"], answer.id, where)
        finally:
            await self.poster.status(place, "")

    async def _ask(self, run: Run, payload: Payload, text: str, progress: Progress) -> Answer:
        workspace, channel, user = payload["workspace"], payload["channel"], payload["user"]
        known = await self.people.channel(channel)
        is_direct = known is not None and known.is_direct
        question = Question(
            text=text,
            audience=await self.audiences.of(workspace, channel, user),
            thread=conversation(channel, payload["thread_ts"], is_direct=is_direct),
            asker=user,
            job=run.job,
            asked_at=datetime.fromtimestamp(float(payload["ts"]), UTC),
        )
        return await self.engine.ask(question, progress)

    def _progress(self, place: Place, language: str) -> Progress:
        async def show(node: str, numbers: Mapping[str, object]) -> None:
            key = f"status_{node}"
            if has(key):
                await self.poster.status(place, say(key, language, **numbers))

        return show

    async def _post(self, run: Run, place: Place, message: Message) -> str:
        return await self.poster.post_once(place, message, run.job, again=run.again)

    def _apology(self, run: Run, error: Exception, language: str) -> Message:
        key = "failed"
        if isinstance(error, DeadlineExceeded | TimeoutError):
            key = "late"
        elif isinstance(error, ModelUnavailable):
            key = "model"
        return note(say(key, language, id=answer_id(run.job)))
