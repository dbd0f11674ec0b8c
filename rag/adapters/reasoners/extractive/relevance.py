"""One score for a window as the answer to a question, and the threshold it has to reach."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass

from rag.adapters.reasoners.extractive.asked import Asked
from rag.adapters.reasoners.extractive.features import Corpus, Features, features
from rag.adapters.reasoners.extractive.semantic import Nearness
from rag.adapters.reasoners.extractive.windows import Source, Window, windows_of

THRESHOLD = 0.5
"""From 0 to 1. Measured on 233 development questions on ten papers (decision 0004): with e5 at 0.3
three more of 76 unanswerable ones are answered, at 0.6 two answerable ones are lost."""
_EMBEDDED = 12  # windows a question; about 0.5 s with e5 on one core
# Between logistic regressions on the development questions, which refuse too much, and the best
# of a grid in which a wrong answer costs two right ones; e5 and USE agree (decision 0004).
_WEIGHTS = {
    "bias": -2.5,
    "coverage": 4.6,
    "gap": -2.2,
    "lost": -5.0,
    "adrift": -3.0,
    "kind": 1.9,
    "wrong_kind": -5.0,
    "strangers": -2.3,
    "cosine": 1.5,
}
_LEXICAL = {
    "bias": -5.3,
    "coverage": 8.0,
    "gap": -1.6,
    "lost": -5.0,
    "adrift": -2.2,
    "kind": 1.6,
    "wrong_kind": -3.4,
    "strangers": -2.0,
    "cosine": 0.0,
}
_UNSEEN = -1.0  # deviations: the cosine of a window that was not embedded, as of unanswered ones


@dataclass(frozen=True, slots=True)
class Scored:
    """A window with its score (0 to 1) and what the score is made of."""

    window: Window
    score: float
    features: Features
    cosine: float = 0.0

    @property
    def rank(self) -> tuple[float, float]:
        """Best first when sorted in reverse; what was said before breaks near ties."""
        return (round(self.score + 0.05 * self.features.hint, 4), -self.window.start)


async def score_windows(
    asked: Asked, sources: Sequence[Source], nearness: Nearness
) -> list[Scored]:
    """Scores all quotable windows of the sources; the lexically best are also embedded."""
    corpus = Corpus(sources)
    lexical = await asyncio.to_thread(_lexical, asked, sources, corpus)
    lexical.sort(key=lambda scored: scored.rank, reverse=True)
    chosen = _chosen(lexical)
    if not nearness.usable:
        return lexical
    cosines = await nearness.of(asked.text, [scored.window for scored in chosen])
    near = {id(scored): cosine for scored, cosine in zip(chosen, cosines, strict=True)}
    return [_with_cosine(scored, near.get(id(scored), _UNSEEN)) for scored in lexical]


def _with_cosine(scored: Scored, cosine: float) -> Scored:
    found = scored.features
    return Scored(scored.window, score(found, cosine), found, cosine)


def score(found: Features, cosine: float | None = None) -> float:
    """The chance that a window answers: a logistic of its features, 0 without its anchors."""
    if not found.anchored:
        return 0.0
    weights = _LEXICAL if cosine is None else _WEIGHTS
    z = weights["bias"] + weights["cosine"] * max(-2.0, min(2.0, cosine or 0.0))
    z += weights["coverage"] * found.coverage + weights["strangers"] * found.strangers
    z += weights["gap"] * found.gap + weights["lost"] * found.lost
    z += weights["adrift"] * found.adrift
    z += weights["kind"] * found.kind + weights["wrong_kind"] * (found.kind == 0)
    return 1 / (1 + math.exp(-z))


def _lexical(asked: Asked, sources: Sequence[Source], corpus: Corpus) -> list[Scored]:
    scored = []
    for source in sources:
        for window in windows_of(source):
            if window.kind in {"noise", "head"}:
                continue
            found = features(asked, window, corpus)
            scored.append(Scored(window, score(found), found))
    return scored


def _chosen(ranked: Sequence[Scored]) -> list[Scored]:
    """The best windows to embed, the best one of each source among them."""
    firsts: dict[int, Scored] = {}
    for scored in ranked:
        firsts.setdefault(scored.window.source.number, scored)
    best = list(firsts.values())[:_EMBEDDED]
    rest = [s for s in ranked if all(s is not b for b in best)]
    return [*best, *rest[: max(0, _EMBEDDED - len(best))]]
