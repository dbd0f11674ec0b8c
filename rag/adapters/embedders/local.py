"""An embedder that runs in this process, on one thread of its own."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from rag.adapters.embedders.vectors import embeddable, mean, unit, windows
from rag.errors import SettingsError


class Encoder(Protocol):
    """A loaded model."""

    def passages(self, texts: Sequence[str]) -> Iterable[Sequence[float]]:
        """One vector a text."""
        ...

    def query(self, text: str) -> Sequence[float]:
        """The vector to search with."""
        ...


class LocalEmbedder:
    """Loads its weights at the first use, or in `warm_up`.

    Passages are embedded ``batch`` windows of about ``longest`` tokens at a time, and only one
    batch of all callers waits for the thread, so that a query never waits for more than one.
    """

    def __init__(
        self, name: str, dimension: int, load: Callable[[], Encoder], *, batch: int, longest: int
    ) -> None:
        self._name = name
        self._dimension = dimension
        self._load = load
        self._batch = batch
        self._longest = longest
        self._encoder: Encoder | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._passages_turn = asyncio.Lock()

    @property
    def name(self) -> str:
        """Recorded with an index."""
        return self._name

    @property
    def dimension(self) -> int:
        """Floats in a vector."""
        return self._dimension

    async def warm_up(self) -> None:
        """Loads the weights. Raises `SettingsError` if the package is not installed."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._loaded)

    async def close(self) -> None:
        """Lets the thread end after the batch that it is at."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order."""
        cut = [windows(embeddable(text), self._longest) for text in texts]
        pieces = [piece for of_text in cut for piece in of_text]
        vectors: list[list[float]] = []
        for start in range(0, len(pieces), self._batch):
            async with self._passages_turn:
                batch, loop = pieces[start : start + self._batch], asyncio.get_running_loop()
                vectors += await loop.run_in_executor(self._thread, self._embed, batch)
        done = iter(vectors)
        return [mean([next(done) for _ in of_text], [*map(len, of_text)]) for of_text in cut]

    async def embed_query(self, text: str) -> list[float]:
        """The vector to search with."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._embed_query, embeddable(text))

    def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [unit(vector) for vector in self._loaded().passages(texts)]

    def _embed_query(self, text: str) -> list[float]:
        return unit(self._loaded().query(text))

    def _loaded(self) -> Encoder:
        """Called on the one thread only, so that nothing is loaded twice."""
        if self._encoder is None:
            try:
                self._encoder = self._load()
            except (ImportError, OSError) as error:
                detail = f"the embedder {self._name} can't be loaded: {error}"
                raise SettingsError(detail) from error
        return self._encoder
