"""A file in a library channel: fetched, read, and told in its thread what became of it."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import structlog

from bot.audience import Audiences
from bot.errors import BotError
from bot.jobs import Payload, Run
from bot.ports import Engine, Progress
from bot.sentences import say
from bot.slack.files import FileFetcher, SharedFile
from bot.slack.posting import Message, Place, Poster
from bot.views.receipt import note, receipt_message
from rag.errors import RejectedFile
from rag.service import answer_id
from rag.text.language import detect
from rag.types import Receipt, Upload

_LOG = structlog.get_logger(__name__)
_EDIT_SECONDS = 3.0  # Slack allows one edit of a message in three seconds
_PROGRESS = {"reading": "reading_pages", "embedding": "reading_embedding"}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that a rejection names."""

    megabytes: int
    pages: int


@dataclass(frozen=True, slots=True)
class Ingesting:
    """The work of an ingest job."""

    engine: Engine
    audiences: Audiences
    fetcher: FileFetcher
    poster: Poster
    limits: Limits
    clock: Callable[[], float] = time.monotonic

    async def run(self, run: Run, payload: Payload) -> None:
        """Reads the file if the channel is a library; else does nothing."""
        channel = payload["channel"]
        if not await self.audiences.is_library(channel):
            return
        try:
            file = await self.fetcher.look_up(payload["file"], channel)
        except BotError as error:
            # Without its message there is no thread to answer in.
            _LOG.warning("file not found", job=run.job, error=type(error).__name__)
            return
        place = Place(channel, file.thread_ts)
        reading = note(say("reading", detect(file.name), name=file.name))
        ts = await self.poster.post_once(place, reading, run.job, again=run.again)
        await self.poster.edit(channel, ts, await self._outcome(run, payload, file, ts))

    async def _outcome(self, run: Run, payload: Payload, file: SharedFile, ts: str) -> Message:
        language = detect(file.name)
        identity = answer_id(run.job)
        try:
            async with self.fetcher.download(file) as path:
                upload = Upload(
                    path=path,
                    name=file.name,
                    workspace=payload["workspace"],
                    channel=payload["channel"],
                    uploader=file.uploader,
                    source_file=file.id,
                )
                progress = self._progress(payload["channel"], ts, file.name)
                receipt = await self.engine.ingest(upload, progress)
        except RejectedFile as error:
            return note(self._rejection(error.reason, language, file.name, error.pages))
        except BotError as error:
            _LOG.warning("file not fetched", job=run.job, error=type(error).__name__)
            return note(self._rejection(error.sentence, language, file.name, 0, identity))
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            _LOG.exception("ingest failed", job=run.job, id=identity)
            return note(say("ingest_failed", language, name=file.name, id=identity))
        return receipt_message(receipt, _main_language(receipt))

    def _rejection(self, key: str, language: str, name: str, pages: int, identity: str = "") -> str:
        return say(
            key,
            language,
            name=name,
            pages=pages,
            id=identity,
            megabytes=self.limits.megabytes,
            limit=self.limits.pages,
        )

    def _progress(self, channel: str, ts: str, name: str) -> Progress:
        edited = self.clock()

        async def show(stage: str, numbers: Mapping[str, object]) -> None:
            nonlocal edited
            if stage not in _PROGRESS or self.clock() - edited < _EDIT_SECONDS:
                return
            edited = self.clock()
            words = say(_PROGRESS[stage], detect(name), name=name, **numbers)
            await self.poster.edit(channel, ts, note(words))

        return show


def _main_language(receipt: Receipt) -> str:
    if not receipt.languages:
        return detect(receipt.name)
    return Counter([*receipt.languages, detect(receipt.name)]).most_common(1)[0][0]
