"""What finds passages, and puts them in order."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from rag.types import Child, Language, Visible, WebPage

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns texts into unit vectors of ``dimension`` floats. ``name`` is recorded with an index."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order. Must not hold up the event loop."""
        ...

    async def embed_query(self, text: str) -> list[float]:
        """The vector to search with."""
        ...


class VectorIndex(Protocol):
    """Children by vector and by BM25. Knows ids, never decides who may see them."""

    async def upsert(
        self, workspace: str, title: str, children: Sequence[Child], vectors: Sequence[Vector]
    ) -> None:
        """Adds or replaces children by their ids, readable when it returns; `flush` ends them."""
        ...

    async def flush(self) -> None:
        """Has all that was added kept for good, and searched as fast as the rest."""
        ...

    async def delete_versions(self, versions: Sequence[str]) -> None:
        """Removes every child of these versions. Raises if any is still there afterwards."""
        ...

    async def search_vector(
        self, vector: Vector, language: Language, visible: Visible, limit: int
    ) -> list[str]:
        """Ids of the nearest children of one language, best first."""
        ...

    async def search_terms(
        self, query: str, language: Language, visible: Visible, limit: int
    ) -> list[str]:
        """Ids of the best children of one language by BM25, best first."""
        ...

    async def counts(self, workspace: str | None) -> Mapping[str, int]:
        """Number of children by version id, as the index itself sees them; None: everywhere."""
        ...

    async def count(self, version: str) -> int:
        """Number of children of one version, without a look at all others."""
        ...

    async def reset(self) -> None:
        """Makes it new and empty, and removes what other embedders left."""
        ...

    async def close(self) -> None: ...


class VectorCache(Protocol):
    """Vectors by the digest of their text, so that nothing is embedded twice."""

    async def lookup(
        self, workspace: str, embedder: str, digests: Sequence[str]
    ) -> dict[str, list[float]]: ...

    async def remember(
        self, workspace: str, version: str, embedder: str, vectors: Mapping[str, Vector]
    ) -> None: ...


class Reranker(Protocol):
    """Scores texts against a query, better than a search can. It may fail."""

    @property
    def name(self) -> str: ...

    @property
    def threshold(self) -> float | None:
        """The score from which a text is relevant, where scores mean that; else None."""
        ...

    async def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """One score a text, in order; None for languages it can't judge.

        Raises `ModelUnavailable` if it gives no scores.
        """
        ...


class WebSearch(Protocol):
    """Looks something up outside the documents."""

    async def search(self, query: str) -> list[WebPage]:
        """The best pages. Raises `ModelUnavailable` if the search does not answer."""
        ...
