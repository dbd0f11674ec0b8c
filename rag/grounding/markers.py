"""Citation markers: ``[1]``, ``[1][2]``, ``[1, 2]``, ``[1-3]`` and the fullwidth ``【1】``."""

import re
from collections.abc import Callable

_MARKER = re.compile(r"\s*[\[【［]\s*(\d{1,3}(?:\s*[,，、;-]\s*\d{1,3})*)\s*[\]】］]")
_RUN = re.compile(rf"(?:{_MARKER.pattern})+")
_BRACKETS = str.maketrans({"[": "(", "]": ")", "【": "（", "】": "）", "［": "（", "］": "）"})
_LONGEST_RANGE = 20  # "[1-3]" is a range of excerpts; "[1-300]" is something else


def cites_of(text: str) -> tuple[int, ...]:
    """The numbers cited, each once, in order of appearance."""
    found: dict[int, None] = {}
    for match in _MARKER.finditer(text):
        for part in re.split(r"\s*[,，、;]\s*", match.group(1)):
            found.update(dict.fromkeys(_expand(part)))
    return tuple(found)


def without_markers(text: str) -> str:
    """The text without its markers and the white space before them."""
    return _MARKER.sub("", text).strip()


def remarked(text: str, mark: Callable[[tuple[int, ...]], str]) -> str:
    """The text with each run of markers replaced by what ``mark`` makes of its numbers."""

    def replaced(match: re.Match[str]) -> str:
        marks = mark(cites_of(match.group()))
        return f" {marks}" if marks else ""

    return _RUN.sub(replaced, text).strip()


def neutralised(text: str) -> str:
    """A quotation whose own ``[1]`` can't be taken for a citation: its brackets become round."""
    return _MARKER.sub(lambda match: match.group().translate(_BRACKETS), text)


def _expand(part: str) -> list[int]:
    bounds = [int(n) for n in part.split("-")]
    first, last = bounds[0], bounds[-1]
    if len(bounds) == 2 and first < last <= first + _LONGEST_RANGE:  # noqa: PLR2004 - two ends
        return list(range(first, last + 1))
    return bounds
