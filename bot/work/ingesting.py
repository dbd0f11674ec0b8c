"""A file in a library channel: fetched, read, and told in its thread what became of it."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog

from bot.audience import Audiences
from bot.errors import BotError, FileGone
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine, Progress
from bot.sentences import say
from bot.slack.files import FileFetcher
from bot.slack.message import Message, Place
from bot.slack.posting import Poster
from bot.views.buttons import key_of
from bot.views.receipt import note, receipt_message
from bot.work.line import Entry, Line
from bot.work.notice import Notice
from bot.work.places import channel_audience
from bot.work.reporting import report
from rag.errors import RejectedFile, Superseded
from rag.service import answer_id
from rag.text.language import detect
from rag.text.titles import kept_name
from rag.types import Placement, Receipt, Upload

_LOG = structlog.get_logger(__name__)
_PROGRESS = {
    "reading": "reading_pages",
    "splitting": "reading_splitting",
    "embedding": "reading_embedding",
}


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
    line: Line
    jobs: Jobs
    clock: Callable[[], float] = time.monotonic

    async def run(self, run: Run, payload: Payload) -> None:
        """Reads the file if the channel is a library; else does nothing."""
        channel = payload["channel"]
        if not await self.audiences.is_library(channel) or await self._stays_forgotten(payload):
            return
        try:
            file = await self.fetcher.look_up(payload["file"], channel, payload.get("ts", ""))
        except BotError as error:
            # Without its message there is no thread to answer in.
            _LOG.warning("file not found", job=run.job, error=type(error).__name__)
            return
        notice = Notice(
            poster=self.poster,
            run=run,
            workspace=payload["workspace"],
            place=Place(channel, payload.get("thread_ts") or file.thread_ts),
            file=file,
            is_quiet=bool(payload.get("quiet")),
            clock=self.clock,
        )
        entry = Entry(
            channel=channel,
            name=file.name,
            ts=payload.get("at") or file.ts,
            is_quiet=notice.is_quiet,
            workspace=payload["workspace"],
            uploader=file.uploader,
        )
        async with self.line.joined(entry):
            await self._wait(entry, notice)
            message, questions = await self._outcome(payload, notice, entry)
        if message is not None:
            await notice.settle(message, questions)

    async def _stays_forgotten(self, payload: Payload) -> bool:
        where = payload["workspace"], payload["file"], payload["channel"]
        return bool(payload.get("changed")) and await self.engine.is_forgotten(*where)

    async def _wait(self, entry: Entry, notice: Notice) -> None:
        async def tell(ahead: int) -> None:
            if notice.ts:
                await notice.tell(self._place(notice, ahead))

        await notice.begin(self._place(notice, self.line.ahead(entry)))
        await self.line.turn(entry, tell)

    def _place(self, notice: Notice, ahead: int) -> str:
        if not ahead:
            return notice.words("reading")
        key = "files_before_one" if ahead == 1 else "files_before"
        place = say(key, detect(notice.file.name), count=ahead)
        return notice.words("reading_waits", place=place)

    async def _outcome(
        self, payload: Payload, notice: Notice, entry: Entry
    ) -> tuple[Message | None, Sequence[str]]:
        """What is to be said of the file, nothing if it had not changed; questions to it."""
        try:
            receipt = await self._read(payload, notice, entry)
        except (RejectedFile, Superseded, BotError) as error:
            return await self._declined(payload, notice, error), ()
        except Exception as error:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            await report(self.jobs, payload["workspace"], error)
            identity = answer_id(notice.run.job)
            _LOG.exception("ingest failed", job=notice.run.job, id=identity)
            return note(notice.words("ingest_failed", id=identity)), ()
        if notice.is_quiet and receipt.already and not notice.ts:
            return None, ()
        key = key_of(payload["workspace"], payload["channel"], receipt.document)
        return receipt_message(receipt, _main_language(receipt), key), receipt.questions

    async def _read(self, payload: Payload, notice: Notice, entry: Entry) -> Receipt:
        workspace, channel, file = payload["workspace"], payload["channel"], notice.file
        async with self.fetcher.download(file) as path:
            upload = Upload(
                path=path,
                name=file.name,
                workspace=workspace,
                channel=channel,
                uploader=file.uploader,
                source_file=file.id,
                strategy=payload.get("strategy"),
                dropped_at=datetime.fromtimestamp(float(file.ts), UTC),
            )
            receipt = await self.engine.ingest(upload, self._progress(notice, entry))
        if channel not in await self.fetcher.shares(file.id):
            # Deleted or taken back meanwhile: that event found nothing to forget yet.
            await self.engine.forget_file(workspace, file.id, channel)
            raise FileGone(file.id)
        # The same file may have had another name before.
        await self.engine.forget_file(workspace, file.id, channel, keep=receipt.document)
        return receipt

    async def _declined(
        self, payload: Payload, notice: Notice, error: RejectedFile | Superseded | BotError
    ) -> Message | None:
        """Why the file was not taken, if somebody waits to hear it."""
        if isinstance(error, RejectedFile):
            return await self._rejection(payload, notice, error.reason, error.pages)
        is_news = bool(notice.ts) or not notice.is_quiet
        if isinstance(error, Superseded):
            return note(notice.words("superseded", number=error.number)) if is_news else None
        _LOG.warning("file not fetched", job=notice.run.job, error=type(error).__name__)
        return await self._rejection(payload, notice, error.sentence) if is_news else None

    async def _rejection(
        self, payload: Payload, notice: Notice, key: str, pages: int = 0
    ) -> Message | None:
        told = notice.words(
            key,
            pages=pages,
            id=answer_id(notice.run.job),
            megabytes=self.limits.megabytes,
            limit=self.limits.pages,
        )
        if any(
            placed.name == kept_name(notice.file.name) for placed in await self._placed(payload)
        ):
            return note(f"{told} {notice.words('kept_before')}")
        return None if notice.is_quiet and not notice.ts else note(told)

    async def _placed(self, payload: Payload) -> list[Placement]:
        audience = channel_audience(payload["workspace"], payload["channel"])
        return await self.engine.documents(audience)

    def _progress(self, notice: Notice, entry: Entry) -> Progress:
        async def show(stage: str, numbers: Mapping[str, object]) -> None:
            if stage not in _PROGRESS:
                return
            if stage == "reading":
                entry.done, entry.total = int(str(numbers["done"])), int(str(numbers["total"]))
            await notice.tell(notice.words(_PROGRESS[stage], **numbers))

        return show


def _main_language(receipt: Receipt) -> str:
    if not receipt.languages:
        return detect(receipt.name)
    return Counter([*receipt.languages, detect(receipt.name)]).most_common(1)[0][0]
