"""Currency signs and closing marks that stand apart, put to the figures that they belong to."""

import re
from collections.abc import Sequence

from rag.adapters.pdf.cells import Cell, PrintedLine

_SIGN_END = re.compile(r"(.*?)\s*([$€£¥]|US\$)")
_SIGN_AFTER = re.compile(r".*\d\)?\s*[$€£¥]")
_TAIL = re.compile(r"[%)]+|\)?\s*%")


def joined_signs(lines: Sequence[PrintedLine]) -> list[tuple[Cell, ...]]:
    """The cells of each line. A sign at the end of a cell belongs to the next one.

    Unless rows end with a figure and its sign: then that is how all figures are written.
    """
    rows = [line.cells for line in lines]
    after = any(len(row) > 1 and _SIGN_AFTER.fullmatch(row[-1].text) for row in rows)
    return [_joined(row, after=after) for row in rows]


def _joined(cells: Sequence[Cell], *, after: bool) -> tuple[Cell, ...]:
    found: list[Cell] = []
    sign = ""
    for number, cell in enumerate(cells):
        text = f"{sign} {cell.text}" if sign else cell.text
        sign = ""
        match = _SIGN_END.fullmatch(text)
        is_whole = after and _SIGN_AFTER.fullmatch(text)
        if match and not is_whole and number + 1 < len(cells):
            text, sign = match.groups()
        if found and _TAIL.fullmatch(text):
            last = found[-1]
            found[-1] = Cell(last.text + text, last.left, cell.right)
        elif text:
            found.append(Cell(text, cell.left, cell.right))
    return tuple(found)
