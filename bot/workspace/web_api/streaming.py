"""chat.*Stream and the status line of a thread."""

import time

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.messages import announce, changed, parent_of, publish, set_status
from bot.workspace.models import Channel, Json, Message, Stream
from bot.workspace.streams import extend, require_live
from bot.workspace.web_api.access import own_message, visible_channel, writable_channel
from bot.workspace.web_api.content import read_blocks, read_metadata
from bot.workspace.web_api.method import Method, Methods

_MAX_LOADING_MESSAGES = 10
_MAX_PROMPTS = 4


async def start(ws: Workspace, args: Arguments) -> Json:
    """chat.startStream: in a channel it needs to know for whom it streams."""
    channel = writable_channel(ws, args.required("channel", "channel_not_found"))
    thread_ts = args.required("thread_ts")
    parent_of(ws, channel, thread_ts)
    _check_recipient(ws, channel, args)
    stream = Stream(started=time.time())
    message = Message(
        channel=channel.id,
        ts=ws.clock.next_ts(),
        user=ws.state.identity.bot_user,
        bot_id=ws.state.identity.bot_id,
        thread_ts=thread_ts,
        stream=stream,
    )
    extend(message, stream, args.optional("markdown_text"), _chunks(args))
    publish(ws, message)
    return {"channel": channel.id, "ts": message.ts}


async def append(ws: Workspace, args: Arguments) -> Json:
    """chat.appendStream."""
    message = own_message(ws, args, "message_not_owned_by_app")
    stream = require_live(ws, message)
    extend(message, stream, args.optional("markdown_text"), _chunks(args))
    ws.state.save(message)
    announce(ws, message, "message_changed")
    return {"channel": message.channel, "ts": message.ts}


async def stop(ws: Workspace, args: Arguments) -> Json:
    """chat.stopStream: the blocks go under what was streamed."""
    message = own_message(ws, args, "message_not_owned_by_app")
    previous = ws.shapes.event_message(message)
    stream = require_live(ws, message)
    blocks, metadata = read_blocks(ws, args), read_metadata(args)
    extend(message, stream, args.optional("markdown_text"), _chunks(args))
    stream.state = "completed"
    message.blocks += blocks
    message.metadata = metadata or message.metadata
    changed(ws, message, previous)
    return {"channel": message.channel, "ts": message.ts, "message": ws.shapes.message(message)}


async def thread_status(ws: Workspace, args: Arguments) -> Json:
    """assistant.threads.setStatus."""
    channel = writable_channel(ws, args.required("channel_id", "channel_not_found"))
    thread_ts = args.required("thread_ts")
    parent_of(ws, channel, thread_ts)
    loading = args.names("loading_messages")
    if len(loading) > _MAX_LOADING_MESSAGES:
        raise SlackError("invalid_arguments", hint="no more than 10 loading messages")
    set_status(ws, channel, thread_ts, args.text("status"), loading)
    return {}


async def accept(_: Workspace, __: Arguments) -> Json:
    """Take note of a title, which has no effect here."""
    return {}


async def suggest(ws: Workspace, args: Arguments) -> Json:
    """assistant.threads.setSuggestedPrompts: four at most, each with a title and what it says."""
    visible_channel(ws, args.required("channel_id", "channel_not_found"))
    prompts = args.structure("prompts", "invalid_arguments")
    if not isinstance(prompts, list) or not 0 < len(prompts) <= _MAX_PROMPTS:
        raise SlackError("invalid_arguments", hint="one to four prompts")
    if any(not isinstance(p, dict) or not p.get("title") or not p.get("message") for p in prompts):
        raise SlackError("invalid_arguments", hint="a prompt has a title and a message")
    return {}


def _check_recipient(ws: Workspace, channel: Channel, args: Arguments) -> None:
    if channel.kind == "im":
        return
    for name in ("recipient_user_id", "recipient_team_id"):
        if name not in args:
            raise SlackError(f"missing_{name}")
    user = ws.state.user(args.text("recipient_user_id"))
    if user.team_id != args.text("recipient_team_id"):
        raise SlackError("team_not_found")


def _chunks(args: Arguments) -> list[Json] | None:
    chunks = args.structure("chunks", "invalid_chunks")
    if chunks and not (isinstance(chunks, list) and all(isinstance(c, dict) for c in chunks)):
        raise SlackError("invalid_chunks")
    return chunks or None


METHODS: Methods = {
    "chat.startStream": Method(start, ("chat:write",)),
    "chat.appendStream": Method(append, ("chat:write",)),
    "chat.stopStream": Method(stop, ("chat:write",)),
    "assistant.threads.setStatus": Method(thread_status, ("chat:write", "assistant:write")),
    "assistant.threads.setTitle": Method(accept, ("assistant:write",)),
    "assistant.threads.setSuggestedPrompts": Method(suggest, ("assistant:write",)),
}
