"""Fenced code, as in Markdown: what stands in it is no heading, no item and no paragraph."""

import re
from collections.abc import Sequence

_OPENS = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})")
_CLOSES = re.compile(r"\s*(`{3,}|~{3,})\s*")


def opening(line: str) -> str:
    """The fence that a line opens, else nothing: ```` ```words``` ```` is words in a sentence."""
    found = _OPENS.match(line)
    return found[1] if found else ""


def closes(line: str, fence: str) -> bool:
    """Whether a line closes what that fence has opened."""
    found = _CLOSES.fullmatch(line)
    return found is not None and found[1].startswith(fence)


def fenced(lines: Sequence[str]) -> list[range]:
    """The lines of each block, with its fences. One that is never closed is none."""
    found: list[range] = []
    unclosed: dict[str, int] = {}
    index = 0
    while index < len(lines):
        fence = opening(lines[index])
        end = index
        if fence and len(fence) < unclosed.get(fence[0], len(fence) + 1):
            end = _end(lines, index, fence)
            if end == index:
                unclosed[fence[0]] = len(fence)
            else:
                found.append(range(index, end))
        index = max(end, index + 1)
    return found


def fence_around(lines: Sequence[str]) -> str:
    """A fence that none of these lines closes."""
    runs = [len(match[1]) for line in lines if (match := _CLOSES.fullmatch(line))]
    return "`" * max((3, *(length + 1 for length in runs)))


def _end(lines: Sequence[str], index: int, fence: str) -> int:
    """After the closing line; the line itself if there is none."""
    following = range(index + 1, len(lines))
    return next((n + 1 for n in following if closes(lines[n], fence)), index)
