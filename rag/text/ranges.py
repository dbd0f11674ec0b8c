"""Ways of cutting a text, each as ranges of characters."""

import re
from collections.abc import Iterable, Sequence
from statistics import mean, pstdev

from rag.text.sentences import sentences

Range = tuple[int, int]

MAX_BYTES = 6000
_OVERLAP = 0.1
_STRETCH = 1.5  # a sentence this much longer than a piece is still kept whole
_SOFT_ENDS = ("\n", "；", ";", "，", ",", "、", " ")
_ENDS = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s|\n")
_MIN_SEMANTIC = 100


def recursive_ranges(text: str, size: int) -> list[Range]:
    """Whole paragraphs while they fit, else whole sentences, else parts of a sentence.

    A piece begins with the sentences that ended the last one, up to a tenth of the size.
    """
    units = [unit for paragraph in _paragraphs(text) for unit in _pieces(text, paragraph, size)]
    return _overlapping(_packed(units, size), units, size)


def fixed_ranges(text: str, size: int) -> list[Range]:
    """Pieces of one size, moved back to the nearest end of a sentence or a word."""
    ranges: list[Range] = []
    start, stop = 0, len(text.rstrip())
    while start < stop:
        end = min(stop, start + size)
        if end < stop:
            end = _last_end(text, start + size // 2, end)
        ranges.append((start, end))
        start = end if end == stop else _step_back(text, start, end, size)
    pieces = _trimmed(text, ranges)
    # What white space alone parted from the piece before would be said twice.
    return [piece for n, piece in enumerate(pieces) if not n or piece[1] > pieces[n - 1][1]]


def semantic_ranges(text: str, size: int, similarities: Sequence[float]) -> list[Range]:
    """Runs of sentences that belong together, cut where the similarity of neighbours drops.

    Raises `ValueError` unless there is one similarity for each pair of neighbouring sentences.
    """
    found = sentences(text)
    if not found:
        return []
    if len(similarities) != len(found) - 1:
        raise ValueError(f"{len(similarities)} similarities for {len(found)} sentences")
    threshold = mean(similarities) - pstdev(similarities) if similarities else 0.0
    ranges: list[Range] = []
    start, end = found[0]
    for (begin, stop), similarity in zip(found[1:], similarities, strict=True):
        drops = similarity < threshold and end - start >= _MIN_SEMANTIC
        if drops or stop - start > 2 * size:
            ranges.append((start, end))
            start = begin
        end = stop
    ranges.append((start, end))
    return [piece for a, b in ranges for piece in _within(text, a, b, 2 * size)]


def capped(text: str, ranges: Iterable[Range]) -> list[Range]:
    """The ranges without white space around them, empty ones and ones of too many bytes."""
    found: list[Range] = []
    for a, b in _trimmed(text, ranges):
        start = a
        while len(text[start:b].encode()) > MAX_BYTES:
            middle = start + MAX_BYTES // 4  # four bytes are the most that a character takes
            found.append((start, middle))
            start = middle
        found.append((start, b))
    return _trimmed(text, found)


def _within(text: str, start: int, end: int, size: int) -> list[Range]:
    if end - start <= size:
        return [(start, end)]
    return [(start + a, start + b) for a, b in recursive_ranges(text[start:end], size)]


def _paragraphs(text: str) -> list[Range]:
    return _trimmed(text, [m.span() for m in re.finditer(r"[^\n]+", text)])


def _pieces(text: str, paragraph: Range, size: int) -> list[Range]:
    """A paragraph that fits, else its sentences, else their parts."""
    start, end = paragraph
    if end - start <= size:
        return [paragraph]
    found: list[Range] = []
    for a, b in sentences(text[start:end]):
        found.extend(_parts(text, start + a, start + b, size))
    return found


def _parts(text: str, start: int, end: int, size: int) -> list[Range]:
    parts: list[Range] = []
    while end - start > _STRETCH * size:
        middle = _soft_end(text, start + size // 2, start + size)
        parts.append((start, middle))
        start = middle
    parts.append((start, end))
    return parts


def _soft_end(text: str, low: int, high: int) -> int:
    for mark in _SOFT_ENDS:
        found = text.rfind(mark, low, high)
        if found >= 0:
            return found + len(mark)
    return high


def _last_end(text: str, low: int, high: int) -> int:
    ends = [m.end() for m in _ENDS.finditer(text, low, high)]
    return max(ends) if ends and max(ends) > low else _soft_end(text, low, high)


def _step_back(text: str, start: int, end: int, size: int) -> int:
    """Where the next piece begins: at a word or sentence within the overlap, past ``start``."""
    low = max(start + 1, end - int(_OVERLAP * size))
    ends = [m.end() for m in _ENDS.finditer(text, low, end) if m.end() < end]
    if ends:
        return ends[0]
    if _ENDS.search(text, max(start, end - 1), end) or text[end - 1] in "。！？；":
        return end
    space = text.find(" ", low, end)
    return space + 1 if 0 <= space < end - 1 else end


def _packed(units: Sequence[Range], size: int) -> list[tuple[int, int]]:
    """Runs of units as (first, last) indexes, each run within the size where its units are."""
    runs: list[tuple[int, int]] = []
    first = 0
    for index in range(1, len(units) + 1):
        if index == len(units) or units[index][1] - units[first][0] > size:
            runs.append((first, index - 1))
            first = index
    return runs if units else []


def _overlapping(runs: Sequence[tuple[int, int]], units: Sequence[Range], size: int) -> list[Range]:
    ranges: list[Range] = []
    for number, (first, last) in enumerate(runs):
        start = first
        floor = runs[number - 1][0] + 1 if number else first
        while start > floor and units[first][0] - units[start - 1][0] <= _OVERLAP * size:
            start -= 1
        ranges.append((units[start][0], units[last][1]))
    return ranges


def _trimmed(text: str, ranges: Iterable[Range]) -> list[Range]:
    found: list[Range] = []
    for a, b in ranges:
        piece = text[a:b]
        begin = a + len(piece) - len(piece.lstrip())
        end = a + len(piece.rstrip())
        if end > begin:
            found.append((begin, end))
    return found
