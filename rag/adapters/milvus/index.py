"""The vector index on Milvus.

Searches and writes go to the client of LangChain's store: its own upsert logs the text of a row
when it fails, and its search refuses collections that have a dense and a sparse field.
"""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock

from rag.adapters.milvus.connection import MilvusAddress, open_milvus
from rag.adapters.milvus.schema import TERMS_BYTES, collection_name, open_store, remake
from rag.errors import FootnoteError
from rag.ports import Vector
from rag.text.terms import terms
from rag.types import Child, Language, Visible

_MOST_UNFLUSHED = 512  # rows; Milvus Lite searches those one by one, and each flush takes it 40 ms
_GONE_TRIES = 20
_GONE_SECONDS = 0.1
# The filters' language knows fewer escapes than JSON has: none for NUL.
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"})
_HALF = re.compile("[\ud800-\udfff]")  # of a pair; can't be sent
_NOBODY = "\ufffd"  # in no id

T = TypeVar("T")


class IndexWriteFailed(FootnoteError):
    """The index did not do what it was asked to."""


@dataclass(slots=True)
class MilvusIndex:
    """`VectorIndex`; one writer at a time, across processes too."""

    address: MilvusAddress
    client: Any
    collection: str
    dimension: int
    writer: FileLock
    unflushed: int = 0

    async def upsert(
        self, workspace: str, title: str, children: Sequence[Child], vectors: Sequence[Vector]
    ) -> None:
        """Adds or replaces rows; many are flushed on the way, the last ones by `flush`."""
        if not children:
            return  # an empty insert would change the collection's mode
        rows = await asyncio.to_thread(
            lambda: [
                _row(workspace, title, child, vector)
                for child, vector in zip(children, vectors, strict=True)
            ]
        )
        await self._write(lambda: self._upsert(rows))

    async def flush(self) -> None:
        """Ends a version: what is left of its rows is written."""
        if self.unflushed:
            await self._write(self._flush)

    async def delete_versions(self, versions: Sequence[str]) -> None:
        """Deletes and then looks: `delete` itself reports failure by not raising."""
        if versions:
            await self._write(lambda: self._delete(f"version in {_literal(list(versions))}"))

    async def search_vector(
        self, vector: Vector, language: Language, visible: Visible, limit: int
    ) -> list[str]:
        """Nearest children by inner product of unit vectors."""
        return await self._search("dense", list(vector), "IP", language, visible, limit)

    async def search_terms(
        self, query: str, language: Language, visible: Visible, limit: int
    ) -> list[str]:
        """Best children by BM25; the order counts, its scores mean nothing across filters."""
        wanted = await asyncio.to_thread(terms, query, language)
        if not wanted:
            return []
        return await self._search("sparse", " ".join(wanted), "BM25", language, visible, limit)

    async def counts(self, workspace: str | None) -> Mapping[str, int]:
        """Rows by version."""
        condition = 'id != ""' if workspace is None else f"workspace == {_literal(workspace)}"
        return await asyncio.to_thread(self._counts, condition)

    async def count(self, version: str) -> int:
        """Rows of one version."""
        counted = await asyncio.to_thread(self._counts, f"version == {_literal(version)}")
        return sum(counted.values())

    async def reset(self) -> None:
        """Drops the collections of all embedders and makes this one's again."""
        await self._write(lambda: remake(self.client, self.collection, self.dimension))

    async def close(self) -> None:
        """Closes the connection, and the server if this process runs it."""
        await asyncio.to_thread(self._close)

    async def _write(self, action: Callable[[], T]) -> T:
        def locked() -> T:
            with self.writer:
                return action()

        return await asyncio.to_thread(locked)

    def _upsert(self, rows: list[dict[str, object]]) -> None:
        self.client.upsert(self.collection, rows)
        self.unflushed += len(rows)
        if self.unflushed >= _MOST_UNFLUSHED:
            self._flush()

    def _flush(self) -> None:
        self.client.flush(self.collection)
        self.unflushed = 0

    def _delete(self, condition: str) -> None:
        self.client.delete(self.collection, filter=condition)
        for _ in range(_GONE_TRIES):
            if not sum(self._counts(condition).values()):
                return
            time.sleep(_GONE_SECONDS)
        raise IndexWriteFailed("rows are still there after they were deleted")

    def _counts(self, condition: str) -> Mapping[str, int]:
        # Without a limit: with one, rows come in any order, so that pages of them leave some out.
        rows = self.client.query(self.collection, filter=condition, output_fields=["version"])
        return Counter(row["version"] for row in rows)

    async def _search(
        self,
        field: str,
        query: object,
        metric: str,
        language: Language,
        visible: Visible,
        limit: int,
    ) -> list[str]:
        if not visible.versions:
            return []
        condition = (
            f"workspace == {_literal(visible.workspace)} and language == {_literal(language)}"
            f" and version in {_literal(list(visible.versions))}"
        )
        hits = await asyncio.to_thread(
            lambda: self.client.search(
                self.collection,
                data=[query],
                anns_field=field,
                limit=limit,
                filter=condition,
                search_params={"metric_type": metric},
                output_fields=["id"],
            )[0]
        )
        return [str(hit["id"]) for hit in hits]

    def _close(self) -> None:
        self.client.close()
        self.address.release()


async def open_index(
    uri: str, embedder: str, dimension: int, *, locks: Path, patience: float, share: bool
) -> MilvusIndex:
    """Opens the collection of this embedder. Raises `StoreBusy` (see `open_milvus`)."""
    address = await open_milvus(uri, patience=patience, share=share)
    name = collection_name(embedder, dimension)
    store = await asyncio.to_thread(open_store, address.uri, name, dimension)
    await asyncio.to_thread(locks.mkdir, parents=True, exist_ok=True)
    writer = FileLock(locks / "milvus.writer.lock", thread_local=False)
    return MilvusIndex(address, store.client, name, dimension, writer)


def _row(workspace: str, title: str, child: Child, vector: Vector) -> dict[str, object]:
    words = " ".join(terms(f"{title}. {child.text}", child.language))
    return {
        "id": child.id,
        "workspace": workspace,
        "version": child.version,
        "language": child.language,
        "terms": words.encode()[:TERMS_BYTES].decode(errors="ignore"),
        "dense": [float(x) for x in vector],
    }


def _literal(value: str | Sequence[str]) -> str:
    """A value in a filter; only ids of our own making come here, quoted all the same."""
    if isinstance(value, str):
        return f'"{_HALF.sub(_NOBODY, value).translate(_ESCAPES)}"'
    return f"[{', '.join(map(_literal, value))}]"
