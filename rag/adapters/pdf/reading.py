"""One file while workers read it: pages come in time, or they are lost one by one."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from rag.adapters.pdf.bounds import Task
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.pages import finish
from rag.adapters.pdf.process import PDF, Message, Program, Worker, WorkerStopped
from rag.adapters.pdf.raw import DAMAGED, RECOGNIZING, RawFile, RawPage
from rag.adapters.pdf.shares import Share
from rag.adapters.pdf.sharing import shares_of, together
from rag.adapters.pdf.spares import Spares
from rag.errors import (
    DamagedFile,
    NotAPdf,
    NoText,
    PasswordProtected,
    RejectedFile,
    SettingsError,
    TooComplex,
    TooLarge,
)
from rag.ports import Progress
from rag.types import Extraction

_PROGRESS_SECONDS = 1.0
_REJECTIONS: dict[object, type[RejectedFile]] = {
    "password": PasswordProtected,
    "damaged": DamagedFile,
    "complex": TooComplex,
    "other": NotAPdf,
}
_OUT_OF_TIME = "reading it took too long"
_OUT_OF_MEMORY = "reading it took too much memory"
_GIVEN_UP = "not read: the limit of the file was reached"


async def read_by_worker(
    path: Path,
    limits: Limits,
    progress: Progress,
    program: Program = PDF,
    spares: Spares | None = None,
) -> Extraction:
    """Every page in order, with what could not be read said page by page."""
    spares = spares or Spares()
    path = await asyncio.to_thread(path.resolve)
    shares = await asyncio.to_thread(shares_of, path, limits) if program.is_shared else [Share()]
    deadline = time.monotonic() + limits.file_seconds
    reading = _Reading(path, limits, progress, deadline, program, spares)
    await spares.begin()
    try:
        file, pages = await reading.run(shares)
    finally:
        spares.end()
    extraction = await asyncio.to_thread(finish, file, pages)
    if not any(page.state == "read" for page in extraction.pages):
        if any(page.limited for page in pages):
            raise TooComplex(pages=file.pages)
        if all(page.reason.startswith(DAMAGED) for page in pages) and file.pages:
            raise DamagedFile(pages=file.pages)
        raise NoText(pages=file.pages)
    return extraction


@dataclass(slots=True)
class _Part:
    """What one worker after another reads; the pages ``left`` are known once it is open."""

    share: Share
    left: range | None = None

    def rest(self) -> Share:
        return Share(self.left[0], self.left.step) if self.left else self.share

    def is_done(self) -> bool:
        return self.left is not None and not self.left

    def take(self) -> int:
        """The next page, which is no longer left."""
        left = self.left or range(0)
        self.left = left[1:]
        return left[0]


@dataclass(slots=True)
class _Reading:
    """``pages`` are by number; those of one part grow in order."""

    path: Path
    limits: Limits
    progress: Progress
    deadline: float
    program: Program
    spares: Spares
    file: RawFile | None = None
    pages: dict[int, RawPage] = field(default_factory=dict)
    characters: int = 0
    stops: int = 0
    told_at: float = 0.0
    telling: asyncio.Lock = field(default_factory=asyncio.Lock)

    def within(self, seconds: float) -> float:
        return min(seconds, self.deadline - time.monotonic())

    async def run(self, shares: Sequence[Share]) -> tuple[RawFile, list[RawPage]]:
        await together(self._read(_Part(share)) for share in shares)
        if self.file is None:
            raise DamagedFile
        numbers = range(1, self.file.pages + 1)
        return self.file, [self.pages.get(n) or _given_up(n) for n in numbers]

    async def _read(self, part: _Part) -> None:
        """Workers are started again after a stop, all parts together as often as the limits say."""
        while self.stops <= self.limits.restarts:
            rest = part.rest()
            worker = await self.spares.take(self.program)
            try:
                worker.give(Task(self.path, rest.first, self.limits, self.program.kind, rest.step))
                await self._listen(worker, part)
            except WorkerStopped as stop:
                self._lose_page(stop, part)
            finally:
                await worker.stop()
            if part.is_done() or self.within(1.0) <= 0:
                return

    async def _listen(self, worker: Worker, part: _Part) -> None:
        opened = await worker.next(self.within(self.limits.open_seconds))
        total = self._open(opened)
        if part.left is None:
            part.left = part.share.pages(total, self.limits)
        while part.left:
            message = await worker.next(self.within(self.limits.page_seconds))
            if RECOGNIZING in message:
                message = await worker.next(self.within(self.limits.recognition_seconds))
            page = RawPage.from_message(message)
            self.pages[part.take()] = page
            self.characters += len(page.text)
            if self.characters > self.limits.file_characters:
                raise TooLarge(f"over {self.limits.file_characters} characters")
            await self._tell()

    def _open(self, message: Message) -> int:
        """How many pages there are. Only the worker that begins the file describes it."""
        if rejection := _REJECTIONS.get(message.get("rejected")):
            raise rejection(str(message.get("detail", "")))
        if message.get("rejected") == "dependency":
            raise SettingsError(
                f"reading encrypted PDF files needs pypdf[crypto]: {message['detail']}"
            )
        total = cast("int", message["pages"])
        if total > self.limits.pages:
            raise TooLarge(f"{total} pages", pages=total)
        if self.file is None and "title" in message:
            self.file = RawFile.from_message(message)
        return total

    def _lose_page(self, stop: WorkerStopped, part: _Part) -> None:
        self.stops += 1
        if part.left is None and part.share.first == 1:
            raise TooComplex(str(stop)) from stop
        if part.left:
            number = part.take()
            reason = _OUT_OF_TIME if stop.late else _OUT_OF_MEMORY
            self.pages[number] = RawPage(number, state="unreadable", reason=reason, limited=True)

    async def _tell(self) -> None:
        if self.file is None:
            return
        now, done, total = time.monotonic(), len(self.pages), self.file.pages
        if now - self.told_at >= _PROGRESS_SECONDS or done == total:
            self.told_at = now
            async with self.telling:
                await self.progress("reading", {"done": done, "total": total})


def _given_up(number: int) -> RawPage:
    return RawPage(number, state="unreadable", reason=_GIVEN_UP, limited=True)
