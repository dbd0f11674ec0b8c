"""The worker process of one file, from outside: lines come in time or it is killed."""

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import rag
from rag.adapters.pdf.limits import Limits

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
    """The module that a worker runs, and what it is told besides the file."""

    module: str
    words: tuple[str, ...] = ()
    is_shared: bool = False
    """Whether it can read a share of the pages: it is told the step from one to the next."""


PDF = Program("rag.adapters.pdf.worker", is_shared=True)


@dataclass(frozen=True, slots=True)
class Worker:
    """A running worker; `stop` must be called in any case."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(
        cls, path: Path, first_page: int, limits: Limits, program: Program = PDF, step: int = 1
    ) -> "Worker":
        """Starts reading an absolute path at a page. The worker gets no environment, so no secrets."""
        starting = asyncio.ensure_future(cls._spawn(path, first_page, limits, program, step))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            await (await starting).stop()  # a process that nobody has a handle on would run on
            raise

    @classmethod
    async def _spawn(
        cls, path: Path, first_page: int, limits: Limits, program: Program, step: int
    ) -> "Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-X",
            "utf8",
            "-m",
            program.module,
            str(path),
            str(first_page),
            limits.to_json(),
            *program.words,
            *((str(step),) if program.is_shared else ()),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
            cwd=_ROOT,
            env={},
        )
        return cls(process)

    async def next(self, seconds: float) -> Message:
        """The next message. Raises `WorkerStopped` if none comes within the time."""
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
