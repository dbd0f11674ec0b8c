"""What an answer rests on: a line for each document, with a link to its file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from bot.sentences import say
from bot.slack.message import Block
from bot.views.pieces import Piece, rich, section, text
from rag.sentences import page_reference
from rag.types import Citation, Language

SOURCES = "sources"
_MARKER = re.compile(r"\[(\d{1,3})\]")  # as answers are published, whoever wrote them
_MONTHS = (
    "January February March April May June July August September October November December"
).split()


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of a cited document now. ``link`` is empty unless it may be followed."""

    link: str = ""
    updated: date | None = None


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of an answer by version; what is not known is not shown."""

    known: Mapping[str, Source] = field(default_factory=dict)
    today: date = field(default_factory=lambda: datetime.now(UTC).date())

    def of(self, citation: Citation) -> Source:
        """A page of the web is its own link."""
        return self.known.get(citation.version, Source(citation.url))


def sources_piece(
    citations: Sequence[Citation], sources: Sources, language: Language
) -> list[Piece]:
    """One block with a line a document, each with its numbers, pages and date."""
    lines = [_line(cited, sources, language) for cited in _by_document(citations)]
    if not lines:
        return []
    leaves: list[Block] = []
    for line in lines:
        leaves += [text("\n"), *line] if leaves else line
    words = "\n".join("".join(str(leaf["text"]) for leaf in line) for line in lines)
    return [Piece(rich(section(*leaves)) | {"block_id": SOURCES}, words)]


def cited_in(words: str, citations: Sequence[Citation]) -> list[Citation]:
    """Those whose numbers stand in a text."""
    numbers = {int(number) for number in _MARKER.findall(words)}
    return [citation for citation in citations if citation.number in numbers]


def pages_line(citations: Sequence[Citation], language: Language) -> str:
    """``p. 4, 7``, or each page with its printed label where that differs."""
    if all(c.label in {"", str(c.page)} for c in citations):
        pages = ("、" if language == "zh" else ", ").join(str(c.page) for c in citations)
        return say("pages_cited", language, pages=pages)
    return ", ".join(page_reference(c.page, c.label, language) for c in citations)


def day_name(day: date, today: date, language: Language) -> str:
    """``12 March``, with the year unless it is this one."""
    if language == "zh":
        year = "" if day.year == today.year else f"{day.year}年"
        return f"{year}{day.month}月{day.day}日"
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day.day} {_MONTHS[day.month - 1]}{year}"


def _by_document(citations: Sequence[Citation]) -> list[list[Citation]]:
    found: dict[str, list[Citation]] = {}
    for citation in citations:
        found.setdefault(citation.url or citation.version, []).append(citation)
    return list(found.values())


def _line(cited: Sequence[Citation], sources: Sources, language: Language) -> list[Block]:
    first = cited[0]
    source = sources.of(first)
    numbers = text("".join(f"[{c.number}]" for c in cited) + " ")
    name: Block = text(first.title)
    if source.link:
        name = {"type": "link", "url": source.link, "text": first.title}
    told = [] if first.url else [pages_line(cited, language)]
    if source.updated:
        day = day_name(source.updated, sources.today, language)
        told.append(say("updated", language, day=day))
    return [numbers, name, *([text(" · " + " · ".join(told))] if told else [])]
