"""What a document is called: a line made from its file name, or from its metadata."""

import hashlib
import re
from pathlib import PurePosixPath

from rag.text.cleaning import clean

_MAX_LENGTH = 120
_FISCAL_YEAR = re.compile(r"\bFY[ '_-]?((?:19|20)\d\d)\b", re.IGNORECASE)
_EXTENSION = re.compile(r"(?:\.(?:pdf|docx|txt|md|markdown))+$", re.IGNORECASE)
_NAMELESS = re.compile(
    r"(?:untitled|unknown|unbenannt|document|file|download|scan|image|upload|attachment|tmp|[\W\d_])*[\W\d_]*"
    r"|(?=[0-9a-f]*\d)[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    re.IGNORECASE,
)
_PRODUCER_NOISE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)|powerpoint|adobe|untitled|slide \d+)\b|[/\\<>{}]|\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|qxd)$",
    re.IGNORECASE,
)
_MAX_METADATA = 200
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_LONGEST_NAME = 512


def kept_name(name: str) -> str:
    """A file's name as databases take it, so that the same name is found again.

    One that has to be changed for that carries a mark of what it was: two names never become one.
    """
    sound = _UNSTORABLE.sub("\ufffd", name)
    if sound == name and len(name) <= _LONGEST_NAME:
        return name
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    ending = found[0] if (found := _EXTENSION.search(sound)) else ""
    room = _LONGEST_NAME - len(ending) - len(mark) - 1
    return f"{sound[: len(sound) - len(ending)][:room]} {mark}{ending}"


def document_title(name: str, metadata: str = "") -> str:
    """The title by the file name; by the metadata only if the name says nothing.

    Always one line of at most 120 characters without control characters, never empty.
    """
    by_name = _tidy(_EXTENSION.sub("", PurePosixPath(name.replace("\\", "/")).name))
    if by_name and not _NAMELESS.fullmatch(by_name.replace(" ", "")):
        return by_name
    by_metadata = _sane(metadata)
    return by_metadata or by_name or "Untitled"


def _tidy(text: str) -> str:
    line = re.sub(r"\s+", " ", clean(text))
    if " " not in line.strip():
        line = re.sub(r"[_+]|%20|(?<!\d)-|-(?!\d)", " ", line)
    line = re.sub(r"_+", " ", line)
    line = re.sub(r"\s+", " ", _FISCAL_YEAR.sub(r"\1", line)).strip(" .-")
    return _cut(line)


def _sane(metadata: str) -> str:
    if not metadata or len(metadata) > _MAX_METADATA or re.search(r"[\x00-\x1f]", metadata):
        return ""
    title = _tidy(metadata)
    return "" if _PRODUCER_NOISE.search(title) or _NAMELESS.fullmatch(title) else title


def _cut(line: str) -> str:
    if len(line) <= _MAX_LENGTH:
        return line
    return line[: _MAX_LENGTH - 1].rstrip() + "…"
