"""As much of a page's graphics state as it takes to know where, on what and how text is painted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pypdf.generic import DictionaryObject, NameObject, StreamObject

from rag.adapters.pdf.matrices import IDENTITY, Matrix, matrix_of, moved, scale_of, times
from rag.adapters.pdf.outlines import Outline, Point, bounds, outlines
from rag.adapters.pdf.painted import (
    EVERYWHERE,
    Box,
    Canvas,
    Colour,
    Painted,
    common,
    is_ground,
    rgb,
)

_MAX_BOXES = 2000
_CORNERS = 4
_UNIT = ((0, 0), (0, 1), (1, 1), (1, 0))
_BLACK: Colour = (0.0, 0.0, 0.0)
_NORMAL = frozenset({"/Normal", "/Compatible"})


@dataclass(frozen=True, slots=True)
class State:
    """What ``q`` keeps and ``Q`` brings back."""

    ctm: Matrix = IDENTITY
    fill: Colour | None = _BLACK
    """None for what can't be told: a pattern, or one ink of many."""
    alpha: float = 1.0
    blended: bool = False
    """Whether what is painted is mixed with what lies below."""
    clip: Box = EVERYWHERE
    within: tuple[Outline, ...] = ()
    """Shapes that clip, beside the box around them."""
    mode: int = 0
    font_size: float = 0.0
    leading: float = 0.0
    drawn_font: bool = False
    """Whether the font is Type 3, whose sizes mean nothing."""


@dataclass(slots=True)
class Graphics:
    """The state, the text position, and the boxes painted so far, the last one on top."""

    resources: DictionaryObject
    state: State = State()
    saved: list[State] = field(default_factory=list)
    line: Matrix = IDENTITY
    path: list[Point] = field(default_factory=list)
    rectangles: int = 0
    pieces: int = 0
    """How many shapes the path has."""
    clips: bool = False
    painted: Canvas = field(default_factory=Canvas)
    drawn_fonts: dict[str, bool] = field(default_factory=dict)
    sized: tuple[Matrix, State, float] = IDENTITY, State(), 0.0  # asked for several times a text

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
        if self.sized[0] is not self.line or self.sized[1] is not self.state:
            size = self.state.font_size * scale_of(self.line) * scale_of(self.state.ctm)
            self.sized = self.line, self.state, size
        return self.sized[2]

    def text_origin(self) -> tuple[float, float]:
        """Where the current line of text begins, in points."""
        return moved(self.state.ctm, self.line[4], self.line[5])

    def text_end(self, width: float) -> tuple[float, float]:
        """Where a text of that width, in units of its font's size, would end."""
        a, b, *_ = self.line
        along = width * self.state.font_size
        return moved(self.state.ctm, self.line[4] + along * a, self.line[5] + along * b)

    def change(self, **values: Any) -> None:  # noqa: ANN401 - fields of State
        """Replaces fields of the state."""
        self.state = replace(self.state, **values)

    def restore(self) -> None:
        """``Q``."""
        if self.saved:
            self.state = self.saved.pop()

    def concat(self, operands: Sequence[Any]) -> None:
        """``cm``."""
        self.change(ctm=times(matrix_of(operands), self.state.ctm))

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
        named = any(isinstance(v, NameObject) for v in operands)
        self.change(fill=None if named or len(operands) == 1 else rgb(operands))

    def set_state(self, operands: Sequence[Any]) -> None:
        """``gs``: how opaque the fill is, and whether it is mixed with what lies below."""
        states = self.resources.get("/ExtGState", DictionaryObject()).get_object()
        given = states[operands[0]].get_object()
        if "/ca" in given:
            self.change(alpha=float(given["/ca"]))
        if "/BM" in given:
            self.change(blended=given["/BM"] not in _NORMAL)

    def rectangle(self, operands: Sequence[Any]) -> None:
        """``re``."""
        x, y, width, height = (float(v) for v in operands[:4])
        self.rectangles += 1
        self.trace(x, y, x + width, y, x + width, y + height, x, y + height, pieces=1)

    def trace(self, *values: Any, pieces: int = 0) -> None:  # noqa: ANN401 - numbers of the file
        """Adds points, as x and y in turn, to the path; ``pieces`` that begin with them."""
        self.pieces += pieces
        numbers = [float(v) for v in values]
        pairs = zip(numbers[::2], numbers[1::2], strict=False)
        self.path.extend(moved(self.state.ctm, x, y) for x, y in pairs)

    def paint(self) -> None:
        """Fills the path. What is no plain rectangle, or shines through, has no colour here."""
        state = self.state
        plain = len(self.path) == _CORNERS and self.rectangles == 1
        solid = state.alpha >= 1 and not state.blended
        if self.path and state.alpha > 0 and len(self.painted.boxes) < _MAX_BOXES:
            box = common(bounds(self.path), state.clip)
            within = (*state.within, *(outlines(self.path) if plain else ()))
            fill = state.fill if solid else None
            colour, ink = (fill, None) if plain else (None, fill)
            if is_ground(box):
                self.painted.add(Painted(box, colour, plain and solid, within=within, ink=ink))
        self.end()

    def end(self) -> None:
        """Ends the path; if it clips, it does from now on."""
        if self.clips and self.path:
            shape = outlines(self.path) if self.pieces == 1 else ()
            clip = common(bounds(self.path), self.state.clip)
            self.change(clip=clip, within=(*self.state.within, *shape))
        self.path, self.rectangles, self.pieces, self.clips = [], 0, 0, False

    def clip(self) -> None:
        """``W``: takes effect when the path ends."""
        self.clips = True

    def image(self, *, opaque: bool) -> None:
        """An image, which fills the unit square."""
        opaque = opaque and self.state.alpha >= 1 and not self.state.blended
        corners = [moved(self.state.ctm, x, y) for x, y in _UNIT]
        box = common(bounds(corners), self.state.clip)
        within = (*self.state.within, *outlines(corners))
        self.painted.add(Painted(box, None, opaque=opaque, image=True, within=within))
        self.path, self.rectangles, self.pieces = [], 0, 0

    def object(self, operands: Sequence[Any]) -> None:
        """An image; what a form paints is told by its own operators."""
        objects = self.resources.get("/XObject", DictionaryObject()).get_object()
        found = objects[operands[0]].get_object()
        if isinstance(found, StreamObject) and found.get("/Subtype") == "/Image":
            self.image(opaque=not {"/SMask", "/Mask", "/ImageMask"} & found.keys())

    def shade(self) -> None:
        """``sh``: fills all that is not clipped, in many colours."""
        self.painted.add(Painted(self.state.clip, None, opaque=False, within=self.state.within))


Action = Callable[[Graphics, Sequence[Any]], None]

# The methods are the class's own; the table stands outside it only to be built once.
_ACTIONS: Mapping[bytes, Action] = {
    b"q": lambda g, _: g.saved.append(g.state),
    b"Q": lambda g, _: g.restore(),
    b"cm": lambda g, o: g.concat(o),
    b"BT": lambda g, _: g.place(IDENTITY),
    b"Tm": lambda g, o: g.place(matrix_of(o)),
    b"Td": lambda g, o: g.move(float(o[0]), float(o[1])),
    b"TD": lambda g, o: g.move_leading(o),
    b"T*": lambda g, _: g.move(0.0, -g.state.leading),
    b"'": lambda g, _: g.move(0.0, -g.state.leading),
    b'"': lambda g, _: g.move(0.0, -g.state.leading),
    b"TL": lambda g, o: g.change(leading=float(o[0])),
    b"Tf": lambda g, o: g.font(o),
    b"Tr": lambda g, o: g.change(mode=int(o[0])),
    b"g": lambda g, o: g.change(fill=rgb(o[:1])),
    b"rg": lambda g, o: g.change(fill=rgb(o)),
    b"k": lambda g, o: g.change(fill=rgb(o)),
    b"cs": lambda g, _: g.change(fill=None),
    b"gs": lambda g, o: g.set_state(o),
    b"W": lambda g, _: g.clip(),
    b"W*": lambda g, _: g.clip(),
    b"sc": lambda g, o: g.fill(o),
    b"scn": lambda g, o: g.fill(o),
    b"re": lambda g, o: g.rectangle(o),
    b"m": lambda g, o: g.trace(*o, pieces=1),
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
    b"n": lambda g, _: g.end(),
    b"S": lambda g, _: g.end(),
    b"s": lambda g, _: g.end(),
    b"sh": lambda g, _: g.shade(),
    b"Do": lambda g, o: g.object(o),
    b"INLINE IMAGE": lambda g, _: g.image(opaque=False),
}
