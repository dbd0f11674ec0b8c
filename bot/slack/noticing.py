"""What events say of channels and people: newer than what is cached of them."""

from dataclasses import dataclass
from typing import Any

from bot.slack.people import People

# No event of their own: a channel that was made private or public says so by a message.
_CONVERSIONS = frozenset({"channel_convert_to_private", "channel_convert_to_public"})

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Noticing:
    """Keeps the cache of one workspace honest."""

    people: People

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

    def change(self, event: Event) -> None:
        """Drops the channel, or everything if the event names none."""
        for name in _channels(event) or ("",):
            self.people.forget(name)

    def person(self, event: Event) -> None:
        """Drops the person if what they may see has changed."""
        user = event.get("user")
        if isinstance(user, dict) and user.get("id"):
            self.people.learn(user)
        else:
            self.people.forget()


def _channels(event: Event) -> list[str]:
    """The channels that an event is about, by their ids."""
    named = (event.get(key) for key in ("channel", "old_channel_id", "new_channel_id"))
    found = [name.get("id", "") if isinstance(name, dict) else name for name in named]
    return [name for name in found if name]
