"""A figure with its bound, and the table of them."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured. It must not be above ``bound``; ``note`` says how it came about."""

    name: str
    value: float
    bound: float
    unit: str = ""
    note: str = ""

    @property
    def is_met(self) -> bool:
        """Whether the bound holds."""
        return self.value <= self.bound


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is done: everything, or a small part that tells whether the bench itself works."""

    quick: bool = False

    def of(self, whole: int, quick: int) -> int:
        """The whole number, or the one for a quick run."""
        return quick if self.quick else whole


class Watch:
    """The seconds that a block took."""

    seconds = 0.0


@contextmanager
def timed() -> Iterator[Watch]:
    """Times a block."""
    watch, began = Watch(), time.perf_counter()
    yield watch
    watch.seconds = time.perf_counter() - began


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest-rank percentile; infinite if there is nothing, so that it misses its bound."""
    if not values:
        return float("inf")
    ordered = sorted(values)
    return ordered[round((len(ordered) - 1) * percent / 100)]


def table(figures: Iterable[Figure]) -> str:
    """The figures, one a line."""
    rows = [("name", "figure", "bound", "", "note")]
    rows += [
        (f.name, _shown(f.value, f.unit), _shown(f.bound, f.unit), _mark(f), f.note)
        for f in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for name, value, bound, mark, note in rows:
        cells = (name.ljust(widths[0]), value.rjust(widths[1]), bound.rjust(widths[2]))
        lines.append("  ".join([*cells, mark.ljust(widths[3]), note]).rstrip())
    return "\n".join(lines)


def _mark(figure: Figure) -> str:
    return "ok" if figure.is_met else "miss"


def _shown(value: float, unit: str) -> str:
    number = f"{value:.2f}" if abs(value) < 10 else f"{value:.0f}"
    return f"{number.removesuffix('.00')} {unit}".strip()
