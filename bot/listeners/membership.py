"""Events that change who may see what: what is cached of the channel is dropped."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.slack.people import People

EVENTS = (
    "member_joined_channel",
    "member_left_channel",
    "channel_archive",
    "channel_unarchive",
    "channel_rename",
    "channel_deleted",
    "channel_shared",
    "channel_unshared",
    "group_archive",
    "group_unarchive",
    "group_rename",
    "group_deleted",
    "user_change",
)


@dataclass(frozen=True, slots=True)
class Membership:
    """Keeps the cache of channels and people honest."""

    people: People

    def register(self, app: AsyncApp) -> None:
        """Registers for every such event."""
        for name in EVENTS:
            app.event(name)(self.on_change)

    async def on_change(self, event: dict[str, Any]) -> None:
        """Drops the channel, or everything if the event names none."""
        channel = event.get("channel")
        name = channel.get("id", "") if isinstance(channel, dict) else channel or ""
        self.people.forget(name)
