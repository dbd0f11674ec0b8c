"""Transformations of the plane, as PDF writes them."""

import math
from collections.abc import Sequence
from typing import Any

Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def matrix_of(operands: Sequence[Any]) -> Matrix:
    """The six numbers of an operator."""
    a, b, c, d, e, f = (float(v) for v in operands[:6])
    return a, b, c, d, e, f


def times(m: Matrix, n: Matrix) -> Matrix:
    """One transformation after the other."""
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def moved(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point comes to lie."""
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def scale_of(m: Matrix) -> float:
    """By how much lengths grow."""
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))
