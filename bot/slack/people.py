"""What Slack says about channels and people, cached for minutes. Unknown means no."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

_FRESH_SECONDS = 300.0
_PAGE = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Channel:
    """A conversation as far as access goes."""

    id: str
    name: str
    is_direct: bool
    is_group: bool
    """A group direct message."""
    is_private: bool
    is_shared: bool
    """Shared with another organisation, or about to be."""
    is_archived: bool


@dataclass(frozen=True, slots=True)
class Person:
    """A user. ``is_full`` is a member of this workspace that is neither guest nor stranger."""

    id: str
    name: str
    is_full: bool
    is_bot: bool
    is_admin: bool = False
    """An admin or owner of the workspace."""


@dataclass(slots=True)
class People:
    """Channels, members and users of one workspace."""

    client: AsyncWebClient
    clock: Callable[[], float] = time.monotonic
    _kept: dict[tuple[str, str], tuple[float, Any]] = field(default_factory=dict)
    _locks: dict[tuple[str, str], asyncio.Lock] = field(default_factory=dict)

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

    async def members(self, channel: str) -> frozenset[str] | None:
        """Everyone in the channel, or None if that can't be known."""
        return await self._cached(("members", channel), lambda: self._members(channel))

    async def partial_people(self) -> frozenset[str] | None:
        """Users that are guests or strangers; None if that can't be known."""
        return await self._cached(("partial", ""), self._partial)

    async def own_channels(self) -> tuple[Channel, ...]:
        """Channels that the bot is in; empty if that can't be known."""
        return await self._cached(("own", ""), self._own) or ()

    def forget(self, channel: str = "") -> None:
        """Drops what is cached of a channel, or everything, after an event that changed it."""
        if not channel:
            self._kept.clear()
            return
        for kind in ("channel", "members", "own"):
            self._kept.pop((kind, "" if kind == "own" else channel), None)

    async def _cached(
        self, key: tuple[str, str], load: Callable[[], Awaitable[T | None]]
    ) -> T | None:
        async with self._locks.setdefault(key, asyncio.Lock()):
            kept = self._kept.get(key)
            if kept and self.clock() - kept[0] < _FRESH_SECONDS:
                value: T | None = kept[1]
                return value
            try:
                found = await load()
            except SlackApiError:
                return None  # not cached: the next question asks again
            self._kept[key] = (self.clock(), found)
            return found

    async def _channel(self, channel: str) -> Channel:
        answer = await self.client.conversations_info(channel=channel)
        return _to_channel(answer["channel"])

    async def _person(self, user: str) -> Person:
        answer = await self.client.users_info(user=user)
        return _to_person(answer["user"])

    async def _members(self, channel: str) -> frozenset[str]:
        pages = await self.client.conversations_members(channel=channel, limit=_PAGE)
        found: set[str] = set()
        async for page in pages:
            found.update(page["members"])
        return frozenset(found)

    async def _partial(self) -> frozenset[str]:
        pages = await self.client.users_list(limit=_PAGE)
        found: set[str] = set()
        async for page in pages:
            people = [_to_person(user) for user in page["members"]]
            found.update(p.id for p in people if not (p.is_full or p.is_bot))
        return frozenset(found)

    async def _own(self) -> tuple[Channel, ...]:
        pages = await self.client.users_conversations(
            types="public_channel,private_channel", exclude_archived=True, limit=_PAGE
        )
        found: list[Channel] = []
        async for page in pages:
            found.extend(_to_channel(channel) for channel in page["channels"])
        return tuple(found)


def _to_channel(raw: dict[str, Any]) -> Channel:
    return Channel(
        id=raw["id"],
        name=raw.get("name", ""),
        is_direct=bool(raw.get("is_im")),
        is_group=bool(raw.get("is_mpim")),
        is_private=bool(raw.get("is_private")),
        is_shared=bool(raw.get("is_ext_shared") or raw.get("is_pending_ext_shared")),
        is_archived=bool(raw.get("is_archived")),
    )


def _to_person(raw: dict[str, Any]) -> Person:
    profile = raw.get("profile") or {}
    limited = ("is_restricted", "is_ultra_restricted", "is_stranger", "deleted")
    return Person(
        id=raw["id"],
        name=profile.get("display_name") or raw.get("real_name") or raw.get("name") or raw["id"],
        is_full=not any(raw.get(flag) for flag in limited),
        is_bot=bool(raw.get("is_bot")) or raw["id"] == "USLACKBOT",
        is_admin=bool(raw.get("is_admin") or raw.get("is_owner")),
    )
