"""Shapes that are no upright rectangle: what is painted within one does not fill its box."""

from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Outline = tuple[Point, ...]

_CORNERS = 4  # of a rectangle
_MOST_CORNERS = 200
_NEAR = 0.5  # points


def bounds(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """The box around them."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def outlines(points: Sequence[Point]) -> tuple[Outline, ...]:
    """The shape with these corners; none where its box tells as much, or it has too many."""
    if len(points) > _MOST_CORNERS:
        return ()
    corners = [_corner(point, bounds(points)) for point in points]
    upright = None not in corners and len(set(corners)) == _CORNERS
    return () if upright else (tuple(points),)


def _corner(point: Point, box: tuple[float, float, float, float]) -> tuple[bool, bool] | None:
    """Which corner of the box it is: right or left, upper or lower; None if it is none of them."""
    (x, y), (a, b, c, d) = point, box
    if min(x - a, c - x) > _NEAR or min(y - b, d - y) > _NEAR:
        return None
    return c - x < x - a, d - y < y - b


def surrounds(outline: Outline, x: float, y: float) -> bool:
    """Whether a ray from the point to the right leaves the shape an odd number of times."""
    odd = False
    for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd
