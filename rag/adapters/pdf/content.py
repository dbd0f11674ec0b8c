"""The content of a page: what of it is visible, and the text of that."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.errors import PdfReadError
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DictionaryObject,
    EncodedStreamObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NullObject,
    PdfObject,
    StreamObject,
)

from rag.adapters.pdf.forms import Layer
from rag.adapters.pdf.operators import Operation, operations_of
from rag.adapters.pdf.sizes import Chunk, large_lines
from rag.adapters.pdf.visible import Visibility
from rag.types import PageState

_NOTHING = (NullObject, type(None))
_CONTENTS = NameObject("/Contents")
_WIDE_GAP = FloatObject(-1000)
_ENCODED = frozenset({"/Filter", "/DecodeParms", "/Length"})
_WORTH_TELLING = 12  # characters: what is left out of most files are stray blanks and marks
_DRAWN = 20  # fill or stroke operators that make a drawing rather than a rule or a frame
_MOST = 0.6
_FEW_CELLS = 3
_EMPTY = 16  # bytes: what an empty stream may be packed as
_PAINTS = frozenset({b"f", b"F", b"f*", b"S", b"s", b"B", b"B*", b"b", b"b*"})


@dataclass(slots=True)
class Content:
    """A page's operators without those that paint nothing a reader would see."""

    page: PageObject
    document: PdfReader
    operations: list[Operation]
    has_hidden: bool
    has_image: bool
    paints: int
    is_plain: bool = False
    """Whether it is painted as it is read: then there is no table, and no line is torn."""
    may_run_across: bool = False
    """Whether there may be two columns that are told line by line."""
    has_cells: bool = False
    """Whether several lines have text beside text, in the same place."""
    is_scan: bool = False
    """Whether most of it is an image of which there is no text layer."""
    forms: list[tuple[DictionaryObject, StreamObject, Layer]] = field(default_factory=list)
    """Forms of which something is left out: where they are named, themselves, and what stays."""
    unseen: tuple[str, ...] = ()
    """Why text of the page was left out, if that was more than a few characters."""
    is_recognized: bool = False
    chunks: list[Chunk] = field(default_factory=list)

    @classmethod
    def of(cls, page: PageObject, document: PdfReader, hidden: frozenset[int]) -> "Content":
        """Parses the page. Raises what pypdf raises for a damaged or too complex one."""
        content = page.raw_get("/Contents") if "/Contents" in page else None
        if isinstance(content, IndirectObject) and isinstance(content.get_object(), _NOTHING):
            raise PdfReadError("the content is missing")  # as where a file was cut off
        if content is None or page["/Contents"] is None:
            return cls(page, document, [], has_hidden=False, has_image=False, paints=0)
        # "bytes": strings are decoded by the font they are set in, as pypdf itself does it.
        operations = operations_of(ContentStream(page["/Contents"], document, "bytes"))
        if not operations and _is_lost(page["/Contents"]):
            raise PdfReadError("the content can't be decoded")
        visibility = Visibility.of(page, document, operations, hidden)
        counts = Counter(map(itemgetter(1), operations))
        return cls(
            page,
            document,
            visibility.layers[0].kept(),
            has_hidden=visibility.dropped > 0,
            has_image=visibility.has_image,
            paints=sum(counts[operator] for operator in _PAINTS),
            is_plain=visibility.order.is_plain,
            may_run_across=visibility.order.may_run_across,
            has_cells=max(visibility.order.beside.values(), default=0) >= _FEW_CELLS,
            is_scan=visibility.covered >= _MOST and not visibility.has_layer,
            forms=[*visibility.replaced().values()],
            unseen=tuple(why for why, size in visibility.why.items() if size >= _WORTH_TELLING),
            is_recognized=visibility.is_recognized,
        )

    def extract(self, least_gap: int = 0) -> str:
        """The text; with ``least_gap``, what is set apart by it (in 1/1000 em) counts as words."""
        if not self.operations:
            return ""
        operations = (
            [_widened(o, least_gap) for o in self.operations] if least_gap else self.operations
        )
        chunks: list[Chunk] = []

        def collect(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:  # noqa: ANN401 - as pypdf calls it
            if text:
                chunks.append(Chunk.of(text, cm, tm, font, size))

        with self._shown(operations):
            text = self.page.extract_text(visitor_text=collect)
        if not least_gap:
            self.chunks = chunks
        return text

    def large_lines(self) -> tuple[str, ...]:
        """Lines that stand out by the size or the weight of their font."""
        return large_lines(self.chunks)

    def without_text(self) -> tuple[PageState, str]:
        """What a page without text is: an image, a drawing, or blank."""
        if self.has_image:
            return "image", "only an image: no text layer"
        if self.paints >= _DRAWN:
            return "image", "only a drawing: no text layer"
        return "empty", ""

    @contextmanager
    def _shown(self, operations: list[Operation]) -> Iterator[None]:
        """Puts the operators in the page's place for a while, so that they are not kept for all pages."""
        original = self.page.raw_get("/Contents")
        stream = ContentStream(None, self.document, "bytes")
        stream.operations = operations
        self.page[_CONTENTS] = stream
        kept = [
            (objects, NameObject(name), form, seen) for objects, name, form, seen in self._forms()
        ]
        for objects, name, _, seen in kept:
            objects[name] = seen
        try:
            yield
        finally:
            self.page[_CONTENTS] = original
            for objects, name, form, _ in kept:
                objects[name] = form

    def _forms(self) -> Iterator[tuple[DictionaryObject, str, PdfObject, ContentStream]]:
        for objects, form, layer in self.forms:
            seen = ContentStream(None, self.document, "bytes")
            seen.update({key: value for key, value in form.items() if key not in _ENCODED})
            seen.operations = layer.kept()
            name = layer.form[1] if layer.form else ""
            yield objects, name, objects.raw_get(name), seen


def _is_lost(content: PdfObject) -> bool:
    """Whether nothing comes out of streams in which there is something."""
    parts = content if isinstance(content, ArrayObject) else [content]
    streams = [part.get_object() for part in parts]
    return any(
        isinstance(stream, EncodedStreamObject)
        and len(stream._data) > _EMPTY
        and not stream.get_data()
        for stream in streams
    )


def _widened(operation: Operation, least_gap: int) -> Operation:
    operands, operator = operation
    if operator != b"TJ" or not operands or not isinstance(operands[0], ArrayObject):
        return operation
    widened = ArrayObject(
        _WIDE_GAP if isinstance(item, (int, float)) and item <= -least_gap else item
        for item in operands[0]
    )
    return [widened], operator
