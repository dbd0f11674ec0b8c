"""Choices of a workspace: who may make them, where they hold, and libraries made and ended."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.audience import Audiences
from bot.choices import Choices, overlaid
from bot.jobs import Run
from bot.sentences import say
from bot.slack.people import Channel
from bot.work.joining import Joining
from bot.work.shelving import Shelving
from bot.work.steering import Steering
from rag.modes import Modes
from rag.types import Preference
from tests.support.bot_fakes import WORKSPACE, FakeFetcher, FakeJobs, FakePeople, FakePoster
from tests.support.homes import channel

RUN = Run("command:T1:77", again=False)
SHELVE = {
    "workspace": WORKSPACE,
    "channel": "C1",
    "thread_ts": "",
    "user": "CHRIS",
    "stamp": "77",
    "response_url": "http://127.0.0.1:1/",
}


@dataclass
class Engine:
    modes: Modes = field(default_factory=Modes)
    chosen: dict[tuple[str, str], Preference] = field(default_factory=dict)
    indexing_failure: Exception | None = None

    async def preferences(self, workspace: str) -> list[Preference]:
        return list(self.chosen.values())

    async def prefer(self, workspace: str, choice: Preference) -> None:
        self.chosen[choice.place, choice.name] = choice


@dataclass
class People(FakePeople):
    """Ada, Ben, Chris and the bot are in every channel but C9."""

    channels: dict[str, Channel] = field(default_factory=dict)

    async def channel(self, channel: str) -> Channel | None:
        return self.channels.get(channel)

    async def members(self, channel: str) -> frozenset[str] | None:
        return frozenset({"CHRIS"} if channel == "C9" else {"ADA", "BEN", "CHRIS", "UBOT"})


class Desk:
    def __init__(self, **more: Any) -> None:
        engine: Any = Engine()
        poster: Any = FakePoster()
        self.engine, self.poster = engine, poster
        people: Any = People(channels={f"C{n}": channel(n, **more) for n in (1, 9)})
        self.people = people
        choices = Choices(engine, WORKSPACE)
        self.audiences = Audiences(people, frozenset(), chosen=choices.libraries)
        self.work = Steering(choices, self.audiences, people, poster, frozenset({"BEN"}), "UBOT")

    async def change(self, value: str, user: str = "CHRIS", here: str = "C1") -> str:
        return await self.work.change(RUN, user, value, here)

    async def library(self, word: str, user: str = "CHRIS", place: str = "C1") -> str:
        payload = {"workspace": WORKSPACE, "channel": place, "user": user}
        return (await self.work.library(RUN, payload, word)).text


def chosen(place: str, name: str, value: str) -> Preference:
    return Preference(place, name, value, "CHRIS", datetime.now(UTC))


def test_a_channel_overrides_the_workspace_and_what_is_no_value_counts_for_nothing():
    made = [
        chosen("", "mode", "fast"),
        chosen("", "top_k", "12"),
        chosen("C1", "mode", "verified"),
        chosen("C1", "retrieval", "telepathy"),
        chosen("C2", "transform", "hyde"),
    ]
    assert overlaid(Modes(), made, "C1") == Modes(mode="verified", top_k=12)
    assert overlaid(Modes(), made, "C3") == Modes(mode="fast", top_k=12)


@pytest.mark.parametrize("configured", [True, False])
def test_web_search_can_be_taken_away_and_given_back_but_not_made(configured: bool):
    made = [chosen("", "web", "off"), chosen("C1", "web", "on")]
    assert not overlaid(Modes(web=configured), made, "").web
    assert overlaid(Modes(web=configured), made, "C1").web == configured


async def test_a_choice_is_in_force_at_once():
    desk = Desk()
    assert await desk.change(":mode:fast") == ""
    assert await desk.change("C1:top_k:4", "BEN") == ""
    assert await desk.work.choices.modes("C1") == Modes(mode="fast", top_k=4)
    payload = {"workspace": WORKSPACE, "channel": "C1", "user": "ADA"}
    shown = (await desk.work.show(payload)).text
    assert "Passages considered: 4" in shown
    assert "changed by Ben" in shown
    assert await desk.change(":mode:") == ""
    assert (await desk.work.choices.modes("C1")).mode == "verified"


@pytest.mark.parametrize(
    ("value", "user", "told"),
    [
        (":mode:fast", "ADA", "Only an admin"),
        ("C9:mode:fast", "CHRIS", "can't be chosen here"),
        (":mode:wild", "CHRIS", "can't be chosen here"),
        (":library:yes", "CHRIS", "can't be chosen here"),
        (":deadline:1", "CHRIS", "can't be chosen here"),
    ],
)
async def test_what_is_not_for_that_person_or_place_changes_nothing(
    value: str, user: str, told: str
):
    desk = Desk()
    assert told in await desk.change(value, user)
    assert desk.engine.chosen == {}


async def test_a_library_is_made_and_ended_and_the_channel_hears_of_it():
    desk = Desk()
    assert "I have told the channel" in await desk.library("here")
    assert await desk.audiences.is_library("C1")
    assert "This channel is a library now" in "".join(desk.poster.texts.values())
    assert "already" in await desk.library("here")
    await desk.library("off")
    assert not await desk.audiences.is_library("C1")
    assert len(desk.poster.texts) == 2


@pytest.mark.parametrize(
    ("more", "user", "place", "told"),
    [
        ({}, "ADA", "C1", "Only an admin"),
        ({}, "CHRIS", "C9", "/invite"),
        ({}, "CHRIS", "C7", "/invite"),
        ({"is_direct": True}, "CHRIS", "C1", "not direct messages"),
        ({"is_shared": True}, "CHRIS", "C1", "shared with another"),
    ],
)
async def test_where_no_library_can_be_made_that_is_said(
    more: dict[str, bool], user: str, place: str, told: str
):
    desk = Desk(**more)
    assert told in await desk.library("here", user, place)
    assert desk.engine.chosen == {}
    assert desk.poster.texts == {}


async def test_an_admin_outside_of_a_private_channel_has_no_say_in_it():
    desk = Desk(is_private=True)
    desk.people.channels["C9"] = channel(9, is_private=True)
    assert await desk.work.may_change("CHRIS", "C9")
    assert await desk.work.may_change("CHRIS", "C1")
    assert not await desk.work.may_change("BEN", "C9")


async def test_a_channel_is_told_once_what_the_bot_does_and_how_it_becomes_a_library():
    desk = Desk()
    joining = Joining(desk.audiences, desk.people, desk.poster)
    payload = {"workspace": WORKSPACE, "channel": "C1"}
    await joining.run(Run("join:T1:C1:1", again=False), payload)
    await joining.run(Run("join:T1:C1:1", again=True), payload)
    [said] = desk.poster.texts.values()
    assert "each statement with the page" in said
    assert "`/footnote library here`" in said


async def test_who_steers_is_answered_in_their_language_and_the_channel_in_that_of_who_did_it():
    desk = Desk()
    desk.people.languages["CHRIS"] = "zh"
    assert await desk.library("here") == say("library_done", "zh")
    [said] = desk.poster.texts.values()
    assert said.startswith("本频道现在是资料频道")
    assert await desk.library("here", "ADA") == say("settings_not_admin", "en")
    assert await desk.library("there") == say("library_word", "zh")
    assert await desk.change("C9:mode:fast") == say("settings_wrong", "zh")
    assert await desk.change(":mode:fast") == ""
    payload = {"workspace": WORKSPACE, "channel": "C1", "user": "CHRIS"}
    assert "回答何时显示：Chris 于" in (await desk.work.show(payload)).text


@pytest.mark.parametrize(("inviter", "language"), [("ADA", "zh"), ("BEN", "en"), ("", "en")])
async def test_a_channel_is_greeted_in_the_language_of_who_invited_the_bot(
    inviter: str, language: str
):
    desk = Desk()
    desk.people.languages["ADA"] = "zh"
    joining = Joining(desk.audiences, desk.people, desk.poster)
    payload = {"workspace": WORKSPACE, "channel": "C1", "by": inviter}
    await joining.run(Run("join:T1:C1:1", again=False), payload)
    [said] = desk.poster.texts.values()
    assert said.startswith(say("joined", language))
    assert said.endswith(say("joined_hint", language))


class Client:
    async def files_list(self, *, page: int, **_: object) -> dict[str, Any]:
        files = [{"id": f"F{page}", "created": 9 - page}, {"id": "F1", "created": 8}]
        return {"files": files, "paging": {"pages": 3}}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_how_far_it_is_is_told_in_the_language_of_who_clicked(language: str):
    desk = Desk()
    await desk.library("here")
    desk.people.languages["CHRIS"] = language
    desk.poster.client = Client()
    jobs: Any = FakeJobs()
    jobs.finished = finished = _Finished()
    fetcher: Any = FakeFetcher()

    async def sleep(_: float) -> None:
        finished.count += 1

    shelving = Shelving(desk.audiences, desk.people, desk.work, fetcher, desk.poster, jobs, sleep)
    await shelving.run(Run("shelve:1", again=False), SHELVE)
    assert say("shelve_progress", language, done=1, count=3) in desk.poster.edits
    assert list(desk.poster.texts.values())[-1] == say("shelve_done", language, count=3)


async def test_what_is_there_already_is_read_once_each_however_often_it_is_asked_for():
    desk = Desk()
    await desk.library("here")
    desk.poster.client = Client()
    jobs: Any = FakeJobs()
    jobs.finished = finished = _Finished()
    fetcher: Any = FakeFetcher()

    async def sleep(_: float) -> None:
        finished.count += 1

    shelving = Shelving(desk.audiences, desk.people, desk.work, fetcher, desk.poster, jobs, sleep)
    await shelving.run(Run("shelve:1", again=False), SHELVE)
    await shelving.run(Run("shelve:1", again=True), SHELVE)
    assert [p["file"] for p in jobs.of("ingest")] == ["F3", "F2", "F1"]
    assert all(":here:77" in job for job in jobs.written)
    assert "Reading the PDFs already here: 1 of 3 files" in desk.poster.edits
    assert "gone through the PDFs already here (3)" in list(desk.poster.texts.values())[-1]
    assert len(desk.poster.texts) == 2


class _Finished:
    """Those jobs are done for which there was a wait."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.count = 0

    async def __call__(self, job: str) -> bool:
        if job not in self.seen:
            self.seen.append(job)
        return self.seen.index(job) < self.count
