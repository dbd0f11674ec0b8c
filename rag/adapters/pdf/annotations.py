"""Texts that stand on a page without being of its content: comments and form fields."""

from collections.abc import Iterator
from typing import Any

from pypdf import PageObject
from pypdf.generic import ArrayObject, DictionaryObject, PdfObject

_COMMENTS = frozenset(
    {
        "/FreeText",
        "/Text",
        "/Stamp",
        "/Popup",
        "/Highlight",
        "/Underline",
        "/StrikeOut",
        "/Squiggly",
        "/Caret",
        "/Square",
        "/Circle",
        "/Line",
        "/Ink",
    }
)
_HIDDEN_FLAGS = 0b100010  # hidden, no view
_MAX_ENTRIES = 500
_MAX_LENGTH = 5000
_MAX_PARENTS = 20


def marked_texts(page: PageObject) -> list[str]:
    """Comments and filled fields, each on a line that says what it is."""
    found: list[str] = []
    try:
        found.extend(_texts(page))
    except Exception:  # noqa: BLE001 - a bad annotation never fails its page
        return found
    return list(dict.fromkeys(found))


def _texts(page: PageObject) -> Iterator[str]:
    annotations = page.get("/Annots")
    entries = annotations.get_object() if annotations is not None else None
    if not isinstance(entries, ArrayObject):
        return
    for entry in entries[:_MAX_ENTRIES]:
        annotation = entry.get_object()
        if not isinstance(annotation, DictionaryObject) or _is_hidden(annotation):
            continue
        if annotation.get("/Subtype") == "/Widget":
            yield from _field(annotation)
        elif annotation.get("/Subtype") in _COMMENTS:
            text = _line(annotation.get("/Contents"))
            if text:
                yield f"[annotation] {text}"


def _is_hidden(annotation: DictionaryObject) -> bool:
    return bool(int(annotation.get("/F", 0)) & _HIDDEN_FLAGS)


def _field(widget: DictionaryObject) -> Iterator[str]:
    value = _line(_inherited(widget, "/V"))
    if value and str(_inherited(widget, "/FT")) != "/Sig":
        yield f"[form field {_name(widget)}] {value.removeprefix('/')}"


def _name(widget: DictionaryObject) -> str:
    parts: list[str] = []
    for node in _ancestry(widget):
        if part := _line(node.get("/T")):
            parts.insert(0, part)
    return ".".join(parts)


def _inherited(widget: DictionaryObject, key: str) -> PdfObject | None:
    for node in _ancestry(widget):
        if key in node:
            value: PdfObject | None = node.get(key)
            return value
    return None


def _ancestry(node: DictionaryObject) -> Iterator[DictionaryObject]:
    for _ in range(_MAX_PARENTS):
        yield node
        parent = node.get("/Parent")
        above = parent.get_object() if parent is not None else None
        if not isinstance(above, DictionaryObject):
            return
        node = above


def _line(value: Any) -> str:  # noqa: ANN401 - whatever the file has there
    resolved = value.get_object() if value is not None else None
    if isinstance(resolved, ArrayObject):
        return ", ".join(filter(None, (_line(item) for item in resolved[:_MAX_ENTRIES])))
    return " ".join(str(resolved).split())[:_MAX_LENGTH] if isinstance(resolved, str) else ""
