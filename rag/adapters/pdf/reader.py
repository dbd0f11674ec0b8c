"""The reader of PDF files: each in its own process, each page in its own time."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.pages import finish
from rag.adapters.pdf.process import Message, Worker, WorkerStopped
from rag.adapters.pdf.raw import DAMAGED, RawFile, RawPage
from rag.adapters.pdf.sniffing import require_pdf
from rag.errors import (
    DamagedFile,
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
}
_OUT_OF_TIME = "reading it took too long"
_OUT_OF_MEMORY = "reading it took too much memory"
_GIVEN_UP = "not read: the limit of the file was reached"


@dataclass(slots=True)
class _Reading:
    """One file while it is read. ``pages`` grows in order."""

    path: Path
    limits: Limits
    progress: Progress
    deadline: float
    file: RawFile | None = None
    pages: list[RawPage] = field(default_factory=list)
    characters: int = 0
    told_at: float = 0.0

    def left(self, seconds: float) -> float:
        return min(seconds, self.deadline - time.monotonic())

    @property
    def total(self) -> int:
        return self.file.pages if self.file else 0

    async def run(self) -> RawFile:
        for _ in range(self.limits.restarts + 1):
            worker = await Worker.start(self.path, len(self.pages) + 1, self.limits)
            try:
                await self._listen(worker)
            except WorkerStopped as stop:
                if self.file is None:
                    raise TooComplex(str(stop)) from stop
                self._lose_page(stop)
            finally:
                await worker.stop()
            if len(self.pages) >= self.total or time.monotonic() >= self.deadline:
                break
        if self.file is None:
            raise DamagedFile
        self._give_up_rest()
        return self.file

    async def _listen(self, worker: Worker) -> None:
        opened = await worker.next(self.left(self.limits.open_seconds))
        self._open(opened)
        while len(self.pages) < self.total:
            page = RawPage.from_message(await worker.next(self.left(self.limits.page_seconds)))
            self.pages.append(page)
            self.characters += len(page.text)
            if self.characters > self.limits.file_characters:
                raise TooLarge(f"over {self.limits.file_characters} characters")
            await self._tell()

    def _open(self, message: Message) -> None:
        if rejection := _REJECTIONS.get(message.get("rejected")):
            raise rejection(str(message.get("detail", "")))
        if message.get("rejected") == "dependency":
            raise SettingsError(
                f"reading encrypted PDF files needs pypdf[crypto]: {message['detail']}"
            )
        self.file = RawFile.from_message(message)
        if self.total > self.limits.pages:
            raise TooLarge(f"{self.total} pages", pages=self.total)

    def _lose_page(self, stop: WorkerStopped) -> None:
        if len(self.pages) < self.total:
            reason = _OUT_OF_TIME if stop.late else _OUT_OF_MEMORY
            lost = RawPage(len(self.pages) + 1, state="unreadable", reason=reason, limited=True)
            self.pages.append(lost)

    def _give_up_rest(self) -> None:
        self.pages.extend(
            RawPage(number, state="unreadable", reason=_GIVEN_UP, limited=True)
            for number in range(len(self.pages) + 1, self.total + 1)
        )

    async def _tell(self) -> None:
        now = time.monotonic()
        if now - self.told_at >= _PROGRESS_SECONDS or len(self.pages) == self.total:
            self.told_at = now
            await self.progress("reading", {"done": len(self.pages), "total": self.total})


@dataclass(frozen=True, slots=True)
class PdfReader:
    """Reads PDF files within limits, however they are made."""

    limits: Limits = field(default_factory=Limits)

    async def read(self, path: Path, progress: Progress) -> Extraction:
        """Every page in order, with what could not be read said page by page."""
        await asyncio.to_thread(require_pdf, path, self.limits.file_bytes)
        path = await asyncio.to_thread(path.resolve)
        deadline = time.monotonic() + self.limits.file_seconds
        reading = _Reading(path, self.limits, progress, deadline)
        file = await reading.run()
        extraction = await asyncio.to_thread(finish, file, reading.pages)
        if not any(page.state == "read" for page in extraction.pages):
            if any(page.limited for page in reading.pages):
                raise TooComplex(pages=file.pages)
            if all(page.reason.startswith(DAMAGED) for page in reading.pages) and file.pages:
                raise DamagedFile(pages=file.pages)
            raise NoText(pages=file.pages)
        return extraction
