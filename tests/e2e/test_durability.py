"""Nothing is lost and nothing is done twice: redelivery, reordering, pairs, SIGKILL."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import ADA, GENERAL, LIBRARY
from tests.e2e.talk import SAMPLES, Json, answer_to, ask, bots_messages, drop, is_settled, pdf
from tests.support.pdfs import PdfMaker
from tests.support.people import Desk, Person, open_desk
from tests.support.processes import (
    BotProcess,
    WorkspaceProcess,
    running_bot,
    running_workspace,
    start_bot,
)

QUESTION = "What is the nightly hotel limit in Lisbon?"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkspaceProcess]:
    """A workspace with a bot that none of these tests kills."""
    with (
        running_workspace(tmp_path_factory.mktemp("workspace")) as workspace,
        running_bot(workspace, tmp_path_factory.mktemp("home")),
    ):
        yield workspace


@pytest.fixture
async def alive(shared: WorkspaceProcess) -> AsyncIterator[Person]:
    async with open_desk(shared.url) as desk:
        person = desk.person(ADA)
        await drop(person, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
        yield person
        await desk.ask("DELETE", "faults")


async def settled(person: Person, thread_ts: str) -> list[str]:
    """What the bot has said in a thread once nothing more can come."""
    marker = await person.post(GENERAL, "@footnote hi")
    await answer_to(person, GENERAL, marker)
    await asyncio.sleep(0.5)
    return [m["text"] for m in await bots_messages(person, GENERAL, thread_ts)]


async def test_a_redelivered_event_is_answered_once(alive: Person):
    asked = await alive.post(GENERAL, f"@footnote {QUESTION}")
    await answer_to(alive, GENERAL, asked)
    await alive.desk.ask("POST", "faults/redeliver", {"count": 3})
    assert len(await settled(alive, asked["ts"])) == 1


async def test_every_event_twice_and_pairs_are_answered_once(alive: Person):
    await alive.desk.faults(duplicate_events=True)
    asked = await alive.post(GENERAL, f"@footnote {QUESTION}")
    answer = await answer_to(alive, GENERAL, asked)
    assert "140 euros" in answer["text"]
    assert len(await settled(alive, asked["ts"])) == 1


async def test_reordered_pairs_are_answered_once(alive: Person):
    await alive.desk.faults(hold_events=2)
    asked = await alive.post(GENERAL, f"@footnote {QUESTION}")
    await answer_to(alive, GENERAL, asked)
    assert len(await settled(alive, asked["ts"])) == 1


async def test_a_file_is_read_once_however_often_it_is_told(alive: Person):
    await alive.desk.faults(duplicate_events=True)
    content = PdfMaker().add("The library closes at 20:15 on Fridays.").build()
    dropped = await alive.upload(LIBRARY, {"hours.pdf": content})
    await alive.wait_for_reply(LIBRARY, dropped["ts"], is_settled, 30)
    await asyncio.sleep(1)
    said = await bots_messages(alive, LIBRARY, dropped["ts"])
    assert len(said) == 1
    assert "I have read hours.pdf" in said[0]["text"]


async def test_a_dropped_socket_loses_no_question(alive: Person):
    await alive.desk.ask("POST", "faults/drop")
    asked = await alive.post(GENERAL, f"@footnote {QUESTION}")
    answer = await answer_to(alive, GENERAL, asked)
    assert "140 euros" in answer["text"]
    assert len(await settled(alive, asked["ts"])) == 1


async def test_rate_limits_are_waited_out(alive: Person):
    await alive.desk.faults(
        calls=[{"kind": "ratelimited", "methods": ["chat.postMessage"], "calls": 2}]
    )
    answer = await ask(alive, GENERAL, QUESTION)
    assert "140 euros" in answer["text"]


async def test_the_status_never_stays_behind(alive: Person):
    asked = await alive.post(GENERAL, f"@footnote {QUESTION}")
    await answer_to(alive, GENERAL, asked)
    await alive.desk.until(lambda: _no_status(alive))


async def _no_status(person: Person) -> bool:
    return not await person.statuses()


async def test_questions_of_a_thread_are_answered_in_order(alive: Person):
    first = await alive.post(GENERAL, f"@footnote {QUESTION}")
    for text in ("thanks", "hi", QUESTION):
        await alive.post(GENERAL, f"@footnote {text}", first["ts"])

    async def all_answered() -> bool:
        return len(await bots_messages(alive, GENERAL, first["ts"])) == 4

    await alive.desk.until(all_answered, 20)
    said = await bots_messages(alive, GENERAL, first["ts"])
    starts = [m["text"].split()[0].strip("!") for m in said]
    assert starts == ["The", "You're", "Hello", "The"]


class Killable:
    """A workspace and a bot that is killed and started again."""

    def __init__(self, workspace: WorkspaceProcess, home: Path) -> None:
        self.workspace, self.home = workspace, home
        self.bot: BotProcess = start_bot(workspace, home)
        self.bot.wait_ready()

    def kill(self) -> None:
        self.bot.kill()

    def restart(self) -> None:
        self.bot = start_bot(self.workspace, self.home)
        self.bot.wait_ready()


@pytest.fixture
def killable(tmp_path: Path) -> Iterator[Killable]:
    with running_workspace(tmp_path / "workspace") as workspace:
        made = Killable(workspace, tmp_path / "home")
        yield made
        if made.bot.process.poll() is None:
            made.bot.stop()


@pytest.fixture
async def reader(killable: Killable) -> AsyncIterator[Person]:
    async with open_desk(killable.workspace.url) as desk:
        yield desk.person(ADA)


async def called(desk: Desk, method: str) -> None:
    async def happened() -> bool:
        return bool(await desk.calls(method))

    await desk.until(happened, 20)


async def once(person: Person, channel: str, thread_ts: str) -> Json:
    """The one settled message of a thread; none may follow it."""
    message = await person.wait_for_reply(channel, thread_ts, is_settled, 40)
    await asyncio.sleep(1)
    said = await bots_messages(person, channel, thread_ts)
    assert [m["ts"] for m in said] == [message["ts"]]
    return message


async def test_killed_while_answering_it_answers_once_and_remembers(
    killable: Killable, reader: Person
):
    handbook = (SAMPLES / "employee-handbook.pdf").read_bytes()
    await drop(reader, LIBRARY, "employee-handbook.pdf", handbook)
    await reader.desk.ask("DELETE", "calls")
    # Before the answer: killed while it asks who may read it.
    await reader.desk.faults(
        calls=[{"kind": "delay", "methods": ["users.list"], "delay": 20, "calls": 1}]
    )
    asked = await reader.post(GENERAL, "@footnote How many days of annual leave do I get?")
    await asyncio.sleep(1.5)
    killable.kill()
    await reader.desk.ask("DELETE", "faults")
    killable.restart()
    assert "27 days" in (await once(reader, GENERAL, asked["ts"]))["text"]

    # After the message is out and before the bot knows: killed while Slack's answer is late.
    late = [{"kind": "late_answer", "methods": ["chat.postMessage"], "delay": 20, "calls": 1}]
    await reader.desk.faults(calls=late)
    again = await reader.post(GENERAL, "@footnote How many days of annual leave do I get?")
    await reader.wait_for_reply(GENERAL, again["ts"], is_settled, 20)
    killable.kill()
    await reader.desk.ask("DELETE", "faults")
    killable.restart()
    assert "27 days" in (await once(reader, GENERAL, again["ts"]))["text"]

    # And the follow-up is understood from before the kill.
    follow = await ask(reader, GENERAL, "And for contractors?", asked["ts"])
    assert "no paid annual leave" in follow["text"]


@pytest.mark.nightly  # a bot of its own; tests/bot/test_catching_up.py is in every run
async def test_what_was_dropped_while_slack_was_not_heard_is_read_once(
    killable: Killable, reader: Person
):
    known = await reader.upload(LIBRARY, {"travel policy.pdf": pdf("control_3p.pdf")})
    await once(reader, LIBRARY, known["ts"])
    # A connection that is dead without knowing it, and then a new one.
    await reader.desk.faults(lose_events=True)
    gates = PdfMaker().add("The gate opens at 6:40 in winter.").build()
    silent = await reader.upload(LIBRARY, {"gates.pdf": gates})
    await reader.desk.faults(lose_events=False)
    await reader.desk.ask("POST", "faults/disconnect", {"reason": "refresh_requested"})
    assert "I have read gates.pdf" in (await once(reader, LIBRARY, silent["ts"]))["text"]
    # No process at all.
    killable.kill()
    await reader.desk.faults(lose_events=True)
    locks = PdfMaker().add("The lock lifts ships by 11 metres.").build()
    unheard = await reader.upload(LIBRARY, {"locks.pdf": locks})
    await reader.desk.faults(lose_events=False)
    killable.restart()
    assert "I have read locks.pdf" in (await once(reader, LIBRARY, unheard["ts"]))["text"]
    for dropped in (known, silent, unheard):
        assert len(await bots_messages(reader, LIBRARY, dropped["ts"])) == 1


async def test_killed_while_reading_it_finishes_once(killable: Killable, reader: Person):
    await reader.desk.faults(download_delay=20)
    dropped = await reader.upload(LIBRARY, {"travel policy.pdf": pdf("control_3p.pdf")})
    await reader.wait_for_reply(
        LIBRARY, dropped["ts"], lambda m: m["text"].startswith("Reading "), 20
    )
    killable.kill()
    await reader.desk.faults(download_delay=0)
    killable.restart()
    receipt = await once(reader, LIBRARY, dropped["ts"])
    assert "I have read travel policy.pdf" in receipt["text"]

    # In the middle of embedding: some vectors are in, the document is not.
    long = PdfMaker()
    for page in range(1, 61):
        rules = ((f"{page}.{n} Locker {page * 100 + n}", n) for n in range(1, 15))
        long.add(*(line for heading, n in rules for line in (heading, opening(page, n))))
    before = vectors(killable.home)
    dropped = await reader.upload(LIBRARY, {"lockers.pdf": long.build()})
    await reader.desk.until(lambda: vectors(killable.home) > before, 40)
    killable.kill()
    killable.restart()
    receipt = await reader.wait_for_reply(LIBRARY, dropped["ts"], is_settled, 60)
    assert "I have read lockers.pdf" in receipt["text"]
    assert len(await bots_messages(reader, LIBRARY, dropped["ts"])) == 1
    answer = await ask(reader, GENERAL, "When does locker 4203 open?")
    assert "lockers · p. 42" in answer["text"]


def opening(page: int, n: int) -> str:
    return f"Locker {page * 100 + n} opens at noon and is cleaned on Fridays by the caretaker."


def vectors(home: Path) -> int:
    """How many vectors have been kept so far."""
    with closing(sqlite3.connect(home / "footnote.db")) as connection:
        return int(connection.execute("select count(*) from vectors").fetchone()[0])
