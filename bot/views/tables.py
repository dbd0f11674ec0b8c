"""Tables of an answer: Slack's own where one fits, else lines of a fixed width."""

import unicodedata
from collections.abc import Sequence

from bot.slack.message import Block
from bot.views.pieces import Piece, rich, text

_ROWS, _CELLS = 100, 20
_CHARACTERS = 2_800  # Slack takes 10,000; what is shown must fit the words beside the blocks too
_ALIGNED = frozenset({"left", "center", "right"})


def table_piece(rows: Sequence[Sequence[str]], aligned: Sequence[str]) -> Piece:
    """A table of cells in words; one that is too large is cut, and says so."""
    kept, is_cut = _fitting(rows)
    words = "\n".join(" | ".join(row) for row in kept) + ("\n…" if is_cut else "")
    columns = [{"align": a if a in _ALIGNED else "left", "is_wrapped": True} for a in aligned]
    table: Block = {
        "type": "table",
        "rows": [
            [{"type": "raw_text", "text": cell.strip() or " "} for cell in row] for row in kept
        ],
        "column_settings": columns[:_CELLS],
    }
    return Piece(table, words)


def as_lines(piece: Piece) -> Piece:
    """The same table as preformatted text, its columns below one another."""
    rows = [[str(cell["text"]) for cell in row] for row in piece.block["rows"]]
    widths = [max(_width(row[n]) for row in rows if n < len(row)) for n in range(len(rows[0]))]
    lines = [
        "  ".join(cell + " " * (widths[n] - _width(cell)) for n, cell in enumerate(row)).rstrip()
        for row in rows
    ]
    shown = "\n".join(lines) or " "
    return Piece(rich({"type": "rich_text_preformatted", "elements": [text(shown)]}), shown)


def one_table(pieces: Sequence[Piece]) -> list[Piece]:
    """A message may have one table; those after it become lines."""
    found: list[Piece] = []
    for piece in pieces:
        is_another = piece.block["type"] == "table" and any(
            p.block["type"] == "table" for p in found
        )
        found.append(as_lines(piece) if is_another else piece)
    return found


def _fitting(rows: Sequence[Sequence[str]]) -> tuple[list[list[str]], bool]:
    kept: list[list[str]] = []
    left = _CHARACTERS
    for row in rows[:_ROWS]:
        cells = [cell[:_CHARACTERS] for cell in row[:_CELLS]]
        left -= sum(len(cell) + 3 for cell in cells)
        if left < 0 and kept:
            break
        kept.append(cells if left >= 0 else [cell[: _CHARACTERS // len(cells)] for cell in cells])
    return kept, len(kept) < len(rows) or any(len(row) > _CELLS for row in rows)


def _width(cell: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in cell)
