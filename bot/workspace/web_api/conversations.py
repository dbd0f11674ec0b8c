"""conversations.*: channels, their members and what was said in them."""

from bot.workspace.arguments import Arguments
from bot.workspace.channels import add_member, open_im
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.models import Channel, Json, Message
from bot.workspace.streams import settle
from bot.workspace.web_api.access import (
    readable_channel,
    require_scope,
    visible_channel,
    visible_message,
)
from bot.workspace.web_api.method import Method, Methods
from bot.workspace.web_api.paging import page

_READ = ("channels:read", "groups:read", "im:read", "mpim:read")
_HISTORY = ("channels:history", "groups:history", "im:history", "mpim:history")
_TYPES = {"public": "public_channel", "private": "private_channel", "im": "im", "mpim": "mpim"}
_READ_SCOPES = {
    "public": "channels:read",
    "private": "groups:read",
    "im": "im:read",
    "mpim": "mpim:read",
}


async def info(ws: Workspace, args: Arguments) -> Json:
    """conversations.info."""
    channel = _known(ws, args)
    shape = ws.shapes.channel(channel)
    if not args.flag("include_num_members"):
        shape.pop("num_members", None)
    return {"channel": shape}


async def list_channels(ws: Workspace, args: Arguments) -> Json:
    """conversations.list: all public channels, others only with the bot in them."""
    bot_user = ws.state.identity.bot_user
    channels = [c for c in _of_types(ws, args) if c.kind == "public" or bot_user in c.members]
    return _listed(ws, channels, args)


async def of_user(ws: Workspace, args: Arguments) -> Json:
    """users.conversations: of another person, non-public ones only with the bot in them."""
    bot_user = ws.state.identity.bot_user
    user = ws.state.user(args.text("user") or bot_user).id
    channels = [
        channel
        for channel in _of_types(ws, args)
        if user in channel.members and (channel.kind == "public" or bot_user in channel.members)
    ]
    return _listed(ws, channels, args)


async def members(ws: Workspace, args: Arguments) -> Json:
    """conversations.members."""
    found, metadata = page(_known(ws, args).members, args)
    return {"members": found, "response_metadata": metadata}


async def history(ws: Workspace, args: Arguments) -> Json:
    """conversations.history: newest first, replies only where they were broadcast."""
    channel = readable_channel(ws, args.required("channel", "channel_not_found"))
    messages = [
        message
        for message in reversed(ws.state.messages(channel.id))
        if not message.ephemeral_to and (not message.is_reply or message.broadcast)
    ]
    return _messages(ws, [m for m in messages if _in_range(m, args)], args)


async def replies(ws: Workspace, args: Arguments) -> Json:
    """conversations.replies: a thread oldest first; asked by a reply's ts, only that reply."""
    channel = readable_channel(ws, args.required("channel", "channel_not_found"))
    ts = args.required("ts", "thread_not_found")
    try:
        asked = visible_message(ws, channel, ts)
    except SlackError:
        raise SlackError("thread_not_found") from None
    thread = [asked] if asked.is_reply else ws.state.thread(channel.id, ts)
    return _messages(ws, [m for m in thread if m is asked or _in_range(m, args)], args)


async def open_conversation(ws: Workspace, args: Arguments) -> Json:
    """conversations.open: with one person, or by its id."""
    if "channel" in args:
        channel = visible_channel(ws, args.text("channel"))
        return {"channel": ws.shapes.channel(channel), "already_open": True}
    users = args.names("users")
    if len(users) != 1:
        raise SlackError("users_list_not_supplied" if not users else "not_supported")
    known = ws.state.im_of(users[0], ws.state.identity.bot_user) is not None
    channel = open_im(ws, users[0], ws.state.identity.bot_user)
    shape = ws.shapes.channel(channel) if args.flag("return_im") else {"id": channel.id}
    return {"channel": shape, "already_open": known, "no_op": known}


async def join(ws: Workspace, args: Arguments) -> Json:
    """conversations.join: public channels only."""
    channel = visible_channel(ws, args.required("channel", "channel_not_found"))
    if channel.kind != "public":
        raise SlackError("method_not_supported_for_channel_type")
    if channel.is_archived:
        raise SlackError("is_archived")
    is_new = add_member(ws, channel, ws.state.identity.bot_user)
    answer: Json = {"channel": ws.shapes.channel(channel)}
    return answer if is_new else answer | {"warning": "already_in_channel"}


def _known(ws: Workspace, args: Arguments) -> Channel:
    channel = visible_channel(ws, args.required("channel", "channel_not_found"))
    require_scope(ws, _READ_SCOPES[channel.kind])
    return channel


def _of_types(ws: Workspace, args: Arguments) -> list[Channel]:
    types = args.names("types") or ["public_channel"]
    without_archived = args.flag("exclude_archived")
    return [
        channel
        for channel in ws.state.channels.values()
        if _TYPES[channel.kind] in types and not (without_archived and channel.is_archived)
    ]


def _listed(ws: Workspace, channels: list[Channel], args: Arguments) -> Json:
    found, metadata = page(channels, args)
    shapes = [ws.shapes.channel(channel) for channel in found]
    return {"channels": shapes, "response_metadata": metadata}


def _messages(ws: Workspace, messages: list[Message], args: Arguments) -> Json:
    for message in messages:
        settle(ws, message)
    found, metadata = page(messages, args)
    shapes = [ws.shapes.message(message) for message in found]
    if not args.flag("include_all_metadata"):
        for shape in shapes:
            shape.pop("metadata", None)
    return {
        "messages": shapes,
        "has_more": bool(metadata["next_cursor"]),
        "response_metadata": metadata,
    }


def _in_range(message: Message, args: Arguments) -> bool:
    # Timestamps have a fixed width, so their text compares as their time does.
    oldest, latest = args.text("oldest", "0"), args.text("latest") or "9"
    if args.flag("inclusive"):
        return oldest <= message.ts <= latest
    return oldest < message.ts < latest


METHODS: Methods = {
    "conversations.info": Method(info, _READ),
    "conversations.list": Method(list_channels, _READ),
    "conversations.members": Method(members, _READ),
    "conversations.history": Method(history, _HISTORY),
    "conversations.replies": Method(replies, _HISTORY),
    "conversations.open": Method(open_conversation, ("im:write", "mpim:write")),
    "conversations.join": Method(join, ("channels:join",)),
    "users.conversations": Method(of_user, _READ),
}
