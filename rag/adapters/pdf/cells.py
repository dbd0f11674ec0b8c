"""Printed characters put into lines, and lines into cells, by where they stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

_WORD_GAP = 0.5  # of the height of the line
_CELL_GAP = 1.0
_SAME_LINE = 0.45
_SAME_EDGE = 2.0  # points


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character and its box, in points from the lower left."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    spaced: bool
    """Whether there is a space before it in the order of the file."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Text that stands together on a line, apart from what else is on it."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """The cells of a line, from left to right."""

    cells: tuple[Cell, ...]
    middle: float = 0.0
    height: float = 0.0

    @property
    def text(self) -> str:
        """The line as one would read it out."""
        return " ".join(cell.text for cell in self.cells)


def printed_lines(glyphs: Sequence[Glyph]) -> list[PrintedLine]:
    """The lines of a page from top to bottom."""
    rows: list[list[Glyph]] = []
    for glyph in sorted((g for g in glyphs if g.text.strip()), key=lambda g: -_middle(g)):
        last = rows[-1] if rows else None
        if last and abs(_middle(last[0]) - _middle(glyph)) <= _SAME_LINE * _height(last[0]):
            last.append(glyph)
        else:
            rows.append([glyph])
    pieces = [list(_pieces(sorted(row, key=lambda g: g.left))) for row in rows]
    edges = _edges(_cells(line, ()) for line in pieces)
    return [
        PrintedLine(tuple(_cells(line, edges)), _middle(row[0]), max(map(_height, row)))
        for line, row in zip(pieces, rows, strict=True)
    ]


def _edges(lines: Iterable[Iterable[Cell]]) -> list[float]:
    """Where cells begin on several lines, other than at the first of a line."""
    lefts = sorted(cell.left for line in lines for cell in islice(line, 1, None))
    return [left for left, after in pairwise(lefts) if after - left <= _SAME_EDGE]


def _middle(glyph: Glyph) -> float:
    return (glyph.bottom + glyph.top) / 2


def _height(glyph: Glyph) -> float:
    return max(glyph.top - glyph.bottom, 1.0)


def _pieces(row: Sequence[Glyph]) -> Iterable[tuple[Cell, float]]:
    """What no wide gap parts, each with the gap before it, in heights of the line."""
    text, left, right, before = row[0].text, row[0].left, row[0].right, 0.0
    for glyph in row[1:]:
        gap = (glyph.left - right) / _height(glyph)
        if gap > _WORD_GAP:
            yield Cell(text, left, right), before
            text, left, before = glyph.text, glyph.left, gap
        else:
            text += (" " if glyph.spaced else "") + glyph.text
        right = max(right, glyph.right)
    yield Cell(text, left, right), before


def _cells(pieces: Iterable[tuple[Cell, float]], edges: Sequence[float]) -> Iterable[Cell]:
    """Pieces far apart are cells; so are nearer ones where other lines begin a cell."""
    last: Cell | None = None
    for piece, gap in pieces:
        is_apart = gap > _CELL_GAP or any(abs(piece.left - edge) <= _SAME_EDGE for edge in edges)
        if last is not None and is_apart:
            yield last
            last = piece
        elif last is not None:
            last = Cell(f"{last.text} {piece.text}", last.left, max(last.right, piece.right))
        else:
            last = piece
    if last is not None:
        yield last
