"""What the page offers beyond what the workspace knows: sample questions, commands, shortcuts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import yaml


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A sample question; a follow-up goes into the thread of the last question of its language."""

    text: str
    language: str
    is_follow_up: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command that the message box completes."""

    name: str
    description: str = ""
    usage_hint: str = ""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """An entry of the app's in a message's menu."""

    callback_id: str
    name: str


FOOTNOTE: Final = Command("/footnote", "Ask Footnote for help", "[help]")


@dataclass(frozen=True, slots=True)
class Offers:
    """Everything, as plain data."""

    suggestions: Sequence[Suggestion] = ()
    commands: Sequence[Command] = (FOOTNOTE,)
    shortcuts: Sequence[Shortcut] = ()

    def shape(self) -> dict[str, Any]:
        """Render as JSON."""
        return asdict(self)


def offers_of(manifest: Path, suggestions: Sequence[Suggestion] = ()) -> Offers:
    """Offer the commands and message shortcuts of an app's manifest, if there is one."""
    if not manifest.is_file():
        return Offers(suggestions)
    features = yaml.safe_load(manifest.read_text(encoding="utf-8"))["features"]
    commands = [
        Command(entry["command"], entry.get("description", ""), entry.get("usage_hint", ""))
        for entry in features.get("slash_commands", [])
    ]
    shortcuts = [
        Shortcut(entry["callback_id"], entry["name"])
        for entry in features.get("shortcuts", [])
        if entry["type"] == "message"
    ]
    return Offers(suggestions, commands, shortcuts)
