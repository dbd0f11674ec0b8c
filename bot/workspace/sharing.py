"""Files: registering them, dropping them into channels, deleting them."""

import mimetypes
import time
from collections.abc import Sequence
from pathlib import PurePosixPath

from bot.workspace.core import Workspace
from bot.workspace.ids import new_id
from bot.workspace.messages import announce, publish
from bot.workspace.models import Channel, Message, Share, StoredFile
from bot.workspace.mrkdwn import Typed

_FILETYPES = {"txt": "text", "md": "markdown", "jpeg": "jpg"}


def register(ws: Workspace, user: str, name: str, size: int, *, title: str = "") -> StoredFile:
    """Describe a file whose bytes are still to come."""
    suffix = PurePosixPath(name).suffix.lstrip(".").lower()
    file = StoredFile(
        id=new_id("F"),
        name=name,
        title=title or name,
        mimetype=mimetypes.guess_type(name)[0] or "application/octet-stream",
        filetype=_FILETYPES.get(suffix, suffix or "binary"),
        size=size,
        user=user,
        created=int(time.time()),
    )
    ws.state.save(file)
    return file


def share(
    ws: Workspace,
    files: Sequence[StoredFile],
    channel: Channel,
    user: str,
    comment: Typed,
    thread_ts: str | None = None,
) -> Message:
    """Drop files into a channel as one message with a comment."""
    identity = ws.state.identity
    message = Message(
        channel=channel.id,
        ts=ws.clock.next_ts(),
        user=user,
        text=comment.text,
        blocks=comment.blocks,
        thread_ts=thread_ts,
        subtype="file_share",
        bot_id=identity.bot_id if user == identity.bot_user else None,
        files=[file.id for file in files],
    )
    place = Share(
        channel=channel.id, ts=message.ts, thread_ts=thread_ts, public=channel.kind == "public"
    )
    for file in files:
        file.complete = True
        file.shares.append(place)
        ws.state.save(file)
    return publish(ws, message)


async def delete_file(ws: Workspace, file: StoredFile) -> None:
    """Delete a file everywhere; messages keep a tombstone of it."""
    ws.events.file(file, "file_deleted")
    file.deleted = True
    ws.state.save(file)
    for place in file.shares:
        for message in ws.state.messages(place.channel):
            if message.ts == place.ts:
                announce(ws, message, "message_changed")
    await ws.shelf.remove(file.id)


def retitle(ws: Workspace, file: StoredFile, title: str) -> None:
    """Give a file another title."""
    file.title = title
    ws.state.save(file)
    ws.events.file(file, "file_change")


def rewritten(ws: Workspace, file: StoredFile, size: int) -> None:
    """Tell of other content under the same id."""
    file.size = size
    ws.state.save(file)
    ws.events.file(file, "file_change")
