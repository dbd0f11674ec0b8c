"""Tables with a clear grid, written so that a value can't slide under another column.

``South | 2022: 45 | 2023: (empty)``. Whatever is not clearly a grid is left alone: a wrong
column is worse than none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rag.adapters.pdf.cells import Cell, PrintedLine
from rag.adapters.pdf.heads import spanned
from rag.adapters.pdf.signs import joined_signs
from rag.adapters.pdf.wording import is_of_words
from rag.adapters.pdf.wrapped import one_line_a_row
from rag.text.paragraphs import is_table_row
from rag.text.rows import EMPTY

_FIGURE = re.compile(
    r"[-–—+(]?\s*[$€£¥]?\s*\(?[-–—+]?\d[\d.,  ]*\)?\s*(?:%|[A-Za-z]{1,3})?\)?|[-–—]+|n/?a|N/?A"
)
_YEAR = re.compile(r"(?:FY|Q[1-4])?\s*'?(?:19|20)\d\d[A-Z]?")
_MIN_ROWS = 2
_MIN_COLUMNS = 2
_LONGEST_HEAD = 40
_LONGEST_VALUE = 40
_LEAST_FIGURES = 0.6
_PROSE_GAPS = 0.3
_MIN_LINES = 8
_EDGE = 2
_HEADER_CELLS = 3
_HEADER_GAP = 150.0  # points

Row = tuple[Cell, list[Cell | None]]
"""The label, and the value of each column if it has one."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines ``first`` to ``last`` (inclusive) of a page, as they are to be written."""

    first: int
    last: int
    lines: tuple[str, ...]
    has_gaps: bool
    columns: tuple[Cell, ...] = ()
    """The heads of its values, which go on to hold for rows on the next page."""


def find_grids(lines: Sequence[PrintedLine], above: Sequence[Cell] = ()) -> list[Grid]:
    """The clear tables of a page, in order; ``above`` are the heads of one that may go on here."""
    cells = joined_signs(lines)
    joined = [replace(line, cells=cells[n]) for n, line in enumerate(lines)]
    again = any(_grid_at(joined, n) for n in range(min(2 * _EDGE, len(joined)))) if above else False
    found: list[Grid] = []
    index = 0
    while index < len(joined):
        grid = _grid_at(joined, index)
        if grid is None and above and not (again or found) and index <= _EDGE:
            grid = _rows_under(joined, index, tuple(above))
        if grid:
            found.append(grid)
            index = grid.last + 1
        else:
            index += 1
    return found


def has_rows(lines: Sequence[PrintedLine], grids: Sequence[Grid]) -> bool:
    """Whether the page is to be read line by line: it has rows of figures, and no columns of prose."""
    joined = joined_signs(lines)
    rows = sum(1 for line in lines if is_table_row(line.text))
    return bool(grids or rows > _MIN_ROWS) and not _is_set_in_columns(joined, grids)


def written(lines: Sequence[PrintedLine], grids: Sequence[Grid]) -> str:
    """The lines of the page with those of its grids replaced."""
    found: list[str] = []
    index = 0
    for grid in grids:
        found.extend(_plain(lines, index, grid.first))
        found.extend(grid.lines)
        index = grid.last + 1
    found.extend(_plain(lines, index, len(lines)))
    return "\n".join(found)


def _plain(lines: Sequence[PrintedLine], first: int, end: int) -> list[str]:
    """Lines as they read; the left and right of a header or footer as lines of their own."""
    found: list[str] = []
    for index in range(first, end):
        cells = lines[index].cells
        is_edge = index < _EDGE or index >= len(lines) - _EDGE
        widest = max((b.left - a.right for a, b in pairwise(cells)), default=0.0)
        is_header = is_edge and len(cells) <= _HEADER_CELLS and widest > _HEADER_GAP
        if is_header and not _is_among_rows(lines, index):
            found.extend(cell.text for cell in cells)
        else:
            found.append(lines[index].text)
    return found


def _is_among_rows(lines: Sequence[PrintedLine], index: int) -> bool:
    beside = lines[max(index - 1, 0) : index + 2]
    return is_table_row(lines[index].text) and sum(is_table_row(b.text) for b in beside) > 1


def _grid_at(lines: Sequence[PrintedLine], index: int) -> Grid | None:
    heads = lines[index].cells
    if len(heads) < _MIN_COLUMNS or not all(_is_head(cell.text) for cell in heads):
        return None
    columns = _value_columns(heads, lines[index + 1 : index + 2])
    labels = [cell.text for cell in heads[: len(heads) - len(columns)]]
    columns = spanned(columns, lines[index - 1].cells) if index else columns
    body = _rows_under(lines, index + 1, columns) if columns else None
    if body is None:
        return None
    head = " | ".join([*labels, *(column.text for column in columns)])
    return replace(body, first=index, lines=(head, *body.lines))


def _rows_under(lines: Sequence[PrintedLine], index: int, columns: tuple[Cell, ...]) -> Grid | None:
    """The rows from a line on that stand under the columns."""
    rows = _rows(lines[index:], columns)
    last = index + len(rows) - 1
    wrapped, ends = one_line_a_row(lines, index, columns)
    joined = _rows(wrapped, columns)
    if joined and ends[len(joined) - 1] > last:
        rows, last = joined, ends[len(joined) - 1]
    if not _is_of_figures(rows) and not is_of_words(columns, [row for _, row in rows]):
        return None
    body = tuple(_line(label, columns, row) for label, row in rows)
    has_gaps = any(value is None for _, row in rows for value in row)
    return Grid(index, last, body, has_gaps, columns)


def _is_of_figures(rows: Sequence[Row]) -> bool:
    values = [value for _, row in rows for value in row if value]
    figures = sum(1 for value in values if _FIGURE.fullmatch(value.text))
    return len(rows) >= _MIN_ROWS and bool(values) and figures >= _LEAST_FIGURES * len(values)


def _rows(lines: Iterable[PrintedLine], columns: Sequence[Cell]) -> list[Row]:
    """The rows until the first line that is none."""
    found: list[Row] = []
    for line in lines:
        row = _row(line.cells, columns)
        if row is None:
            break
        found.append(row)
    return found


def may_go_on(lines: Sequence[PrintedLine]) -> bool:
    """Whether a page may begin with rows of a table whose heads are on the page before."""
    first = joined_signs(lines[: _EDGE + 1])
    return any(len(cells) > 1 and _FIGURE.fullmatch(cells[-1].text) for cells in first)


def columns_below(lines: Sequence[PrintedLine], grids: Sequence[Grid]) -> tuple[Cell, ...]:
    """The heads of the table with which a page ends, perhaps above a footer."""
    ends = bool(grids) and grids[-1].last >= len(lines) - 1 - _EDGE
    return grids[-1].columns if ends else ()


def _is_head(text: str) -> bool:
    if len(text) > _LONGEST_HEAD:
        return False
    return bool(_YEAR.fullmatch(text)) or not _FIGURE.fullmatch(text)


def _value_columns(heads: Sequence[Cell], rows: Sequence[PrintedLine]) -> tuple[Cell, ...]:
    """The heads without that of the labels, which stands above the first cells of the rows."""
    below = rows[0].cells[0] if rows and rows[0].cells else None
    is_label = below is not None and _overlap(heads[0], below) > 0
    return tuple(heads[1:] if is_label else heads)


def _row(cells: Sequence[Cell], columns: Sequence[Cell]) -> Row | None:
    """The label and the value under each head, if every cell has one place and no other."""
    if len(cells) < _MIN_COLUMNS or len(columns) < _MIN_COLUMNS:
        return None
    label, *rest = cells
    if label.left >= columns[0].left or max(len(cell.text) for cell in rest) > _LONGEST_VALUE:
        return None
    values: list[Cell | None] = [None] * len(columns)
    for cell in rest:
        place = _place(cell, columns)
        if place is None or values[place] is not None:
            return None
        values[place] = cell
    return label, values


def _place(cell: Cell, columns: Sequence[Cell]) -> int | None:
    """The one column that the cell stands under."""
    under = [i for i, column in enumerate(columns) if _overlap(cell, column) > 0]
    if len(under) == 1:
        return under[0]
    if under:
        return None
    spaces = [b.left - a.right for a, b in pairwise(columns)]
    near = [i for i, c in enumerate(columns) if _distance(cell, c) < min(spaces) / 2]
    return near[0] if len(near) == 1 else None


def _overlap(a: Cell, b: Cell) -> float:
    return min(a.right, b.right) - max(a.left, b.left)


def _distance(a: Cell, b: Cell) -> float:
    return max(a.left - b.right, b.left - a.right, 0.0)


def _line(label: Cell, columns: Sequence[Cell], row: Sequence[Cell | None]) -> str:
    values = (
        f"{column.text}: {value.text if value else EMPTY}"
        for column, value in zip(columns, row, strict=True)
    )
    return " | ".join((label.text, *values))


def _is_set_in_columns(lines: Sequence[tuple[Cell, ...]], grids: Sequence[Grid]) -> bool:
    inside = {i for grid in grids for i in range(grid.first, grid.last + 1)}
    outside = [cells for i, cells in enumerate(lines) if i not in inside]
    if len(outside) < _MIN_LINES:
        return False
    prose = [
        cells
        for cells in outside
        if len(cells) > 1 and sum(1 for c in cells if not _FIGURE.fullmatch(c.text)) > 1
    ]
    return len(prose) > _PROSE_GAPS * len(outside)
