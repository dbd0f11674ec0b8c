"""chat.*: messages that stay, and messages that one person sees."""

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.messages import changed, delete, parent_of, publish
from bot.workspace.models import Json, Message
from bot.workspace.streams import is_live
from bot.workspace.web_api.access import (
    own_message,
    visible_channel,
    visible_message,
    writable_channel,
)
from bot.workspace.web_api.content import read_content
from bot.workspace.web_api.method import Method, Methods

UPDATE_CHARS = 4_000


async def post_message(ws: Workspace, args: Arguments) -> Json:
    """chat.postMessage."""
    channel = writable_channel(ws, args.required("channel", "channel_not_found"))
    content = read_content(ws, args)
    thread_ts = args.optional("thread_ts")
    if thread_ts:
        parent_of(ws, channel, thread_ts)
    broadcast = bool(thread_ts) and args.flag("reply_broadcast")
    message = Message(
        channel=channel.id,
        ts=ws.clock.next_ts(),
        user=ws.state.identity.bot_user,
        bot_id=ws.state.identity.bot_id,
        thread_ts=thread_ts,
        text=content.text,
        blocks=content.blocks,
        attachments=content.attachments,
        metadata=content.metadata,
        broadcast=broadcast,
        subtype="thread_broadcast" if broadcast else None,
    )
    publish(ws, message)
    answer = {"channel": channel.id, "ts": message.ts, "message": ws.shapes.message(message)}
    return answer | content.warnings()


async def update(ws: Workspace, args: Arguments) -> Json:
    """chat.update: what is not sent again is gone, except text and files."""
    message = own_message(ws, args, "cant_update_message")
    if is_live(ws, message):
        raise SlackError("streaming_state_conflict")
    if len(args.text("text")) > UPDATE_CHARS:
        raise SlackError("msg_too_long")
    # Empty blocks and no text is how an app takes the blocks away.
    only_clears = args.structure("blocks") == [] and "text" not in args and bool(message.text)
    previous = ws.shapes.event_message(message)
    if only_clears:
        message.blocks = []
    else:
        content = read_content(ws, args)
        message.text = content.text or message.text
        message.blocks, message.attachments = content.blocks, content.attachments
        message.metadata = content.metadata or message.metadata
    message.edited = {"user": message.user, "ts": ws.clock.next_ts()}
    changed(ws, message, previous)
    shape = ws.shapes.message(message)
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "message": shape}


async def remove(ws: Workspace, args: Arguments) -> Json:
    """chat.delete."""
    message = own_message(ws, args, "cant_delete_message")
    if is_live(ws, message):
        raise SlackError("streaming_state_conflict")
    delete(ws, message)
    return {"channel": message.channel, "ts": message.ts}


async def post_ephemeral(ws: Workspace, args: Arguments) -> Json:
    """chat.postEphemeral."""
    channel = writable_channel(ws, args.required("channel", "channel_not_found"))
    user = args.required("user", "user_not_in_channel")
    if user not in channel.members:
        raise SlackError("user_not_in_channel")
    content = read_content(ws, args)
    thread_ts = args.optional("thread_ts")
    if thread_ts:
        parent_of(ws, channel, thread_ts)
    message = Message(
        channel=channel.id,
        ts=ws.clock.next_ts(),
        user=ws.state.identity.bot_user,
        bot_id=ws.state.identity.bot_id,
        thread_ts=thread_ts,
        text=content.text,
        blocks=content.blocks,
        attachments=content.attachments,
        ephemeral_to=user,
    )
    publish(ws, message)
    return {"message_ts": message.ts} | content.warnings()


async def get_permalink(ws: Workspace, args: Arguments) -> Json:
    """chat.getPermalink."""
    channel = visible_channel(ws, args.required("channel", "channel_not_found"))
    message = visible_message(ws, channel, args.required("message_ts", "message_not_found"))
    return {"channel": channel.id, "permalink": ws.shapes.permalink(message)}


METHODS: Methods = {
    "chat.postMessage": Method(post_message, ("chat:write",)),
    "chat.update": Method(update, ("chat:write",)),
    "chat.delete": Method(remove, ("chat:write",)),
    "chat.postEphemeral": Method(post_ephemeral, ("chat:write",)),
    "chat.getPermalink": Method(get_permalink),
}
