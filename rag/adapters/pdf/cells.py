"""Printed characters put into lines, and lines into cells, by where they stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORD_GAP = 0.5  # of the height of the line
_CELL_GAP = 1.0
_SAME_LINE = 0.45


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
    return [_line(row) for row in rows]


def _line(row: Sequence[Glyph]) -> PrintedLine:
    cells = tuple(_cells(sorted(row, key=lambda g: g.left)))
    return PrintedLine(cells, _middle(row[0]), max(map(_height, row)))


def _middle(glyph: Glyph) -> float:
    return (glyph.bottom + glyph.top) / 2


def _height(glyph: Glyph) -> float:
    return max(glyph.top - glyph.bottom, 1.0)


def _cells(row: Sequence[Glyph]) -> Iterable[Cell]:
    text, left, right = row[0].text, row[0].left, row[0].right
    for glyph in row[1:]:
        gap = (glyph.left - right) / _height(glyph)
        if gap > _CELL_GAP:
            yield Cell(text, left, right)
            text, left = glyph.text, glyph.left
        else:
            text += (" " if glyph.spaced or gap > _WORD_GAP else "") + glyph.text
        right = max(right, glyph.right)
    yield Cell(text, left, right)
