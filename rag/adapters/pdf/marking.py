"""Where quotations stand on a page, found in its text layer however it breaks and writes them."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_MOST_CHARACTERS = 30_000  # of a page: beyond that only quotations that stand there whole are found
_PIECE = 12  # characters: a stretch shorter than that stands anywhere
_ENOUGH = 0.6  # of a quotation, in pieces: columns and table rows are read in another order


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, its origin at the top left."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Layer:
    """Letters and digits of a page, folded, and which character of the page each came from."""

    text: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, characters: Iterable[str]) -> "Layer":
        """The layer of a page's characters, in their order."""
        found: list[tuple[str, int]] = []
        for place, character in enumerate(characters):
            found.extend((letter, place) for letter in bare(character))
        return cls("".join(letter for letter, _ in found), tuple(place for _, place in found))

    def find(self, quote: str) -> list[range]:
        """The page's characters that the quotation covers; empty if it can't be told."""
        wanted = bare(quote)
        if not wanted:
            return []
        start = self._whole(wanted)
        if start >= 0:
            return [self._range(start, len(wanted))]
        return self._pieces(wanted)

    def _whole(self, wanted: str) -> int:
        """Not inside another word, unless it stands nowhere else."""
        first = start = self.text.find(wanted)
        while start >= 0:
            if not self._cuts(start) and not self._cuts(start + len(wanted)):
                return start
            start = self.text.find(wanted, start + 1)
        return first if len(wanted) >= _PIECE else -1

    def _cuts(self, at: int) -> bool:
        """Whether a word of a script with spaces goes on over this place."""
        if not 0 < at < len(self.text) or not self.text[at - 1 : at + 1].isascii():
            return False
        return self.places[at] - self.places[at - 1] <= 1

    def _pieces(self, wanted: str) -> list[range]:
        if len(wanted) < _PIECE or len(self.text) > _MOST_CHARACTERS:
            return []
        matcher = SequenceMatcher(None, self.text, wanted, autojunk=False)
        blocks = [b for b in matcher.get_matching_blocks() if b.size >= min(_PIECE, len(wanted))]
        if sum(b.size for b in blocks) < _ENOUGH * len(wanted):
            return []
        return [self._range(b.a, b.size) for b in blocks]

    def _range(self, start: int, length: int) -> range:
        return range(self.places[start], self.places[start + length - 1] + 1)


def bare(text: str) -> str:
    """Letters and digits alone: no spaces, hyphens or quotation marks, ligatures taken apart."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of characters in their order, as one box for each stretch of a line."""
    found: list[Box] = []
    for box in boxes:
        if found and _continues(found[-1], box):
            last = found[-1]
            found[-1] = Box(
                min(last.left, box.left),
                min(last.top, box.top),
                max(last.right, box.right),
                max(last.bottom, box.bottom),
            )
        else:
            found.append(box)
    return found


def _continues(last: Box, box: Box) -> bool:
    """Beside it on a line, or below or above it in a text that runs that way."""
    tall, wide = box.bottom - box.top, box.right - box.left
    size = max(min(last.bottom - last.top, tall), 1.0)
    beside = min(last.bottom, box.bottom) - max(last.top, box.top)
    across = max(box.left - last.right, last.left - box.right)
    if beside >= size / 2:
        return across <= 2 * size
    # One character wide: the next line of a text that runs across begins under a whole line.
    is_column = (
        last.right - last.left <= 2 * wide
        and min(last.right, box.right) - max(last.left, box.left)
        >= min(last.right - last.left, wide) / 2
    )
    down = max(box.top - last.bottom, last.top - box.bottom)
    return is_column and down <= wide / 2
