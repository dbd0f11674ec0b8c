"""Workers for PDF files that are started while nothing is read, so that a file need not wait.

Each has read nothing, reads one file, and ends, as a worker does that is started for its file.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from rag.adapters.pdf.process import PDF, Program, Worker

MOST = 2
"""How many are of use: as many as read one large file."""
_QUIET_SECONDS = 15.0  # after a file, its text is embedded: that needs the processor more
_IDLE_SECONDS = 900.0  # each takes some 40 MB


@dataclass(slots=True)
class Spares:
    """Workers in waiting, none unless told how many. They end after a while without a file."""

    count: int = 0
    quiet: float = _QUIET_SECONDS
    idle: float = _IDLE_SECONDS
    waiting: list[Worker] = field(default_factory=list)
    keeping: asyncio.Task[None] | None = None
    reads: int = 0
    is_closed: bool = False

    async def take(self, program: Program) -> Worker:
        """A worker for a file: one in waiting if it lives, else one that starts now."""
        while program == PDF and self.waiting:
            worker = self.waiting.pop()
            if worker.process.returncode is None:
                return worker
            await worker.stop()
        return await Worker.start(program)

    async def begin(self) -> None:
        """A file is going to be read: nothing is started beside it."""
        await self._stop_keeping()
        self.reads += 1

    def end(self) -> None:
        """A file has been read."""
        self.reads -= 1
        if self.count and not self.reads and not self.is_closed:
            self.keeping = asyncio.create_task(self._keep())

    async def fill(self, seconds: float = 30.0) -> None:
        """Has all in waiting, and ready, now."""
        await self._stop_keeping()
        await self._start()
        for worker in self.waiting:
            await worker.is_ready(seconds)

    async def close(self) -> None:
        """Ends those in waiting."""
        self.is_closed = True
        await self._stop_keeping()
        await self._drop()

    async def _keep(self) -> None:
        await asyncio.sleep(self.quiet)
        with suppress(OSError):  # too many processes: then a file starts its own
            await self._start()
        await asyncio.sleep(self.idle)
        await self._drop()

    async def _start(self) -> None:
        while len(self.waiting) < self.count:
            self.waiting.append(await Worker.start(PDF))

    async def _drop(self) -> None:
        while self.waiting:
            await self.waiting.pop().stop()

    async def _stop_keeping(self) -> None:
        if self.keeping is not None:
            self.keeping.cancel()
            await asyncio.wait({self.keeping})
            self.keeping = None
