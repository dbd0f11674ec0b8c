"""Posting, editing, deleting and reacting: what both the app's and the people's side do to messages."""

from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.feed import Audience
from bot.workspace.models import Channel, Json, Message

_MAX_REACTIONS = 50


def audience(channel: Channel, only: str | None = None) -> Audience:
    """Return who may see something in a channel, or that it is for one person's eyes."""

    def may_see(user: str) -> bool:
        return user in channel.members and only in (None, user)

    return may_see


def publish(ws: Workspace, message: Message) -> Message:
    """Put a new message into its channel and tell everybody."""
    ws.state.save(message)
    announce(ws, message, "message")
    if message.ephemeral_to:
        return message
    if message.bot_id:
        clear_status(ws, message.channel, message.root_ts)
    ws.events.message_posted(message)
    return message


def announce(ws: Workspace, message: Message, kind: str) -> None:
    """Tell the people's side about a message as it is now."""
    channel = ws.state.channel(message.channel)
    body = {"channel": channel.id, "message": people_shape(ws, message)}
    ws.feed.publish(kind, body, audience(channel, message.ephemeral_to))


def people_shape(ws: Workspace, message: Message) -> Json:
    """Render for people, who must be able to tell what only they see."""
    shape = ws.shapes.message(message)
    return shape | ({"is_ephemeral": True} if message.ephemeral_to else {})


def changed(ws: Workspace, message: Message, previous: Json) -> None:
    """Keep a message that was changed in place, and tell everybody."""
    ws.state.save(message)
    announce(ws, message, "message_changed")
    if not message.ephemeral_to:
        ws.events.message_changed(message, previous)


def delete(ws: Workspace, message: Message) -> None:
    """Take a message away; a parent with replies leaves a tombstone that holds them."""
    channel = ws.state.channel(message.channel)
    previous = ws.shapes.event_message(message)
    _unshare(ws, message)
    replies = [m for m in ws.state.thread(channel.id, message.ts) if m.is_reply]
    if replies and not message.is_reply:
        message.subtype, message.text = "tombstone", "This message was deleted."
        message.blocks, message.files, message.attachments, message.reactions = [], [], [], {}
        ws.state.save(message)
        announce(ws, message, "message_changed")
    else:
        ws.state.drop(message)
        body = {"channel": channel.id, "ts": message.ts, "thread_ts": message.thread_ts}
        ws.feed.publish("message_deleted", body, audience(channel, message.ephemeral_to))
    if not message.ephemeral_to:
        ws.events.message_deleted(channel, previous)


def react(ws: Workspace, user: str, message: Message, name: str) -> None:
    """Add a person's emoji to a message."""
    if message.ephemeral_to:
        raise SlackError("message_not_found")
    users = message.reactions.get(name, [])
    if user in users:
        raise SlackError("already_reacted")
    if name not in message.reactions and len(message.reactions) >= _MAX_REACTIONS:
        raise SlackError("too_many_emoji")
    message.reactions[name] = [*users, user]
    _reaction_changed(ws, "reaction_added", user, message, name)


def unreact(ws: Workspace, user: str, message: Message, name: str) -> None:
    """Take a person's emoji away."""
    if user not in message.reactions.get(name, []):
        raise SlackError("no_reaction")
    message.reactions[name].remove(user)
    if not message.reactions[name]:
        del message.reactions[name]
    _reaction_changed(ws, "reaction_removed", user, message, name)


def set_status(
    ws: Workspace, channel: Channel, thread_ts: str, status: str, loading: list[str]
) -> None:
    """Show or clear the line under a thread."""
    ws.statuses.set(channel.id, thread_ts, status, loading)
    body = {"channel": channel.id, "thread_ts": thread_ts, "status": status}
    ws.feed.publish("status", body | {"loading_messages": loading}, audience(channel))


def clear_status(ws: Workspace, channel_id: str, thread_ts: str) -> None:
    """Clear a thread's line, as Slack does when the app posts there."""
    if ws.statuses.clear(channel_id, thread_ts):
        set_status(ws, ws.state.channel(channel_id), thread_ts, "", [])


def parent_of(ws: Workspace, channel: Channel, thread_ts: str) -> Message:
    """Return the parent that a reply is to hang under; a reply's own ts won't do."""
    try:
        parent = ws.state.message(channel.id, thread_ts)
    except SlackError:
        raise SlackError("thread_not_found") from None
    if parent.is_reply or parent.ephemeral_to:
        raise SlackError(
            "thread_not_found", hint="thread_ts must be the parent's ts, not a reply's"
        )
    return parent


def _unshare(ws: Workspace, message: Message) -> None:
    """Files go from where their message goes; their bytes stay until they are deleted themselves."""
    for file_id in message.files:
        file = ws.state.files[file_id]
        file.shares = [s for s in file.shares if (s.channel, s.ts) != (message.channel, message.ts)]
        ws.state.save(file)
        ws.events.file(file, "file_unshared", ws.state.channel(message.channel))


def _reaction_changed(ws: Workspace, kind: str, user: str, message: Message, name: str) -> None:
    ws.state.save(message)
    announce(ws, message, "message_changed")
    ws.events.reaction(kind, user, name, message)
