"""Headers and footers: lines that stand at the edge of page after page."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice

from rag.text.headings import counts_sections

_EDGE = 3  # lines from the top and from the bottom of a page
_MIN_PAGES = 3
_MIN_SHARE = 0.2
_MAX_LENGTH = 200
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ROMAN = re.compile(r"^[\W_]*([ivxlc]+)[\W_]*$", re.IGNORECASE)
_PAGE_WORD = re.compile(
    r"(?:\b(?:page|pages|p|pg|seite|página|pagina|folio|sheet|slide)\b\.?|第)\s*$", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?:\w+\W+){4,}.*[.!?。！？]$")
_COLUMN_HEADS = re.compile(r"\|.*\||\b(?:19|20)\d\d\b.*\b(?:19|20)\d\d\b")

Line = tuple[int, int, str]  # page (0-based), line of the page, text


def drop_running_lines(pages: Sequence[str]) -> tuple[list[str], frozenset[str]]:
    """The pages with each running line only where it stands first, and those lines.

    Lines that differ in the page number alone count as one. A page never loses all it has, and
    column headings that are repeated above a long table stay.
    """
    lines = [page.split("\n") for page in pages]
    groups: dict[str, list[Line]] = defaultdict(list)
    for number, content in enumerate(lines):
        for index in _edge(content):
            text = content[index].strip()
            if text and len(text) <= _MAX_LENGTH and not _COLUMN_HEADS.search(text):
                groups[_template(text)].append((number, index, text))
    least = max(_MIN_PAGES, _MIN_SHARE * sum(1 for page in pages if page.strip()))
    dropped: set[tuple[int, int]] = set()
    kept: set[str] = set()
    for group in groups.values():
        if len(group) >= least and (members := _running(group, least)):
            first = min(members)
            kept.add(first[2])
            dropped.update((page, index) for page, index, _ in members if page != first[0])
    changed = {number for number, _ in dropped}
    kept_pages = [
        _without(content, n, dropped) if n in changed else pages[n]
        for n, content in enumerate(lines)
    ]
    return kept_pages, frozenset(kept)


def _edge(content: Sequence[str]) -> list[int]:
    count = len(content)
    filled = (i for i in range(count) if content[i].strip())
    from_below = (i for i in range(count - 1, -1, -1) if content[i].strip())
    return sorted({*islice(filled, _EDGE), *islice(from_below, _EDGE)})


def _template(text: str) -> str:
    if _ROMAN.match(text):
        return "roman"
    return " ".join(_NUMBER.sub("#", text).split()).lower()


def _running(group: Sequence[Line], least: float) -> Sequence[Line]:
    """Those of the lines of one template that run, none if they are too few."""
    members = group if _ROMAN.match(group[0][2]) else _counting(group)
    if len({page for page, _, _ in members}) < least:
        return ()
    return members


def _counting(group: Sequence[Line]) -> Sequence[Line]:
    """Lines that are the same but for a page number, which goes up by one a page."""
    first = group[0][2]
    columns = list(zip(*(_NUMBER.findall(text) for _, _, text in group), strict=True))
    varying = [i for i, column in enumerate(columns) if len(set(column)) > 1]
    if not varying:
        return group
    column = columns[varying[0]]
    if len(varying) > 1 or _SENTENCE.match(first) or counts_sections(first):
        return ()
    if not _at_page_place(first, varying[0]):
        return ()
    ahead = [
        int(v) - line[0] if v.isdigit() else None for v, line in zip(column, group, strict=True)
    ]
    counted = Counter(a for a in ahead if a is not None).most_common(1)
    usual = counted[0][0] if counted else 0
    return [line for line, a in zip(group, ahead, strict=True) if a == usual]


def _at_page_place(text: str, index: int) -> bool:
    match = list(_NUMBER.finditer(text))[index]
    before, after = text[: match.start()], text[match.end() :]
    at_edge = not re.search(r"\w", before) or not re.search(r"\w", after)
    return at_edge or bool(_PAGE_WORD.search(before))


def _without(content: Sequence[str], number: int, dropped: set[tuple[int, int]]) -> str:
    left = [line for i, line in enumerate(content) if (number, i) not in dropped]
    return "\n".join(left if any(line.strip() for line in left) else content)
