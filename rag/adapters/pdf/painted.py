"""What was painted on a page: boxes with their colours, and what text on or under them looks like."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.adapters.pdf.outlines import Outline, surrounds

Box = tuple[float, float, float, float]
Colour = tuple[float, float, float]

EVERYWHERE: Box = (float("-inf"), float("-inf"), float("inf"), float("inf"))
WHITE: Colour = (1.0, 1.0, 1.0)
_ALIKE = 0.05  # of a channel: nobody reads #F2F2F2 on white
_MARGIN = 2.0
_MOST_COVERS = 400
_GLYPH = 1.5  # of the size of the font: as wide and high as one letter may be
_THIN = 3.0  # points: a rule or a frame, on which no text stands
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
    within: tuple[Outline, ...] = ()
    """Shapes that it does not reach out of."""
    ink: Colour | None = None
    """The colour of a drawing, which leaves parts of its box as they were."""

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point lies in it."""
        a, b, c, d = self.box
        if not (a - margin <= x <= c + margin and b - margin <= y <= d + margin):
            return False
        return all(surrounds(outline, x, y) for outline in self.within)

    def covers(self, x: float, y: float) -> bool:
        """Whether what was painted before can't be seen at that point."""
        return self.opaque and self.holds(x, y) and self.area() > 1

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


def is_ground(box: Box) -> bool:
    """Whether a box is large enough to have text on it."""
    return box[2] - box[0] >= _THIN and box[3] - box[1] >= _THIN


@dataclass(slots=True)
class Canvas:
    """All that was painted on a page so far, the last on top."""

    boxes: list[Painted] = field(default_factory=list)
    by_colour: dict[Colour, list[Painted]] = field(default_factory=dict)

    def add(self, painted: Painted) -> None:
        """Puts a box on top."""
        self.boxes.append(painted)
        if painted.colour is not None:
            self.by_colour.setdefault(painted.colour, []).append(painted)

    def blends_in(self, colour: Colour | None, x: float, y: float) -> bool:
        """Whether text has the colour of what lies below it, also a little beside the point."""
        if colour is None or not self._may_hold(colour, x, y):
            return False
        grounds = (self._ground(x, y, 0.0), self._ground(x, y, _MARGIN))
        return all(ground is not None and _alike(colour, ground) for ground in grounds)

    def covers(self, below: int, *points: tuple[float, float]) -> bool:
        """Whether one thing lies over all the points, among those painted after ``below`` others."""
        later = self.boxes[below : below + _MOST_COVERS]
        return any(all(over.covers(x, y) for x, y in points) for over in later)

    def has_just_drawn(self, x: float, y: float, size: float) -> bool:
        """Whether the last thing painted is a drawing at that point, as a letter would be."""
        drawn = self.boxes[-1] if self.boxes else None
        if drawn is None or drawn.ink is None or not drawn.holds(x, y, _MARGIN):
            return False
        a, b, c, d = drawn.box
        ground = self._ground(x, y, 0.0, above=1)
        fits = max(c - a, d - b) <= _GLYPH * size
        return fits and ground is not None and not _alike(drawn.ink, ground)

    def _may_hold(self, colour: Colour, x: float, y: float) -> bool:
        """False for nearly all text: it stands on nothing of its own colour."""
        return _alike(colour, WHITE) or any(
            _alike(colour, other) and any(p.holds(x, y) for p in boxes)
            for other, boxes in self.by_colour.items()
        )

    def _ground(self, x: float, y: float, margin: float, above: int = 0) -> Colour | None:
        for painted in reversed(self.boxes[: len(self.boxes) - above]):
            if painted.holds(x, y, margin):
                return painted.colour
        return WHITE


def _alike(colour: Colour, other: Colour) -> bool:
    return (
        abs(colour[0] - other[0]) <= _ALIKE
        and abs(colour[1] - other[1]) <= _ALIKE
        and abs(colour[2] - other[2]) <= _ALIKE
    )
