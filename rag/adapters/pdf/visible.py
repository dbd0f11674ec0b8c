"""Which text operators of a page paint something that a reader would see.

Left out: layers that are off, text outside the page, text of two points or less, white text on
the bare page, invisible text unless there is an image below it that it may transcribe, and
text printed over itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pypdf import PageObject
from pypdf.generic import DictionaryObject

from rag.adapters.pdf.graphics import Box, Graphics
from rag.adapters.pdf.layers import is_hidden
from rag.adapters.pdf.operators import Operation
from rag.adapters.pdf.order import PaintOrder
from rag.adapters.pdf.overprint import Overprint

_SHOWS = frozenset({b"Tj", b"TJ", b"'", b'"'})
_TURNS = frozenset({b"'", b'"'})  # to the next line, before they show
_MARKS = frozenset({b"BMC", b"BDC", b"EMC"})
_SMALLEST = 2.0
_INVISIBLE_MODES = frozenset({3, 7})
_BESIDE = 5.0


@dataclass(slots=True)
class Visibility:
    """A walk over the operators of a page with the state that decides what is seen."""

    resources: DictionaryObject
    box: Box
    hidden: frozenset[int]
    has_image: bool
    dropped: int = 0
    covered: float = 0.0
    """The share of the page that images take up."""
    has_layer: bool = False
    """Whether invisible text was kept, as what is on an image."""
    marked: list[bool] = field(default_factory=list)
    order: PaintOrder = field(default_factory=PaintOrder)
    overprint: Overprint = field(default_factory=Overprint)

    @classmethod
    def of(
        cls, page: PageObject, operations: Sequence[Operation], hidden: frozenset[int]
    ) -> "Visibility":
        """For one page and the layers that are off."""
        resources = page.get("/Resources", DictionaryObject()).get_object()
        corners = [float(value) for value in page.mediabox]
        box = (min(corners[::2]), min(corners[1::2]), max(corners[::2]), max(corners[1::2]))
        images = any(
            operator == b"INLINE IMAGE" or (operator == b"Do" and _is_image(resources, operands))
            for operands, operator in operations
        )
        return cls(resources, box, hidden, images or _form_has_image(resources))

    def visible(self, operations: Sequence[Operation]) -> list[Operation]:
        """The operators without those that show unseen text; positions stay as they were."""
        kept: list[Operation] = []
        graphics = Graphics(self.resources)
        for operation in operations:
            operands, operator = operation
            if operator in _MARKS:
                self._mark(operands, operator)
            graphics.apply(operands, operator)
            self.overprint.move(operator)
            if operator in _SHOWS:
                if self._is_read(operands, graphics):
                    kept.append(operation)
                elif operator in _TURNS:
                    kept.append(([], b"T*"))
                continue
            self.order.take(operands, operator)
            self._cover(operands, operator, graphics)
            if operator == b"Do" and self._hides_object(operands):
                self.dropped += 1
            else:
                kept.append(operation)
        return kept

    def _is_read(self, operands: Sequence[Any], graphics: Graphics) -> bool:
        """Whether text is seen, and not for a second time."""
        if self._hides_text(graphics):
            self.dropped += 1
            return False
        if self.overprint.repeats(operands, graphics):
            return False
        self.order.show(operands, graphics)
        self.has_layer = self.has_layer or graphics.state.mode in _INVISIBLE_MODES
        return True

    def _cover(self, operands: Sequence[Any], operator: bytes, graphics: Graphics) -> None:
        """Scanners cut an image into strips: all of them count."""
        if operator == b"INLINE IMAGE" or (
            operator == b"Do" and _is_image(self.resources, operands)
        ):
            self.covered += _common(graphics.painted[-1], self.box)
        elif operator == b"Do" and _holds_image(form := _object(self.resources, operands)):
            self.covered += _common(graphics.box_of(form or {}), self.box)

    def _mark(self, operands: Sequence[Any], operator: bytes) -> None:
        if operator == b"EMC":
            if self.marked:
                self.marked.pop()
        elif operator == b"BMC":
            self.marked.append(False)
        elif operator == b"BDC":
            self.marked.append(self._is_hidden_mark(operands))

    def _is_hidden_mark(self, operands: Sequence[Any]) -> bool:
        if not self.hidden or len(operands) <= 1 or operands[0] != "/OC":
            return False
        properties = self.resources.get("/Properties", DictionaryObject()).get_object()
        name = operands[1]
        return name in properties and is_hidden(properties.raw_get(name), self.hidden)

    def _hides_object(self, operands: Sequence[Any]) -> bool:
        if any(self.marked):
            return True
        form = _object(self.resources, operands)
        return bool(form and "/OC" in form and is_hidden(form.raw_get("/OC"), self.hidden))

    def _hides_text(self, graphics: Graphics) -> bool:
        if any(self.marked):
            return True
        state = graphics.state
        if state.mode in _INVISIBLE_MODES:
            return not self.has_image
        if 0 < graphics.text_size() <= _SMALLEST and not state.drawn_font:
            return True
        x, y = graphics.text_origin()
        if self._is_outside(x, y):
            return True
        return state.white and not graphics.is_covered(x, y)

    def _is_outside(self, x: float, y: float) -> bool:
        left, bottom, right, top = self.box
        wide = right - left  # a line may begin left of the page and run into it
        return not (left - wide <= x <= right + _BESIDE and bottom - _BESIDE <= y <= top + _BESIDE)


def _object(resources: DictionaryObject, operands: Sequence[Any]) -> DictionaryObject | None:
    objects = resources.get("/XObject", DictionaryObject()).get_object()
    found = objects[operands[0]].get_object() if operands and operands[0] in objects else None
    return found if isinstance(found, DictionaryObject) else None


def _is_image(resources: DictionaryObject, operands: Sequence[Any]) -> bool:
    found = _object(resources, operands)
    return found is not None and found.get("/Subtype") == "/Image"


def _form_has_image(resources: DictionaryObject) -> bool:
    """Scanners often put the image of a page into a form."""
    objects = resources.get("/XObject", DictionaryObject()).get_object()
    return any(_holds_image(objects[name].get_object()) for name in objects)


def _holds_image(form: object) -> bool:
    if not isinstance(form, DictionaryObject) or form.get("/Subtype") != "/Form":
        return False
    inner = form.get("/Resources", DictionaryObject()).get_object()
    nested = inner.get("/XObject", DictionaryObject()).get_object()
    return any(nested[key].get_object().get("/Subtype") == "/Image" for key in nested)


def _common(box: Box, page: Box) -> float:
    """The share of the page that the box takes up."""
    width = min(box[2], page[2]) - max(box[0], page[0])
    height = min(box[3], page[3]) - max(box[1], page[1])
    whole = (page[2] - page[0]) * (page[3] - page[1])
    return max(width, 0.0) * max(height, 0.0) / whole if whole > 0 else 0.0
