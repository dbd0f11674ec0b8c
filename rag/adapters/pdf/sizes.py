"""Headings told by their font: larger or bolder than what a page is mostly set in."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

_LARGER = 1.18
_MAX_LENGTH = 120
_MAX_BOLD_WORDS = 12
_MIN_LETTERS = 4
_FIRST_CJK = 0x2E7F
_MOST_BOLD = 0.3
_SENTENCE_END = re.compile(r"[.,;:。，；：]$")
_FIGURES = re.compile(r"\d[\d,.]*\W+\$?\(?\d[\d,.]*")


class Chunk(NamedTuple):
    """Text of one font and size, as it came."""

    text: str
    size: float
    bold: bool

    @classmethod
    def of(cls, text: str, cm: Any, tm: Any, font: Any, size: float) -> "Chunk":  # noqa: ANN401 - as pypdf calls it
        """From what pypdf tells a visitor: matrices, the font's dictionary, its nominal size."""
        if text.isspace():  # every second is a line end, which has no look
            return cls(text, 0.0, bold=False)
        scale = sqrt(abs((tm[0] * tm[3] - tm[1] * tm[2]) * (cm[0] * cm[3] - cm[1] * cm[2])))
        name = str(font.get("/BaseFont", "")) if font else ""
        return cls(text, round(float(size) * scale, 1), _is_bold(name))


@lru_cache(maxsize=256)
def _is_bold(font: str) -> bool:
    return bool(re.search("bold|black|heavy", font, re.IGNORECASE))


def large_lines(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """The lines that are headings by their look, each once, in order."""
    lines = [line for line in _lines(chunks) if line[0].strip()]
    sizes: Counter[float] = Counter()
    for text, size, _ in lines:
        sizes[size] += len(text)
    if not sizes:
        return ()
    usual = sizes.most_common(1)[0][0]
    large = [t.strip() for t, size, _ in lines if size >= _LARGER * usual and _is_title(t.strip())]
    bold = [t.strip() for t, size, b in lines if b and size >= usual and _is_bold_title(t.strip())]
    if len(bold) > _MOST_BOLD * len(lines):
        bold = []
    return tuple(dict.fromkeys([*large, *bold]))


def _lines(chunks: Iterable[Chunk]) -> Iterable[tuple[str, float, bool]]:
    """Each line with the size and weight of most of it."""
    parts: list[Chunk] = []
    for chunk in chunks:
        pieces = chunk.text.split("\n")
        for index, piece in enumerate(pieces):
            if index:
                yield _line(parts)
                parts = []
            if piece.strip():
                parts.append(Chunk(piece, chunk.size, chunk.bold))
    yield _line(parts)


def _line(parts: Sequence[Chunk]) -> tuple[str, float, bool]:
    text = "".join(part.text for part in parts)
    if not parts:
        return "", 0.0, False
    main = max(parts, key=lambda part: len(part.text))
    return text, main.size, all(part.bold for part in parts)


def _is_title(line: str) -> bool:
    letters = sum(1 for c in line if c.isalpha())
    wide = any(ord(c) > _FIRST_CJK for c in line)
    enough = letters >= (2 if wide else _MIN_LETTERS)
    return enough and len(line) <= _MAX_LENGTH and not _SENTENCE_END.search(line)


def _is_bold_title(line: str) -> bool:
    if not _is_title(line) or _FIGURES.search(line) or len(line.split()) > _MAX_BOLD_WORDS:
        return False
    return line[0].isupper() or not line[0].isascii()
