"""Rows of a table whose label takes several lines, made one line each, as far as it is clear."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rag.adapters.pdf.cells import Cell, PrintedLine

_CLEARLY = 1.15  # how much more room there is between rows than inside of one
_WITHIN = 1.6  # of the height of a line: farther apart nothing goes on


def one_line_a_row(
    lines: Sequence[PrintedLine], first: int, columns: Sequence[Cell]
) -> tuple[list[PrintedLine], list[int]]:
    """The lines from ``first`` on with wrapped labels joined, and the last line of each.

    It ends where it is not clear to which row a piece belongs, and is empty if no label is wrapped.
    """
    run = list(_run(lines, first, columns))
    if not any(_is_piece(line, columns) for line in run):
        return [], []
    groups = _groups(run, columns)
    rows = [_joined(group, columns) for group in groups]
    ends: list[int] = []
    for group in groups:
        ends.append((ends[-1] if ends else first - 1) + len(group))
    return rows, ends


def _run(
    lines: Sequence[PrintedLine], first: int, columns: Sequence[Cell]
) -> Iterator[PrintedLine]:
    for line in lines[first:]:
        if not _has_values(line, columns) and not _is_piece(line, columns):
            return
        yield line


def _is_piece(line: PrintedLine, columns: Sequence[Cell]) -> bool:
    """Only words, where the labels stand."""
    return len(line.cells) == 1 and line.cells[0].right < columns[0].left


def _has_values(line: PrintedLine, columns: Sequence[Cell]) -> bool:
    return bool(line.cells) and any(cell.right >= columns[0].left for cell in line.cells[-1:])


def _groups(run: Sequence[PrintedLine], columns: Sequence[Cell]) -> list[list[PrintedLine]]:
    """Lines that belong to one row, cut where the gap between two lines of values is widest."""
    valued = [index for index, line in enumerate(run) if _has_values(line, columns)]
    if not valued:
        return []
    last = valued[0]
    if any(_gap(run, n) > _WITHIN * run[n].height for n in range(1, last + 1)):
        return []
    bounds = [0]
    for above, below in pairwise(valued):
        cut = _cut(run, above, below)
        if cut is None:
            break
        bounds.append(cut)
        last = below
    end = last + 1
    while last == valued[-1] and end < len(run) and _may_end(run, end):
        end += 1
    return [list(run[a:b]) for a, b in pairwise([*bounds, end])]


def _may_end(run: Sequence[PrintedLine], index: int) -> bool:
    """Whether a line below the last row is the end of its label, rather than a note on the table."""
    is_near = _gap(run, index) <= _WITHIN * run[index].height
    return is_near and not run[index].cells[-1].text.endswith(".")


def _cut(run: Sequence[PrintedLine], above: int, below: int) -> int | None:
    """Where the second row begins, which is where there is clearly more room than elsewhere."""
    gaps = sorted(((_gap(run, n), n) for n in range(above + 1, below + 1)), reverse=True)
    is_clear = len(gaps) == 1 or gaps[0][0] >= _CLEARLY * gaps[1][0]
    return gaps[0][1] if is_clear else None


def _gap(run: Sequence[PrintedLine], index: int) -> float:
    return run[index - 1].middle - run[index].middle


def _joined(group: Sequence[PrintedLine], columns: Sequence[Cell]) -> PrintedLine:
    cells = [cell for line in group for cell in line.cells]
    labels = [cell for cell in cells if cell.right < columns[0].left]
    values = [cell for cell in cells if cell.right >= columns[0].left]
    if not labels:
        return PrintedLine(tuple(values))
    text = " ".join(cell.text for cell in labels)
    left, right = min(c.left for c in labels), max(c.right for c in labels)
    return PrintedLine((Cell(text, left, right), *values))
