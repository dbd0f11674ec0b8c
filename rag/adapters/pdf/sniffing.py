"""What a file is, told by its bytes; its name and its declared type are not asked."""

import re
from pathlib import Path

from rag.errors import EmptyFile, NotAPdf, TooLarge

_HEAD = 1024
_OTHER = re.compile(
    rb"\s*(?:\xef\xbb\xbf)?\s*(?:<!doctype|<html|<head|<body|<script|<\?xml|<!--|<svg|\{|\[\s*[\[{\"]|PK\x03\x04|\x89PNG|GIF8|"
    rb"\xff\xd8\xff|\xd0\xcf\x11\xe0|MZ|\x7fELF|\{\\rtf|HTTP/\d)",
    re.IGNORECASE,
)


def require_pdf(path: Path, most_bytes: int) -> None:
    """Raises the `RejectedFile` that fits unless this is a PDF of an acceptable size."""
    size = path.stat().st_size
    if size == 0:
        raise EmptyFile
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if _OTHER.match(head) or b"%PDF-" not in head:
        raise NotAPdf
    if size > most_bytes:
        raise TooLarge(f"{size} bytes")
