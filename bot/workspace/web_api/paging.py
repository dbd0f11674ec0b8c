"""Cursors: opaque to the app, here a position."""

import base64
import binascii
from collections.abc import Sequence
from typing import TypeVar

from bot.workspace.arguments import Arguments
from bot.workspace.errors import SlackError
from bot.workspace.models import Json

T = TypeVar("T")
_MOST = 1_000


def page(items: Sequence[T], args: Arguments, default: int = 100) -> tuple[list[T], Json]:
    """Return one page of the items and the metadata that leads to the next."""
    start = _position(args.text("cursor"))
    if start > len(items):
        raise SlackError("invalid_cursor")
    end = start + args.number("limit", default, _MOST)
    cursor = base64.b64encode(f"next:{end}".encode()).decode() if end < len(items) else ""
    return list(items[start:end]), {"next_cursor": cursor}


def _position(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        prefix, position = base64.b64decode(cursor, validate=True).decode().split(":")
        start = int(position)
    except (ValueError, binascii.Error):
        raise SlackError("invalid_cursor") from None
    if prefix != "next" or start < 0:
        raise SlackError("invalid_cursor")
    return start
