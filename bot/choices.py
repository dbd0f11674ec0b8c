"""What a workspace has chosen over the settings.

It is read at each use, so that a choice is in force at once, in every process of the bot.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, get_args

from bot.ports import Engine
from rag.modes import Mode, Modes, RetrievalChoice, Transform
from rag.types import Preference

LIBRARY = "library"
YES, NO = "yes", "no"
WORKSPACE = ""
"""The place of a choice that holds wherever a channel has not chosen otherwise."""
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "mode": get_args(Mode),
    "retrieval": get_args(RetrievalChoice),
    "transform": get_args(Transform),
    "top_k": ("4", "6", "8", "12", "16", "24"),
    "web": ("on", "off"),
}


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of one workspace."""

    engine: Engine
    workspace: str

    async def all(self) -> list[Preference]:
        """Each with who made it and when."""
        return await self.engine.preferences(self.workspace)

    async def modes(self, channel: str = WORKSPACE) -> Modes:
        """How questions of a channel are answered: its choice, else the workspace's, else the settings'."""
        return overlaid(self.engine.modes, await self.all(), channel)

    async def libraries(self) -> dict[str, bool]:
        """Channels that were made libraries, and with False those that are none any more."""
        return {p.place: p.value == YES for p in await self.all() if p.name == LIBRARY}

    async def choose(self, place: str, name: str, value: str, user: str) -> None:
        """Keeps a choice; an empty value goes back to what it was before anybody chose."""
        choice = Preference(place, name, value, user, datetime.now(UTC))
        await self.engine.prefer(self.workspace, choice)


def overlaid(usual: Modes, chosen: list[Preference], channel: str) -> Modes:
    """The usual modes with what was chosen for the workspace, and over that for the channel."""
    wanted: dict[str, Any] = {}
    for place in (WORKSPACE, channel):
        for choice in chosen:
            if choice.place == place and choice.value in OPTIONS.get(choice.name, ()):
                wanted[choice.name] = _meant(choice, usual)
    return replace(usual, **wanted)


def _meant(choice: Preference, usual: Modes) -> str | int | bool:
    if choice.name == "top_k":
        return int(choice.value)
    if choice.name == "web":  # what is not configured can't be chosen
        return usual.web and choice.value == "on"
    return choice.value
