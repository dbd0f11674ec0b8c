"""Identifiers and timestamps of the form that Slack gives them."""

import secrets
import string
import time

_ALPHABET = string.ascii_uppercase + string.digits


def new_id(prefix: str) -> str:
    """Return an id like F0AB12CD34E, random so that nobody can rely on its order."""
    return prefix + "0" + "".join(secrets.choice(_ALPHABET) for _ in range(9))


class Clock:
    """Hands out message timestamps that are unique and never go backwards, even over a restart."""

    def __init__(self) -> None:
        self._last = 0

    def seen(self, ts: str) -> None:
        """Take note of a timestamp from an earlier run."""
        self._last = max(self._last, _microseconds(ts))

    def next_ts(self) -> str:
        """Return the present in microseconds, or the next one after the last."""
        self._last = max(time.time_ns() // 1000, self._last + 1)
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"


def _microseconds(ts: str) -> int:
    seconds, _, fraction = ts.partition(".")
    return int(seconds) * 1_000_000 + int(fraction.ljust(6, "0")[:6] or "0")
