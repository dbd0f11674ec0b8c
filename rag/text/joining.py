"""The texts of pages as one text that knows the page of every character."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from rag.text.headings import heading_of
from rag.text.paragraphs import is_list_item, is_table_row
from rag.types import Page, Span

_ENDED = re.compile(r"[.!?…。！？：:;；|][\"'”’」』）)\]]*\s*$")
_CJK_EDGE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff，、]")
_GOES_ON = re.compile("[a-zß-öø-ÿ\\d(\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Joined:
    """``starts`` are the offsets at which the text of each of ``numbers`` begins."""

    text: str
    starts: tuple[int, ...]
    numbers: tuple[int, ...]

    def page_at(self, offset: int) -> int:
        """The physical page of a character."""
        return self.numbers[max(0, bisect_right(self.starts, offset) - 1)]

    def spans_of(self, start: int, end: int) -> tuple[Span, ...]:
        """The pages of ``start`` to ``end``, as spans relative to ``start``."""
        ends = (*self.starts[1:], len(self.text))
        first = max(0, bisect_right(self.starts, start) - 1)
        spans: list[Span] = []
        for begin, stop, page in zip(
            self.starts[first:], ends[first:], self.numbers[first:], strict=True
        ):
            if begin >= end:
                break
            if stop > start:
                spans.append(Span(page, max(begin, start) - start, min(stop, end) - start))
        return tuple(spans)


def join_pages(pages: Sequence[Page]) -> Joined:
    """The pages that have text, with what their sentences need between them.

    A sentence that goes on over the page goes on in the text: then a space (none in Chinese)
    stands between the pages, else a line end. It counts as a character of the page before it.
    """
    filled = [page for page in pages if page.state == "read" and page.text.strip()]
    parts: list[str] = []
    starts: list[int] = []
    position = 0
    for index, page in enumerate(filled):
        starts.append(position)
        following = filled[index + 1].text if index + 1 < len(filled) else None
        part = page.text if following is None else page.text + glue(page.text, following)
        parts.append(part)
        position += len(part)
    return Joined("".join(parts), tuple(starts), tuple(page.number for page in filled))


def glue(before: str, after: str) -> str:
    """What stands between two pages: nothing or a space in a sentence, else a line end."""
    last = before.rstrip().rsplit("\n", 1)[-1]
    first = after.lstrip().split("\n", 1)[0]
    breaks = (
        _ENDED.search(last)
        or not _GOES_ON.match(first)
        or any(kind(line) for line in (first, last) for kind in (is_table_row,))
        or is_list_item(first)
        or heading_of(first) is not None
        or _is_title(last)
    )
    if breaks:
        return "\n"
    return "" if _CJK_EDGE.match(last[-1]) and _CJK_EDGE.match(first[0]) else " "


def _is_title(line: str) -> bool:
    heading = heading_of(line)
    return heading is not None and heading.text == line.strip() and not heading.clause
