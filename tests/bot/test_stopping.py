"""Stop: shown once a question takes a while, and for who asked and admins alone."""

import asyncio
from typing import Any

import pytest

from bot.jobs import Run
from bot.listeners.actions import Actions
from bot.slack.message import Place
from bot.slack.streaming import Streams
from bot.views.buttons import STOP, STOP_PRIVATE
from bot.views.receipt import note
from bot.work.drafting import Draft
from bot.work.orders import answer_job
from bot.work.sketching import Sketch
from bot.work.stopping import Stopping, halt_order, private_stop_value, stop_value
from tests.support.addresses import Address
from tests.support.bot_fakes import (
    CHANNEL,
    CONTEXT,
    WORKSPACE,
    FakeJobs,
    FakePeople,
    FakePoster,
)

PLACE = Place(CHANNEL, "1.000000")
JOB = answer_job(WORKSPACE, CHANNEL, "1.000000")
RUN = Run(JOB, again=False)


def draft(poster: Any, late: float = 0.01, run: Run = RUN) -> Draft:
    sketch = Sketch(poster, run, PLACE, "en", "ADA", stop_value("1.000000", "ADA"))
    return Draft(poster, run, PLACE, "en", 0.02, sketch=sketch, late=late)


async def test_what_is_done_is_shown_with_a_button_only_once_it_takes_a_while():
    poster = FakePoster()
    quick = draft(poster, late=60.0)
    await quick.tell("is searching 4 documents…")
    await quick.settle(note("Done."), {})
    assert list(poster.texts.values()) == ["Done."]
    assert not poster.edits
    slow = draft(poster)
    await slow.tell("is searching 4 documents…")
    await asyncio.sleep(0.05)
    ts = list(poster.texts)[-1]
    assert poster.texts[ts] == "Working on it: searching 4 documents…"
    [*_, row] = poster.blocks[ts]
    assert row["elements"][0]["action_id"] == STOP
    await slow.settle(note("Done now."), {"answer": "a1"})
    assert poster.texts[ts] == "Done now."
    assert poster.details[ts] == {"job": JOB, "answer": "a1"}


async def test_what_is_written_is_not_kept_waiting():
    poster = FakePoster()
    made = draft(poster, late=60.0)
    await made.tell("is writing…")
    await asyncio.sleep(0)
    await made.show("A word")
    await asyncio.sleep(0.02)
    assert list(poster.texts.values()) == ["Writing… not checked yet\nA word"]
    await made.stop()


async def test_a_word_of_progress_that_a_crash_left_becomes_the_answer():
    poster = FakePoster({"9.0": "Working on it"}, details={"9.0": {"job": JOB, "draft": True}})
    again = draft(poster, run=Run(JOB, again=True))
    await again.tell("is searching…")
    await asyncio.sleep(0.03)
    await again.settle(note("Done."), {})
    assert poster.texts == {"9.0": "Done."}


class Desk:
    def __init__(self) -> None:
        self.poster: Any = FakePoster({"9.0": "Working on it"})
        self.jobs: Any = FakeJobs()
        client: Any = None
        self.streams = Streams(client, WORKSPACE)
        self.people: Any = FakePeople()

    async def clicks(self, user: str, value: str = stop_value("1.000000", "ADA")) -> str:
        _, _, _, payload = halt_order((WORKSPACE, CHANNEL, "1.000000"), "9.0", user)
        await self.does({**payload, "value": value})
        return str(self.poster.texts["9.0"])

    async def clicks_privately(self, address: Address, user: str, value: str) -> None:
        """As Slack tells of a click on what one person sees."""
        body = {
            "user": {"id": user},
            "channel": {"id": CHANNEL},
            "container": {"message_ts": "9.0", "is_ephemeral": True},
            "actions": [{"action_id": STOP_PRIVATE, "value": value, "action_ts": "60.0"}],
            "response_url": address.url,
        }

        async def ack() -> None:
            return None

        taken: Any = FakeJobs()
        acknowledge: Any = ack
        for _ in range(2):
            await Actions(taken).on_stop_private(acknowledge, body, CONTEXT)
        [payload] = taken.of("stop")
        await self.does(payload)

    async def does(self, payload: Any) -> None:
        admins: frozenset[str] = frozenset()
        work = Stopping(self.people, self.poster, self.jobs, self.streams, admins)
        await work.run(Run("stop:1", again=False), payload)


@pytest.mark.parametrize(("user", "may"), [("ADA", True), ("CHRIS", True), ("BEN", False)])
async def test_who_may_stop_it(user: str, may: bool):
    desk = Desk()
    said = await desk.clicks(user)
    assert said.startswith(f"{user.title()} stopped me") is may
    assert desk.jobs.cancelled == ([JOB] if may else [])


async def test_what_is_there_already_stays():
    desk = Desk()
    desk.jobs.finished.add(JOB)
    assert await desk.clicks("ADA") == "Working on it"


async def test_slacks_button_names_a_stream_and_anybody_may_press_it():
    desk = Desk()
    assert await desk.clicks("BEN", "") == "Working on it"  # a stream that nobody knows
    desk.streams.jobs[CHANNEL, "9.0"] = JOB
    assert (await desk.clicks("BEN", "")).startswith("Ben stopped me")
    assert desk.jobs.cancelled == [JOB]


ASKED = f"ask:{WORKSPACE}:t1"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "I have stopped, so there is no answer"), ("zh", "已停止")]
)
async def test_a_private_answer_is_stopped_in_the_place_of_its_line(
    address: Address, language: str, words: str
):
    desk = Desk()
    await desk.clicks_privately(address, "ADA", private_stop_value(ASKED, "ADA", language))
    assert desk.jobs.cancelled == [ASKED]
    [said] = address.taken
    assert said["text"].startswith(words)
    assert (said["replace_original"], said["response_type"]) == (True, "ephemeral")
    assert desk.poster.texts == {"9.0": "Working on it"}


async def test_a_private_answer_that_is_there_or_somebody_elses_stays(address: Address):
    desk = Desk()
    await desk.clicks_privately(address, "BEN", private_stop_value(ASKED, "ADA", "en"))
    await desk.clicks_privately(address, "ADA", private_stop_value("ask:T2:t1", "ADA", "en"))
    desk.jobs.finished.add(ASKED)
    await desk.clicks_privately(address, "ADA", private_stop_value(ASKED, "ADA", "en"))
    assert not desk.jobs.cancelled
    assert address.texts == ["There is nothing left to stop."] * 3
    assert not any(body["replace_original"] for body in address.taken)
