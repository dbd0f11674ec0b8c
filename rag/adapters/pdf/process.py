"""The worker process of one file, from outside: lines come in time or it is killed."""

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import rag
from rag.adapters.pdf.bounds import READY, Task

_LONGEST_LINE = 16 * 1024 * 1024
_ROOT = Path(rag.__file__).resolve().parent.parent

Message = Mapping[str, object]


class WorkerStopped(Exception):
    """The worker ended, or was killed for being late, before it said what was expected."""

    def __init__(self, *, late: bool) -> None:
        super().__init__("late" if late else "ended")
        self.late = late


@dataclass(frozen=True, slots=True)
class Program:
    """The module that a worker runs, and the kind of file that it is told to expect."""

    module: str
    kind: str = ""
    is_shared: bool = False
    """Whether it can read a share of the pages."""


PDF = Program("rag.adapters.pdf.worker", is_shared=True)


@dataclass(frozen=True, slots=True)
class Worker:
    """A running worker; `stop` must be called in any case."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls, program: Program = PDF) -> "Worker":
        """Starts a worker that waits for its task. It gets no environment, so no secrets."""
        starting = asyncio.ensure_future(cls._spawn(program))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            await (await starting).stop()  # a process that nobody has a handle on would run on
            raise

    @classmethod
    async def _spawn(cls, program: Program) -> "Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-X",
            "utf8",
            "-m",
            program.module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
            cwd=_ROOT,
            env={},
        )
        return cls(process)

    def give(self, task: Task) -> None:
        """Tells it what to read, once. The pipe stays open: when it closes, the worker ends."""
        if self.process.stdin is not None:
            self.process.stdin.write(task.to_json().encode() + b"\n")

    async def is_ready(self, seconds: float) -> bool:
        """Whether it comes to wait for its task in time; not to be asked twice, nor after `give`."""
        try:
            return READY in await self._line(seconds)
        except WorkerStopped:
            return False

    async def next(self, seconds: float) -> Message:
        """The next message about the file. Raises `WorkerStopped` if none comes within the time."""
        message = await self._line(seconds)
        return await self._line(seconds) if READY in message else message

    async def _line(self, seconds: float) -> Message:
        output = self.process.stdout
        if output is None:
            raise WorkerStopped(late=False)
        try:
            async with asyncio.timeout(max(seconds, 0.0)):
                line = await output.readline()
        except TimeoutError as error:
            raise WorkerStopped(late=True) from error
        except ValueError as error:  # a line over the limit
            raise WorkerStopped(late=False) from error
        if not line.endswith(b"\n"):
            raise WorkerStopped(late=False)
        message: Message = json.loads(line)
        return message

    async def stop(self) -> None:
        """Kills the worker unless it has ended, and waits until its pipe is closed too."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        await self.process.communicate()
        # It would close itself some turns of the loop later, when the loop may be gone; asyncio has
        # no public way to close it now.
        self.process._transport.close()  # type: ignore[attr-defined]
