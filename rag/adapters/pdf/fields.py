"""Fields of a form as a reader sees them filled in: their name, and their value in words."""

from collections.abc import Iterator
from typing import Any

from pypdf.generic import ArrayObject, DictionaryObject, PdfObject, StreamObject, TextStringObject

_MAX_ENTRIES = 500
_MAX_LENGTH = 5000
_MAX_PARENTS = 20
_LONGEST_HINT = 80  # characters: what is longer explains the field instead of naming it
_PASSWORD = 1 << 13
_BUTTON = 1 << 16
_UNSET = "/Off"
_BRACKETS = str.maketrans("[]", "()")


def field_value(widget: DictionaryObject) -> str:
    """What is filled in, on one line; nothing for what is empty, not ticked, or not to be read."""
    kind, flags = str(inherited(widget, "/FT")), _flags(widget)
    value = inherited(widget, "/V")
    if kind == "/Sig" or (kind == "/Tx" and flags & _PASSWORD):
        return ""
    if kind == "/Btn" and (flags & _BUTTON or str(value) == _UNSET):
        return ""
    options = inherited(widget, "/Opt")
    listed = options.get_object() if options is not None else None
    return _named(value, listed if isinstance(listed, ArrayObject) else ArrayObject())


def has_words(widget: DictionaryObject) -> bool:
    """Whether its picture may show a text that it has no value for."""
    is_open = not _flags(widget) & (_PASSWORD | _BUTTON)
    return is_open and str(inherited(widget, "/FT")) in {"/Tx", "/Ch"}


def field_name(widget: DictionaryObject) -> str:
    """What a reader is told that it is for, or else its name with those above it."""
    hint = one_line(inherited(widget, "/TU")).translate(_BRACKETS)
    if 0 < len(hint) <= _LONGEST_HINT:
        return hint
    parts: list[str] = []
    for node in _ancestry(widget):
        if part := one_line(node.get("/T")):
            parts.insert(0, part)
    return ".".join(parts)


def one_line(value: Any) -> str:  # noqa: ANN401 - whatever the file has there
    """A text, or each of several, with its white space narrowed."""
    resolved = value.get_object() if value is not None else None
    if isinstance(resolved, ArrayObject):
        return ", ".join(filter(None, (one_line(item) for item in resolved[:_MAX_ENTRIES])))
    if isinstance(resolved, StreamObject):
        data = resolved.get_data()
        resolved = TextStringObject(data.decode("utf-8", "replace"))
    return " ".join(str(resolved).split())[:_MAX_LENGTH] if isinstance(resolved, str) else ""


def inherited(widget: DictionaryObject, key: str) -> PdfObject | None:
    """An entry of the field, or of one that it is part of."""
    for node in _ancestry(widget):
        if key in node:
            value: PdfObject | None = node.get(key)
            return value
    return None


def _flags(widget: DictionaryObject) -> int:
    flags: Any = inherited(widget, "/Ff")
    return int(flags) if isinstance(flags, int) else 0


def _named(value: PdfObject | None, options: ArrayObject) -> str:
    """A choice is stored under a short name, or as a number, and shown as something else."""
    resolved = value.get_object() if value is not None else None
    if isinstance(resolved, ArrayObject):
        return ", ".join(filter(None, (_named(item, options) for item in resolved[:_MAX_ENTRIES])))
    stored = one_line(resolved).removeprefix("/")
    pairs = [option.get_object() for option in options[:_MAX_ENTRIES]]
    for pair in pairs:
        if isinstance(pair, ArrayObject) and len(pair) > 1 and one_line(pair[0]) == stored:
            return one_line(pair[1])
    is_number = str(resolved).startswith("/") and stored.isdecimal() and int(stored) < len(pairs)
    return one_line(pairs[int(stored)]) if is_number else stored


def _ancestry(node: DictionaryObject) -> Iterator[DictionaryObject]:
    seen: list[DictionaryObject] = []
    while len(seen) < _MAX_PARENTS and not any(node is known for known in seen):
        yield node
        seen.append(node)
        parent = node.get("/Parent")
        above = parent.get_object() if parent is not None else None
        if not isinstance(above, DictionaryObject):
            return
        node = above
