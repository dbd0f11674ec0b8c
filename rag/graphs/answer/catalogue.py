"""Answers from the registry: which documents there are, and what one of them covers."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from rag.graphs.answer.state import Verified
from rag.grounding.instructions import addresses_assistant, instructed
from rag.grounding.markers import neutralised
from rag.grounding.normal import folded
from rag.grounding.statements import statements
from rag.sentences import say
from rag.types import Candidate, Claim, Excerpt, Language, Passage, Placement, Visible

_LISTED = 30
_SUMMARY_LINES = 8
_LINE_CHARACTERS = 400
_FEWEST_WORDS = 4
_FEWEST_CHAPTERS = 3
_FEWEST_CHINESE = 6
_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
_PAGES = re.compile(
    r"\bhow (?:many pages|long)\b|\bnumber of pages\b|多少页|几页|页数", re.IGNORECASE
)
_ABOUT_ONE = re.compile(
    r"\bsummar|\bsum up\b|\boverview\b|\boutline\b|\babout\b|tl;?dr|总结|概括|归纳|概述|讲了什么|摘要|概要|主要内容",
    re.IGNORECASE,
)
_FIRST_CJK = 0x2E80
_WORD = re.compile(r"\w+")


def listing(visible: Visible, language: Language) -> str:
    """The documents of this audience, newest first, each once."""
    count = len(visible.versions)
    if not count:
        return say("catalogue_none", language)
    lines = [say("catalogue_one" if count == 1 else "catalogue", language, count=count)]
    lines += [_entry(placement, language) for placement in entries(visible)]
    if count > _LISTED:
        lines.append(say("catalogue_more", language, count=count - _LISTED))
    return "\n".join(lines)


def entries(visible: Visible) -> list[Placement]:
    """The placements that a list names."""
    found: dict[str, Placement] = {}
    for placement in sorted(visible.placements, key=lambda p: p.placed_at, reverse=True):
        found.setdefault(placement.version, placement)
    return list(found.values())[:_LISTED]


def _entry(placement: Placement, language: Language) -> str:
    key = "catalogue_entry_one" if placement.pages == 1 else "catalogue_entry"
    entry = say(key, language, title=placement.title, pages=placement.pages)
    if placement.unreadable:
        entry += say("catalogue_unread", language, count=len(placement.unreadable))
    return entry


def named(visible: Visible, name: str) -> Placement | None:
    """The visible document that a person most likely means by ``name``, if any word matches."""
    wanted = _words(name)
    if not wanted:
        return None

    def overlap(placement: Placement) -> float:
        have = _words(placement.title) | _words(placement.name)
        return len(wanted & have) / len(wanted)

    best = max(visible.placements, key=overlap, default=None)
    return best if best is not None and overlap(best) > 0 else None


def _words(text: str) -> set[str]:
    plain = unicodedata.normalize("NFKC", text).lower()
    words = set(_WORD.findall(plain))
    # Chinese names have no spaces: pairs of characters stand in for words.
    return words | {plain[i : i + 2] for i in range(len(plain) - 1) if ord(plain[i]) >= _FIRST_CJK}


def meant(visible: Visible, name: str, question: str) -> Placement | None:
    """The document that is named; where none is, the only one, if the question is about one."""
    if name:
        return named(visible, name)
    alone = len(visible.versions) == 1
    about_one = bool(_ABOUT_ONE.search(question)) or asks_for_pages(question)
    return visible.placements[0] if alone and about_one else None


def asks_for_pages(question: str) -> bool:
    """Whether the number of pages is wanted, which the registry knows."""
    return bool(_PAGES.search(question))


def page_count(placement: Placement, language: Language) -> str:
    """How many pages a document has, and how many of them nobody could read."""
    key = "pages_one" if placement.pages == 1 else "pages"
    text = say(key, language, title=placement.title, pages=placement.pages)
    if placement.unreadable:
        text += say("catalogue_unread", language, count=len(placement.unreadable))
    return text


def outline(passages: Sequence[Passage], title: str = "") -> list[Passage]:
    """The sections to tell of: those that say something, spread evenly, the first one included.

    Where there are too many, the first one of each chapter is told. A heading that is only the
    document's title makes no section: there each passage is one.
    """
    telling = [p for p in passages if _opening(p) is not None]
    found = _firsts((" › ".join(_parts(p.heading, title)) or p.id, p) for p in telling)
    if len(found) > _SUMMARY_LINES:
        chapters = _firsts(((_parts(p.heading, title) or [p.id])[0], p) for p in telling)
        found = chapters if len(chapters) >= _FEWEST_CHAPTERS else found
    if len(found) <= _SUMMARY_LINES:
        return found
    last = len(found) - 1
    places = {round(i * last / (_SUMMARY_LINES - 1)) for i in range(_SUMMARY_LINES)}
    return [found[i] for i in sorted(places)]


def _firsts(keyed: Iterable[tuple[str, Passage]]) -> list[Passage]:
    sections: dict[str, Passage] = {}
    for key, passage in keyed:
        sections.setdefault(key, passage)
    return list(sections.values())


def _parts(heading: str, title: str) -> list[str]:
    """The headings that a passage stands under, from the outermost on, without the document's."""
    parts = [_one_line(part).rstrip(".:：。") for part in heading.split("›")]
    return [part for part in parts if part and folded(part) != folded(title)]


def opening_lines(candidates: Sequence[Candidate]) -> Verified:
    """The first whole sentence of each section, quoted under its heading."""
    excerpts: list[Excerpt] = []
    claims: list[Claim] = []
    lines: list[str] = []
    for candidate in candidates:
        span = _opening(candidate.passage)
        page, _ = candidate.passage.pages_of(*span) if span else (0, 0)
        if span is None or page in candidate.unreliable:
            continue
        text = _one_line(candidate.passage.text[span[0] : span[1]])[:_LINE_CHARACTERS]
        number = len(excerpts) + 1
        excerpts.append(Excerpt(number, candidate, page, text))
        claims.append(Claim(text, (number,), "supported", text, "deterministic"))
        lines.append(f"• {_head(candidate, text)}{neutralised(text)} [{number}]")
    return Verified("\n".join(lines), tuple(claims), tuple(excerpts), on_topic=True)


def _opening(passage: Passage) -> tuple[int, int] | None:
    """The first sentence that is one: it ends as sentences do and is no heading or fragment."""
    text, told = passage.text, instructed(passage.text)
    found = (s for s in statements(text) if s not in told and _is_sentence(text[slice(*s)]))
    return next(found, None)


def _is_sentence(text: str) -> bool:
    line = _one_line(text)
    wide = ord(line[0]) >= _FIRST_CJK if line else False
    enough = len(line) >= _FEWEST_CHINESE if wide else len(line.split()) >= _FEWEST_WORDS
    return enough and line[-1] in ".!。！" and not _LEADERS.search(line) and _begins(line)


def _begins(line: str) -> bool:
    """Not in the middle of a sentence: with a capital, a number or a wide character."""
    first = next((c for c in line if c.isalnum()), "")
    return bool(first) and not first.islower()


def _head(candidate: Candidate, text: str) -> str:
    """The innermost heading, unless the sentence says it anyway."""
    parts = _parts(candidate.passage.heading, candidate.title)
    if not parts or folded(parts[-1]) in folded(text) or addresses_assistant(parts[-1]):
        return ""
    return f"*{neutralised(parts[-1])}*: "


def _one_line(text: str) -> str:
    return " ".join(text.split())
