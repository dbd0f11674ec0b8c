"""Plain text with one paragraph a line, whatever width it was wrapped at."""

import re
from collections.abc import Iterable, Sequence

from rag.text.headings import heading_of
from rag.text.paragraphs import is_code_line, is_list_item, is_table_row

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff，。、；：！？（）「」《》"
_CJK_EDGE = re.compile(f"[{_CJK}]")
_NARROWEST = 40
_WIDEST = 120
_USUAL = 0.9
_NEARLY_FULL = 0.75
_WRAPPED_SHARE = 0.5


def plain_lines(text: str) -> list[str]:
    """Paragraphs, list items and rows. Blank lines end paragraphs."""
    blocks = [block.split("\n") for block in re.split(r"\n[ \t]*\n", text) if block.strip()]
    width = _width(blocks)
    if not width:
        return [line.rstrip() for block in blocks for line in block if line.strip()]
    return [line for block in blocks for line in _joined(block, width)]


def glued(before: str, after: str) -> str:
    """Two lines of one paragraph; Chinese and Japanese need no space between."""
    unspaced = _CJK_EDGE.match(before[-1:]) and _CJK_EDGE.match(after[:1])
    return before + ("" if unspaced else " ") + after


def stands_alone(line: str) -> bool:
    """Whether a line is never part of a paragraph of prose."""
    return is_table_row(line) or is_code_line(line) or heading_of(line) is not None


def _width(blocks: Sequence[Sequence[str]]) -> int:
    """The width that lines were wrapped at, 0 if each line is a paragraph."""
    inner = [len(line) for block in blocks for line in block[:-1]]
    if not inner:
        return 0
    usual = sorted(inner)[int(_USUAL * (len(inner) - 1))]
    full = sum(1 for length in inner if length >= _NEARLY_FULL * usual)
    is_wrapped = _NARROWEST <= usual <= _WIDEST and full >= _WRAPPED_SHARE * len(inner)
    return usual if is_wrapped else 0


def _joined(block: Sequence[str], width: int) -> Iterable[str]:
    paragraph, last = "", ""
    for line in (line.rstrip() for line in block if line.strip()):
        goes_on = paragraph and not is_list_item(line) and not stands_alone(line)
        first_word = line.split()[0] if not _CJK_EDGE.match(line.strip()) else ""
        if (
            goes_on
            and not stands_alone(last)
            and len(last) + len(first_word) >= _NEARLY_FULL * width
        ):
            paragraph = glued(paragraph, line.strip())
        else:
            if paragraph:
                yield paragraph
            paragraph = line if is_code_line(line) else line.strip()
        last = line
    if paragraph:
        yield paragraph
