"""Tables that a plain text sets with tabs or spaces, so that an empty cell stays one."""

import re
from collections.abc import Iterator, Sequence

from rag.adapters.pdf.cells import Cell, PrintedLine
from rag.adapters.pdf.tables import find_grids
from rag.text.rows import looks_headed, rows_with_heads

_BLANK = re.compile(r"\n[ \t]*\n")
_CELL = re.compile(r"\S+(?: \S+)*")
_GAP = re.compile(r"\S {2,}\S")
_LEAST_ROWS = 3
_LEAST_CELLS = 3


def with_rows(text: str) -> str:
    """The text with the rows of its tables written with their heads; the rest as it stands."""
    parts = _BLANK.split(text)
    if "\t" not in text and not _GAP.search(text):
        return text
    return "\n\n".join("\n".join(_block(part.split("\n"))) for part in parts)


def _block(lines: Sequence[str]) -> Iterator[str]:
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and "\t" in lines[end].strip("\n "):
            end += 1
        rows = [line.split("\t") for line in lines[start:end]]
        if len(rows) >= _LEAST_ROWS and _is_table(rows):
            width = max(map(len, rows))
            yield from rows_with_heads([[*r, *[""] * (width - len(r))] for r in rows], headed=True)
            start = end
        elif end > start:
            yield from lines[start:end]
            start = end
        else:
            end = next((n for n in range(start, len(lines)) if "\t" in lines[n]), len(lines))
            yield from _aligned(lines[start:end])
            start = end


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    heads = [cell for cell in rows[0] if cell.strip()]
    fits = all(len(row) <= len(rows[0]) for row in rows)
    return fits and len(heads) == len(rows[0]) >= _LEAST_CELLS and looks_headed(rows)


def _aligned(lines: Sequence[str]) -> Iterator[str]:
    """Columns made with spaces: a character counts as a point, as if it were printed."""
    if sum(1 for line in lines if _GAP.search(line)) < _LEAST_ROWS:
        yield from lines
        return
    printed = [
        PrintedLine(
            tuple(Cell(m.group(), float(m.start()), float(m.end())) for m in _CELL.finditer(line)),
            middle=-2.0 * number,
            height=1.0,
        )
        for number, line in enumerate(lines)
    ]
    grids = find_grids(printed)
    index = 0
    for grid in grids:
        yield from lines[index : grid.first]
        yield from grid.lines
        index = grid.last + 1
    yield from lines[index:]
