"""Who acts, and what they may see."""

from aiohttp import web

from bot.workspace.arguments import Arguments, read_arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.models import Channel, Message, User
from bot.workspace.mrkdwn import Composer
from bot.workspace.streams import settle


def acting_user(ws: Workspace, args: Arguments) -> User:
    """Return the person on whose behalf a request is made."""
    user = ws.state.user(args.required("user", "user_not_found"))
    if user.is_bot or user.deleted:
        raise SlackError("user_not_found")
    return user


def channel_of(ws: Workspace, user: User, channel_id: str) -> Channel:
    """Return a conversation that a person is in; a private one of others is as good as none."""
    channel = ws.state.channel(channel_id)
    if user.id not in channel.members:
        hidden = channel.kind != "public" or user.is_restricted
        raise SlackError("channel_not_found" if hidden else "not_in_channel")
    return channel


def open_channel_of(ws: Workspace, user: User, channel_id: str) -> Channel:
    """Return a conversation that a person may write to."""
    channel = channel_of(ws, user, channel_id)
    if channel.is_archived:
        raise SlackError("is_archived")
    return channel


def message_for(ws: Workspace, user: User, channel_id: str, ts: str) -> Message:
    """Return a message that a person can see."""
    message = ws.state.message(channel_of(ws, user, channel_id).id, ts)
    if message.ephemeral_to not in (None, user.id):
        raise SlackError("message_not_found")
    settle(ws, message)
    return message


def composer(ws: Workspace) -> Composer:
    """Return what completes the names that people type."""
    users = {user.real_name.lower(): user.id for user in ws.state.users.values()}
    users |= {user.name.lower(): user.id for user in ws.state.users.values()}
    channels = {c.name: c.id for c in ws.state.channels.values() if c.kind != "im"}
    return Composer(users, channels)


async def arguments(request: web.Request) -> Arguments:
    """Return a request's arguments with those of its path."""
    args = await read_arguments(request)
    return Arguments(args.raw | dict(request.match_info))


def done(**body: object) -> web.Response:
    """Answer that it went well."""
    return web.json_response({"ok": True} | body)
