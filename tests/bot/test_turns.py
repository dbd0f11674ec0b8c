"""Nobody's flood of questions holds up another's one, and everybody hears when there is room."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.jobs import Run
from bot.views.buttons import STOP_PRIVATE
from bot.work.admitting import Admitting, in_private, in_thread
from bot.work.quota import Quota
from bot.work.stopping import private_stop_value
from bot.work.turns import Asker, Turns
from tests.support.addresses import Address
from tests.support.bot_fakes import FakePoster

ADA, BEN = ("T1", "ADA"), ("T1", "BEN")


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@dataclass
class Work:
    """Questions that are answered one by one, when the test says so; ``done`` is their order."""

    begun: list[str] = field(default_factory=list)
    may_end: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    async def run(self, run: Run, payload: Any) -> None:
        self.begun.append(payload["user"])
        await self.may_end.acquire()


@dataclass
class Hall:
    """The work behind its gate, with a clock that stands still."""

    turns: Turns
    person: int = 0
    workspace: int = 0
    before: list[datetime] = field(default_factory=list)
    now: float = 1_000_000.0
    work: Work = field(default_factory=Work)
    poster: Any = field(default_factory=FakePoster)

    def __post_init__(self) -> None:
        quota = Quota(self.person, self.workspace, self.asked_since, lambda: self.now)
        self.gate = Admitting(self.work.run, quota, self.turns, *in_thread(self.poster))
        self.tasks: list[asyncio.Task[None]] = []

    async def asked_since(self, workspace: str, person: str, since: datetime) -> list[datetime]:
        return [at for at in self.before if at >= since]

    async def ask(self, asker: Asker, text: str = "How long?", *, again: bool = False) -> None:
        payload = {
            "workspace": asker[0],
            "user": asker[1],
            "channel": "C1",
            "thread_ts": "1.0",
            "text": text,
        }
        run = Run(f"answer:{len(self.tasks)}", again=again)
        self.tasks.append(asyncio.create_task(self.gate.run(run, payload)))
        await settle()

    async def end(self, count: int = 1) -> None:
        for _ in range(count):
            self.work.may_end.release()
            await settle()

    async def finish(self) -> list[str]:
        """Ends all; who was answered, in order."""
        await self.end(len(self.tasks))
        await asyncio.gather(*self.tasks)
        return self.work.begun


async def test_a_flood_of_one_person_does_not_hold_up_another():
    hall = Hall(Turns(4, 2))
    for _ in range(50):
        await hall.ask(ADA)
    assert hall.work.begun == ["ADA"] * 2  # no more than two of hers at once
    await hall.ask(BEN)
    assert hall.work.begun == ["ADA", "ADA", "BEN"]
    order = await hall.finish()
    assert order.count("ADA") == 50


async def test_where_one_is_answered_at_a_time_the_next_is_somebody_elses():
    hall = Hall(Turns(1))
    for _ in range(20):
        await hall.ask(ADA)
    for _ in range(2):
        await hall.ask(BEN)
    assert (await hall.finish())[:6] == ["ADA", "BEN", "ADA", "BEN", "ADA", "ADA"]


async def test_who_waits_is_told_how_many_are_before():
    hall = Hall(Turns(1))
    for _ in range(3):
        await hall.ask(ADA)
    assert hall.poster.statuses == [
        "is waiting for its turn: 1 question before yours…",
        "is waiting for its turn: 1 question before yours…",
    ]
    await hall.finish()


@pytest.mark.parametrize(
    ("text", "in_place", "words"),
    [
        ("How long?", True, "Waiting for its turn: 1 question before yours… Only you"),
        ("年假有几天？", False, "正在等待：前面还有 1 个问题……答案只有你能看到。"),
    ],
)
async def test_who_asked_alone_is_told_with_a_button_that_stops_it(
    address: Address, text: str, in_place: bool, words: str
):
    work, turns = Work(), Turns(1)
    quota = Quota(0, 0, Hall(turns).asked_since)
    gate = Admitting(work.run, quota, turns, *in_private())
    payload = {
        "workspace": "T1",
        "user": "ADA",
        "text": text,
        "response_url": address.url,
        "in_place": in_place,
    }
    tasks = [
        asyncio.create_task(gate.run(Run(f"ask:T1:{number}", again=number == 2), payload))
        for number in range(3)
    ]
    async with asyncio.timeout(5):
        await address.came.wait()
    [told] = address.taken
    assert told["text"].startswith(words)
    assert told["replace_original"] is in_place
    language = "en" if in_place else "zh"
    assert address.buttons == [{STOP_PRIVATE: private_stop_value("ask:T1:1", "ADA", language)}]
    tasks[1].cancel()
    for _ in tasks:
        work.may_end.release()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert len(work.begun) == 2
    assert len(address.taken) == 1  # what was cut off before says nothing more


async def test_the_same_person_in_two_workspaces_is_two_people():
    hall = Hall(Turns(4, 1), person=1)
    await hall.ask(ADA)
    await hall.ask(("T2", "ADA"))
    assert hall.work.begun == ["ADA", "ADA"]
    await hall.finish()


async def test_a_question_that_is_cancelled_gives_its_place_away():
    hall = Hall(Turns(1))
    for _ in range(3):
        await hall.ask(ADA)
    hall.tasks[1].cancel()
    await hall.end()
    assert len(hall.work.begun) == 2
    del hall.tasks[1]
    await hall.finish()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("How long?", "from one person in ten minutes, so that everybody gets a turn. Please ask"),
        ("<@U1> 年假有几天？", "十分钟内最多回答同一个人 2 个问题。请在 10 分钟后再问一次"),
    ],
)
async def test_too_many_questions_are_refused_with_when_to_come_back(text: str, words: str):
    hall = Hall(Turns(4), person=2)
    for _ in range(3):
        await hall.ask(ADA, text)
    assert hall.work.begun == ["ADA"] * 2
    [told] = hall.poster.texts.values()
    assert words in told
    await hall.ask(BEN)
    assert hall.work.begun[-1] == "BEN"
    hall.now += 601
    await hall.ask(ADA, text)
    assert hall.work.begun[-1] == "ADA"
    await hall.finish()


async def test_what_was_answered_before_the_start_counts():
    now = datetime.fromtimestamp(1_000_000, UTC)
    hall = Hall(Turns(4), person=2, before=[now - timedelta(minutes=m) for m in (20, 7, 2)])
    await hall.ask(ADA)
    [told] = hall.poster.texts.values()
    assert "again in 3 minutes" in told


async def test_a_workspace_has_a_limit_too_and_others_do_not_feel_it():
    hall = Hall(Turns(9), workspace=2)
    for asker in (ADA, BEN, ("T1", "CHRIS"), ("T2", "ADA")):
        await hall.ask(asker)
    assert hall.work.begun == ["ADA", "BEN", "ADA"]
    [told] = hall.poster.texts.values()
    assert "More questions are coming in than the 2 a minute" in told
    await hall.finish()


async def test_somebody_who_goes_on_is_told_a_few_times_only():
    hall = Hall(Turns(4), person=1)
    for _ in range(20):
        await hall.ask(ADA)
    assert len(hall.poster.texts) == 5
    await hall.finish()


async def test_a_question_that_was_cut_off_is_not_refused():
    hall = Hall(Turns(4), person=1)
    await hall.ask(ADA)
    await hall.ask(ADA, again=True)
    assert hall.work.begun == ["ADA", "ADA"]
    await hall.finish()
