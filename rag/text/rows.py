"""Rows of a table as lines that keep the heads of their columns."""

import re
from collections.abc import Sequence

EMPTY = "(empty)"

_FIGURE = re.compile(r"[-–—+(]?\s*[$€£¥]?\s*[-–—+]?\d[\d.,\s]*\)?\s*(?:%|[A-Za-z]{1,3})?")
_YEAR = re.compile(r"(?:FY|Q[1-4])?\s*'?(?:19|20)\d\d[A-Z]?")
_BAR = " | "
_LEAST_FIGURES = 0.6
_WIDE = 3


def rows_with_heads(rows: Sequence[Sequence[str]], *, headed: bool) -> list[str]:
    """One line a row; under heads each value with its own, and an empty cell said to be empty."""
    told = [[" ".join(cell.split()) for cell in row] for row in rows]
    told = [row for row in told if any(row)]
    if not headed or len(told) <= 1:
        return [_BAR.join(cell or EMPTY for cell in row) for row in told]
    heads, *body = _spanned(told)
    return [_BAR.join(filter(None, heads)), *(_line(heads, row) for row in body)]


def _spanned(rows: list[list[str]]) -> list[list[str]]:
    """The rows with the heads of two lines put together, where one above holds for several."""
    heads, second, *body = rows
    if len(set(heads[1:])) == len(heads) - 1 or not body or len(second) != len(heads):
        return rows
    both = [" ".join(dict.fromkeys(filter(None, p))) for p in zip(heads, second, strict=True)]
    are_heads = all(second[1:]) and all(map(_is_head, second[1:]))
    return [both, *body] if are_heads and len(set(both)) == len(both) else rows


def looks_headed(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: words above, and in a narrow table figures below."""
    if len(rows) <= 1 or not all(cell.strip() and _is_head(cell) for cell in rows[0][1:]):
        return False
    if len(rows[0]) >= _WIDE:
        return True
    below = [cell for row in rows[1:] for cell in row[1:]]
    figures = sum(1 for cell in below if _is_figure(cell))
    return bool(below) and figures >= _LEAST_FIGURES * len(below)


def _is_head(cell: str) -> bool:
    return bool(_YEAR.fullmatch(cell.strip())) or not _is_figure(cell)


def _is_figure(cell: str) -> bool:
    return bool(_FIGURE.fullmatch(cell.strip()))


def _line(heads: Sequence[str], row: Sequence[str]) -> str:
    padded = [*row, *[""] * (len(heads) - len(row))]
    values = [
        f"{head}: {value or EMPTY}" if head else value or EMPTY
        for head, value in zip(heads[1:], padded[1:], strict=False)
    ]
    return _BAR.join((padded[0] or EMPTY, *values, *padded[len(heads) :]))
