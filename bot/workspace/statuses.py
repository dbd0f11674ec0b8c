"""The "is thinking…" lines under threads: gone when the app posts there, or after two minutes."""

import time
from dataclasses import dataclass

from bot.workspace.models import Json


@dataclass(frozen=True)
class Status:
    """One line, and the messages Slack would show in turn meanwhile."""

    channel: str
    thread_ts: str
    status: str
    loading_messages: list[str]
    until: float

    def shape(self) -> Json:
        """Render for the people's side."""
        return {
            "channel": self.channel,
            "thread_ts": self.thread_ts,
            "status": self.status,
            "loading_messages": self.loading_messages,
        }


class Statuses:
    """At most one per thread."""

    def __init__(self, lifetime: float) -> None:
        self._lifetime = lifetime
        self._shown: dict[tuple[str, str], Status] = {}

    def set(self, channel: str, thread_ts: str, status: str, loading_messages: list[str]) -> None:
        """Show a status; an empty one clears."""
        until = time.time() + self._lifetime
        if status:
            shown = Status(channel, thread_ts, status, loading_messages, until)
            self._shown[channel, thread_ts] = shown
        else:
            self.clear(channel, thread_ts)

    def clear(self, channel: str, thread_ts: str) -> bool:
        """Take a status away; say whether there was one."""
        return self._shown.pop((channel, thread_ts), None) is not None

    def shown(self) -> list[Status]:
        """Every status whose time is not up."""
        return [status for status in self._shown.values() if time.time() < status.until]
