"""Documents that answer a question differently, where it does not say which is meant."""

from collections.abc import Sequence

from rag.adapters.reasoners.extractive.editions import disagree, edition_of
from rag.adapters.reasoners.extractive.relevance import THRESHOLD, Scored
from rag.types import Candidate

_CLOSE = 0.9  # of the best score: a document that answers clearly worse is not what was meant
_MOST = 4


def choices_of(
    scored: Sequence[Scored], candidates: Sequence[Candidate], question: str
) -> tuple[str, ...]:
    """The titles to choose from; empty unless two documents say the same of different figures.

    Editions of one rule are no choice: both are told, the newer one first.
    """
    ranked = sorted(scored, key=lambda s: s.rank, reverse=True)
    if not ranked or ranked[0].score < THRESHOLD:
        return ()
    best, by_number = ranked[0], dict(enumerate(candidates, 1))
    own = by_number[best.window.source.number]
    titles = {own.title: None}
    for other in ranked[1:]:
        rival = by_number[other.window.source.number]
        close = other.score >= max(THRESHOLD, _CLOSE * best.score)
        if not close or not disagree(best.window, other.window):
            continue
        if edition_of(rival) != edition_of(own):
            return ()
        titles[rival.title] = None
    named = any(title.casefold() in question.casefold() for title in titles)
    return tuple(titles)[:_MOST] if len(titles) > 1 and not named else ()
