"""Entities in the shape in which Slack shows them to an app."""

from collections.abc import Iterator
from urllib.parse import quote

from bot.workspace.faults import Faults
from bot.workspace.models import Channel, Json, Message, Share, StoredFile, Stream, User, View
from bot.workspace.state import State

FILE_STUB = "check_file_info"


class Shapes:
    """Renders entities; the address is where this workspace serves files and permalinks."""

    def __init__(self, state: State, faults: Faults) -> None:
        self._state, self._faults = state, faults
        self.url = ""

    def user(self, user: User, *, with_locale: bool = False) -> Json:
        """Render as `users.info` does: the locale only for who has asked for it."""
        shape: Json = {
            "id": user.id,
            "team_id": user.team_id,
            "name": user.name,
            "real_name": user.real_name,
            "deleted": user.deleted,
            "is_bot": user.is_bot,
            "is_app_user": False,
            "is_admin": user.is_admin,
            "is_owner": False,
            "is_restricted": user.is_restricted,
            "is_ultra_restricted": False,
            "tz": "Etc/UTC",
            "tz_offset": 0,
            "profile": {"real_name": user.real_name, "display_name": user.real_name},
        }
        if with_locale:
            shape["locale"] = user.locale
        if user.is_bot:
            shape["profile"]["bot_id"] = self._state.identity.bot_id
        if user.team_id != self._state.identity.team_id:
            shape["is_stranger"] = True
        return shape

    def channel(self, channel: Channel) -> Json:
        """Render as `conversations.info` does."""
        identity = self._state.identity
        shape: Json = {
            "id": channel.id,
            "created": channel.created,
            "is_archived": channel.is_archived,
            "is_im": channel.kind == "im",
            "is_mpim": channel.kind == "mpim",
            "is_channel": channel.kind == "public",
            "is_group": channel.kind in ("private", "mpim"),
            "is_private": channel.kind != "public",
            "is_shared": channel.is_ext_shared,
            "is_ext_shared": channel.is_ext_shared,
            "is_org_shared": False,
            "is_pending_ext_shared": False,
            "context_team_id": identity.team_id,
        }
        if channel.kind == "im":
            others = [member for member in channel.members if member != identity.bot_user]
            return shape | {"user": others[0], "is_open": True}
        return shape | {
            "name": channel.name,
            "name_normalized": channel.name,
            "creator": channel.creator,
            "is_general": channel.name == "general",
            "is_member": identity.bot_user in channel.members,
            "num_members": len(channel.members),
            "shared_team_ids": [identity.team_id],
            "topic": {"value": "", "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0},
        }

    def message(self, message: Message, *, full_files: bool = True) -> Json:
        """Render as `conversations.history` does, a parent with the figures of its thread."""
        shape: Json = {
            "type": "message",
            "user": message.user,
            "text": message.text,
            "ts": message.ts,
            "team": self._team_of(message.user),
        }
        shape |= {name: value for name, value in self._optional(message) if value}
        if message.bot_id:
            shape |= self._authorship(message)
        if message.files:
            shape["files"] = [
                self.message_file(self._state.files[f], full_files) for f in message.files
            ]
        if message.reactions:
            shape["reactions"] = reactions(message)
        if message.stream:
            shape |= streaming(message.stream)
        return shape | self._thread_figures(message)

    def event_message(self, message: Message) -> Json:
        """Render as an event carries it: a Slack Connect workspace gets stubs of files."""
        shape = self.message(message, full_files=not self._faults.settings.stub_files)
        for figure in ("reply_count", "reply_users", "reply_users_count", "latest_reply"):
            shape.pop(figure, None)
        return shape

    def message_file(self, file: StoredFile, full: bool = True) -> Json:
        """Render a file inside a message."""
        if file.deleted:
            return {"id": file.id, "mode": "tombstone"}
        if not full:
            return {"id": file.id, "mode": "file_access", "file_access": FILE_STUB}
        return self.file(file)

    def file(self, file: StoredFile) -> Json:
        """Render as `files.info` does."""
        team = self._state.identity.team_id
        name = quote(file.name, safe="")
        private = f"{self.url}/files-pri/{team}-{file.id}"
        return {
            "id": file.id,
            "created": file.created,
            "timestamp": file.created,
            "name": file.name,
            "title": file.title,
            "mimetype": file.mimetype,
            "filetype": file.filetype,
            "pretty_type": file.filetype.upper(),
            "user": file.user,
            "user_team": self._team_of(file.user),
            "size": file.size,
            "mode": "hosted",
            "is_external": False,
            "external_type": "",
            "file_access": "visible",
            "is_public": any(share.public for share in file.shares),
            "alt_txt": file.alt_txt or "",
            "url_private": f"{private}/{name}",
            "url_private_download": f"{private}/download/{name}",
            "permalink": f"{self.url}/files/{file.user}/{file.id}/{name}",
            "channels": [share.channel for share in file.shares if share.public],
            "shares": shares(file.shares),
        }

    def permalink(self, message: Message) -> str:
        """Return a message's address in this workspace."""
        link = f"{self.url}/archives/{message.channel}/p{message.ts.replace('.', '')}"
        if message.is_reply:
            link += f"?thread_ts={message.thread_ts}&cid={message.channel}"
        return link

    def view(self, view: View) -> Json:
        """Render a view with what the workspace adds to the app's own definition."""
        identity = self._state.identity
        return view.body | {
            "id": view.id,
            "team_id": identity.team_id,
            "app_id": identity.app_id,
            "app_installed_team_id": identity.team_id,
            "bot_id": identity.bot_id,
            "hash": view.hash,
            "external_id": view.external_id or "",
            "previous_view_id": view.previous,
            "root_view_id": view.root or view.id,
            "state": {"values": {}},
        }

    def _optional(self, message: Message) -> Iterator[tuple[str, object]]:
        yield "subtype", message.subtype
        yield "client_msg_id", message.client_msg_id
        yield "thread_ts", message.thread_ts
        yield "blocks", message.blocks
        yield "attachments", message.attachments
        yield "edited", message.edited
        yield "metadata", message.metadata
        yield "upload", bool(message.files) and message.subtype == "file_share"

    def _authorship(self, message: Message) -> Json:
        identity = self._state.identity
        profile = {
            "id": message.bot_id,
            "app_id": identity.app_id,
            "user_id": message.user,
            "name": self._state.user(message.user).name,
            "team_id": identity.team_id,
            "deleted": False,
        }
        return {"bot_id": message.bot_id, "app_id": identity.app_id, "bot_profile": profile}

    def _thread_figures(self, message: Message) -> Json:
        if message.is_reply:
            # The parent can be gone if only an ephemeral reply is left.
            thread = self._state.thread(message.channel, message.root_ts)
            parent = thread[0] if thread and thread[0].ts == message.root_ts else None
            return {"parent_user_id": parent.user} if parent else {}
        replies = [m for m in self._state.thread(message.channel, message.ts) if m.is_reply]
        if not replies or message.ephemeral_to:
            return {}
        users = list(dict.fromkeys(reply.user for reply in replies))
        return {
            "thread_ts": message.ts,
            "reply_count": len(replies),
            "reply_users": users,
            "reply_users_count": len(users),
            "latest_reply": replies[-1].ts,
        }

    def _team_of(self, user_id: str) -> str:
        user = self._state.users.get(user_id)
        return user.team_id if user else self._state.identity.team_id


def reactions(message: Message) -> list[Json]:
    """Render a message's reactions in the order in which they first appeared."""
    return [
        {"name": name, "users": list(users), "count": len(users)}
        for name, users in message.reactions.items()
    ]


def streaming(stream: Stream) -> Json:
    """Render a stream's progress; the names are this workspace's own, for people to look at."""
    shape: Json = {"streaming_state": stream.state}
    if stream.tasks:
        shape["tasks"] = list(stream.tasks.values())
    if stream.plan_title:
        shape["plan_title"] = stream.plan_title
    return shape


def shares(places: list[Share]) -> Json:
    """Render where a file lies, by kind of channel."""
    shape: Json = {}
    for place in places:
        entry = {"ts": place.ts} | ({"thread_ts": place.thread_ts} if place.thread_ts else {})
        of_kind = shape.setdefault("public" if place.public else "private", {})
        of_kind.setdefault(place.channel, []).append(entry)
    return shape
