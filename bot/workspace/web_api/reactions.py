"""reactions.*."""

import re

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.messages import react, unreact
from bot.workspace.models import Json, Message
from bot.workspace.web_api.access import visible_channel, visible_message
from bot.workspace.web_api.method import Method, Methods

_NAME = re.compile(r"[a-z0-9_+'-]+(::skin-tone-[2-6])?\Z")


async def add(ws: Workspace, args: Arguments) -> Json:
    """reactions.add."""
    name = reaction_name(args.text("name"))
    react(ws, ws.state.identity.bot_user, _message(ws, args), name)
    return {}


async def remove(ws: Workspace, args: Arguments) -> Json:
    """reactions.remove."""
    name = reaction_name(args.text("name"))
    unreact(ws, ws.state.identity.bot_user, _message(ws, args), name)
    return {}


async def get(ws: Workspace, args: Arguments) -> Json:
    """reactions.get."""
    message = _message(ws, args)
    return {"type": "message", "channel": message.channel, "message": ws.shapes.message(message)}


def reaction_name(name: str) -> str:
    """Return an emoji's name without colons, or refuse what can't be one."""
    bare = name.strip(":") if not name.startswith("::") else name
    if not _NAME.match(bare):
        raise SlackError("invalid_name")
    return bare


def _message(ws: Workspace, args: Arguments) -> Message:
    channel = visible_channel(ws, args.required("channel", "channel_not_found"))
    if ws.state.identity.bot_user not in channel.members:
        raise SlackError("not_in_channel")
    if channel.is_archived:
        raise SlackError("is_archived")
    return visible_message(ws, channel, args.required("timestamp", "no_item_specified"))


METHODS: Methods = {
    "reactions.add": Method(add, ("reactions:write",)),
    "reactions.remove": Method(remove, ("reactions:write",)),
    "reactions.get": Method(get, ("reactions:read",)),
}
