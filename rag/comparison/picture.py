"""Histograms of a comparison, drawn as SVG: one panel a way, all of one scale."""

from collections.abc import Iterator
from html import escape

from rag.comparison.measures import widths
from rag.types import Comparison, Splitting

_WIDTH, _PANEL, _TOP, _GAP = 900, 130, 76, 18
_LEFT, _RIGHT, _AXIS = 250, 30, 22
_FONT = "DejaVu Sans, Liberation Sans, Arial, sans-serif"
_INK, _PALE, _BAR, _CHOSEN = "#1d1c1d", "#616061", "#8fb3d9", "#1264a3"
_TITLE_LENGTH = 60


def draw(comparison: Comparison) -> str:
    """The whole picture. The way that the structure asks for is drawn in a stronger colour."""
    height = _TOP + len(comparison.splittings) * (_PANEL + _GAP) + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="{_FONT}">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(24, 34, _shortened(comparison.title), size=20, weight="bold"),
        _text(24, 58, _told(comparison), size=13, colour=_PALE),
    ]
    top = _TOP
    for splitting in comparison.splittings:
        parts.extend(_panel(comparison, splitting, top))
        top += _PANEL + _GAP
    return "\n".join([*parts, "</svg>"])


def _told(comparison: Comparison) -> str:
    return (
        f"Children by length in characters. Bins of {widths(comparison.bins)}. Chosen by structure: "
        f"{comparison.chosen} {comparison.chosen_size}"
    )


def _panel(comparison: Comparison, splitting: Splitting, top: int) -> Iterator[str]:
    way = (splitting.strategy, splitting.size)
    chosen = way == (comparison.chosen, comparison.chosen_size)
    yield _text(24, top + 28, f"{splitting.strategy} {splitting.size}", size=16, weight="bold")
    if not splitting.children:
        yield _text(24, top + 50, splitting.problem, size=12, colour=_PALE)
        return
    lines = (
        f"{splitting.children} children",
        f"mean {splitting.mean:.0f}, {splitting.shortest} to {splitting.longest}",
        f"{splitting.cut:.0%} cut in mid-sentence",
        f"{splitting.valid:.0%} of a good length",
    )
    for number, line in enumerate(lines):
        yield _text(24, top + 50 + 19 * number, line, size=13, colour=_PALE)
    yield from _bars(comparison, splitting, top, _CHOSEN if chosen else _BAR)


def _bars(comparison: Comparison, splitting: Splitting, top: int, colour: str) -> Iterator[str]:
    width = (_WIDTH - _LEFT - _RIGHT) / len(comparison.bins)
    base = top + _PANEL - _AXIS
    highest = max(splitting.histogram)
    room = _PANEL - _AXIS - 18
    for number, (begin, count) in enumerate(zip(comparison.bins, splitting.histogram, strict=True)):
        left = _LEFT + number * width
        if count:
            tall = max(2.0, room * count / highest)
            yield (
                f'<rect x="{left + 2:.1f}" y="{base - tall:.1f}" width="{width - 4:.1f}" '
                f'height="{tall:.1f}" fill="{colour}"/>'
            )
            yield _text(left + width / 2, base - tall - 4, str(count), size=11, anchor="middle")
        yield _text(left, base + 15, str(begin), size=11, colour=_PALE, anchor="middle")
    yield f'<path d="M{_LEFT} {base}H{_WIDTH - _RIGHT}" stroke="{_PALE}" fill="none"/>'


def _text(x: float, y: float, words: str, **style: object) -> str:
    """Words at a place; what is said of their style replaces the usual."""
    shown = {"size": 12, "colour": _INK, "weight": "normal", "anchor": "start", **style}
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{shown["size"]}" fill="{shown["colour"]}" '
        f'font-weight="{shown["weight"]}" text-anchor="{shown["anchor"]}">{escape(words)}</text>'
    )


def _shortened(title: str) -> str:
    return title if len(title) <= _TITLE_LENGTH else title[: _TITLE_LENGTH - 1] + "…"
