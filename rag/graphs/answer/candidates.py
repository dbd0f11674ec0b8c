"""Candidates put together, described for the trace, made readable for a reranker."""

from collections.abc import Sequence

from rag.types import Candidate, Excerpt, Passage, Span, WebPage

_READ = 1_500  # characters around the best hit: what a cross-encoder's 512 tokens hold


def alternating(sides: Sequence[Sequence[Candidate]], most: int) -> list[Candidate]:
    """The best of each side in turn, each passage once, so that no side crowds out another."""
    chosen: dict[str, Candidate] = {}
    for place in range(max((len(side) for side in sides), default=0)):
        for side in sides:
            if place < len(side):
                chosen.setdefault(side[place].passage.id, side[place])
    return list(chosen.values())[:most]


def described(candidate: Candidate) -> dict[str, object]:
    """What a trace says of it: where it is, not what it says."""
    passage = candidate.passage
    return {
        "passage": passage.id,
        "version": passage.version,
        "title": candidate.title,
        "pages": [passage.first_page, passage.last_page],
        "score": round(candidate.score, 5),
    }


def readable(candidate: Candidate) -> str:
    """Its title and the part of its text around the best hit."""
    text = candidate.passage.text
    start, end = candidate.hits[0] if candidate.hits else (0, 0)
    begin = max(0, min((start + end - _READ) // 2, len(text) - _READ))
    return f"{candidate.title}. {text[begin : begin + _READ]}"


def whole(candidates: Sequence[Candidate]) -> list[Excerpt]:
    """Candidates as excerpts without any choice: each page of each."""
    excerpts: list[Excerpt] = []
    for candidate in candidates:
        for span in candidate.passage.spans:
            text = candidate.passage.text[span.start : span.end]
            if text.strip() and span.page not in candidate.unreliable:
                excerpts.append(Excerpt(len(excerpts) + 1, candidate, span.page, text))
    return excerpts


def web_excerpts(pages: Sequence[WebPage]) -> list[Excerpt]:
    """Pages of the web as numbered evidence: cited by their address, page 0 of no document."""
    return [
        Excerpt(number, _web_candidate(page), 0, page.text) for number, page in enumerate(pages, 1)
    ]


def _web_candidate(page: WebPage) -> Candidate:
    text = page.text
    passage = Passage(page.url, f"web:{page.url}", 0, "", text, (Span(0, 0, len(text)),))
    return Candidate(passage, page.title, page.url, 0.0, (), {0: ""}, name=page.url, url=page.url)
