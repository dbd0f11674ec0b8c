"""What Slack says about channels and people, cached for minutes. Unknown means no."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.facts import (
    ENGLISH,
    HOME_FIELDS,
    Channel,
    Home,
    Person,
    channel_of,
    home_of,
    person_of,
)
from rag.types import Language

__all__ = ["Channel", "People", "Person"]

_FRESH_SECONDS = 300.0
_PAGE = 200
_TRIES = 3  # for what changes while it is asked for
_MOST_ELSEWHERE = 100  # members that the list of users doesn't have, asked for one by one
_TYPES = {"channel": False, "group": True}  # an event's word for a channel: is it private?

Key = tuple[str, str]
T = TypeVar("T")


@dataclass(slots=True)
class People:
    """Channels, members and users of one workspace."""

    client: AsyncWebClient
    clock: Callable[[], float] = time.monotonic
    _home: Home | None = None
    _kept: dict[Key, tuple[float, Any]] = field(default_factory=dict)
    _locks: dict[Key, asyncio.Lock] = field(default_factory=dict)
    _drops: dict[Key, int] = field(default_factory=dict)
    """How often each was dropped: what was asked for before is not kept after."""
    _clears: int = 0

    async def channel(self, channel: str) -> Channel | None:
        """The channel, or None if the bot can't see it."""
        return await self._cached(("channel", channel), lambda: self._channel(channel))

    async def person(self, user: str) -> Person | None:
        """The user, or None if unknown."""
        return await self._cached(("person", user), lambda: self._person(user))

    async def name_of(self, user: str) -> str:
        """The display name, or the id if that can't be known."""
        person = await self.person(user)
        return person.name if person else user

    async def language_of(self, user: str) -> Language:
        """In which to speak to the user alone: English if it can't be known, or if there is none."""
        try:
            person = await self.person(user) if user else None
        except (aiohttp.ClientError, TimeoutError, OSError):
            return ENGLISH  # also who is told that something failed is told it in some language
        return person.language if person else ENGLISH

    async def members(self, channel: str) -> frozenset[str] | None:
        """Everyone in the channel, or None if that can't be known."""
        return await self._cached(("members", channel), lambda: self._members(channel))

    async def persons(self, users: Collection[str]) -> list[Person] | None:
        """All of these users; None if there is one who can't be known."""
        listed = await self._cached(("everyone", ""), self._everyone)
        if listed is None or sum(user not in listed for user in users) > _MOST_ELSEWHERE:
            return None
        found = [listed.get(user) or await self.person(user) for user in users]
        known = [person for person in found if person is not None]
        return known if len(known) == len(found) else None

    async def own_channels(self) -> tuple[Channel, ...]:
        """Channels that the bot is in; empty if that can't be known."""
        return await self._cached(("own", ""), self._own) or ()

    async def admins(self) -> list[str]:
        """Admins and owners of the workspace, by their ids; empty if that can't be known."""
        listed = await self._cached(("everyone", ""), self._everyone) or {}
        return sorted(user for user, person in listed.items() if person.is_admin)

    def forget(self, channel: str = "") -> None:
        """Drops what is cached of a channel, or everything, after an event that changed it."""
        if not channel:
            self._clears += 1
            self._kept.clear()
            return
        for key in (("channel", channel), ("members", channel), ("own", "")):
            self._drop(key)

    def learn(self, raw: Mapping[str, Any]) -> None:
        """A user has changed: what is cached is dropped only if that bears on access.

        People change their status all day, and a list of everyone is dear.
        """
        listed = self._value(("everyone", "")) or {}
        old = listed.get(raw["id"])
        new = person_of(raw, self._home) if self._home else None
        self._drop(("person", raw["id"]))
        if old is None or new is None or replace(old, name=new.name, language=new.language) != new:
            self._drop(("everyone", ""))
        else:  # Slack need not tell the locale in an event
            listed[new.id] = new if "locale" in raw else replace(new, language=old.language)

    def notice(self, channel: str, kind: str, *, is_shared: bool) -> None:
        """What an event tells by the way; if the cache says otherwise, that is dropped.

        ``kind`` is the event's ``channel_type``: a channel that was made private tells so.
        """
        for known in self._cached_of(channel):
            if _TYPES.get(kind, known.is_private) != known.is_private or (
                is_shared and not known.is_shared
            ):
                self.forget(channel)
                return

    def _cached_of(self, channel: str) -> Iterator[Channel]:
        alone: Channel | None = self._value(("channel", channel))
        if alone:
            yield alone
        yield from (c for c in self._value(("own", "")) or () if c.id == channel)

    def _value(self, key: Key) -> Any:  # noqa: ANN401 - each key has its own type
        return self._kept[key][1] if key in self._kept else None

    def _drop(self, key: Key) -> None:
        self._kept.pop(key, None)
        self._drops[key] = self._drops.get(key, 0) + 1

    async def _cached(self, key: Key, load: Callable[[], Awaitable[T]]) -> T | None:
        async with self._locks.setdefault(key, asyncio.Lock()):
            kept = self._kept.get(key)
            if kept and self.clock() - kept[0] < _FRESH_SECONDS:
                value: T = kept[1]
                return value
            for _ in range(_TRIES):
                before, began = (self._drops.get(key), self._clears), self.clock()
                try:
                    found = await load()
                except SlackApiError:
                    return None  # not cached: the next question asks again
                if (self._drops.get(key), self._clears) == before:
                    self._kept[key] = (began, found)
                    return found
            return None

    async def _at_home(self) -> Home:
        if self._home is None:
            who = await self.client.auth_test()
            self._home = home_of({key: who.get(key) for key in HOME_FIELDS})
        return self._home

    async def _channel(self, channel: str) -> Channel:
        answer = await self.client.conversations_info(channel=channel)
        return channel_of(answer["channel"], await self._at_home())

    async def _person(self, user: str) -> Person:
        answer = await self.client.users_info(user=user, include_locale=True)
        return person_of(answer["user"], await self._at_home())

    async def _members(self, channel: str) -> frozenset[str]:
        pages = await self.client.conversations_members(channel=channel, limit=_PAGE)
        found: set[str] = set()
        async for page in pages:
            found.update(page["members"])
        return frozenset(found)

    async def _everyone(self) -> dict[str, Person]:
        home = await self._at_home()
        pages = await self.client.users_list(include_locale=True, limit=_PAGE)
        found: dict[str, Person] = {}
        async for page in pages:
            found.update({raw["id"]: person_of(raw, home) for raw in page["members"]})
        return found

    async def _own(self) -> tuple[Channel, ...]:
        home = await self._at_home()
        pages = await self.client.users_conversations(
            types="public_channel,private_channel", exclude_archived=True, limit=_PAGE
        )
        found: list[Channel] = []
        async for page in pages:
            found.extend(channel_of(raw, home) for raw in page["channels"])
        return tuple(found)
