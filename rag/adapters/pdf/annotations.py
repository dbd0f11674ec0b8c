"""Texts that stand on a page without being of its content: comments and form fields."""

import html
import re
from collections.abc import Iterator
from typing import Any, cast

from pypdf import PageObject
from pypdf.generic import ArrayObject, DictionaryObject, EncodedStreamObject, StreamObject

from rag.adapters.pdf.boxes import ordered, shown_box
from rag.adapters.pdf.fields import field_name, field_value, has_words, one_line
from rag.adapters.pdf.layers import is_hidden
from rag.adapters.pdf.painted import common

_ON_THE_PAGE = frozenset({"/FreeText", "/Stamp", "/Watermark", "/Widget"})
_COMMENTS = frozenset(
    {
        "/FreeText",
        "/Text",
        "/Stamp",
        "/Watermark",
        "/Popup",
        "/Highlight",
        "/Underline",
        "/StrikeOut",
        "/Squiggly",
        "/Caret",
        "/Square",
        "/Circle",
        "/Polygon",
        "/PolyLine",
        "/Line",
        "/Ink",
        "/FileAttachment",
    }
)
_HIDDEN_FLAGS = 0b100010  # hidden, no view
_MAX_ENTRIES = 500
_TAG = re.compile(r"<[^<>]*>")


def marked_texts(page: PageObject, hidden: frozenset[int] = frozenset()) -> list[str]:
    """Comments and filled fields, each on a line that says what it is; none of ``hidden`` layers."""
    found: list[str] = []
    try:
        found.extend(_texts(page, hidden))
    except Exception:  # noqa: BLE001 - a bad annotation never fails its page
        return found
    return list(dict.fromkeys(found))


def _texts(page: PageObject, hidden: frozenset[int]) -> Iterator[str]:
    annotations = page.get("/Annots")
    entries = annotations.get_object() if annotations is not None else None
    if not isinstance(entries, ArrayObject):
        return
    for entry in entries[:_MAX_ENTRIES]:
        annotation = entry.get_object()
        if not isinstance(annotation, DictionaryObject) or _is_unseen(page, annotation, hidden):
            continue
        if told := _told(page, annotation):
            yield told


def _told(page: PageObject, annotation: DictionaryObject) -> str:
    kind = annotation.get("/Subtype")
    if kind == "/Widget":
        value = field_value(annotation)
        if not value and has_words(annotation):
            value = _painted(page, annotation)
        return f"[form field {field_name(annotation)}] {value}" if value else ""
    if kind not in _COMMENTS:
        return ""
    text = one_line(annotation.get("/Contents")) or _rich(annotation)
    if not text and kind in _ON_THE_PAGE:
        text = _painted(page, annotation)
    return f"[annotation] {text}" if text else ""


def _is_unseen(page: PageObject, annotation: DictionaryObject, hidden: frozenset[int]) -> bool:
    if int(annotation.get("/F", 0)) & _HIDDEN_FLAGS:
        return True
    if "/OC" in annotation and is_hidden(annotation.raw_get("/OC"), hidden):
        return True
    return annotation.get("/Subtype") in _ON_THE_PAGE and _is_off(page, annotation)


def _is_off(page: PageObject, annotation: DictionaryObject) -> bool:
    """Whether it stands off the page or has no size, as fields do that only a program reads."""
    try:
        rectangle: Any = annotation["/Rect"].get_object()
        box = ordered(rectangle)
    except Exception:  # noqa: BLE001 - without a place it can't be told
        return False
    left, bottom, right, top = common(box, shown_box(page))
    return left > right or bottom > top or (box[0] == box[2] and box[1] == box[3])


def _rich(annotation: DictionaryObject) -> str:
    return _narrow(html.unescape(_TAG.sub(" ", one_line(annotation.get("/RC")))))


def _painted(page: PageObject, annotation: DictionaryObject) -> str:
    """The text of its picture."""
    pictures = annotation.get("/AP", DictionaryObject()).get_object()
    picture = pictures.get("/N").get_object() if "/N" in pictures else None
    if isinstance(picture, DictionaryObject) and not isinstance(picture, StreamObject):
        state: Any = picture.get(str(annotation.get("/AS")))
        picture = state.get_object() if state is not None else None
    if not isinstance(picture, StreamObject):
        return ""
    return _narrow(page.extract_xform_text(cast("EncodedStreamObject", picture)))


def _narrow(text: str) -> str:
    return " ".join(text.split())
