"""Picks the sentences that matter, page by page, with what they need to be understood."""

from collections import defaultdict
from collections.abc import Sequence

from rag.adapters.reasoners.extractive.editions import validity_line
from rag.adapters.reasoners.extractive.relevance import Scored
from rag.adapters.reasoners.extractive.windows import Window
from rag.grounding.statements import statements
from rag.types import Candidate, Excerpt

_PER_CANDIDATE = 4  # sentences kept of a candidate, those they need not counted
_WORTH = 0.5  # of the candidate's best score: below that a sentence is noise beside the best
_PER_CANDIDATE_SUMMARY = 8


def excerpts_of(
    candidates: Sequence[Candidate], scored: Sequence[Scored], *, broad: bool = False
) -> list[Excerpt]:
    """One excerpt a page of each candidate, numbered from 1 in the order of the candidates.

    ``broad`` keeps more of each, for summaries and comparisons. A sentence over a page break
    stands with the page it begins on. What can't be quoted (flagged pages, lines of a table of
    contents, instructions to the assistant) is in no excerpt.
    """
    by_number: dict[int, list[Scored]] = defaultdict(list)
    for item in scored:
        by_number[item.window.source.number].append(item)
    excerpts: list[Excerpt] = []
    for number, candidate in enumerate(candidates, start=1):
        spans = _chosen(
            candidate, by_number[number], _PER_CANDIDATE_SUMMARY if broad else _PER_CANDIDATE
        )
        for page, text in _by_page(candidate, spans):
            excerpts.append(Excerpt(len(excerpts) + 1, candidate, page, text))
    return excerpts


def _chosen(candidate: Candidate, scored: Sequence[Scored], most: int) -> list[tuple[int, int]]:
    ranked = sorted(scored, key=lambda item: item.rank, reverse=True)
    kept = [s.window for s in ranked[:most] if s.score >= _WORTH * ranked[0].score]
    spans: set[tuple[int, int]] = set()
    for window in kept:
        spans.add((window.start, window.end))
        spans.update(window.needs)
    if kept:
        spans.update(_validity(candidate, kept))
    return sorted(spans)


def _validity(candidate: Candidate, kept: Sequence[Window]) -> list[tuple[int, int]]:
    """The line of the same passage that says from when on it holds."""
    text = candidate.passage.text
    pages = {window.page for window in kept}
    return [
        (start, end)
        for start, end in statements(text)
        if validity_line(text[start:end]) and candidate.passage.pages_of(start, end)[0] in pages
    ][:1]


def _by_page(candidate: Candidate, spans: Sequence[tuple[int, int]]) -> list[tuple[int, str]]:
    pages: dict[int, list[str]] = {}
    for start, end in spans:
        page = candidate.passage.pages_of(start, end)[0]
        if page not in candidate.unreliable:
            pages.setdefault(page, []).append(candidate.passage.text[start:end])
    return [(page, "\n".join(pieces)) for page, pieces in sorted(pages.items())]
