"""pypdf's text extraction with its costliest steps done by loops in C and each font parsed once.

What comes out is what pypdf itself makes of a page, in less than half of the time; a test holds
the two against each other. It rests on the pinned version of pypdf, whose classes it takes the
place of while `quick` is entered, since pypdf has no way to be given others.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from pypdf import _page
from pypdf._text_extraction import (
    CUSTOM_RTL_MAX,
    CUSTOM_RTL_MIN,
    RTL_CHARACTER_PATTERN,
    _text_extractor,
    mult,
    orient,
)
from pypdf._text_extraction._text_extractor import TextExtraction
from pypdf.generic import DictionaryObject
from pypdf.generic._font import Font

_MOST_FONTS = 200  # a file may have thousands, and each takes memory


_Widths = dict[int, tuple[Font, dict[str, float]]]
"""Of each character, by the font's id; the font is held, so that no other can have its id."""


@contextmanager
def quick() -> Iterator[None]:
    """Within it pypdf extracts by the classes of this module."""
    page: Any = _page
    extractor: Any = _text_extractor
    before = page.TextExtraction, page.Font, extractor.encoding_dict_from_named_encoding
    page.TextExtraction, page.Font = partial(QuickExtraction, {}), _Fonts()
    extractor.encoding_dict_from_named_encoding = cache(before[2])
    try:
        yield
    finally:
        page.TextExtraction, page.Font, extractor.encoding_dict_from_named_encoding = before


class QuickExtraction(TextExtraction):
    """Shows a string by operations on the whole of it, unless it is written from right to left."""

    def __init__(self, widths: _Widths) -> None:
        super().__init__()
        self._widths = widths

    def _handle_tj(self, text: str, operands: list[Any], *rest: Any) -> Any:  # noqa: ANN401 - as pypdf calls it
        cm, tm, _, font, orientations, size, is_rtl, _, sizes = rest
        if is_rtl or CUSTOM_RTL_MIN or CUSTOM_RTL_MAX or not isinstance(operands[0], bytes):
            return super()._handle_tj(text, operands, *rest)
        codes = read = ""
        if orient(mult(tm, cm)) in orientations:
            codes, read = _decoded(operands[0], font.encoding)
        known: Mapping[str, str] = font.character_map
        added = "".join([known.get(c, c) for c in read]) if known else read
        if not added.isascii() and RTL_CHARACTER_PATTERN.search(added):
            return super()._handle_tj(text, operands, *rest)
        spread = 1000 * self.char_spacing * len(read)
        sizes["str_widths"] += self._width(codes, font) * size + spread
        sizes["str_height"] = size
        return text + added, is_rtl, sizes

    def _width(self, codes: str, font: Font) -> float:
        _, known = self._widths.get(id(font)) or self._remember(font)
        try:
            return sum(map(known.__getitem__, codes), 0.0)
        except KeyError:
            for code in set(codes).difference(known):
                is_space = code == font.space_char
                known[code] = font.space_width if is_space else font.get_text_width(code)
            return sum(map(known.__getitem__, codes), 0.0)

    def _remember(self, font: Font) -> tuple[Font, dict[str, float]]:
        if len(self._widths) >= _MOST_FONTS:
            self._widths.pop(next(iter(self._widths)))
        return self._widths.setdefault(id(font), (font, {}))


def _decoded(shown: bytes, encoding: str | Mapping[int, str]) -> tuple[str, str]:
    """The codes that have widths, and what they stand for before the map to Unicode."""
    if isinstance(encoding, str):
        try:
            read = shown.decode(encoding, "surrogatepass")
        except UnicodeDecodeError:  # an odd number of bytes
            read = shown.decode(encoding, "replace")
        return read, read
    codes = shown.decode("latin-1")
    return codes, codes.translate(encoding)


@dataclass(slots=True)
class _Fonts:
    """Stands for pypdf's class, as far as reading a page asks it; keeps the last fonts."""

    known: dict[int, tuple[DictionaryObject, Font]] = field(default_factory=dict)

    def from_font_resource(self, resource: DictionaryObject) -> Font:
        entry = self.known.get(id(resource))
        if entry is not None and entry[0] is resource:
            return entry[1]
        if len(self.known) >= _MOST_FONTS:
            self.known.pop(next(iter(self.known)))
        font = Font.from_font_resource(resource)
        self.known[id(resource)] = resource, font
        return font
