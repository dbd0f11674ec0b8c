"""As much of a page's graphics state as it takes to know where and how text is painted."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pypdf.generic import DictionaryObject

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]

_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NEARLY_WHITE = 0.97
_RGB = 3
_CMYK = 4
_MARGIN = 2.0
_EVERYWHERE: Box = (float("-inf"), float("-inf"), float("inf"), float("inf"))
_MAX_BOXES = 2000


@dataclass(frozen=True, slots=True)
class State:
    """What ``q`` keeps and ``Q`` brings back."""

    ctm: Matrix = _IDENTITY
    white: bool = False
    mode: int = 0
    font_size: float = 0.0
    leading: float = 0.0
    drawn_font: bool = False
    """Whether the font is Type 3, whose sizes mean nothing."""


@dataclass(slots=True)
class Graphics:
    """The state, the text position, and the boxes painted so far in something but white."""

    resources: DictionaryObject
    state: State = State()
    saved: list[State] = field(default_factory=list)
    line: Matrix = _IDENTITY
    path: list[tuple[float, float]] = field(default_factory=list)
    painted: list[Box] = field(default_factory=list)
    drawn_fonts: dict[str, bool] = field(default_factory=dict)

    def apply(self, operands: Sequence[Any], operator: bytes) -> None:
        """Takes one operator into account; what it can't make sense of is skipped."""
        action = _ACTIONS.get(operator)
        if action is None:
            return
        try:
            action(self, operands)
        except (TypeError, ValueError, IndexError, AttributeError, KeyError):
            return

    def text_size(self) -> float:
        """The size of the font on the page, in points."""
        return self.state.font_size * _scale(self.line) * _scale(self.state.ctm)

    def text_origin(self) -> tuple[float, float]:
        """Where the current line of text begins, in points."""
        return _point(self.state.ctm, self.line[4], self.line[5])

    def is_covered(self, x: float, y: float) -> bool:
        """Whether something but white was painted there before."""
        return any(
            a - _MARGIN <= x <= c + _MARGIN and b - _MARGIN <= y <= d + _MARGIN
            for a, b, c, d in self.painted
        )

    def change(self, **values: Any) -> None:  # noqa: ANN401 - fields of State
        """Replaces fields of the state."""
        self.state = replace(self.state, **values)

    def restore(self) -> None:
        """``Q``."""
        if self.saved:
            self.state = self.saved.pop()

    def concat(self, operands: Sequence[Any]) -> None:
        """``cm``."""
        self.change(ctm=_times(_matrix(operands), self.state.ctm))

    def move(self, x: float, y: float) -> None:
        """Moves to the start of another line."""
        a, b, c, d, e, f = self.line
        self.line = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)

    def move_leading(self, operands: Sequence[Any]) -> None:
        """``TD``: the move is also the leading from now on."""
        self.change(leading=-float(operands[1]))
        self.move(float(operands[0]), float(operands[1]))

    def place(self, matrix: Matrix) -> None:
        """Sets the start of the line."""
        self.line = matrix

    def font(self, operands: Sequence[Any]) -> None:
        """``Tf``."""
        name = operands[0]
        if name not in self.drawn_fonts:
            fonts = self.resources.get("/Font", DictionaryObject()).get_object()
            font = fonts[name].get_object() if name in fonts else {}
            self.drawn_fonts[name] = font.get("/Subtype") == "/Type3"
        size, drawn = abs(float(operands[1])), self.drawn_fonts[name]
        if (size, drawn) != (self.state.font_size, self.state.drawn_font):
            self.change(font_size=size, drawn_font=drawn)

    def fill(self, operands: Sequence[Any]) -> None:
        """``sc`` and ``scn``: one component may be an ink, so that 1 need not be white."""
        values = [float(v) for v in operands if isinstance(v, (int, float))]
        if len(values) == _CMYK:
            self.change(white=_is_white_cmyk(values))
        else:
            self.change(white=len(values) == _RGB and min(values) >= _NEARLY_WHITE)

    def rectangle(self, operands: Sequence[Any]) -> None:
        """``re``."""
        x, y, width, height = (float(v) for v in operands[:4])
        self.trace(x, y, x + width, y, x + width, y + height, x, y + height)

    def trace(self, *values: Any) -> None:  # noqa: ANN401 - numbers of the file
        """Adds points, as x and y in turn, to the path."""
        numbers = [float(v) for v in values]
        pairs = zip(numbers[::2], numbers[1::2], strict=False)
        self.path.extend(_point(self.state.ctm, x, y) for x, y in pairs)

    def paint(self) -> None:
        """Fills the path; what is not white may lie below white text."""
        if self.path and not self.state.white and len(self.painted) < _MAX_BOXES:
            xs, ys = [x for x, _ in self.path], [y for _, y in self.path]
            self.painted.append((min(xs), min(ys), max(xs), max(ys)))
        self.path = []

    def forget(self) -> None:
        """Ends the path without filling it."""
        self.path = []

    def box_of(self, form: Mapping[str, Any]) -> Box:
        """Where a form is painted, at most."""
        matrix = _times(_matrix(form.get("/Matrix", _IDENTITY)), self.state.ctm)
        left, bottom, right, top = (float(v) for v in form.get("/BBox", (0, 0, 0, 0)))
        corners = [_point(matrix, x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def object(self) -> None:
        """An image or a form: whatever it paints lies in the unit square or anywhere."""
        self.path = []
        self.trace(0, 0, 1, 0, 1, 1, 0, 1)
        xs, ys = [x for x, _ in self.path], [y for _, y in self.path]
        self.painted.append((min(xs), min(ys), max(xs), max(ys)))
        self.path = []


def _is_white_cmyk(values: Sequence[float]) -> bool:
    return max(values) <= 1 - _NEARLY_WHITE


def _matrix(operands: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = (float(v) for v in operands[:6])
    return a, b, c, d, e, f


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def _point(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _scale(m: Matrix) -> float:
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


Action = Callable[[Graphics, Sequence[Any]], None]

# The methods are the class's own; the table stands outside it only to be built once.
_ACTIONS: Mapping[bytes, Action] = {
    b"q": lambda g, _: g.saved.append(g.state),
    b"Q": lambda g, _: g.restore(),
    b"cm": lambda g, o: g.concat(o),
    b"BT": lambda g, _: g.place(_IDENTITY),
    b"Tm": lambda g, o: g.place(_matrix(o)),
    b"Td": lambda g, o: g.move(float(o[0]), float(o[1])),
    b"TD": lambda g, o: g.move_leading(o),
    b"T*": lambda g, _: g.move(0.0, -g.state.leading),
    b"'": lambda g, _: g.move(0.0, -g.state.leading),
    b'"': lambda g, _: g.move(0.0, -g.state.leading),
    b"TL": lambda g, o: g.change(leading=float(o[0])),
    b"Tf": lambda g, o: g.font(o),
    b"Tr": lambda g, o: g.change(mode=int(o[0])),
    b"g": lambda g, o: g.change(white=float(o[0]) >= _NEARLY_WHITE),
    b"rg": lambda g, o: g.change(white=min(float(v) for v in o) >= _NEARLY_WHITE),
    b"k": lambda g, o: g.change(white=_is_white_cmyk([float(v) for v in o])),
    b"cs": lambda g, _: g.change(white=False),
    b"sc": lambda g, o: g.fill(o),
    b"scn": lambda g, o: g.fill(o),
    b"re": lambda g, o: g.rectangle(o),
    b"m": lambda g, o: g.trace(*o),
    b"l": lambda g, o: g.trace(*o),
    b"c": lambda g, o: g.trace(*o),
    b"v": lambda g, o: g.trace(*o),
    b"y": lambda g, o: g.trace(*o),
    b"f": lambda g, _: g.paint(),
    b"F": lambda g, _: g.paint(),
    b"f*": lambda g, _: g.paint(),
    b"B": lambda g, _: g.paint(),
    b"B*": lambda g, _: g.paint(),
    b"b": lambda g, _: g.paint(),
    b"b*": lambda g, _: g.paint(),
    b"n": lambda g, _: g.forget(),
    b"S": lambda g, _: g.forget(),
    b"s": lambda g, _: g.forget(),
    b"sh": lambda g, _: g.painted.append(_EVERYWHERE),
    b"Do": lambda g, _: g.object(),
    b"INLINE IMAGE": lambda g, _: g.object(),
}
