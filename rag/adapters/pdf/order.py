"""Whether a page is painted as it is read, so that nobody need look where its letters stand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pypdf.generic import ArrayObject

from rag.adapters.pdf.graphics import Graphics

_WIDE = -600.0  # of 1/1000 em: a gap between the cells of a row
_LEAST_STEP = 0.5  # of the size of the font: what is set higher or lower is a line of its own
_UPRIGHT = 1e-6
_BESIDE = 20.0  # points
_FEW_LINES = 5
_OBJECTS = frozenset({b"Do", b"INLINE IMAGE", b"sh"})
_MOST_SPACING = {b"Tw": 4.0, b"Tc": 1.0}  # points


@dataclass(slots=True)
class PaintOrder:
    """``is_plain``: upright lines, each painted at one go, each below the one before."""

    is_plain: bool = True
    origin: tuple[float, float] | None = None
    beside: Counter[int] = field(default_factory=Counter)
    """How often text was painted beside that before it, by where it begins."""

    @property
    def may_run_across(self) -> bool:
        """Whether there may be two columns of which each line is painted in one go."""
        return max(self.beside.values(), default=0) >= _FEW_LINES

    def take(self, operands: Sequence[Any], operator: bytes) -> None:
        """An operator that shows no text."""
        if operator in _OBJECTS:
            self.is_plain = False
        elif operator in _MOST_SPACING:
            spacing = operands[0] if operands else 0.0
            wide = isinstance(spacing, (int, float)) and spacing > _MOST_SPACING[operator]
            self.is_plain = self.is_plain and not wide

    def show(self, operands: Sequence[Any], graphics: Graphics) -> None:
        """Text, where the graphics stand."""
        origin = graphics.text_origin()
        if self.origin and origin[1] == self.origin[1] and origin[0] > self.origin[0] + _BESIDE:
            self.beside[round(origin[0] / _BESIDE)] += 1
        if origin != self.origin:
            step = self.origin[1] - origin[1] if self.origin else graphics.text_size()
            if step < _LEAST_STEP * graphics.text_size() or not _is_upright(graphics):
                self.is_plain = False
            self.origin = origin
        if operands and isinstance(operands[0], ArrayObject):
            gaps = (item for item in operands[0] if isinstance(item, (int, float)))
            self.is_plain = self.is_plain and min(gaps, default=0.0) > _WIDE


def _is_upright(graphics: Graphics) -> bool:
    (a, b, c, d, *_), (e, f, g, h, *_) = graphics.line, graphics.state.ctm
    return max(abs(b), abs(c), abs(f), abs(g)) < _UPRIGHT and min(a, d, e, h) > 0
