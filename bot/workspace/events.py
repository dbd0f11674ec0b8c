"""The Events API: what the app is told, in Slack's pairs and with Slack's envelopes."""

import time

from bot.workspace.faults import Faults
from bot.workspace.ids import new_id
from bot.workspace.models import Channel, Json, Message, StoredFile
from bot.workspace.mrkdwn import mentions
from bot.workspace.outbox import Outbox
from bot.workspace.shapes import Shapes
from bot.workspace.state import State

_CHANNEL_TYPES = {"public": "channel", "private": "group", "im": "im", "mpim": "mpim"}
_KIND_SCOPES = {"public": "channels", "private": "groups", "im": "im", "mpim": "mpim"}
_SCOPES = {
    "app_mention": "app_mentions:read",
    "reaction_added": "reactions:read",
    "reaction_removed": "reactions:read",
    "file_shared": "files:read",
    "file_unshared": "files:read",
    "file_deleted": "files:read",
    "file_change": "files:read",
    "user_change": "users:read",
}


class Events:
    """Builds events. As in Slack, one is sent only if the bot is in the channel and has the scope."""

    def __init__(self, state: State, shapes: Shapes, outbox: Outbox, faults: Faults) -> None:
        self._state, self._shapes, self._outbox, self._faults = state, shapes, outbox, faults

    def message_posted(self, message: Message) -> None:
        """Announce a message, and the mention and the files in it each by themselves."""
        channel = self._state.channel(message.channel)
        self._mention(message, channel)
        shape = self._shapes.event_message(message)
        self._message(channel, shape | {"event_ts": message.ts})
        for file_id in message.files:
            self.file(self._state.files[file_id], "file_shared", channel)

    def message_changed(self, message: Message, previous: Json) -> None:
        """Announce an edit; a mention in it is announced again, marked as edited."""
        channel = self._state.channel(message.channel)
        if message.edited and message.edited.get("user") == message.user and not message.bot_id:
            self._mention(message, channel)
        event = {
            "type": "message",
            "subtype": "message_changed",
            "hidden": True,
            "message": self._shapes.event_message(message),
            "previous_message": previous,
        }
        self._message(channel, event | self._now())

    def message_deleted(self, channel: Channel, previous: Json) -> None:
        """Announce that a message is gone."""
        event = {
            "type": "message",
            "subtype": "message_deleted",
            "hidden": True,
            "deleted_ts": previous["ts"],
            "previous_message": previous,
        }
        self._message(channel, event | self._now())

    def reaction(self, kind: str, user: str, name: str, message: Message) -> None:
        """Announce a reaction added or removed; like Slack's, it names no thread."""
        channel = self._state.channel(message.channel)
        item = {"type": "message", "channel": channel.id, "ts": message.ts}
        event = {
            "type": kind,
            "user": user,
            "reaction": name,
            "item_user": message.user,
            "item": item,
            "event_ts": self._state.clock.next_ts(),
        }
        self._emit(event, channel)

    def file(self, file: StoredFile, kind: str, channel: Channel | None = None) -> None:
        """Announce something about a file; only sharing has a channel."""
        event: Json = {"type": kind, "file_id": file.id, "event_ts": self._state.clock.next_ts()}
        if kind != "file_deleted":
            event |= {"user_id": file.user, "file": {"id": file.id}}
        if channel:
            event["channel_id"] = channel.id
        elif not self._bot_sees(file):
            return
        self._emit(event, channel)

    def membership(
        self, kind: str, user: str, channel: Channel, inviter: str | None = None
    ) -> None:
        """Announce who joined or left."""
        event = {
            "type": kind,
            "user": user,
            "channel": channel.id,
            "channel_type": "C" if channel.kind == "public" else "G",
            "team": self._state.user(user).team_id,
            "event_ts": self._state.clock.next_ts(),
        }
        leaves_itself = user == self._state.identity.bot_user
        self._emit(event | ({"inviter": inviter} if inviter else {}), channel, always=leaves_itself)

    def channel_changed(self, kind: str, channel: Channel, user: str) -> None:
        """Announce that a channel was archived, unarchived, renamed or deleted."""
        event: Json = {"type": kind, "user": user, "event_ts": self._state.clock.next_ts()}
        whole = {"id": channel.id, "name": channel.name, "created": channel.created}
        event["channel"] = whole if kind.endswith("_rename") else channel.id
        self._emit(event, channel)

    def app_event(self, event: Json) -> None:
        """Announce what concerns the app itself, such as its Home tab being opened."""
        self._emit(event | {"event_ts": self._state.clock.next_ts()}, None)

    def _mention(self, message: Message, channel: Channel) -> None:
        bot_user = self._state.identity.bot_user
        if channel.kind == "im" or message.user == bot_user or not mentions(message.text, bot_user):
            return
        event = self._shapes.event_message(message) | {
            "type": "app_mention",
            "channel": channel.id,
            "event_ts": message.ts,
        }
        # Slack's app_mention comes without the files of the message, which trips many apps.
        for name in ("files", "upload", "subtype"):
            event.pop(name, None)
        self._emit(event | self._author_team(message.user), channel)

    def _message(self, channel: Channel, event: Json) -> None:
        place = {"channel": channel.id, "channel_type": _CHANNEL_TYPES[channel.kind]}
        author = self._author_team(event["user"]) if "user" in event else {}
        self._emit(event | place | author, channel, scope=f"{_KIND_SCOPES[channel.kind]}:history")

    def _author_team(self, user_id: str) -> Json:
        """A person from another organisation is told apart by `user_team`."""
        team = self._state.user(user_id).team_id
        return (
            {} if team == self._state.identity.team_id else {"user_team": team, "source_team": team}
        )

    def _now(self) -> Json:
        ts = self._state.clock.next_ts()
        return {"ts": ts, "event_ts": ts}

    def _bot_sees(self, file: StoredFile) -> bool:
        bot_user = self._state.identity.bot_user
        channels = [self._state.channel(share.channel) for share in file.shares]
        return file.user == bot_user or any(bot_user in channel.members for channel in channels)

    def _emit(
        self,
        event: Json,
        channel: Channel | None,
        *,
        scope: str | None = None,
        always: bool = False,
    ) -> None:
        identity = self._state.identity
        if channel and identity.bot_user not in channel.members and not always:
            return
        needed = scope or _SCOPES.get(event["type"])
        if needed and (
            needed not in identity.scopes or needed in self._faults.settings.missing_scopes
        ):
            return
        authorization = {
            "enterprise_id": None,
            "team_id": identity.team_id,
            "user_id": identity.bot_user,
            "is_bot": True,
            "is_enterprise_install": False,
        }
        payload = {
            "token": "local-verification-token",
            "team_id": identity.team_id,
            "context_team_id": identity.team_id,
            "context_enterprise_id": None,
            "api_app_id": identity.app_id,
            "event": event,
            "type": "event_callback",
            "event_id": new_id("Ev"),
            "event_time": int(time.time()),
            "authorizations": [authorization],
            "is_ext_shared_channel": bool(channel and channel.is_ext_shared),
            "event_context": f"4-{new_id('EC')}",
        }
        self._outbox.add(payload)
