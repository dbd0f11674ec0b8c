"""What a person does with the app's commands, buttons, shortcuts and modals, told to it by socket."""

import time

from bot.workspace.core import Workspace
from bot.workspace.elements import chosen, find_element, state_values, unfilled
from bot.workspace.errors import SlackError
from bot.workspace.modals import close_view, replace_view, show_modal
from bot.workspace.models import Channel, Json, Message, User, View
from bot.workspace.responses import apply_response

_CHANNEL_NAMES = {"private": "privategroup", "im": "directmessage"}


async def run_command(ws: Workspace, user: User, channel: Channel, command: str, text: str) -> Json:
    """Run a slash command; the acknowledgement may carry the first answer."""
    identity = ws.state.identity
    payload = {
        "token": "local-verification-token",
        "team_id": identity.team_id,
        "team_domain": "local",
        "channel_id": channel.id,
        "channel_name": _CHANNEL_NAMES.get(channel.kind, channel.name),
        "user_id": user.id,
        "user_name": user.name,
        "command": command,
        "text": text,
        "api_app_id": identity.app_id,
        "is_enterprise_install": "false",
        "response_url": _response_url(ws, user, channel),
        "trigger_id": ws.triggers.new(user.id),
    }
    answer = await ws.hub.ask("slash_commands", payload, ws.timings.answer)
    if answer:
        secret = str(payload["response_url"]).rpartition("/")[2]
        apply_response(ws, ws.responses.of(secret), answer)
    return answer


async def click(ws: Workspace, user: User, message: Message, pick: Json) -> None:
    """Use an element of a message; `pick` names it by action_id, block_id and value."""
    channel = ws.state.channel(message.channel)
    block, element = find_element(message.blocks, pick)
    container = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": bool(message.ephemeral_to),
    }
    payload = _interaction(ws, "block_actions", user) | {
        "container": container | ({"thread_ts": message.thread_ts} if message.thread_ts else {}),
        "channel": _channel(channel),
        "state": {"values": pick.get("state") or {}},
        "response_url": _response_url(ws, user, channel, message),
        "actions": [chosen(block, element, pick) | {"action_ts": _action_ts()}],
    }
    if not message.ephemeral_to:  # Slack leaves it out of ephemeral ones
        payload["message"] = ws.shapes.message(message)
    await ws.hub.ask("interactive", payload, ws.timings.answer)


async def click_in_view(ws: Workspace, user: User, view: View, pick: Json) -> None:
    """Use an element of a modal or Home tab."""
    block, element = find_element(view.body["blocks"], pick)
    shape = ws.shapes.view(view)
    shape["state"] = {"values": state_values(view.body["blocks"], pick.get("values") or {})}
    payload = _interaction(ws, "block_actions", user) | {
        "container": {"type": "view", "view_id": view.id},
        "view": shape,
        "actions": [chosen(block, element, pick) | {"action_ts": _action_ts()}],
    }
    await ws.hub.ask("interactive", payload, ws.timings.answer)


async def message_shortcut(ws: Workspace, user: User, message: Message, callback_id: str) -> None:
    """Run a shortcut from a message's menu."""
    channel = ws.state.channel(message.channel)
    payload = _interaction(ws, "message_action", user) | {
        "callback_id": callback_id,
        "action_ts": _action_ts(),
        "channel": _channel(channel),
        "message_ts": message.ts,
        "message": ws.shapes.message(message),
        "response_url": _response_url(ws, user, channel, message),
    }
    await ws.hub.ask("interactive", payload, ws.timings.answer)


async def global_shortcut(ws: Workspace, user: User, callback_id: str) -> None:
    """Run a shortcut from the message box."""
    payload = _interaction(ws, "shortcut", user)
    payload |= {"callback_id": callback_id, "action_ts": _action_ts()}
    await ws.hub.ask("interactive", payload, ws.timings.answer)


async def submit_view(ws: Workspace, user: User, view: View, values: Json) -> Json:
    """Submit a modal and do what the acknowledgement asks for; errors are returned by block."""
    missing = unfilled(view.body["blocks"], values)
    if missing:
        raise SlackError("missing_input", errors=missing)
    shape = ws.shapes.view(view)
    shape["state"] = {"values": state_values(view.body["blocks"], values)}
    payload = _interaction(ws, "view_submission", user) | {"view": shape, "response_urls": []}
    answer = await ws.hub.ask("interactive", payload, ws.timings.answer)
    match answer.get("response_action"):
        case "errors":
            raise SlackError("invalid_input", errors=answer.get("errors", {}))
        case "update":
            return {"view": ws.shapes.view(replace_view(ws, view, answer["view"]))}
        case "push":
            pushed = show_modal(ws, user.id, answer["view"], under=view)
            return {"view": ws.shapes.view(pushed)}
        case action:
            close_view(ws, view, whole_stack=action == "clear")
    return {"view": None}


async def dismiss_view(ws: Workspace, user: User, view: View) -> None:
    """Close a modal; the app hears of it only if it asked to."""
    close_view(ws, view)
    if view.body.get("notify_on_close"):
        payload = _interaction(ws, "view_closed", user)
        payload |= {"view": ws.shapes.view(view), "is_cleared": False}
        await ws.hub.ask("interactive", payload, ws.timings.answer)


def _interaction(ws: Workspace, kind: str, user: User) -> Json:
    identity = ws.state.identity
    return {
        "type": kind,
        "token": "local-verification-token",
        "api_app_id": identity.app_id,
        "team": {"id": identity.team_id, "domain": "local"},
        "enterprise": None,
        "is_enterprise_install": False,
        "user": {
            "id": user.id,
            "username": user.name,
            "name": user.name,
            "team_id": user.team_id,
        },
        "trigger_id": ws.triggers.new(user.id),
    }


def _channel(channel: Channel) -> Json:
    return {"id": channel.id, "name": _CHANNEL_NAMES.get(channel.kind, channel.name)}


def _response_url(
    ws: Workspace, user: User, channel: Channel, message: Message | None = None
) -> str:
    ts = message.ts if message else None
    return f"{ws.shapes.url}/response/{ws.responses.new(user.id, channel.id, message_ts=ts)}"


def _action_ts() -> str:
    return f"{time.time():.6f}"
