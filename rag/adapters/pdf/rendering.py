"""A second opinion on the text of a page, from the engine of a browser."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from ctypes import byref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from pypdfium2 import raw

from rag.adapters.pdf.cells import Glyph
from rag.adapters.pdf.letters import Letter
from rag.adapters.pdf.painted import Box

_MOST_GLYPHS = 30_000
_BESIDE = 5.0  # points
_SAMPLES = 60
_QUARTER = math.pi / 2
_MOST_TURNED = 0.8
_HYPHEN = 0xFFFE  # what PDFium puts for a hyphen at a line end


_TURNED: Mapping[int, Callable[[Any], tuple[float, float, float, float]]] = {
    0: lambda box: (box.left, box.right, box.bottom, box.top),
    1: lambda box: (box.bottom, box.top, -box.right, -box.left),
    2: lambda box: (-box.right, -box.left, -box.top, -box.bottom),
    3: lambda box: (-box.top, -box.bottom, box.left, box.right),
}
"""The left, right, bottom and top of a box by the turn of its text."""


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as PDFium reads it; its lines are the lines that a reader sees."""

    textpage: Any
    rotation: int
    cropped: Box | None = None
    """What is shown of it, unless that is all."""

    def text(self) -> str:
        """The text, with the hyphens at line ends that PDFium takes out put back."""
        found = str(
            self.textpage.get_text_bounded(*self.cropped)
            if self.cropped
            else self.textpage.get_text_range()
        ).replace("\r\n", "\n")
        return found.replace(chr(_HYPHEN), "-\n")

    def turn(self) -> int:
        """How many quarters the text is turned to the left of upright on its page, 0 if no one way."""
        count = self.textpage.count_chars()
        page, step = self.textpage.raw, max(count // _SAMPLES, 1)
        codes = ((n, raw.FPDFText_GetUnicode(page, n)) for n in range(0, count, step))
        quarters = Counter(
            round(-raw.FPDFText_GetCharAngle(page, n) / _QUARTER) % 4
            for n, code in codes
            if chr(code).strip()
        )
        [(most, times)] = quarters.most_common(1) or [(0, 0)]
        return most if times > _MOST_TURNED * quarters.total() else 0

    def glyphs(self) -> list[Glyph]:
        """Every printed character with its box as if its line ran to the right.

        None if there are too many to look for tables.
        """
        count = self.textpage.count_chars()
        if count > _MOST_GLYPHS:
            return []
        turned = _TURNED[self.turn()]
        page, box = self.textpage.raw, raw.FS_RECTF()
        found: list[Glyph] = []
        spaced = True
        for index in range(count):
            code = raw.FPDFText_GetUnicode(page, index)
            text = "-" if code == _HYPHEN else chr(code)
            if not text.strip() or code in {0, 0xFFFF}:
                spaced = True
            elif raw.FPDFText_GetLooseCharBox(page, index, byref(box)) and self._shows(box):
                found.append(Glyph(text, *turned(box), spaced))
                spaced = False
        return found

    def letters(self) -> list[Letter]:
        """Every printed character with the blanks that the file shows, not those of its gaps."""
        page, box = self.textpage.raw, raw.FS_RECTF()
        found: list[Letter] = []
        begins = False
        for index in range(min(self.textpage.count_chars(), _MOST_GLYPHS)):
            text = chr(raw.FPDFText_GetUnicode(page, index))
            if not text.strip():
                begins = begins or raw.FPDFText_IsGenerated(page, index) != 1
            elif raw.FPDFText_GetLooseCharBox(page, index, byref(box)) and self._shows(box):
                middle, height = (box.bottom + box.top) / 2, max(box.top - box.bottom, 1.0)
                found.append(Letter(text, box.left, box.right, middle, height, begins))
                begins = False
        return found

    def _shows(self, box: Any) -> bool:  # noqa: ANN401 - ctypes has no types
        if self.cropped is None:
            return True
        left, bottom, right, top = self.cropped
        x, y = (box.left + box.right) / 2, (box.bottom + box.top) / 2
        return bool(left <= x <= right and bottom <= y <= top)


@dataclass(slots=True)
class Renderer:
    """Opens the file when it is first needed, and not again."""

    path: Path
    document: Any = None
    failed: bool = False

    def page(self, number: int) -> RenderedPage | None:
        """The page, if PDFium can read it."""
        if self.failed:
            return None
        try:
            if self.document is None:
                self.document = pypdfium2.PdfDocument(self.path)
            page = self.document[number - 1]
            return RenderedPage(page.get_textpage(), page.get_rotation(), _cropped(page))
        except Exception:  # noqa: BLE001 - it is a second opinion: without it the first one stands
            self.failed = self.document is None
            return None


def _cropped(page: Any) -> Box | None:  # noqa: ANN401 - pypdfium2 has no types
    """The box that a page is cropped to, with a little around it as letters reach over an edge."""
    cropped, whole = page.get_cropbox(), page.get_mediabox()
    if tuple(cropped) == tuple(whole):
        return None
    left, bottom, right, top = cropped
    return left - _BESIDE, bottom - _BESIDE, right + _BESIDE, top + _BESIDE
