"""The sentences of a text as things that can be quoted, with what they need to be understood."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rag.adapters.reasoners.extractive.lines import CAPTION, LineKind, kind_of
from rag.grounding.normal import folded
from rag.grounding.statements import statements
from rag.text.language import detect
from rag.text.terms import terms
from rag.types import Candidate

_REFERENCE = re.compile(r"\btable\s+(\d+)|表([\d一二三四五六七八九十]+)", re.IGNORECASE)
_DEPENDENT = re.compile(
    r"^(?:\d[\d.]*\s+)?(?:(?:it|they|them|this|that|these|those|he|she|such|the same|otherwise|"
    r"thereafter|it's|instead|however)\b|也|其|该|此|上述|前述|否则|逾期|它|他们)",
    re.IGNORECASE,
)
_HEADER_REACH = 14  # lines back that a list item or row may have its header
_MOST_ROWS = 8  # of a table that a sentence refers to
_LABELLED = re.compile(r"\| [^|:]+: \S")
_KEPT = 256  # passages whose statements are remembered: a question looks at each three times
_GLUED = 18  # letters in one "word": spaces were lost when the page was read


@dataclass(frozen=True, slots=True)
class Source:
    """A candidate's passage as something to quote from; ``number`` is the candidate's."""

    number: int
    passage: str
    text: str
    heading: str
    title: str
    version: str
    document: str
    page_of: Callable[[int, int], int]
    unreliable: frozenset[int]


class _Told(NamedTuple):
    """What is known of a `Window` by its text alone, in the order of its fields."""

    start: int
    end: int
    kind: LineKind
    terms: frozenset[str]
    context: frozenset[str]
    before: frozenset[str]
    around: str
    lead: str
    needs: tuple[tuple[int, int], ...]
    place: int
    text: str


@dataclass(frozen=True)
class Window:
    """Characters ``start`` to ``end`` of a source's text: a sentence, list item or table row.

    ``needs`` are spans of the same text without which it is not understood (the header of its
    list or table, the sentence that its "it" points to), and ``context`` the terms of those, of the
    heading and of the title; ``lead`` is their text; ``before`` are the terms of the sentence before it, and ``place`` is
    its position in a list.
    """

    source: Source
    page: int
    start: int
    end: int
    kind: LineKind
    terms: frozenset[str]
    context: frozenset[str]
    before: frozenset[str]
    around: str
    lead: str
    needs: tuple[tuple[int, int], ...]
    place: int
    text: str

    @cached_property
    def folded(self) -> str:
        """Its text as it is compared."""
        return _folded(self.text)

    @cached_property
    def glued(self) -> str:
        """Its letters without spaces if spaces seem to be lost, else nothing."""
        lost = any(len(word) >= _GLUED and word.isascii() for word in re.findall(r"\w+", self.text))
        return re.sub(r"\W+", "", self.folded) if lost else ""


def source_of_candidate(number: int, candidate: Candidate) -> Source:
    """A candidate as something to quote from; a sentence belongs to the page it begins on."""
    passage = candidate.passage
    return Source(
        number=number,
        passage=passage.id,
        text=passage.text,
        heading=passage.heading,
        title=f"{candidate.title} {candidate.document}",
        version=passage.version,
        document=candidate.document,
        page_of=lambda start, end: passage.pages_of(start, end)[0],
        unreliable=candidate.unreliable,
    )


def windows_of(source: Source) -> list[Window]:
    """Every sentence of a source in order, told apart by what it is."""
    spans = statements(source.text)
    pages = [source.page_of(start, end) for start, end in spans]
    flagged = tuple(n for n, page in enumerate(pages) if page in source.unreliable)
    told = _told(source.text, f"{source.heading} {source.title}", flagged)
    return [Window(source, page, *one) for one, page in zip(told, pages, strict=True)]


_folded = lru_cache(maxsize=_KEPT)(folded)


@lru_cache(maxsize=_KEPT)
def _told(text: str, headed: str, flagged: tuple[int, ...]) -> tuple[_Told, ...]:
    """All of a text, of which some are flagged as not to be relied on."""
    spans = statements(text)
    kinds = [_kind(text, spans, i, flagged) for i in range(len(spans))]
    for i in range(len(spans) - 1):
        below = text[spans[i + 1][0] : spans[i + 1][1]]
        own = text[spans[i][0] : spans[i][1]]
        if kinds[i] == "row" and _LABELLED.search(below) and not _LABELLED.search(own):
            kinds[i] = "head"  # the heads of columns, which every row repeats
    heading = term_set(headed)
    found: list[_Told] = []
    for i, (start, end) in enumerate(spans):
        header = _header(text, spans, kinds, i)
        needs = [spans[j] for j in header]
        if _DEPENDENT.match(text[start:end]) and i and kinds[i - 1] == "sentence":
            needs = [*needs, spans[i - 1]] if spans[i - 1] not in needs else needs
        needs += [spans[j] for j in _table(text, spans, kinds, i)]
        previous = text[spans[i - 1][0] : spans[i - 1][1]] if i else ""
        if kinds[i] == "noise" or (i and kinds[i - 1] == "noise"):
            previous = ""
        above = [spans[j] for j in _headline(kinds, i)]
        around = " ".join(text[a:b] for a, b in [*above, *needs] if a < start)
        found.append(
            _Told(
                start=start,
                end=end,
                kind=kinds[i],
                terms=term_set(text[start:end]),
                context=heading | term_set(around),
                before=term_set(previous),
                lead=around,
                around=folded(f"{headed} {around}"),
                needs=tuple(needs),
                place=_place(kinds, i),
                text=text[start:end],
            )
        )
    return tuple(found)


def term_set(text: str) -> frozenset[str]:
    """The terms of a text, whatever its languages."""
    return frozenset(terms(text, detect(text)))


def _kind(text: str, spans: list[tuple[int, int]], i: int, flagged: tuple[int, ...]) -> LineKind:
    return "noise" if i in flagged else kind_of(text, spans, i)


def _header(text: str, spans: list[tuple[int, int]], kinds: list[LineKind], i: int) -> list[int]:
    """Indices of the lines that head a list item or row: caption and first row, or "…:".

    A row whose cells have their heads beside them needs none.
    """
    if kinds[i] not in {"item", "row"} or _LABELLED.search(text[spans[i][0] : spans[i][1]]):
        return []
    j = i - 1
    while j >= 0 and kinds[j] == kinds[i] and i - j < _HEADER_REACH:
        j -= 1
    first_row = [j + 1] if kinds[i] == "row" and j + 1 < i else []
    above = [j] if j >= 0 and _heads(text[spans[j][0] : spans[j][1]], kinds[j]) else []
    return [*above, *first_row]


def _headline(kinds: list[LineKind], i: int) -> list[int]:
    """Indices of the nearest heading above within reach; over the heads of columns, both."""
    above = [j for j in range(i - 1, max(-1, i - _HEADER_REACH), -1) if kinds[j] == "head"]
    stacked = bool(above) and above[1:2] == [above[0] - 1]
    return above[:2] if kinds[i] == "row" and stacked else above[:1]


def _table(text: str, spans: list[tuple[int, int]], kinds: list[LineKind], i: int) -> list[int]:
    """Indices of caption and rows of the table that a sentence refers to, if it is in sight."""
    named = _REFERENCE.search(text[spans[i][0] : spans[i][1]]) if kinds[i] == "sentence" else None
    if not named:
        return []
    label = (named.group(1) or named.group(2)).casefold()
    for j in range(i + 1, len(spans)):
        caption = CAPTION.match(text[spans[j][0] : spans[j][1]])
        if caption and caption.group(1).casefold() == label:
            last = j + 1
            while last < len(spans) and kinds[last] in {"row", "head"} and last - j <= _MOST_ROWS:
                last += 1
            return list(range(j, last))
    return []


def _heads(line: str, kind: LineKind) -> bool:
    return kind == "head" or (kind != "noise" and line.endswith((":", "：")))


def _place(kinds: list[LineKind], i: int) -> int:
    if kinds[i] != "item":
        return 0
    j = i
    while j > 0 and kinds[j - 1] == "item":
        j -= 1
    return i - j + 1
