"""How much structure a text has, and which way of cutting suits it."""

from collections.abc import Collection
from dataclasses import dataclass

from rag.text.fences import fenced
from rag.text.headings import heading_of
from rag.text.paragraphs import is_code_line, is_list_item, is_table_row
from rag.types import Strategy

DEFAULT_SIZE = 512
_SMALL_SIZE = 256
_LARGE_SIZE = 1024
_SHORT_TEXT = 2000
_CODE_BLOCKS = 3
_DENSE = 3.0
_SPARSE = 1.0
_BARE = 0.5
_LONG_PARAGRAPH = 500
_FEW_LINE_ENDS = 5.0


@dataclass(frozen=True, slots=True)
class Structure:
    """Counts over a whole text whose lines have been rejoined to paragraphs."""

    characters: int
    headings: int
    list_items: int
    code_blocks: int
    table_rows: int
    mean_paragraph: float
    line_ends: float
    """Line ends per 1,000 characters."""

    @property
    def density(self) -> float:
        """Headings, list items, code blocks and table rows per 1,000 characters."""
        found = self.headings + self.list_items + self.code_blocks + self.table_rows
        return 1000 * found / self.characters if self.characters else 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A way of cutting, the size of its pieces in characters, and why."""

    strategy: Strategy
    size: int = DEFAULT_SIZE
    reason: str = ""


def measure(text: str, known_headings: Collection[str] = ()) -> Structure:
    """The structure of a text; ``known_headings`` are lines that the file itself calls so."""
    headings = items = rows = blocks = 0
    paragraphs: list[int] = []
    in_code = False
    lines = [line for line in text.split("\n") if line.strip()]
    fences = fenced(lines)
    inside = {number for block in fences for number in block}
    for number, line in enumerate(lines):
        code = number in inside or is_code_line(line)
        blocks += code and not in_code
        in_code = code
        if code:
            continue
        if line.strip() in known_headings or heading_of(line):
            headings += 1
        elif is_table_row(line):
            rows += 1
        elif is_list_item(line):
            items += 1
        else:
            paragraphs.append(len(line))
    blocks = max(blocks, len(fences))
    mean = sum(paragraphs) / len(paragraphs) if paragraphs else 0.0
    line_ends = 1000 * text.count("\n") / len(text) if text else 0.0
    return Structure(len(text), headings, items, blocks, rows, mean, line_ends)


def choose(structure: Structure) -> Choice:
    """The strategy by density of structure, paragraph length and density of line ends."""
    density = structure.density
    told = f"density {density:.1f} per 1,000 characters"
    if density > _DENSE:
        return Choice("recursive", _size(structure), f"{told}; {_blocks(structure.code_blocks)}")
    if density < _SPARSE and structure.mean_paragraph > _LONG_PARAGRAPH:
        return Choice(
            "semantic",
            DEFAULT_SIZE,
            f"{told}; mean paragraph {structure.mean_paragraph:.0f} characters",
        )
    if density < _BARE and structure.line_ends < _FEW_LINE_ENDS:
        return Choice(
            "fixed",
            DEFAULT_SIZE,
            f"{told}; {structure.line_ends:.1f} line ends per 1,000 characters",
        )
    return Choice("recursive", DEFAULT_SIZE, told)


def _size(structure: Structure) -> int:
    if structure.code_blocks >= _CODE_BLOCKS:
        return _LARGE_SIZE
    return _SMALL_SIZE if structure.characters < _SHORT_TEXT else DEFAULT_SIZE


def _blocks(count: int) -> str:
    return f"{count} code block" if count == 1 else f"{count} code blocks"
