"""Which workspace a bot on this folder serves, noted so that the command line acts in the same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rag.types import Audience

_NOTE = "workspace.json"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A workspace and its open libraries: channel ids by name."""

    workspace: str
    libraries: Mapping[str, str]

    def channel(self, given: str) -> str:
        """The id of a channel given by name or id; the first library if none is given."""
        name = given.lstrip("#")
        if not name:
            return next(iter(self.libraries.values()))
        return self.libraries.get(name, name)

    def audience(self, given: str) -> Audience:
        """Who reads an answer in that channel: it sees its own documents and the libraries'."""
        channel = self.channel(given)
        seen = frozenset({channel, *self.libraries.values()})
        return Audience(self.workspace, f"channel:{channel}", seen)


def note_surroundings(home: Path, found: Surroundings) -> None:
    """Writes them down in the folder."""
    home.mkdir(parents=True, exist_ok=True)
    draft = home / (_NOTE + ".new")
    noted = {"workspace": found.workspace, "libraries": dict(found.libraries)}
    draft.write_text(json.dumps(noted), encoding="utf-8")
    draft.replace(home / _NOTE)


def read_surroundings(home: Path) -> Surroundings | None:
    """What was written down, or None."""
    try:
        noted = json.loads((home / _NOTE).read_text(encoding="utf-8"))
        libraries = {str(name): str(channel) for name, channel in noted["libraries"].items()}
        return Surroundings(str(noted["workspace"]), libraries) if libraries else None
    except (OSError, ValueError, KeyError, AttributeError):
        return None
