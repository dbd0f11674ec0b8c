"""How large a page is, whatever its file says of it."""

from collections.abc import Iterable
from typing import Any

from pypdf import PageObject

from rag.adapters.pdf.painted import Box, common

_LETTER_OR_A4: Box = (0.0, 0.0, 612.0, 842.0)
"""What viewers take for the page where it has no box; nothing that any of them shows is cut off."""


def shown_box(page: PageObject) -> Box:
    """The part of a page that a reader is shown: as it is cropped, or the whole of it."""
    whole = whole_box(page)
    cropped = common(_box(page, "cropbox") or whole, whole)
    return cropped if _has_area(cropped) else whole


def whole_box(page: PageObject) -> Box:
    """The page before it is cropped."""
    return _box(page, "mediabox") or _LETTER_OR_A4


def ordered(corners: Iterable[Any]) -> Box:
    """A box whose corners a file may give in any order. Raises what the entries happen to raise."""
    values = [float(value) for value in corners]
    return min(values[::2]), min(values[1::2]), max(values[::2]), max(values[1::2])


def _box(page: PageObject, name: str) -> Box | None:
    try:
        box = ordered(getattr(page, name))
    except Exception:  # noqa: BLE001 - pypdf raises what the entry happens to be
        return None
    return box if _has_area(box) else None


def _has_area(box: Box) -> bool:
    return box[2] - box[0] >= 1 and box[3] - box[1] >= 1
