"""Letters that a file sets one by one: which of them make words, by where they stand.

A line is written anew as ``L a t e  f e e``, which is how others come out of a file and are put
together later; a line of which it is not clear where its words end stays as it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from rag.text.shapes import shape_of
from rag.text.spacing import join_spaced_letters

_LONE = re.compile(r"(?<!\S)[^\W\d_](?!\S)")
_FEW = 4
_LEAST_LONE = 0.2  # of what stands between blanks
_LEAST_LETTERS = 8
_LONGEST_WORD = 14  # on average
_SAME_LINE = 0.45
_APART = 0.05  # of the height of a line: how far letters stand apart at least
_CLEARLY = 0.12
_WORD_GAP = 0.2
_CELL_GAP = 2.0
_ON_STEP = 0.12


@dataclass(frozen=True, slots=True)
class Letter:
    """A character and where it stands; ``begins`` says that the file shows a blank before it."""

    text: str
    left: float
    right: float
    middle: float
    height: float
    begins: bool


def stand_apart(line: str) -> bool:
    """Whether many letters of a line stand alone."""
    shape = shape_of(line)
    if shape is not None and b" a " not in shape:  # as in most lines: two at the most, at its ends
        return False
    lone = _lone(line)
    return lone >= _FEW and lone >= _LEAST_LONE * len(line.split())


def with_words(text: str, letters: Sequence[Letter]) -> str:
    """The text with those of its lines written anew whose words are clear."""
    known = dict(_spaced(letters))
    return "\n".join(
        _clearer(line, known) if stand_apart(line) else line for line in text.split("\n")
    )


def _clearer(line: str, known: Mapping[str, str]) -> str:
    anew = known.get("".join(line.split()), line)
    return anew if _lone(join_spaced_letters(anew)) < _lone(line) else line


def _lone(line: str) -> int:
    return len(_LONE.findall(line))


def _spaced(letters: Sequence[Letter]) -> Iterator[tuple[str, str]]:
    """Each line without its blanks, and with a blank between letters and two between words."""
    for row in _rows(letters):
        begins = _begins(row) if len(row) >= _LEAST_LETTERS else None
        if begins and len(row) <= _LONGEST_WORD * (len(begins) + 1):
            solid = "".join(letter.text for letter in row)
            yield (
                solid,
                "".join(
                    ("" if n == 0 else "  " if n in begins else " ") + letter.text
                    for n, letter in enumerate(row)
                ),
            )


def _rows(letters: Sequence[Letter]) -> list[list[Letter]]:
    rows: list[list[Letter]] = []
    for letter in sorted(letters, key=lambda one: -one.middle):
        last = rows[-1][0] if rows else None
        if last and abs(last.middle - letter.middle) <= _SAME_LINE * last.height:
            rows[-1].append(letter)
        else:
            rows.append([letter])
    return [sorted(row, key=lambda one: one.left) for row in rows]


def _begins(row: Sequence[Letter]) -> set[int] | None:
    """At which letters words begin: by shown blanks, by steps of one width, or by wider gaps."""
    shown = {n for n, letter in enumerate(row) if n and letter.begins}
    height = median(letter.height for letter in row)
    gaps = [b.left - a.right for a, b in pairwise(row)]
    if max(gaps) > _CELL_GAP * height:
        return None
    if shown:
        return shown
    steps = [b.left - a.left for a, b in pairwise(row)]
    step = median(steps)
    counts = [round(one / step) if step > 0 else 0 for one in steps]
    if min(counts) >= 1 and all(
        abs(one - count * step) <= _ON_STEP * step for one, count in zip(steps, counts, strict=True)
    ):
        return {n for n, count in enumerate(counts, start=1) if count > 1}
    usual = median(gaps)
    wide = {n for n, gap in enumerate(gaps, start=1) if gap > usual + _WORD_GAP * height}
    inside = [gap for n, gap in enumerate(gaps, start=1) if n not in wide]
    nearest = min((gaps[n - 1] for n in wide), default=0.0)
    is_clear = usual >= _APART * height and nearest - max(inside) >= _CLEARLY * height
    return wide if is_clear else None
