"""What is cached of channels and people is dropped by events, also while it is being asked for."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.slack.noticing import Noticing
from bot.slack.people import People
from tests.support.access_oracle import Room
from tests.support.slack_facts import SlackFacts, raw_user


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Desk:
    """A channel with one member, the cache, and the listener that keeps it honest."""

    facts: Any = field(
        default_factory=lambda: SlackFacts(
            {"ADA": "member", "GUS": "member"}, {"C1": Room("C1", members={"ADA"})}
        )
    )
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.people = People(self.facts, self.clock)
        self.listener = Noticing(self.people)

    async def members(self) -> set[str]:
        return set(await self.people.members("C1") or ())

    async def kinds(self) -> dict[str, bool]:
        found = await self.people.persons(["ADA", "GUS"])
        return {person.id: person.is_full for person in found or []}


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_facts_last_for_minutes(desk: Desk):
    assert await desk.members() == {"ADA"}
    desk.facts.rooms["C1"].members.add("GUS")
    assert await desk.members() == {"ADA"}
    desk.clock.now = 301
    assert await desk.members() == {"ADA", "GUS"}


@pytest.mark.parametrize(
    "event",
    [
        {"type": "member_joined_channel", "channel": "C1"},
        {"type": "channel_rename", "channel": {"id": "C1", "name": "x"}},
        {"type": "channel_id_changed", "old_channel_id": "C1", "new_channel_id": "C2"},
        {"type": "channel_unshared"},
    ],
)
async def test_an_event_drops_its_channel_or_everything(desk: Desk, event: Any):
    assert await desk.members() == {"ADA"}
    desk.facts.rooms["C1"].members.add("GUS")
    desk.listener.change(event)
    assert await desk.members() == {"ADA", "GUS"}


async def test_what_was_asked_for_before_an_event_is_not_kept_after_it(desk: Desk):
    asked, told = asyncio.Event(), asyncio.Event()
    members = desk.facts.conversations_members

    async def slow(**what: Any) -> Any:
        found = await members(**what)
        asked.set()
        await told.wait()
        return found

    desk.facts.conversations_members = slow
    loading = asyncio.create_task(desk.members())
    await asked.wait()
    desk.facts.rooms["C1"].members = {"ADA", "GUS"}
    desk.listener.change({"channel": "C1"})
    told.set()
    assert await loading == {"ADA", "GUS"}


async def test_what_keeps_changing_is_unknown(desk: Desk):
    members = desk.facts.conversations_members

    async def stirred(**what: Any) -> Any:
        desk.people.forget("C1")
        return await members(**what)

    desk.facts.conversations_members = stirred
    assert await desk.people.members("C1") is None


async def test_somebody_made_a_guest_is_one_at_once_and_a_new_status_costs_nothing(desk: Desk):
    assert await desk.kinds() == {"ADA": True, "GUS": True}
    before = desk.facts.calls.count("users.list")
    renamed = raw_user("GUS", "member") | {"profile": {"display_name": "Gustav"}}
    desk.listener.person({"type": "user_change", "user": renamed})
    assert await desk.kinds() == {"ADA": True, "GUS": True}
    assert desk.facts.calls.count("users.list") == before
    desk.facts.people["GUS"] = "multi_guest"
    desk.listener.person({"user": raw_user("GUS", "multi_guest")})
    assert await desk.kinds() == {"ADA": True, "GUS": False}


async def test_a_channel_made_private_is_told_by_any_message_in_it(desk: Desk):
    found = await desk.people.channel("C1")
    assert found is not None
    assert not found.is_private
    desk.facts.rooms["C1"].kind = "private"
    desk.listener.look({"event": {"type": "message", "channel": "C1", "channel_type": "channel"}})
    again = await desk.people.channel("C1")
    assert again == found, "this event says what was known"
    desk.listener.look({"event": {"type": "message", "channel": "C1", "channel_type": "group"}})
    now = await desk.people.channel("C1")
    assert now is not None
    assert now.is_private


async def test_a_channel_shared_meanwhile_is_told_by_the_envelope(desk: Desk):
    assert await desk.people.own_channels()
    desk.facts.rooms["C1"].ext = True
    body = {"event": {"type": "app_mention", "channel": "C1"}, "is_ext_shared_channel": True}
    desk.listener.look(body)
    [found] = await desk.people.own_channels()
    assert found.is_shared


async def test_who_is_deactivated_is_no_admin(desk: Desk):
    desk.facts.people["ADA"] = "owner"
    owner = await desk.people.person("ADA")
    assert owner is not None
    assert owner.is_admin
    gone = raw_user("ADA", "owner") | {"deleted": True}
    desk.facts.people["ADA"] = "gone"
    desk.listener.person({"user": gone})
    after = await desk.people.person("ADA")
    assert after is not None
    assert not after.is_admin
    assert not after.is_full
