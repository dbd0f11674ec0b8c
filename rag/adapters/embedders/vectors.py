"""Texts that any embedder takes, and vectors of length one."""

import math
import re
from collections.abc import Sequence

_UNSENDABLE = re.compile(r"[\ud800-\udfff\x00]")
_NOTHING = "-"
_FIRST_WIDE = 0x1100
_TOKENS_A_LETTER = 0.3


def embeddable(text: str) -> str:
    """The text without NUL, which would cut it, and lone surrogates; never empty."""
    cleaned = _UNSENDABLE.sub(" ", text)
    return cleaned if cleaned.strip() else _NOTHING


def unit(vector: Sequence[float]) -> list[float]:
    """The vector scaled to length one. Raises ValueError if it has no direction."""
    values = [float(value) for value in vector]
    length = math.hypot(*values)
    if not math.isfinite(length) or length == 0:
        raise ValueError("a vector without direction")
    return [value / length for value in values]


def windows(text: str, longest: int) -> list[str]:
    """The text in pieces of about ``longest`` tokens, cut at white space where there is some."""
    if len(text) * (_TOKENS_A_LETTER if text.isascii() else 1.0) <= longest:
        return [text] if text.strip() else []
    pieces: list[str] = []
    start, weight, space = 0, 0.0, 0
    for position, character in enumerate(text):
        weight += 1.0 if ord(character) >= _FIRST_WIDE else _TOKENS_A_LETTER
        if character.isspace():
            space = position + 1
        if weight > longest:
            end = space if space > start else position + 1
            pieces.append(text[start:end])
            start, weight = end, (position + 1 - end) * _TOKENS_A_LETTER
    return [piece for piece in (*pieces, text[start:]) if piece.strip()]


def mean(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """The unit vector between unit vectors, each as heavy as its weight."""
    if len(vectors) == 1:
        return list(vectors[0])
    return unit(
        [
            sum(value * weight for value, weight in zip(column, weights, strict=True))
            for column in zip(*vectors, strict=True)
        ]
    )
