"""Slack's answers about channels and people, in Slack's shapes, made from rooms and kinds."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from slack_sdk.errors import SlackApiError

from tests.support.access_oracle import Kind, Room

HOME, SIBLING, FOREIGN, ORGANISATION = "T1", "T2", "T9", "E1"
_PAGE = 3

Json = dict[str, Any]


class Pages:
    """What the client's paged calls return."""

    def __init__(self, key: str, found: Sequence[Any]) -> None:
        self._key, self._found = key, found

    async def __aiter__(self) -> AsyncIterator[Json]:
        for start in range(0, max(len(self._found), 1), _PAGE):
            yield {self._key: list(self._found[start : start + _PAGE])}


@dataclass
class SlackFacts:
    """`AsyncWebClient`, as far as `People` calls it. ``silent`` are methods that fail."""

    people: Mapping[str, Kind]
    rooms: Mapping[str, Room]
    silent: set[str] = field(default_factory=set)
    unlisted: frozenset[str] = frozenset()
    """Users that users.list leaves out, as it does those of other workspaces."""
    locales: dict[str, str] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)

    async def auth_test(self) -> Any:
        self._call("auth.test")
        return {"team_id": HOME, "enterprise_id": ORGANISATION}

    async def users_info(self, user: str, *, include_locale: bool = False) -> Json:
        self._call("users.info")
        if user not in self.people:
            raise refused("user_not_found")
        return {"user": self._user(user, include_locale=include_locale)}

    async def users_list(self, limit: int, *, include_locale: bool = False) -> Pages:
        self._call("users.list")
        listed = [user for user in self.people if user not in self.unlisted]
        found = [self._user(user, include_locale=include_locale) for user in listed]
        return Pages("members", found)

    async def conversations_info(self, channel: str) -> Json:
        self._call("conversations.info")
        return {"channel": raw_room(self._room(channel))}

    async def conversations_members(self, channel: str, limit: int) -> Pages:
        self._call("conversations.members")
        return Pages("members", sorted(self._room(channel).members))

    async def users_conversations(self, types: str, exclude_archived: bool, limit: int) -> Pages:
        self._call("users.conversations")
        found = [
            raw_room(room)
            for room in self.rooms.values()
            if room.kind in {"public", "private"} and not (exclude_archived and room.archived)
        ]
        return Pages("channels", found)

    def _user(self, user: str, *, include_locale: bool) -> Json:
        locale = {"locale": self.locales.get(user, "en-US")} if include_locale else {}
        return raw_user(user, self.people[user]) | locale

    def _room(self, channel: str) -> Room:
        if channel not in self.rooms:
            raise refused("channel_not_found")
        return self.rooms[channel]

    def _call(self, method: str) -> None:
        self.calls.append(method)
        if method in self.silent:
            raise refused("fatal_error")


def refused(code: str) -> SlackApiError:
    return SlackApiError(code, {"ok": False, "error": code})


def raw_user(user: str, kind: Kind) -> Json:
    """A user object as users.info has it on an organisation's workspace."""
    team = {"sibling": SIBLING, "stranger": FOREIGN}.get(kind, HOME)
    raw: Json = {
        "id": user,
        "team_id": team,
        "name": user.lower(),
        "deleted": kind == "gone",
        "is_bot": kind == "bot",
        "is_admin": kind in {"admin", "owner"},
        "is_owner": kind == "owner",
        "is_restricted": kind in {"single_guest", "multi_guest"},
        "is_ultra_restricted": kind == "single_guest",
        "profile": {"display_name": user.title()},
    }
    if kind == "stranger":
        raw["is_stranger"] = True
        raw["enterprise_user"] = {"enterprise_id": "E9", "teams": [FOREIGN]}
    elif kind != "bot":
        raw["enterprise_user"] = {"enterprise_id": ORGANISATION, "teams": [team]}
    return raw


def raw_room(room: Room) -> Json:
    """A conversation object as conversations.info has it."""
    teams = [HOME, *([SIBLING] if room.org else []), *([FOREIGN] if room.ext else [])]
    return {
        "id": room.id,
        "name": (room.name or room.id.lower()) if room.kind in {"public", "private"} else "",
        "is_im": room.kind == "im",
        "is_mpim": room.kind == "mpim",
        "is_private": room.kind != "public",
        "is_shared": room.org or room.ext,
        "is_org_shared": room.org,
        "is_ext_shared": room.ext,
        "is_pending_ext_shared": room.pending,
        "is_archived": room.archived,
        "shared_team_ids": teams,
        "context_team_id": HOME,
    }
