"""What the bot may see and write to."""

from bot.workspace.arguments import Arguments
from bot.workspace.channels import open_im
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.models import Channel, Message, StoredFile

_PREFIXES = {"public": "channels", "private": "groups", "im": "im", "mpim": "mpim"}


def visible_channel(ws: Workspace, channel_id: str) -> Channel:
    """Return a conversation; a private one without the bot is as good as none."""
    bot_user = ws.state.identity.bot_user
    channel = ws.state.channel(channel_id)
    if channel.kind != "public" and bot_user not in channel.members:
        raise SlackError("channel_not_found")
    return channel


def readable_channel(ws: Workspace, channel_id: str) -> Channel:
    """Return a conversation whose messages the bot may read: it is in, and has the scope for its kind."""
    channel = visible_channel(ws, channel_id)
    require_scope(ws, f"{_PREFIXES[channel.kind]}:history")
    if ws.state.identity.bot_user not in channel.members:
        raise SlackError("not_in_channel")
    return channel


def writable_channel(ws: Workspace, channel_id: str) -> Channel:
    """Return a conversation the bot may post to; a user id stands for the direct one with them."""
    if channel_id in ws.state.users:
        return open_im(ws, channel_id, ws.state.identity.bot_user)
    channel = visible_channel(ws, channel_id)
    if ws.state.identity.bot_user not in channel.members:
        raise SlackError("not_in_channel")
    if channel.is_archived:
        raise SlackError("is_archived")
    return channel


def visible_message(ws: Workspace, channel: Channel, ts: str) -> Message:
    """Return a message; ephemeral ones exist only for the person who sees them."""
    message = ws.state.message(channel.id, ts)
    if message.ephemeral_to:
        raise SlackError("message_not_found")
    return message


def own_message(ws: Workspace, args: Arguments, code: str) -> Message:
    """Return the bot's own message that a call names; `code` refuses other people's."""
    channel = visible_channel(ws, args.required("channel", "channel_not_found"))
    message = visible_message(ws, channel, args.required("ts", "message_not_found"))
    if message.user != ws.state.identity.bot_user:
        raise SlackError(code)
    return message


def visible_file(ws: Workspace, file_id: str) -> StoredFile:
    """Return a file that the bot owns or that lies in a channel it is in."""
    bot_user = ws.state.identity.bot_user
    file = ws.state.files.get(file_id)
    if file is None:
        raise SlackError("file_not_found")
    channels = [ws.state.channels[share.channel] for share in file.shares]
    if file.user != bot_user and not any(bot_user in channel.members for channel in channels):
        raise SlackError("file_not_found")
    if file.deleted:
        raise SlackError("file_deleted")
    return file


def granted(ws: Workspace) -> list[str]:
    """Return the scopes in force."""
    missing = ws.faults.settings.missing_scopes
    return [scope for scope in ws.state.identity.scopes if scope not in missing]


def require_scope(ws: Workspace, *scopes: str) -> None:
    """Refuse unless one of the scopes is granted."""
    have = granted(ws)
    if scopes and not any(scope in have for scope in scopes):
        raise SlackError("missing_scope", needed=",".join(scopes), provided=",".join(have))
