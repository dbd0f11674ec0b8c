"""Writes the answer: one to three sentences of the excerpts, each with its number."""

import re
from collections.abc import Sequence

from rag.adapters.reasoners.extractive.editions import disagree, edition_of, same, validity_line
from rag.adapters.reasoners.extractive.lines import LineKind
from rag.adapters.reasoners.extractive.relevance import Scored
from rag.adapters.reasoners.extractive.windows import Window, windows_of
from rag.grounding.markers import neutralised
from rag.grounding.normal import folded
from rag.types import Excerpt, Intent

MOST = 3
_MOST_BROAD = 5  # quotations of a summary or comparison
_MOST_ITEMS = 8  # of a list
_CLOSE = 0.85  # of the best score: a second sentence that near may well be the answer
_ADDS = 0.2  # share of a second sentence's terms asked for that the first one lacks
_EDITION = 0.75  # of the best score: what another edition says is told even if worded otherwise
_SPACES = re.compile(r"\s+")


def located(scored: Sequence[Scored], excerpts: Sequence[Excerpt]) -> list[Scored]:
    """The windows that stand in an excerpt."""
    return [s for s in scored if number_of(s.window, (s.window.start, s.window.end), excerpts)]


def number_of(window: Window, span: tuple[int, int], excerpts: Sequence[Excerpt]) -> int:
    """The excerpt that has this span of the window's passage; 0 if none has it."""
    text = window.source.text[span[0] : span[1]]
    page = window.source.page_of(*span)
    return next(
        (
            excerpt.number
            for excerpt in excerpts
            if excerpt.page == page
            and excerpt.candidate.passage.id == window.source.passage
            and text in excerpt.text
        ),
        0,
    )


def quotations(
    scored: Sequence[Scored], excerpts: Sequence[Excerpt], threshold: float, intent: Intent
) -> list[tuple[str, int]]:
    """(sentence, excerpt number) in the order to be read; empty if nothing reaches the threshold.

    Where two editions of a rule differ in their figures both are quoted, the newest first, each
    after the line that says from when on it holds.
    """
    ranked = sorted(located(scored, excerpts), key=lambda s: s.rank, reverse=True)
    ranked = [s for s in ranked if s.score >= threshold]
    if not ranked:
        return []
    rivals = _rivals(ranked)
    if not rivals:
        return _written(_best(ranked, intent), excerpts, with_validity=False)
    candidates = {excerpt.candidate.passage.id: excerpt.candidate for excerpt in excerpts}
    chosen = [ranked[0].window, *rivals]
    chosen.sort(key=lambda w: edition_of(candidates[w.source.passage]), reverse=True)
    return _written(chosen, excerpts, with_validity=True)


def _rivals(ranked: Sequence[Scored]) -> list[Window]:
    best = ranked[0]
    found: list[Window] = []
    for other in ranked[1:]:
        versions = {w.source.version for w in found}
        if other.window.source.version in versions or other.score < _EDITION * best.score:
            continue
        if disagree(best.window, other.window):
            found.append(other.window)
    return found[: MOST - 1]


def _best(ranked: Sequence[Scored], intent: Intent) -> list[Window]:
    broad = intent in {"summary", "comparison", "trend"}
    most = _MOST_BROAD if broad else MOST
    best = ranked[0]
    chosen = [best.window]
    for other in ranked[1:]:
        if len(chosen) == most:
            break
        if any(same(other.window, window) for window in chosen):
            continue
        if broad or _also(best, other):
            chosen.append(other.window)
    return _whole_list(chosen, ranked)


def _whole_list(chosen: Sequence[Window], ranked: Sequence[Scored]) -> list[Window]:
    """Two items of a list are all of it: who asks for one gets one, else it would be cut off."""
    heads = [window.needs for window in chosen if window.kind == "item" and window.needs]
    for head in heads:
        if heads.count(head) > 1:
            items = [s.window for s in ranked if s.window.kind == "item" and s.window.needs == head]
            rest = [window for window in chosen if window.needs != head]
            return [*items[:_MOST_ITEMS], *rest]
    return list(chosen)


def _also(best: Scored, other: Scored) -> bool:
    """Whether a second sentence is quoted too: nearly as good, and it says something else.

    A sentence that fits as well as the best may be the answer in its place; more than that is
    noise (only what is used is cited).
    """
    if other.score < _CLOSE * best.score or other.features.coverage < best.features.coverage:
        return False
    if other.features.kind < best.features.kind:
        return False
    new = other.window.terms - best.window.terms
    return len(new) >= _ADDS * max(1, len(other.window.terms))


def _written(
    windows: Sequence[Window], excerpts: Sequence[Excerpt], *, with_validity: bool
) -> list[tuple[str, int]]:
    found: dict[tuple[str, int], None] = {}
    for window in windows:
        spans = [*window.needs, (window.start, window.end)]
        if with_validity:
            spans = [*_validity(window), *spans]
        for span in sorted(set(spans)):
            number = number_of(window, span, excerpts)
            if number:
                found[(_quoted(window.source.text[span[0] : span[1]]), number)] = None
    return list(found)


def _validity(window: Window) -> list[tuple[int, int]]:
    lines: tuple[LineKind, ...] = ("head", "sentence")
    return [
        (w.start, w.end)
        for w in windows_of(window.source)
        if w.kind in lines and validity_line(w.text)
    ][:1]


def _quoted(sentence: str) -> str:
    """A sentence on one line, in which nothing can be taken for a citation."""
    return neutralised(_SPACES.sub(" ", sentence)).strip()


def draft_text(pieces: Sequence[tuple[str, int]]) -> str:
    """The answer: a line for each quotation, its number after it."""
    return "\n".join(f"{sentence} [{number}]" for sentence, number in pieces)


def without_failed(
    pieces: Sequence[tuple[str, int]], failed: Sequence[str]
) -> list[tuple[str, int]]:
    """The quotations without those that were found wanting."""
    bad = {folded(text) for text in failed}
    return [(sentence, number) for sentence, number in pieces if folded(sentence) not in bad]
