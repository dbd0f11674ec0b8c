"""An embedder that runs in this process, on threads of its own."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

from rag.adapters.cores import usable_cores
from rag.adapters.embedders.vectors import embeddable, mean, unit, windows
from rag.errors import SettingsError

_MOST_THREADS = 4
_NICENESS = 10


class Encoder(Protocol):
    """A loaded model, asked from several threads at once, each of which it keeps busy alone."""

    def passages(self, texts: Sequence[str]) -> Iterable[Sequence[float]]:
        """One vector a text."""
        ...

    def query(self, text: str) -> Sequence[float]:
        """The vector to search with."""
        ...


class LocalEmbedder:
    """Loads its weights at the first use, or in `warm_up`.

    Passages are embedded ``batch`` windows of about ``longest`` tokens at a time, on every core,
    first come, first served. Queries have a thread to themselves, and wait for no passages.
    """

    def __init__(
        self,
        name: str,
        dimension: int,
        load: Callable[[], Encoder],
        *,
        batch: int,
        longest: int,
        threads: int | None = None,
    ) -> None:
        self._name = name
        self._dimension = dimension
        self._load = load
        self._batch = batch
        self._longest = longest
        self._encoder: Encoder | None = None
        self._loading = threading.Lock()
        threads = threads or min(_MOST_THREADS, usable_cores())
        self._for_passages = ThreadPoolExecutor(
            threads, thread_name_prefix=f"{name}-passages", initializer=_stand_back
        )
        self._for_queries = ThreadPoolExecutor(1, thread_name_prefix=f"{name}-query")

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
        await asyncio.get_running_loop().run_in_executor(self._for_queries, self._loaded)

    async def close(self) -> None:
        """Lets each thread end after the batch that it is at."""
        self._for_passages.shutdown(wait=False, cancel_futures=True)
        self._for_queries.shutdown(wait=False, cancel_futures=True)

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order."""
        cut = [windows(embeddable(text), self._longest) for text in texts]
        pieces = [piece for of_text in cut for piece in of_text]
        loop, size = asyncio.get_running_loop(), self._batch
        batches = (pieces[start : start + size] for start in range(0, len(pieces), size))
        embedding = [loop.run_in_executor(self._for_passages, self._embed, b) for b in batches]
        try:
            vectors = [vector for batch in await asyncio.gather(*embedding) for vector in batch]
        finally:  # of an import that was cancelled, or failed, no more is embedded
            for batch in embedding:
                batch.cancel()
        done = iter(vectors)
        return [mean([next(done) for _ in of_text], [*map(len, of_text)]) for of_text in cut]

    async def embed_query(self, text: str) -> list[float]:
        """The vector to search with."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._for_queries, self._embed_query, embeddable(text))

    def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [unit(vector) for vector in self._loaded().passages(texts)]

    def _embed_query(self, text: str) -> list[float]:
        return unit(self._loaded().query(text))

    def _loaded(self) -> Encoder:
        with self._loading:  # once, whichever thread comes first
            if self._encoder is None:
                try:
                    self._encoder = self._load()
                except (ImportError, OSError) as error:
                    detail = f"the embedder {self._name} can't be loaded: {error}"
                    raise SettingsError(detail) from error
            return self._encoder


def _stand_back() -> None:
    """Lets questions go first: twice as many were answered while a file was read. Linux alone ranks threads."""
    if sys.platform == "linux":
        with suppress(OSError):  # a process that may not rank itself
            own = threading.get_native_id()
            niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, own))
            os.setpriority(os.PRIO_PROCESS, own, niceness)
