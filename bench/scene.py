"""A workspace and a bot as processes, what is asked of them, and the memory that they take."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.people import Desk, Person, open_desk
from tests.support.processes import BotProcess, running_bot, running_workspace

ADA = "U0LOCALADA"
GENERAL, LIBRARY = "C0LOCALGEN", "C0LOCALLIB"
FIXTURES = Path(__file__).parents[1] / "tests" / "fixtures" / "pdf"


@dataclass(frozen=True, slots=True)
class Scene:
    """A running bot and somebody who uses it."""

    bot: BotProcess
    desk: Desk
    ada: Person
    home: Path


# One person asks all the questions of a measurement.
_NO_LIMITS = {
    "QUESTIONS_PER_PERSON": "0",
    "QUESTIONS_PER_WORKSPACE": "0",
    "QUESTIONS_AT_ONCE": "0",
}


@asynccontextmanager
async def scene(**settings: str) -> AsyncIterator[Scene]:
    """A fresh workspace and a bot that is ready, with these settings in its environment."""
    with (
        temporary() as folder,
        running_workspace(folder / "workspace") as workspace,
        running_bot(workspace, folder / "home", **(_NO_LIMITS | settings)) as bot,
    ):
        async with open_desk(workspace.url) as desk:
            yield Scene(bot, desk, desk.person(ADA), folder / "home")


@contextmanager
def temporary() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="footnote-bench-") as folder:
        yield Path(folder)


def resident(pid: int) -> float:
    """Resident megabytes of a process and all below it; pages that they share count twice."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        children = {child for t in threads for child in (t / "children").read_text().split()}
    except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
        return 0.0
    own = next((line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")), "0")
    return int(own) / 1024 + sum(resident(int(child)) for child in children)


class Peak:
    """The most memory seen, looked at every 50 ms."""

    def __init__(self, pid: int) -> None:
        self.megabytes = resident(pid)
        self._pid = pid

    async def watch(self) -> None:
        """Looks until it is cancelled."""
        while True:
            self.megabytes = max(self.megabytes, await asyncio.to_thread(resident, self._pid))
            await asyncio.sleep(0.05)


@asynccontextmanager
async def peak_of(pid: int) -> AsyncIterator[Peak]:
    """The most memory that a process took during the block."""
    peak = Peak(pid)
    task = asyncio.create_task(peak.watch())
    try:
        yield peak
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
