"""Case E31: files that were dropped while Slack wasn't heard are found again, and read once."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.audience import Audiences
from bot.jobs import Kind, Queue, Run
from bot.missed import Missed
from bot.slack.client import build_client
from bot.slack.files import FileFetcher
from bot.slack.listing import files_in
from bot.slack.people import People
from bot.work.catching_up import CatchingUp
from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from rag.types import Installation
from tests.support.bot_fakes import FakeEngine, FakeJobs, placement
from tests.support.people import Desk
from tests.support.workspace_fixtures import desk, workspace

__all__ = ["desk", "workspace"]

RUN = Run("catch_up:1", again=False)
PDF = b"%PDF-1.7 made"


QUEUE = Queue("deeds", poll=1.0, concurrency=1)


@dataclass
class Bot:
    """The work with a real workspace, an engine that knows what it is told, and jobs in memory."""

    work: CatchingUp
    engine: Any
    jobs: FakeJobs

    async def catches_up(self, since: float = 0.0) -> list[str]:
        """The files that are read for it, in their order."""
        before = len(self.jobs.of("ingest"))
        await self.work.run(RUN, {"workspace": seed.TEAM, "since": since})
        return [payload["file"] for payload in self.jobs.of("ingest")[before:]]


@pytest.fixture
async def bot(workspace: LocalWorkspace, tmp_path: Path) -> AsyncIterator[Bot]:
    client = build_client(workspace.bot_token, workspace.api_base_url)
    audiences = Audiences(People(client), frozenset({"library", "private-hr"}))
    engine: Any = FakeEngine()
    jobs: Any = FakeJobs()
    async with aiohttp.ClientSession() as session:
        token, hosts = workspace.bot_token, frozenset[str]()
        fetcher = FileFetcher(client, session, token, hosts, workspace.url, 10**6, tmp_path)
        work = CatchingUp(engine, audiences, fetcher, client, jobs, seed.BOT_USER)
        yield Bot(work, engine, jobs)


async def drop(desk: Desk, channel: str, *names: str, user: str = seed.ADA) -> list[str]:
    message = await desk.person(user).upload(channel, dict.fromkeys(names, PDF))
    return [file["id"] for file in message["files"]]


async def test_files_of_libraries_alone_are_read_once_with_who_dropped_them(bot: Bot, desk: Desk):
    [first] = await drop(desk, seed.LIBRARY, "a.pdf")
    [second] = await drop(desk, seed.PRIVATE, "notes.md")
    await drop(desk, seed.GENERAL, "elsewhere.pdf")
    assert sorted(await bot.catches_up()) == sorted([first, second])
    jobs = {payload["file"]: name for name, (_, _, payload) in bot.jobs.written.items()}
    shared = (await desk.person(seed.ADA).read(seed.LIBRARY))[-1]
    assert jobs[first].startswith(f"ingest:{seed.TEAM}:{seed.LIBRARY}:{first}:")
    assert jobs[first].endswith(shared["ts"].partition(".")[2])  # as its event would have it
    assert await bot.catches_up() == []


async def test_what_was_made_before_slack_fell_silent_is_left_alone(bot: Bot, desk: Desk):
    await drop(desk, seed.LIBRARY, "a.pdf")
    assert await bot.catches_up(datetime.now(UTC).timestamp() + 60) == []


async def test_what_is_known_or_was_forgotten_is_not_read_again(bot: Bot, desk: Desk):
    read, forgotten, elsewhere = [
        (await drop(desk, seed.LIBRARY, f"{name}.pdf"))[0] for name in ("a", "b", "c")
    ]
    bot.engine.placed = [
        placement("d1", seed.LIBRARY, source_file=read),
        placement("d3", seed.GENERAL, source_file=elsewhere),
    ]
    bot.engine.binned = [placement("d2", seed.LIBRARY, source_file=forgotten)]
    assert await bot.catches_up() == [elsewhere]


async def test_our_own_pictures_are_no_documents(bot: Bot, desk: Desk):
    await bot.work.client.files_upload_v2(
        channel=seed.LIBRARY, content=b"png", filename="graph.png", title="The graph"
    )
    assert await bot.catches_up() == []


async def test_of_many_the_newest_are_listed_and_the_older_first(bot: Bot, desk: Desk):
    dropped = [await drop(desk, seed.LIBRARY, *(f"{p}-{n}.pdf" for n in range(10))) for p in "xyz"]
    client = bot.work.client
    every = await files_in(client, seed.LIBRARY)
    assert {file["id"] for file in every} == {name for names in dropped for name in names}
    created = [file["created"] for file in await files_in(client, seed.LIBRARY, most=7)]
    assert len(created) == 7
    assert created == sorted(created)
    assert created[-1] == max(file["created"] for file in every)


async def test_a_library_that_slack_does_not_show_keeps_no_other_from_it(bot: Bot, desk: Desk):
    await drop(desk, seed.LIBRARY, "a.pdf")
    [second] = await drop(desk, seed.PRIVATE, "b.pdf")
    refused = {"kind": "error", "methods": ["files.list"], "error": "fatal_error", "calls": 1}
    await desk.faults(calls=[refused])
    assert await bot.catches_up() == [second]


async def test_a_closed_library_is_not_gone_through(bot: Bot, desk: Desk):
    await drop(desk, seed.LIBRARY, "a.pdf")
    await desk.ask("PATCH", f"channels/{seed.LIBRARY}", {"user": seed.ADA, "ext_shared": True})
    assert await bot.catches_up() == []


# When it is looked for


@dataclass
class Clock:
    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Jobs(FakeJobs):
    """Remembers from an earlier process when Slack was heard."""

    last: float = 0.0
    asked_for: list[str] = field(default_factory=list)
    kinds: tuple[Kind, ...] = ()

    async def newest(self, kinds: list[str], before: float) -> float:
        self.asked_for = kinds
        return self.last


class Process:
    def __init__(self, last: float = 0.0) -> None:
        async def nothing(run: Run, payload: Any) -> None: ...

        kinds = tuple(Kind(name, nothing, QUEUE) for name in ("ingest", "survey", "catch_up"))
        self.jobs, self.clock = Jobs(last=last, kinds=kinds), Clock()
        self.missed = Missed(self._engine(), self._any(self.jobs), self.clock)

    async def hears(self, kind: str, after: float = 0.0) -> None:
        self.clock.now += after
        await self.missed.hear(SimpleNamespace(data=json.dumps({"type": kind})))

    @property
    def looks(self) -> list[float]:
        """How far back each look goes, by the workspace that is served."""
        found = self.jobs.of("catch_up")
        assert {payload["workspace"] for payload in found} <= {"T1"}
        return [payload["since"] for payload in found]

    def _engine(self) -> Any:
        now = datetime.now(UTC)

        async def every() -> list[Installation]:
            return [Installation("T1", "", "", now), Installation("T2", "", "", now, left_at=now)]

        return SimpleNamespace(duties=SimpleNamespace(installations=SimpleNamespace(all=every)))

    @staticmethod
    def _any(value: Any) -> Any:
        return value


async def test_after_a_start_since_slack_was_heard_and_a_day_at_most():
    process = Process(last=999_000.0)
    await process.missed.begin()
    assert process.looks == [999_000.0 - 60]
    assert process.jobs.asked_for == ["ingest"], "what the clock makes says nothing of Slack"
    long_ago = Process(last=5_000.0)
    await long_ago.missed.begin()
    assert long_ago.looks == [1_000_000.0 - 86_400]


async def test_a_bot_that_has_never_heard_slack_has_missed_nothing():
    process = Process()
    await process.missed.begin()
    await process.hears("hello")
    assert process.looks == []
    await process.hears("hello", after=600)
    assert process.looks == [1_000_000.0 - 60]


async def test_each_new_connection_looks_since_the_last_event():
    process = Process(last=999_000.0)
    await process.missed.begin()
    await process.hears("hello", after=1)  # the first one, a moment later: the same look
    await process.hears("events_api", after=100)
    await process.hears("disconnect", after=500)
    await process.hears("hello", after=1)
    assert process.looks == [999_000.0 - 60, 1_000_101.0 - 60]
    await process.hears("hello", after=600)
    assert process.looks[2:] == [1_000_101.0 - 60]
