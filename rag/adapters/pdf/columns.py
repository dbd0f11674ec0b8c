"""Columns of prose that the file tells line by line across, read one after the other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from rag.adapters.pdf.cells import Cell, PrintedLine

_COUNTS = range(2, 5)
_LEAST_LINES = 5
_LEAST_ALIGNED = 0.8
_LEAST_WORDS = 3  # a line of prose, not a cell
_MOST_FIGURES = 0.25
_SAME_EDGE = 6.0  # points


def read_columns(text: str, lines: Sequence[PrintedLine]) -> str | None:
    """The text by its columns; none unless there are some, and ``text`` runs across them."""
    counts = Counter(len(line.cells) for line in lines if len(line.cells) in _COUNTS)
    count, times = counts.most_common(1)[0] if counts else (0, 0)
    rows = [line.cells for line in lines if len(line.cells) == count]
    if times < _LEAST_LINES or not _are_prose(rows, count):
        return None
    edges = [median(row[n].left for row in rows) for n in range(1, count)]
    aligned = [row for row in rows if _is_aligned(row, edges)]
    if len(aligned) < _LEAST_ALIGNED * len(rows) or not _runs_across(text, aligned):
        return None
    return "\n".join(_by_columns(lines, edges))


def _is_aligned(row: Sequence[Cell], edges: Sequence[float]) -> bool:
    return all(
        abs(cell.left - edge) < _SAME_EDGE and before.right < edge
        for before, cell, edge in zip(row[:-1], row[1:], edges, strict=True)
    )


def _are_prose(rows: Sequence[Sequence[Cell]], count: int) -> bool:
    words = [word for row in rows for cell in row for word in cell.text.split()]
    figures = sum(1 for word in words if not any(map(str.isalpha, word)))
    if figures > _MOST_FIGURES * len(words):
        return False
    return all(
        median(len(row[n].text.split()) for row in rows) >= _LEAST_WORDS for n in range(count)
    )


def _runs_across(text: str, rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether most of what stands side by side is told in one go."""
    solid = "".join(text.split())
    across = sum(1 for row in rows if "".join("".join(c.text for c in row).split()) in solid)
    return across > len(rows) / 2


def _by_columns(lines: Sequence[PrintedLine], edges: Sequence[float]) -> Iterable[str]:
    """What goes over an edge ends the columns above it, so that it is told in its place."""
    columns: list[list[str]] = [[] for _ in range(len(edges) + 1)]
    for line in lines:
        if any(_goes_over(cell, edge) for cell in line.cells for edge in edges):
            yield from (text for column in columns for text in column)
            yield line.text
            columns = [[] for _ in columns]
            continue
        for cell in line.cells:
            place = sum(1 for edge in edges if cell.left >= edge - _SAME_EDGE)
            columns[place].append(cell.text)
    yield from (text for column in columns for text in column)


def _goes_over(cell: Cell, edge: float) -> bool:
    return cell.left < edge - _SAME_EDGE and cell.right > edge
