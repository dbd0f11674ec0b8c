"""What Slack tells of channels and people, as far as access goes. What it doesn't tell is no."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rag.types import Language

HOME_FIELDS = ("team_id", "enterprise_id", "is_enterprise_install")

ENGLISH: Language = "en"
_CHINESE: Language = "zh"

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Home:
    """Where the bot is installed: a workspace, or all of an organisation (then no ``team``)."""

    team: str
    enterprise: str


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
    teams: frozenset[str] = frozenset()
    """The workspaces it belongs to: several if it is shared within an organisation."""


@dataclass(frozen=True, slots=True)
class Person:
    """A user. ``is_full`` is somebody of this organisation: no guest, stranger or bot, and active."""

    id: str
    name: str
    is_full: bool
    is_bot: bool
    is_admin: bool = False
    """An admin or owner of the workspace."""
    is_gone: bool = False
    """Deactivated: reads nothing."""
    teams: frozenset[str] = frozenset()
    """The workspaces that the person belongs to, and the organisation if it is the bot's own."""
    language: Language = ENGLISH
    """Of those that the bot speaks, the one in which the person uses Slack; else English."""


def opens_to(library: Channel, person: Person) -> bool:
    """Whether the person may see it without being in it: it is public where they belong."""
    if library.is_private or library.is_shared or library.is_direct or library.is_group:
        return False
    return person.is_full and bool(library.teams & person.teams)


def home_of(raw: Json) -> Home:
    """Of the ``HOME_FIELDS`` of auth.test."""
    whole = bool(raw.get("is_enterprise_install"))
    return Home("" if whole else raw.get("team_id") or "", raw.get("enterprise_id") or "")


def channel_of(raw: Json, home: Home) -> Channel:
    """Of a conversation object."""
    within = bool(raw.get("is_org_shared"))
    beyond = any(
        raw.get(flag) for flag in ("is_ext_shared", "is_pending_ext_shared", "pending_shared")
    )
    teams = raw.get("shared_team_ids") or [raw.get("context_team_id") or home.team]
    return Channel(
        id=raw["id"],
        name=raw.get("name", ""),
        is_direct=bool(raw.get("is_im")),
        is_group=bool(raw.get("is_mpim")),
        is_private=bool(raw.get("is_private")),
        # Shared in a way that it doesn't tell: as if with others.
        is_shared=beyond or (bool(raw.get("is_shared")) and not within),
        is_archived=bool(raw.get("is_archived")),
        teams=frozenset(team for team in teams if team),
    )


def person_of(raw: Json, home: Home) -> Person:
    """Of a user object. Users of a sibling workspace are known by their organisation."""
    profile, grid = raw.get("profile") or {}, raw.get("enterprise_user") or {}
    is_kin = bool(home.enterprise) and grid.get("enterprise_id") == home.enterprise
    team = raw.get("team_id") or ""
    teams = {team, *(grid.get("teams") or ()), home.enterprise} if is_kin else {team}
    is_ours = is_kin or (bool(team) and team == home.team)
    is_bot = bool(raw.get("is_bot")) or raw["id"] == "USLACKBOT"
    limits = ("is_restricted", "is_ultra_restricted", "is_stranger", "deleted")
    is_full = is_ours and not is_bot and not any(raw.get(limit) for limit in limits)
    return Person(
        id=raw["id"],
        name=profile.get("display_name") or raw.get("real_name") or raw.get("name") or raw["id"],
        is_full=is_full,
        is_bot=is_bot,
        is_admin=is_full and bool(raw.get("is_admin") or raw.get("is_owner")),
        is_gone=bool(raw.get("deleted")),
        teams=frozenset(team for team in teams if team),
        language=language_of(raw.get("locale")),
    )


def language_of(locale: str | None) -> Language:
    """Of a locale as Slack writes it, zh-TW; None where it doesn't tell."""
    return _CHINESE if (locale or "").partition("-")[0] == _CHINESE else ENGLISH
