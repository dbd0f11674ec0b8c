"""The life of a streamed message: started, appended to, stopped, expired or stopped by a person."""

import time
from collections.abc import Sequence
from typing import Literal

from bot.workspace.blocks import check_blocks
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError, invalid_blocks
from bot.workspace.messages import announce
from bot.workspace.models import Json, Message, Stream

MARKDOWN_CHARS = 12_000
TASK_CHARS, MAX_TASKS = 256, 50
_STATUSES = ("pending", "in_progress", "complete", "error")


def settle(ws: Workspace, message: Message) -> None:
    """Let a stream whose time is up expire."""
    stream = message.stream
    if stream and stream.state == "live" and time.time() > stream.started + ws.timings.stream:
        expire(ws, message)


def expire(ws: Workspace, message: Message) -> None:
    """End a stream as Slack's server does after some minutes."""
    _end(ws, message, "expired")


def stop_by_user(ws: Workspace, message: Message, user: str) -> None:
    """End a stream as a person does by its stop button, and tell the app."""
    if not is_live(ws, message):
        raise SlackError("message_not_in_streaming_state")
    _end(ws, message, "stopped_by_user")
    ws.events.app_event(
        {
            "type": "agent_session_stopped",
            "channel": message.channel,
            "thread_ts": message.root_ts,
            "user": user,
            "streaming_message_ts": [message.ts],
        }
    )


def is_live(ws: Workspace, message: Message) -> bool:
    """Whether more may be appended."""
    settle(ws, message)
    return bool(message.stream and message.stream.state == "live")


def require_live(ws: Workspace, message: Message) -> Stream:
    """Return the stream of a message, or refuse with the reason why it is over."""
    settle(ws, message)
    if message.stream is None or message.stream.state in ("completed", "expired"):
        raise SlackError("message_not_in_streaming_state")
    if message.stream.state == "stopped_by_user":
        raise SlackError("stopped_by_user")
    return message.stream


def extend(
    message: Message, stream: Stream, markdown: str | None, chunks: Sequence[Json] | None
) -> None:
    """Append text or chunks; a stream keeps the kind that it began with."""
    if markdown and chunks:
        raise SlackError("markdown_text_conflict")
    if not markdown and not chunks:
        return
    mode: Literal["markdown", "chunks"] = "chunks" if chunks else "markdown"
    if stream.mode not in (None, mode):
        raise SlackError("streaming_mode_mismatch")
    check_chunks(markdown, chunks or [], stream)
    stream.mode = mode
    message.text += markdown or ""
    for chunk in chunks or []:
        _apply(message, stream, chunk)


def check_chunks(markdown: str | None, chunks: Sequence[Json], stream: Stream) -> None:
    """Refuse what is too long or of no known shape, before any of it is applied."""
    texts = [str(c.get("text", "")) for c in chunks if c.get("type") == "markdown_text"]
    if len(markdown or "") + sum(map(len, texts)) > MARKDOWN_CHARS:
        raise SlackError("msg_too_long")
    for chunk in chunks:
        _check_chunk(chunk)
    tasks = {str(c["id"]) for c in chunks if c["type"] == "task_update"}
    if len(tasks | stream.tasks.keys()) > MAX_TASKS:
        raise SlackError("invalid_chunks", hint=f"no more than {MAX_TASKS} tasks")
    blocks = [block for c in chunks if c["type"] == "blocks" for block in c.get("blocks", [])]
    problems = check_blocks(blocks)
    if problems:
        raise invalid_blocks(problems)


def _check_chunk(chunk: Json) -> None:
    required = {
        "markdown_text": ("text",),
        "task_update": ("id", "title", "status"),
        "plan_update": ("title",),
        "blocks": ("blocks",),
    }.get(str(chunk.get("type")))
    if required is None or any(not chunk.get(name) for name in required):
        raise SlackError("invalid_chunks", hint=f"unknown or incomplete chunk: {chunk.get('type')}")
    if chunk["type"] == "task_update":
        texts = [str(chunk.get(name) or "") for name in ("title", "details", "output")]
        if chunk["status"] not in _STATUSES or max(map(len, texts)) > TASK_CHARS:
            raise SlackError("invalid_chunks", hint=f"task texts may have {TASK_CHARS} characters")


def _apply(message: Message, stream: Stream, chunk: Json) -> None:
    match chunk["type"]:
        case "markdown_text":
            message.text += chunk["text"]
        case "plan_update":
            stream.plan_title = chunk["title"]
        case "blocks":
            message.blocks += chunk["blocks"]
        case _:
            known = stream.tasks.get(str(chunk["id"]), {})
            # Slack appends details that come again for a task, it doesn't replace them.
            details = known.get("details", "") + str(chunk.get("details") or "")
            task = {name: value for name, value in chunk.items() if name != "type" and value}
            stream.tasks[str(chunk["id"])] = (
                known | task | ({"details": details} if details else {})
            )


def _end(ws: Workspace, message: Message, state: Literal["expired", "stopped_by_user"]) -> None:
    if message.stream and message.stream.state == "live":
        message.stream.state = state
        ws.state.save(message)
        announce(ws, message, "message_changed")
