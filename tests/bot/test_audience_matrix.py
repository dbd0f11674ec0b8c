"""Every kind of channel, reader, asker and library, against the rules as a naive oracle has them."""

from collections import Counter
from itertools import product
from typing import Any

from bot.audience import Audiences
from bot.slack.people import People
from tests.support.access_oracle import KINDS, Kind, Oracle, Room
from tests.support.slack_facts import SlackFacts

ASKER, OTHER, PLACE = "UASKER", "UOTHER", "CPLACE"
_PLACES: dict[str, dict[str, Any]] = {
    "public library": {"library": True},
    "public": {},
    "private library": {"kind": "private", "library": True},
    "private": {"kind": "private"},
    "org-shared public": {"org": True},
    "org-shared private": {"kind": "private", "org": True},
    "org-shared library": {"org": True, "library": True},
    "ext-shared": {"ext": True},
    "ext-shared library": {"ext": True, "library": True},
    "ext-shared private library": {"kind": "private", "ext": True, "library": True},
    "pending": {"pending": True},
    "archived": {"archived": True},
    "archived library": {"archived": True, "library": True},
    "direct": {"kind": "im"},
    "direct, shared": {"kind": "im", "ext": True},
    "group direct": {"kind": "mpim"},
    "group direct, shared": {"kind": "mpim", "ext": True},
}
_LIBRARIES: dict[str, dict[str, Any]] = {
    "public": {},
    "private": {"kind": "private"},
    "org-shared": {"org": True},
    "ext-shared": {"ext": True},
    "ext-shared private": {"kind": "private", "ext": True},
    "pending": {"pending": True},
    "archived": {"archived": True},
}
_READERS: tuple[Kind | None, ...] = (None, *KINDS)


def world(place: str, asker: Kind, other: Kind | None) -> tuple[dict[str, Kind], dict[str, Room]]:
    """An asking place with its readers, and each kind of library with and without each of them."""
    people: dict[str, Kind] = {"UBOT": "bot", "UADA": "member", ASKER: asker}
    if other:
        people[OTHER] = other
    there = {"UBOT", ASKER} if place.startswith("direct") else set(people)
    rooms = {PLACE: Room(PLACE, members=there, **_PLACES[place])}
    for (name, how), is_in, other_in in product(_LIBRARIES.items(), (True, False), (True, False)):
        who = {"UBOT", "UADA"} | ({ASKER} if is_in else set())
        if other_in and other:
            who.add(OTHER)
        room = f"L-{name}-{is_in}-{other_in}".replace(" ", "_").replace(",", "")
        rooms[room] = Room(room, library=True, members=who, **how)
    return people, rooms


def audiences(facts: Any, rooms: dict[str, Room], *, in_shared: bool) -> Audiences:
    return Audiences(People(facts), frozenset(r for r in rooms if rooms[r].library), in_shared)


async def test_nothing_leaks_and_nothing_is_refused_that_may_be_seen():
    told: Counter[str] = Counter()
    wrong: list[Any] = []
    for case in product(_PLACES, KINDS, _READERS, (False, True)):
        place, asker, other, in_shared = case
        people, rooms = world(place, asker, other)
        # users.list may leave out who is of another workspace; users.info knows them.
        unlisted = frozenset(u for u, kind in people.items() if kind in {"stranger", "sibling"})
        facts: Any = SlackFacts(people, rooms, unlisted=unlisted)
        computed = audiences(facts, rooms, in_shared=in_shared)
        oracle = Oracle(people, rooms, in_shared)
        pairs = {
            "posted": (await computed.of("W", PLACE, ASKER), oracle.together(PLACE, ASKER)),
            "private": (await computed.private("W", ASKER), oracle.alone(ASKER)),
            "told there": (
                await computed.alone("W", ASKER, PLACE),
                oracle.alone_in(ASKER, PLACE),
            ),
        }
        for how, (got, want) in pairs.items():
            told["cells"] += len(rooms)
            told["visible"] += len(want)
            told["leaks"] += len(got.channels - want)
            told["refused too much"] += len(want - got.channels)
            if got.channels != want:
                wrong.append((how, case, got.channels ^ want))
    assert not wrong[:5]
    assert told["leaks"] == told["refused too much"] == 0
    assert told["cells"] == len(_PLACES) * len(KINDS) * len(_READERS) * 2 * 3 * 29
    assert told["visible"] > 30_000, "an oracle that refuses everything would agree with anything"


async def test_what_slack_does_not_tell_never_widens():
    methods = ("conversations.info", "conversations.members", "users.list", "users.info")
    for place, silent in product(_PLACES, (*methods, "users.conversations", "auth.test")):
        people, rooms = world(place, "member", "multi_guest")
        facts: Any = SlackFacts(people, rooms, silent={silent})
        computed = audiences(facts, rooms, in_shared=True)
        oracle = Oracle(people, rooms, in_shared=True)
        assert (await computed.of("W", PLACE, ASKER)).channels <= oracle.together(PLACE, ASKER)
        assert (await computed.private("W", ASKER)).channels <= oracle.alone(ASKER)


async def test_a_member_whom_nobody_knows_counts_as_a_stranger():
    people, rooms = world("public", "member", None)
    rooms[PLACE].members.add("UNKNOWN")
    facts: Any = SlackFacts(people, rooms)
    computed = audiences(facts, rooms, in_shared=False)
    assert (await computed.of("W", PLACE, ASKER)).channels == {PLACE}


async def test_the_key_of_the_memory_tells_channels_and_people_apart():
    people, rooms = world("direct", "member", None)
    facts: Any = SlackFacts(people, rooms)
    computed = audiences(facts, rooms, in_shared=False)
    assert (await computed.of("W", PLACE, ASKER)).key == f"person:{ASKER}"
    assert (await computed.own("W", PLACE)).key == f"channel:{PLACE}"
