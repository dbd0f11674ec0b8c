"""Answers from the registry: which documents there are, and what one of them covers."""

import re
import unicodedata
from collections.abc import Sequence

from rag.sentences import say
from rag.text.sentences import sentences
from rag.types import Candidate, Claim, Excerpt, Language, Passage, Placement, Visible

_LISTED = 30
_SUMMARY_LINES = 6
_LINE_CHARACTERS = 300
_FIRST_CJK = 0x2E80
_WORD = re.compile(r"\w+")


def listing(visible: Visible, language: Language) -> str:
    """The documents of this audience, newest first, each once."""
    entries: dict[str, Placement] = {}
    for placement in sorted(visible.placements, key=lambda p: p.placed_at, reverse=True):
        entries.setdefault(placement.version, placement)
    if not entries:
        return say("catalogue_none", language)
    count = len(entries)
    lines = [say("catalogue_one" if count == 1 else "catalogue", language, count=count)]
    lines += [_entry(p, language) for p in list(entries.values())[:_LISTED]]
    if count > _LISTED:
        lines.append(say("catalogue_more", language, count=count - _LISTED))
    return "\n".join(lines)


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


def outline(passages: Sequence[Passage]) -> list[Passage]:
    """Passages spread evenly over the document, its first one included."""
    step = max(1, len(passages) // _SUMMARY_LINES)
    return list(passages[::step][:_SUMMARY_LINES])


def opening_lines(candidates: Sequence[Candidate]) -> tuple[list[Excerpt], list[Claim]]:
    """The first full sentence of each candidate as an excerpt, and the claim that quotes it."""
    excerpts: list[Excerpt] = []
    claims: list[Claim] = []
    for candidate in candidates:
        span = _first_sentence(candidate.passage)
        if span is None:
            continue
        start, end = span
        text = candidate.passage.text[start:end][:_LINE_CHARACTERS]
        page, _ = candidate.passage.pages_of(start, end)
        number = len(excerpts) + 1
        excerpts.append(Excerpt(number, candidate, page, text))
        claims.append(Claim(text, (number,), "supported", text, "deterministic"))
    return excerpts, claims


def _first_sentence(passage: Passage) -> tuple[int, int] | None:
    """The first sentence that is more than a heading, else the first one."""
    found = sentences(passage.text)
    closed = [s for s in found if passage.text[s[1] - 1] in ".!?。！？"]
    return next(iter(closed or found), None)
