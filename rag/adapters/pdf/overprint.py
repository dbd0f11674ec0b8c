"""Text printed over itself, a little to the side, to look bold: it is meant once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.adapters.pdf.graphics import Graphics

MOVES = frozenset({b"BT", b"Td", b"TD", b"Tm", b"T*", b"'", b'"'})
"""Operators that may put the pen elsewhere."""
_REACH = 0.06  # of the size of the font; the narrowest letter is 0.2 wide
_BESIDE = (-1, 0, 1)  # points, the widest reach

Places = dict[tuple[int, int], tuple[float, float, int]]


@dataclass(slots=True)
class Overprint:
    """Where each string was printed, at the start of a line and further on in it."""

    begun: dict[bytes, Places] = field(default_factory=dict)
    continued: dict[bytes, Places] = field(default_factory=dict)
    has_moved: bool = False
    is_again: bool = False

    def repeats(self, operands: Sequence[Any], graphics: Graphics) -> bool:
        """Whether the same was printed here before and is still to be seen.

        Text that follows on is judged with its line.
        """
        shown = _bytes(operands)
        known = self.begun if self.has_moved else self.continued
        places = known.setdefault(shown, {})
        x, y = graphics.text_origin()
        may_repeat = bool(places) and bool(shown.strip()) and (self.has_moved or self.is_again)
        repeated = may_repeat and _is_near(places, x, y, graphics)
        places[round(x), round(y)] = x, y, len(graphics.painted.boxes)
        self.is_again = repeated
        self.has_moved = False
        return repeated


def _is_near(places: Places, x: float, y: float, graphics: Graphics) -> bool:
    reach = _REACH * graphics.text_size()
    beside = (places.get((round(x) + dx, round(y) + dy)) for dx in _BESIDE for dy in _BESIDE)
    return any(
        abs(p[0] - x) <= reach
        and abs(p[1] - y) <= reach
        and not graphics.painted.covers(p[2], (x, y))
        for p in beside
        if p is not None
    )


def _bytes(operands: Sequence[Any]) -> bytes:
    last = operands[-1] if operands else b""
    if isinstance(last, list):
        return b"".join(item for item in last if isinstance(item, bytes))
    return last if isinstance(last, bytes) else b""
