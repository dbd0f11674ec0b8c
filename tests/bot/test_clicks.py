"""What a click may do is decided when its job runs: by who clicks, where, and what is still there."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.jobs import Run
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.views.buttons import key_of
from bot.work.cancelling import Cancelling
from bot.work.clicking import Clicking
from tests.support.addresses import Address
from tests.support.bot_fakes import (
    CHANNEL,
    WORKSPACE,
    EveryChannel,
    FakeEngine,
    FakeJobs,
    FakePeople,
    FakePoster,
    placement,
)

RUN, AGAIN = Run("click:1", again=False), Run("click:1", again=True)
KEY = key_of(WORKSPACE, CHANNEL, "d1")


class Scene:
    """A receipt with its questions in a channel, and whoever clicks on it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.engine: Any = FakeEngine([placement()])
        self.people: Any = FakePeople()
        self.poster: Any = FakePoster({"50.0": "I have read plan.pdf"})
        self.poster.details["50.0"] = {"job": "ingest:1", "questions": ["How <long>?", "Why?"]}
        self.jobs: Any = FakeJobs()

    async def click(self, action: str, user: str = "ADA", value: str = KEY, run: Run = RUN) -> None:
        every: Any = EveryChannel()
        work = Clicking(self.engine, every, self.people, self.poster, self.jobs)
        await work.run(run, self.payload(action, user, value))

    async def cancel(self, user: str = "ADA", value: str | None = None) -> None:
        value = value or key_of(WORKSPACE, CHANNEL, "ingest:1")
        work = Cancelling(self.engine, self.people, self.poster, self.jobs)
        await work.run(RUN, self.payload("cancel_reading", user, value))

    def payload(self, action: str, user: str, value: str) -> dict[str, str]:
        return {
            "workspace": WORKSPACE,
            "channel": CHANNEL,
            "thread_ts": "40.0",
            "ts": "50.0",
            "user": user,
            "action": action,
            "value": value,
            "at": "60.0",
            "response_url": self.address.url,
        }

    @property
    def whispers(self) -> list[str]:
        return self.address.texts

    @property
    def posted(self) -> list[str]:
        return [text for ts, text in self.poster.texts.items() if ts != "50.0"]


@pytest.fixture
def scene(address: Address) -> Scene:
    return Scene(address)


async def test_a_question_is_posted_literally_and_asked_as_that_person(scene: Scene):
    await scene.click("ask_question_0", "BEN")
    await scene.click("ask_question_0", "BEN", run=AGAIN)
    assert scene.posted == ["Ben asks: How &lt;long&gt;?"]
    [asked] = scene.jobs.of("answer")
    assert (asked["user"], asked["text"]) == ("BEN", "How &lt;long&gt;?")
    assert asked["thread_ts"] == "40.0"
    await scene.click("ask_question_7", "BEN")
    assert len(scene.whispers) == 1


@pytest.mark.parametrize("action", ["ask_question_0", "forget_document", "split_another_way"])
async def test_who_is_not_in_the_channel_can_do_nothing(scene: Scene, action: str):
    await scene.click(action, "GINA", f"{KEY}:fixed" if action.startswith("split") else KEY)
    scene.people.known = False
    await scene.click(action, "ADA")
    assert scene.whispers == ["Only people who are in this channel can do that."] * 2
    assert not scene.posted
    assert not scene.jobs.written
    assert scene.engine.placed


async def test_why_not_is_told_in_the_person_s_language_whatever_the_document_s(scene: Scene):
    scene.people.languages["BEN"] = "zh"
    await scene.click("forget_document", "BEN")
    await scene.cancel("BEN", "elsewhere")
    assert scene.whispers == [
        say("not_uploader", "zh", name="plan.pdf"),
        say("cancel_nothing", "zh"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "d1",
        key_of("T2", CHANNEL, "d1"),
        key_of(WORKSPACE, "C2", "d1"),
        key_of(WORKSPACE, CHANNEL, "d2"),
    ],
)
async def test_a_value_of_elsewhere_fits_nothing_here(scene: Scene, value: str):
    scene.engine.placed.append(placement("d2", "C2"))
    await scene.click("forget_document", value=value)
    assert "so there is nothing to do" in scene.whispers[0]
    assert len(scene.engine.placed) == 2


async def test_another_strategy_is_an_ingest_job_of_the_same_file(scene: Scene):
    await scene.click("split_another_way", "BEN", f"{KEY}:semantic")
    [order] = scene.jobs.of("ingest")
    assert (order["file"], order["strategy"], order["thread_ts"]) == ("F1", "semantic", "40.0")
    await scene.click("split_another_way", "BEN", f"{KEY}:sideways")
    assert len(scene.jobs.of("ingest")) == 1


@pytest.mark.parametrize(("user", "may"), [("ADA", True), ("BEN", False), ("CHRIS", True)])
async def test_forgetting_is_for_the_uploader_and_admins(scene: Scene, user: str, may: bool):
    await scene.click("forget_document", user)
    assert (not scene.engine.placed) is may
    assert bool(scene.whispers) is not may
    assert bool(scene.posted) is may


async def test_cut_off_after_its_words_it_forgets_the_next_time(scene: Scene):
    scene.engine.fail = True
    await scene.click("forget_document")
    assert "Something went wrong" in scene.posted[0]
    scene.engine.fail = False
    scene.poster.texts.pop("1001.000000")
    scene.poster.details.pop("1001.000000")
    place = Place(CHANNEL, "40.0")
    await scene.poster.post_once(place, Message("Ada asked me"), RUN.job, again=False)
    await scene.click("forget_document", run=AGAIN)
    assert scene.posted == ["Ada asked me"]
    assert not scene.engine.placed


async def test_undo_brings_it_back_or_says_that_it_is_too_late(scene: Scene):
    scene.engine.placed, scene.engine.binned = [], [placement()]
    await scene.click("restore_document", "BEN")
    assert "Only who dropped" in scene.whispers[0]
    await scene.click("restore_document")
    assert scene.engine.placed
    assert "took that back" in scene.poster.texts["50.0"]
    await scene.click("restore_document")
    assert "can't be taken back any more" in scene.whispers[1]
    scene.engine.binned, scene.engine.fail = [placement()], True
    await scene.click("restore_document")
    assert "can't be taken back any more" in scene.poster.texts["50.0"]


async def test_cancelling_says_who(scene: Scene):
    scene.poster.details["50.0"] |= {"file": "F1", "name": "plan.pdf"}
    await scene.cancel("GINA")
    await scene.cancel("ADA", "another")
    assert not scene.jobs.cancelled
    assert len(scene.whispers) == 2
    scene.engine.placed = [placement(placed_at=datetime.fromtimestamp(10, UTC))]
    await scene.cancel("BEN")
    assert scene.jobs.cancelled == ["ingest:1"]
    assert "Ben cancelled it. Nothing of it was kept" in scene.poster.texts["50.0"]


async def test_cancelling_what_is_finished_leaves_its_receipt(scene: Scene):
    scene.jobs.finished.add("ingest:1")
    await scene.cancel()
    assert "nothing to cancel" in scene.whispers[0]
    assert scene.poster.texts["50.0"] == "I have read plan.pdf"


async def test_cancelled_in_the_moment_of_its_publication_it_says_so(scene: Scene):
    scene.poster.details["50.0"] |= {"file": "F1", "name": "plan.pdf"}
    scene.engine.placed = [placement(placed_at=datetime.fromtimestamp(70, UTC))]
    await scene.cancel()
    assert "it was in already" in scene.poster.texts["50.0"]
