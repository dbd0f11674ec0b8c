"""Heads of columns that stand under heads of their own: ``Men | Women`` above ``2022 | 2023`` twice."""

from collections.abc import Sequence
from dataclasses import replace

from rag.adapters.pdf.cells import Cell


def spanned(columns: tuple[Cell, ...], above: Sequence[Cell]) -> tuple[Cell, ...]:
    """The heads told apart by those above them, where the same heads come again under each."""
    texts = [column.text for column in columns]
    over = [cell for cell in above if columns and cell.right > columns[0].left]
    size = len(columns) // len(over) if over else 0
    if len(over) < 2 or texts != texts[:size] * len(over) or len(set(texts)) == len(texts):  # noqa: PLR2004 - to be told apart
        return columns
    found: list[Cell] = []
    for number, cell in enumerate(over):
        group = columns[number * size : (number + 1) * size]
        if not group[0].left <= (cell.left + cell.right) / 2 <= group[-1].right:
            return columns
        found.extend(replace(column, text=f"{cell.text} {column.text}") for column in group)
    return tuple(found)
