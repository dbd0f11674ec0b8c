"""Membership and life of conversations."""

import time
from collections.abc import Sequence

from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.ids import new_id
from bot.workspace.messages import audience
from bot.workspace.models import Channel


def open_im(ws: Workspace, user_id: str, other_id: str) -> Channel:
    """Return the direct conversation of two, made if need be."""
    for member in (user_id, other_id):
        if ws.state.user(member).deleted:
            raise SlackError("user_disabled")
    known = ws.state.im_of(user_id, other_id)
    if known:
        return known
    channel = Channel(
        id=new_id("D"),
        name="",
        kind="im",
        creator=user_id,
        created=int(time.time()),
        members=[user_id, other_id],
    )
    return _kept(ws, channel)


def open_group(ws: Workspace, users: Sequence[str]) -> Channel:
    """Return the direct conversation of several, made if need be."""
    members = sorted({ws.state.user(user).id for user in users})
    for channel in ws.state.channels.values():
        if channel.kind == "mpim" and channel.members == members:
            return channel
    names = "--".join(ws.state.user(member).name for member in members)
    channel = Channel(
        id=new_id("G"),
        name=f"mpdm-{names}-1",
        kind="mpim",
        creator=users[0],
        created=int(time.time()),
        members=members,
    )
    return _kept(ws, channel)


def create(ws: Workspace, name: str, creator: str, *, private: bool, ext_shared: bool) -> Channel:
    """Make a channel with its creator as the only member; an app can't see it yet."""
    if not name or name != name.lower() or " " in name:
        raise SlackError("invalid_name")
    if any(channel.name == name for channel in ws.state.channels.values()):
        raise SlackError("name_taken")
    channel = Channel(
        id=new_id("C"),
        name=name,
        kind="private" if private else "public",
        creator=creator,
        created=int(time.time()),
        members=[creator],
        is_ext_shared=ext_shared,
    )
    return _kept(ws, channel)


def add_member(ws: Workspace, channel: Channel, user: str, inviter: str | None = None) -> bool:
    """Let someone in; False if they were in already."""
    _require_channel(channel)
    if user in channel.members:
        return False
    channel.members.append(ws.state.user(user).id)
    _kept(ws, channel)
    ws.events.membership("member_joined_channel", user, channel, inviter)
    return True


def remove_member(ws: Workspace, channel: Channel, user: str) -> None:
    """Let someone leave."""
    _require_channel(channel)
    if user not in channel.members:
        raise SlackError("not_in_channel")
    _announce(ws, channel)
    channel.members.remove(user)
    ws.state.save(channel)
    ws.events.membership("member_left_channel", user, channel)


def set_archived(ws: Workspace, channel: Channel, user: str, archived: bool) -> None:
    """Close a channel for writing, or open it again."""
    _require_channel(channel)
    channel.is_archived = archived
    _kept(ws, channel)
    prefix = "channel" if channel.kind == "public" else "group"
    ws.events.channel_changed(f"{prefix}_{'archive' if archived else 'unarchive'}", channel, user)


def rename(ws: Workspace, channel: Channel, user: str, name: str) -> None:
    """Give a channel another name."""
    _require_channel(channel)
    channel.name = name
    _kept(ws, channel)
    prefix = "channel" if channel.kind == "public" else "group"
    ws.events.channel_changed(f"{prefix}_rename", channel, user)


def _require_channel(channel: Channel) -> None:
    if channel.kind in ("im", "mpim"):
        raise SlackError("method_not_supported_for_channel_type")


def _kept(ws: Workspace, channel: Channel) -> Channel:
    ws.state.save(channel)
    _announce(ws, channel)
    return channel


def _announce(ws: Workspace, channel: Channel) -> None:
    ws.feed.publish("channel", {"channel": ws.shapes.channel(channel)}, audience(channel))
