"""Remembers what the app asked for, to be shown and counted."""

import time
from collections import Counter, deque
from dataclasses import asdict, dataclass
from typing import Any

_KEPT = 500


@dataclass(frozen=True)
class Call:
    """One call of the Web API; the arguments are those sent, without the token."""

    at: float
    method: str
    ok: bool
    error: str | None
    arguments: dict[str, Any]


class CallLog:
    """The last calls in full, and the number of all of them."""

    def __init__(self) -> None:
        self._last: deque[Call] = deque(maxlen=_KEPT)
        self._counts: Counter[tuple[str, bool, str | None]] = Counter()

    def add(self, method: str, arguments: dict[str, Any], error: str | None) -> None:
        """Note a call that was answered."""
        shown = {name: value for name, value in arguments.items() if name != "token"}
        self._last.append(Call(time.time(), method, error is None, error, shown))
        self._counts[method, error is None, error] += 1

    def count(self, method: str, *, error: str | None = None) -> int:
        """How often a method succeeded, or failed with a given error."""
        return self._counts[method, error is None, error]

    def clear(self) -> None:
        """Start counting anew."""
        self._last.clear()
        self._counts.clear()

    def report(self) -> dict[str, Any]:
        """Everything, as JSON."""
        counts = [
            {"method": method, "ok": ok, "error": error, "count": count}
            for (method, ok, error), count in sorted(self._counts.items(), key=str)
        ]
        return {"counts": counts, "last": [asdict(call) for call in self._last]}
