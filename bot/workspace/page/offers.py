"""What the page offers beyond what the workspace knows: sample questions, commands, shortcuts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


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


@dataclass(frozen=True, slots=True)
class Offers:
    """Everything, as plain data."""

    suggestions: Sequence[Suggestion] = ()
    commands: Sequence[Command] = (Command("/footnote", "Ask Footnote for help"),)
    shortcuts: Sequence[Shortcut] = ()

    def shape(self) -> dict[str, Any]:
        """Render as JSON."""
        return asdict(self)
