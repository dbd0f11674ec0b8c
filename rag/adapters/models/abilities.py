"""What is known of an endpoint and model: which parameters it refuses, how it makes JSON."""

import sys
from dataclasses import dataclass, field
from typing import Literal

Structure = Literal["json_schema", "tool", "json_object", "text"]

_LADDER: tuple[Structure, ...] = ("json_schema", "tool", "json_object", "text")
_STRIKES = 2
_LEAST_ROOM = 1_500


@dataclass(slots=True)
class Abilities:
    """Learnt from refusals, one step at a time, and never unlearnt while the process runs."""

    refused: set[str] = field(default_factory=set)
    room: int = sys.maxsize
    """Tokens of a prompt that it has room for, once it had none for a longer one."""
    finishes: bool = False
    """Whether it has ever said why a stream ended."""
    _step: int = 0
    _strikes: int = 0

    @property
    def structure(self) -> Structure:
        """The best way to structured output that has not been refused."""
        return _LADDER[self._step]

    def takes(self, parameter: str) -> bool:
        """Whether the parameter has not been refused."""
        return parameter not in self.refused

    def learn(self, parameter: str, structure: Structure) -> bool:
        """Notes a refusal of a request made with ``structure``; False if it named nothing."""
        if parameter in ("response_format", "tools") and structure != "text":
            self._lower(structure)
        elif parameter:
            self.refused.add(parameter)
        return bool(parameter)

    def usable(self, structure: Structure) -> None:
        """Notes a reply that could be read."""
        if structure == self.structure:
            self._strikes = 0

    def unusable(self, structure: Structure) -> None:
        """Notes a structured reply that couldn't be read where plain text could."""
        if structure == self.structure and structure != "text":
            self._strikes += 1
            if self._strikes >= _STRIKES:
                self._step, self._strikes = len(_LADDER) - 1, 0

    def fits(self, tokens: int, *, was_too_long: bool) -> None:
        """Notes a prompt that had room after it was shortened.

        A short one tells nothing: it may have been refused for what can't be shortened.
        """
        if was_too_long:
            self.room = min(self.room, max(tokens, _LEAST_ROOM))

    def _lower(self, structure: Structure) -> None:
        self._step = max(self._step, _LADDER.index(structure) + 1)
        self._strikes = 0


class KnownAbilities:
    """Abilities by endpoint and model, shared by the roles of a process."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Abilities] = {}

    def of(self, endpoint: str, model: str) -> Abilities:
        """The one record of this endpoint and model."""
        return self._known.setdefault((endpoint.rstrip("/"), model), Abilities())
