"""What was painted on a page: boxes with their colours, and what text on or under them looks like."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Box = tuple[float, float, float, float]
Colour = tuple[float, float, float]

EVERYWHERE: Box = (float("-inf"), float("-inf"), float("inf"), float("inf"))
WHITE: Colour = (1.0, 1.0, 1.0)
_ALIKE = 0.05  # of a channel: nobody reads #F2F2F2 on white
_MARGIN = 2.0
_GREY = 1
_RGB = 3
_CMYK = 4


@dataclass(frozen=True, slots=True)
class Painted:
    """A box; without a ``colour`` it holds many, or one that can't be told."""

    box: Box
    colour: Colour | None
    opaque: bool
    image: bool = False

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point lies in it."""
        a, b, c, d = self.box
        return a - margin <= x <= c + margin and b - margin <= y <= d + margin

    def area(self) -> float:
        """In square points; endless for what fills everything."""
        a, b, c, d = self.box
        return max(0.0, c - a) * max(0.0, d - b)


def rgb(values: Sequence[Any]) -> Colour | None:
    """One component is grey, three are RGB, four CMYK; None for what is none of these."""
    numbers = [min(1.0, max(0.0, float(v))) for v in values]
    if len(numbers) == _GREY:
        return numbers[0], numbers[0], numbers[0]
    if len(numbers) == _RGB:
        return numbers[0], numbers[1], numbers[2]
    if len(numbers) == _CMYK:
        c, m, y, k = numbers
        return (1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)
    return None


def common(box: Box, other: Box) -> Box:
    """What two boxes share; empty (its ends swapped) if they share nothing."""
    return (
        max(box[0], other[0]),
        max(box[1], other[1]),
        min(box[2], other[2]),
        min(box[3], other[3]),
    )


def blends_in(colour: Colour | None, below: Sequence[Painted], x: float, y: float) -> bool:
    """Whether text has the colour of what lies below it, also a little beside the point."""
    return colour is not None and all(
        ground is not None
        and max(abs(a - b) for a, b in zip(colour, ground, strict=True)) <= _ALIKE
        for ground in (_ground(below, x, y, 0.0), _ground(below, x, y, _MARGIN))
    )


def _ground(below: Sequence[Painted], x: float, y: float, margin: float) -> Colour | None:
    for painted in reversed(below):
        if painted.holds(x, y, margin):
            return painted.colour
    return WHITE
