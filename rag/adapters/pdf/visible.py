"""Which text operators of a page and of its forms paint something that a reader would see.

Left out: layers that are off, text outside the page or what is clipped, text of two points or
less, text of the colour of its ground, transparent text, text that something is painted over,
invisible text, and text that is printed over itself. Text under or on the picture of a whole page is what a scanner's software
recognized in it: it stays, and the page is told to be recognized.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DictionaryObject,
    StreamObject,
)

from rag.adapters.pdf.boxes import shown_box, whole_box
from rag.adapters.pdf.forms import SHOWS, Layer
from rag.adapters.pdf.graphics import Graphics, State
from rag.adapters.pdf.layers import is_hidden
from rag.adapters.pdf.operators import Operation, operations_of
from rag.adapters.pdf.order import PaintOrder
from rag.adapters.pdf.overprint import MOVES, Overprint
from rag.adapters.pdf.painted import Box
from rag.adapters.pdf.shows import Show, picture_share, size_of, width_of

_MARKS = frozenset({b"BMC", b"BDC", b"EMC"})
_SMALLEST = 2.0
_INVISIBLE_MODES = frozenset({3, 7})
_ON_ITS_GROUND = "of the colour of its ground"
_CLEAR_TEXT = "transparent"
_OUTSIDE = "outside what is shown"
_LETTER = 2  # bytes
_BESIDE = 5.0
_CLEAR = 0.05
_PICTURE = (
    0.4  # of the page: then its picture is what there is to read, and text on it transcribes it
)
_DEEPEST = 6
_MOST_FORMS = 300


@dataclass(slots=True)
class Visibility:
    """A walk over the operators of a page with the state that decides what is seen."""

    document: PdfReader
    box: Box
    hidden: frozenset[int]
    is_cropped: bool = False
    layers: list[Layer] = field(default_factory=list)
    shows: list[Show] = field(default_factory=list)
    marked: list[bool] = field(default_factory=list)
    off: int = 0
    has_image: bool = False
    is_recognized: bool = False
    covered: float = 0.0
    """The share of the page that images take up."""
    has_layer: bool = False
    """Whether text was kept that transcribes an image."""
    twice: int = 0
    cropped: int = 0
    """How many texts stand where the page is cut off, which PDFium leaves out too."""
    order: PaintOrder = field(default_factory=PaintOrder)
    overprint: Overprint = field(default_factory=Overprint)
    why: Counter[str] = field(default_factory=Counter)
    """How many characters are left out for which reason; layers that are off tell for themselves."""

    @classmethod
    def of(
        cls,
        page: PageObject,
        document: PdfReader,
        operations: list[Operation],
        hidden: frozenset[int],
    ) -> "Visibility":
        """For one page and the layers that are off."""
        box = shown_box(page)
        found = cls(document, box, hidden, is_cropped=box != whole_box(page))
        resources = page.get("/Resources", DictionaryObject()).get_object()
        graphics = Graphics(
            resources,
            State(clip=(box[0] - _BESIDE, box[1] - _BESIDE, box[2] + _BESIDE, box[3] + _BESIDE)),
        )
        found._walk(Layer(operations), graphics, 0)
        found._judge(graphics)
        return found

    @property
    def dropped(self) -> int:
        """How many operators are left out as unseen; blanks are not, nor what is seen once already."""
        told = (layer.tells(place) for layer in self.layers for place in layer.dropped)
        return sum(told) - self.twice - self.cropped

    def _walk(self, layer: Layer, graphics: Graphics, depth: int) -> None:
        self.layers.append(layer)
        for place, (operands, operator) in enumerate(layer.operations):
            graphics.apply(operands, operator)
            if operator in MOVES:
                self.overprint.has_moved = True
            if operator in SHOWS:
                self._show(layer, place, operands, graphics)
                continue
            if operator in _MARKS:
                self._mark(graphics.resources, operands, operator)
            self.order.take(operands, operator)
            if operator == b"Do":
                self._object(layer, place, operands, graphics, depth)
            elif operator == b"INLINE IMAGE":
                self.has_image = True

    def _mark(self, resources: DictionaryObject, operands: Sequence[Any], operator: bytes) -> None:
        if operator == b"EMC":
            if self.marked:
                self.marked.pop()
        elif operator == b"BMC":
            self.marked.append(False)
        else:
            self.marked.append(self._is_hidden_mark(resources, operands))

    def _is_hidden_mark(self, resources: DictionaryObject, operands: Sequence[Any]) -> bool:
        if not self.hidden or len(operands) <= 1 or operands[0] != "/OC":
            return False
        properties = resources.get("/Properties", DictionaryObject()).get_object()
        name = operands[1]
        return name in properties and is_hidden(properties.raw_get(name), self.hidden)

    def _object(
        self, layer: Layer, place: int, operands: Sequence[Any], graphics: Graphics, depth: int
    ) -> None:
        objects = graphics.resources.get("/XObject", DictionaryObject()).get_object()
        found = objects[operands[0]].get_object() if operands and operands[0] in objects else None
        if not isinstance(found, StreamObject):
            return
        if any(self.marked) or ("/OC" in found and is_hidden(found.raw_get("/OC"), self.hidden)):
            layer.dropped.add(place)
        elif found.get("/Subtype") == "/Image":
            self.has_image = True
        elif depth < _DEEPEST and len(self.layers) < _MOST_FORMS:
            self._form((objects, operands[0], found), graphics, depth)

    def _form(
        self, form: tuple[DictionaryObject, str, StreamObject], graphics: Graphics, depth: int
    ) -> None:
        _, _, stream = form
        try:
            # Whatever pypdf can't parse here it can't read either.
            operations = operations_of(ContentStream(stream, self.document, "bytes"))
        except Exception:  # noqa: BLE001 - the page is read without it
            return
        resources = stream.get("/Resources", graphics.resources).get_object()
        inner = Graphics(resources, graphics.state, painted=graphics.painted)
        inner.apply(stream.get("/Matrix", ArrayObject()), b"cm")
        self._walk(Layer(operations, form), inner, depth + 1)

    def _show(self, layer: Layer, place: int, operands: Sequence[Any], graphics: Graphics) -> None:
        size = size_of(operands)
        if any(self.marked):
            layer.dropped.add(place)
            return
        width = width_of(operands)
        start, end = graphics.text_origin(), graphics.text_end(width)
        why = self._unseen(graphics, start, end)
        if why == _CLEAR_TEXT and size <= _LETTER and self._is_drawn(graphics, start, end):
            why = ""
        below = len(graphics.painted.boxes)
        invisible = graphics.state.mode in _INVISIBLE_MODES
        if not why and not invisible and self.overprint.repeats(operands, graphics):
            layer.dropped.add(place)
            self.twice += size > 0
            return
        if not why:
            self.order.show(operands, graphics)
        self.shows.append(Show(layer.dropped, place, size, start, end, below, invisible, why))

    def _unseen(
        self, graphics: Graphics, start: tuple[float, float], end: tuple[float, float]
    ) -> str:
        """Why text is not seen, as far as that is known before the whole page is painted."""
        state = graphics.state
        if 0 < graphics.text_size() <= _SMALLEST and not state.drawn_font:
            return "too small to read"
        if self._is_cut_off(state.clip, start, end, graphics.text_size()):
            return _OUTSIDE
        if state.mode or state.drawn_font:  # invisible is judged later; a stroke has its own colour
            return ""
        if state.alpha <= _CLEAR:
            return _CLEAR_TEXT
        return _ON_ITS_GROUND if graphics.painted.blends_in(state.fill, *start) else ""

    def _is_drawn(
        self, graphics: Graphics, start: tuple[float, float], end: tuple[float, float]
    ) -> bool:
        """Browsers draw letters that a font has no bold ones of, and lay each over its drawing."""
        if self.shows and self.shows[-1].below == len(graphics.painted.boxes):
            return False
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        return graphics.painted.has_just_drawn(x, y, graphics.text_size())

    def _is_cut_off(
        self, clip: Box, start: tuple[float, float], end: tuple[float, float], size: float
    ) -> bool:
        """A line may begin left of what is shown and run into it: its end is only estimated."""
        a, b, c, d = clip
        reach = max(size, _BESIDE)
        if a > c or b > d:
            return True
        left, right = sorted((start[0], end[0]))
        low, high = sorted((start[1], end[1]))
        return right + reach < a or left - reach > c or high + reach < b or low - reach > d

    def _is_beyond(self, show: Show) -> bool:
        """Whether it is off the page, not just off the shape that it is clipped to."""
        return show.why == _OUTSIDE and self._is_cut_off(
            self.box, show.start, show.end, 2 * _BESIDE
        )

    def _judge(self, graphics: Graphics) -> None:
        """What the whole page tells: what is painted over, and whether it is a picture."""
        share = picture_share(graphics.painted.boxes, self.box)
        seen = any(not show.why and not show.invisible for show in self.shows)
        is_picture = share >= _PICTURE or (self.has_image and not seen)
        transcribed = 0
        for show in self.shows:
            over = not show.why and graphics.painted.covers(show.below, show.start, show.end)
            if not show.why and (show.invisible or over) and is_picture:
                transcribed += show.size
                continue
            why = show.why or (over and "painted over") or (show.invisible and "invisible")
            if why:
                self.cropped += self.is_cropped and show.size > 0 and self._is_beyond(show)
                show.dropped.add(show.place)
                self.why[why] += show.size
        told = sum(show.size for show in self.shows if show.place not in show.dropped)
        self.is_recognized = 2 * transcribed > told
        self.covered, self.has_layer = share, transcribed > 0

    def replaced(self) -> Mapping[tuple[int, str], tuple[DictionaryObject, StreamObject, Layer]]:
        """The forms of which something is left out, each once."""
        return {
            (id(layer.form[0]), layer.form[1]): (layer.form[0], layer.form[2], layer)
            for layer in self.layers
            if layer.form and layer.dropped
        }
