"""Texts as they are shown on a page: how long they are, and what is painted over them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rag.adapters.pdf.painted import Box, Painted, common

_EM_A_BYTE = 0.3  # of a text in em: narrow, so that its estimated end lies within it
_BLANK = b" \t\r\n\x00\x03\xa0"


class Show(NamedTuple):
    """An operator that shows ``size`` characters. ``below`` counts what was painted before it."""

    dropped: set[int]
    """The operators that are left out of its page or form, by place."""
    place: int
    size: int
    start: tuple[float, float]
    end: tuple[float, float]
    below: int
    invisible: bool
    why: str


def size_of(operands: Sequence[Any]) -> int:
    """About how many characters are shown, blanks left out."""
    return sum(len(piece.translate(None, _BLANK)) for piece in _pieces(operands))


def width_of(operands: Sequence[Any]) -> float:
    """About how wide they are, in units of the font's size; rather less than more."""
    return _EM_A_BYTE * sum(map(len, _pieces(operands)))


def picture_share(painted: Sequence[Painted], box: Box) -> float:
    """How much of the page its images fill, by their areas."""
    whole = Painted(box, None, opaque=False).area() or 1.0
    areas = (Painted(common(p.box, box), None, opaque=False).area() for p in painted if p.image)
    return sum(areas) / whole


def _pieces(operands: Sequence[Any]) -> Iterator[bytes]:
    """The strings of a Tj or TJ as bytes; pypdf has them as bytes or text."""
    for operand in operands:
        if isinstance(operand, bytes):
            yield operand
            continue
        for piece in operand if isinstance(operand, list) else [operand]:
            if isinstance(piece, bytes):
                yield piece
            elif isinstance(piece, str):
                yield piece.encode("utf-8", "replace")
