"""Tables of words, which have no figures to be known by: each cell stands right under its head."""

from collections.abc import Sequence
from itertools import chain
from statistics import median

from rag.adapters.pdf.cells import Cell

_LEAST_ROWS = 3
_LEAST_ALIGNED = 0.9
_MOST_EMPTY = 0.4
_USUAL_WORDS = 3  # a column of prose has more on a line
_LONGEST = 40  # characters
_SAME = 2.5  # points
_OPEN_ENDS = (",", "-", "\u2010", ";")


def is_of_words(columns: Sequence[Cell], rows: Sequence[Sequence[Cell | None]]) -> bool:
    """Whether rows of values under these heads are a table beyond doubt.

    Heads without figures, as the addresses at the foot of a letter are set in columns too.
    """
    heads = [column.text for column in columns]
    values = [value for value in chain.from_iterable(rows) if value]
    if len(rows) < _LEAST_ROWS or any(map(str.isdigit, "".join(heads))):
        return False
    if len(values) < (1 - _MOST_EMPTY) * len(rows) * len(columns):
        return False
    texts = [value.text for value in values]
    if max(map(len, texts)) > _LONGEST or any(text.endswith(_OPEN_ENDS) for text in texts):
        return False
    aligned = sum(
        _is_under(value, column)
        for row in rows
        for value, column in zip(row, columns, strict=True)
        if value
    )
    few = median(sum(map(str.isalpha, text.split())) for text in texts) <= _USUAL_WORDS
    return few and aligned >= _LEAST_ALIGNED * len(values)


def _is_under(value: Cell, head: Cell) -> bool:
    """Set to the same left edge, right edge or middle."""
    left, right = value.left - head.left, value.right - head.right
    return min(abs(left), abs(right), abs(left + right) / 2) <= _SAME
