"""What a file is: told by its bytes, and for plain text, which has no mark, by its name too."""

import json
import re
from pathlib import Path, PurePosixPath
from typing import Literal

from rag.adapters.pdf.sniffing import require_pdf
from rag.adapters.reading.encodings import may_be_wide
from rag.errors import EmptyFile, NotAPdf, TooLarge

Kind = Literal["pdf", "word", "markdown", "text"]

SUFFIXES = frozenset({".pdf", ".docx", ".md", ".markdown", ".txt"})
"""How the names of files end that are looked for in a folder."""

_MARKDOWN = frozenset({".md", ".markdown"})
_ZIP = b"PK\x03\x04"
_HEAD = 4096
_WEB_PAGE = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*(?:<!doctype\s+html|<html\b)", re.IGNORECASE)
_LONGEST_REPLY = 2000


def kind_of(path: Path, name: str, most_bytes: int) -> Kind:
    """Raises the `RejectedFile` that fits unless this can be read."""
    size = path.stat().st_size
    if size == 0:
        raise EmptyFile
    with path.open("rb") as file:
        head = file.read(_HEAD)
    ending = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    if ending in SUFFIXES - {".pdf", ".docx"} and not head.startswith((b"%PDF-", _ZIP)):
        if size > most_bytes:
            raise TooLarge(f"{size} bytes")
        _require_text(head, size)
        return "markdown" if ending in _MARKDOWN else "text"
    if head.startswith(_ZIP):
        if size > most_bytes:
            raise TooLarge(f"{size} bytes")
        return "word"  # whether there is a document in it is found out in the worker
    require_pdf(path, most_bytes)
    return "pdf"


def _require_text(head: bytes, size: int) -> None:
    """Neither a login page nor an error reply is what somebody meant to share as a text."""
    if _WEB_PAGE.match(head) or (size <= _LONGEST_REPLY and _is_reply(head)):
        raise NotAPdf
    if b"\0" in head and not may_be_wide(head):
        raise NotAPdf


def _is_reply(content: bytes) -> bool:
    try:
        return isinstance(json.loads(content), dict)
    except ValueError:
        return False
