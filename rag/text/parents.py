"""Passages: the pages of a document as one text, cut where its clauses and sections begin."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rag.text.fences import fenced
from rag.text.headings import Heading, heading_of, is_contents_line, is_contents_page
from rag.text.joining import Joined, join_pages
from rag.text.sentences import sentences
from rag.types import Page, Passage

MAX_CHARACTERS = 4000
_MERGE_BELOW = 600
_PAGE_IS_ENOUGH = 1500
_MAX_HEADING = 300
_SEPARATOR = " › "
_OUTLINE_LEVEL = 3


@dataclass(frozen=True, slots=True)
class _Section:
    """Characters ``start`` to ``end`` of the joined text under one heading."""

    start: int
    end: int
    heading: str
    clause: bool
    bare: bool


def split_parents(
    version: str,
    title: str,
    pages: Sequence[Page],
    outline: Sequence[tuple[str, int]] = (),
    levels: Sequence[tuple[str, int]] = (),
) -> tuple[Passage, ...]:
    """Every character of the pages' texts in exactly one passage, in order.

    A section that is too long is cut between sentences, at the end of a page if it can be; text
    without headings becomes pieces of a page. Short neighbours are put together unless they are
    clauses.
    """
    joined = join_pages(pages)
    if not joined.text.strip():
        return ()
    ranks = {_key(text): level for text, level in levels}
    known = {(_key(text), page): ranks.get(_key(text), 0) for text, page in outline}
    contents = frozenset(page.number for page in pages if is_contents_page(page.text))
    found = _merge(_sections(joined, title, known, contents), joined)
    pieces = [(a, b, s.heading) for s in found for a, b in _cut(joined, s)]
    return tuple(
        Passage(f"{version}:{n}", version, n, heading, joined.text[a:b], joined.spans_of(a, b))
        for n, (a, b, heading) in enumerate(pieces)
    )


def _sections(
    joined: Joined, title: str, known: Mapping[tuple[str, int], int], contents: frozenset[int]
) -> list[_Section]:
    starts: list[tuple[int, str, Heading | None]] = [(0, title, None)]
    stack: dict[int, str] = {}
    for start, line in _lines(joined.text):
        page = joined.page_at(start)
        heading = _known(line, page, known) or heading_of(line)
        if not heading or page in contents:
            continue
        stack = {level: text for level, text in stack.items() if level < heading.level}
        stack[heading.level] = heading.text
        path = _SEPARATOR.join(text for text in (title, *stack.values()) if text)
        starts.append((start, path[:_MAX_HEADING], heading))
    ends = [start for start, _, _ in starts[1:]] + [len(joined.text)]
    return [
        _Section(
            start,
            end,
            path,
            bool(h and h.clause),
            h is not None and _is_bare(joined.text[start:end], h),
        )
        for (start, path, h), end in zip(starts, ends, strict=True)
        if end > start
    ]


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """Where each line begins, without the inside of fenced code: nothing begins there."""
    position = 0
    lines = text.split("\n")
    inside = {number for block in fenced(lines) for number in block}
    for number, line in enumerate(lines):
        if line.strip() and number not in inside:
            yield position, line
        position += len(line) + 1


def _known(line: str, page: int, known: Mapping[tuple[str, int], int]) -> Heading | None:
    """A line that the outline or the font calls a heading, unless its number says more."""
    rank = known.get((_key(line), page))
    if rank is None or is_contents_line(line):
        return None
    said = heading_of(line)
    if rank:
        return Heading(rank, line.strip(), clause=bool(said and said.clause))
    return said or Heading(_OUTLINE_LEVEL, line.strip())


def _key(text: str) -> str:
    return "".join(text.split()).casefold()


def _is_bare(text: str, heading: Heading) -> bool:
    """Only the heading, perhaps twice or with a page number: it belongs to what follows."""
    return not _key(text).replace(_key(heading.text), "").strip("0123456789ivxlc")


def _merge(sections: Sequence[_Section], joined: Joined) -> list[_Section]:
    merged: list[_Section] = []
    for section in sections:
        last = merged[-1] if merged else None
        if last and _belongs(last, section, joined):
            merged[-1] = _Section(
                last.start,
                section.end,
                _merged_heading(last, section),
                last.clause or (last.bare and section.clause),
                last.bare and section.bare,
            )
        else:
            merged.append(section)
    return merged


def _merged_heading(last: _Section, section: _Section) -> str:
    if not last.bare or section.heading == last.heading:
        return last.heading
    if section.heading.startswith(last.heading):
        return section.heading
    own = section.heading.rsplit(_SEPARATOR, 1)[-1]
    return f"{last.heading}{_SEPARATOR}{own}"[:_MAX_HEADING]


def _belongs(last: _Section, section: _Section, joined: Joined) -> bool:
    if not joined.text[last.start : last.end].strip():
        return True
    if last.bare:
        return not (last.clause and section.clause)
    length = section.end - last.start
    same_page = joined.page_at(last.start) == joined.page_at(section.end - 1)
    weak = not last.clause and not section.clause
    short = last.end - last.start < _MERGE_BELOW and length <= _PAGE_IS_ENOUGH
    return weak and same_page and short


def _cut(joined: Joined, section: _Section) -> list[tuple[int, int]]:
    """Ranges of at most `MAX_CHARACTERS`, each a run of whole sentences."""
    has_heading = section.clause or bool(
        heading_of(joined.text[section.start : section.end].split("\n", 1)[0])
    )
    if section.end - section.start <= MAX_CHARACTERS and (
        has_heading or joined.page_at(section.start) == joined.page_at(section.end - 1)
    ):
        return [(section.start, section.end)]
    enough = _PAGE_IS_ENOUGH if has_heading else 1
    return _pack(list(_units(joined.text, section)), joined, enough)


def _pack(units: Sequence[tuple[int, int]], joined: Joined, enough: int) -> list[tuple[int, int]]:
    """Ends of pages first, where there is enough before them; then what is still too long."""
    groups: list[list[tuple[int, int]]] = [[units[0]]]
    for begin, end in units[1:]:
        start = groups[-1][0][0]
        turns = joined.page_at(begin) != joined.page_at(begin - 1)
        if turns and begin - start >= enough and joined.text[start:begin].strip():
            groups.append([])
        groups[-1].append((begin, end))
    return [piece for group in groups for piece in _halved(group)]


def _halved(units: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Pieces of about one size, so that none is a mere tail of another."""
    start, end = units[0][0], units[-1][1]
    if end - start <= MAX_CHARACTERS or len(units) == 1:
        yield start, end
        return
    middle = min(range(1, len(units)), key=lambda n: abs(units[n][0] - (start + end) / 2))
    yield from _halved(units[:middle])
    yield from _halved(units[middle:])


def _units(text: str, section: _Section) -> Iterable[tuple[int, int]]:
    """Sentences with the white space after them, so that together they leave nothing out."""
    found = sentences(text[section.start : section.end])
    starts = [section.start + a for a, _ in found][1:]
    bounds = [section.start, *starts, section.end]
    for a, b in pairwise(bounds):
        while b - a > MAX_CHARACTERS:
            space = text.rfind(" ", a + MAX_CHARACTERS // 2, a + MAX_CHARACTERS)
            middle = space + 1 if space > 0 else a + MAX_CHARACTERS
            yield a, middle
            a = middle  # noqa: PLW2901 - what is left of an endless sentence
        yield a, b
