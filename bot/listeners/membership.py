"""Events that change who may see what: what is cached of the channel or the person is dropped."""

from collections.abc import Awaitable, Callable
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
    "channel_id_changed",
    "channel_left",
    "channel_shared",
    "channel_unshared",
    "group_archive",
    "group_unarchive",
    "group_rename",
    "group_deleted",
    "group_left",
)
_PERSON = "user_change"
# No event of their own: a channel that was made private or public says so by a message.
_CONVERSIONS = frozenset({"channel_convert_to_private", "channel_convert_to_public"})


@dataclass(frozen=True, slots=True)
class Membership:
    """Keeps the cache of channels and people honest."""

    people: People

    def register(self, app: AsyncApp) -> None:
        """Registers for every such event, and looks at all others by the way."""
        app.use(self.on_any)
        for name in EVENTS:
            app.event(name)(self.on_change)
        app.event(_PERSON)(self.on_person)

    async def on_any(
        self, body: dict[str, Any], next: Callable[[], Awaitable[Any]]
    ) -> None:  # Bolt passes it by that name
        """What an event says of its channel is newer than what is cached."""
        self.look(body)
        await next()

    def look(self, body: dict[str, Any]) -> None:
        """Compares the kind of the channel that an event names with what is cached."""
        event = body.get("event") or {}
        channel = event.get("channel")
        if not isinstance(channel, str):
            return
        if event.get("subtype") in _CONVERSIONS:
            self.people.forget(channel)
            return
        is_shared = bool(body.get("is_ext_shared_channel"))
        self.people.notice(channel, str(event.get("channel_type", "")), is_shared=is_shared)

    async def on_change(self, event: dict[str, Any]) -> None:
        """Drops the channel, or everything if the event names none."""
        for name in _channels(event) or ("",):
            self.people.forget(name)

    async def on_person(self, event: dict[str, Any]) -> None:
        """Drops the person if what they may see has changed."""
        user = event.get("user")
        if isinstance(user, dict) and user.get("id"):
            self.people.learn(user)
        else:
            self.people.forget()


def _channels(event: dict[str, Any]) -> list[str]:
    """The channels that an event is about, by their ids."""
    named = (event.get(key) for key in ("channel", "old_channel_id", "new_channel_id"))
    found = [name.get("id", "") if isinstance(name, dict) else name for name in named]
    return [name for name in found if name]
