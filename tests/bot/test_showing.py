"""Whose citations may be opened, by whom and where."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.audience import Audiences
from bot.slack.people import People
from bot.slack.posting import Place
from bot.work.showing import Showing
from rag.errors import UnknownAnswer
from rag.types import Audience, Source
from tests.support.access_oracle import Room
from tests.support.bot_fakes import WORKSPACE, placement
from tests.support.made import answer
from tests.support.slack_facts import SlackFacts

GENERAL, HR = Place("GEN", "1.0"), Place("HR", "1.0")


@dataclass
class Desk:
    """An answer by ADA, in HR or in her direct message, from a document of HR."""

    key: str = "channel:HR"
    rooms: dict[str, Room] = field(
        default_factory=lambda: {
            "GEN": Room("GEN", members={"ADA", "BEN", "CHRIS"}),
            "HR": Room("HR", "private", library=True, members={"ADA", "BEN"}),
        }
    )

    async def source(self, number: str, cited: int, audience: Audience) -> Source:
        if "HR" not in audience.channels:
            raise UnknownAnswer(number)
        made_for = Audience(WORKSPACE, self.key, frozenset({"HR"}))
        return Source(answer().citations[0], placement(channel="HR"), made_for, "ADA")

    @property
    def work(self) -> Showing:
        people = dict.fromkeys(("ADA", "BEN", "CHRIS"), "member")
        facts: Any = SlackFacts(people, self.rooms)  # type: ignore[arg-type]  # all are kinds
        engine: Any = self
        return Showing(engine, Audiences(People(facts), frozenset({"hr"})))

    async def shown(self, user: str, place: Place, *, alone: bool = True) -> bool:
        show = self.work.to_person if alone else self.work.to_channel
        try:
            return bool(await show(WORKSPACE, place, user, "a1", 1))
        except UnknownAnswer:
            return False


@pytest.mark.parametrize(
    ("key", "user", "place", "alone", "may"),
    [
        ("channel:HR", "ADA", HR, True, True),
        ("channel:HR", "BEN", HR, True, True),
        ("channel:HR", "CHRIS", HR, True, False),
        ("channel:HR", "ADA", GENERAL, True, True),
        ("channel:HR", "BEN", GENERAL, True, False),
        ("channel:HR", "ADA", HR, False, True),
        ("channel:HR", "ADA", GENERAL, False, False),
        ("person:ADA", "ADA", GENERAL, True, True),
        ("person:ADA", "BEN", HR, True, False),
        ("person:ADA", "ADA", HR, False, False),
    ],
)
async def test_a_page_is_shown_to_its_readers(
    key: str, user: str, place: Place, alone: bool, may: bool
):
    assert await Desk(key).shown(user, place, alone=alone) is may


async def test_who_has_left_sees_it_no_more_although_they_had_asked():
    desk = Desk()
    desk.rooms["HR"].members.remove("ADA")
    assert not await desk.shown("ADA", GENERAL)
    assert not await desk.shown("ADA", HR)
