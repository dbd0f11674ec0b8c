"""Pages as pictures, each drawn in a process that can be killed."""

import asyncio
import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from rag.adapters.pdf.bounds import Task
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.process import Program, Worker, WorkerStopped
from rag.errors import DamagedFile, PasswordProtected, RejectedFile, TooComplex
from rag.types import PagePicture

_PROGRAM = Program("rag.adapters.pdf.picture_worker")
_AT_A_TIME = 2  # each takes a core and up to a hundred megabytes
_REJECTIONS: dict[object, type[RejectedFile]] = {
    "password": PasswordProtected,
    "damaged": DamagedFile,
}


@dataclass(frozen=True, slots=True)
class PdfPagePainter:
    """`PagePainter` by PDFium."""

    limits: Limits = field(default_factory=Limits)
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_A_TIME))

    async def paint(self, path: Path, page: int, quotes: Sequence[str]) -> PagePicture:
        """The page with its quotations highlighted. Raises the `RejectedFile` that fits."""
        async with self.turns:
            return await self._paint(await asyncio.to_thread(path.resolve), page, quotes)

    async def _paint(self, path: Path, page: int, quotes: Sequence[str]) -> PagePicture:
        worker = await Worker.start(_PROGRAM)
        worker.give(Task(path, page, self.limits, json.dumps(list(quotes))))
        try:
            message = await worker.next(self.limits.open_seconds)
        except WorkerStopped as error:
            raise TooComplex("late" if error.late else "ended") from error
        finally:
            await worker.stop()
        if rejection := message.get("rejected"):
            raise _REJECTIONS[rejection]
        return PagePicture(
            base64.b64decode(str(message["content"])),
            cast("Literal['png', 'jpeg']", message["kind"]),
            cast("int", message["marked"]),
            len(quotes),
        )
