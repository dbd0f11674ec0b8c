"""Keeping the index what SQL says it should be."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rag.indexing import embed_children
from rag.ports import DocumentStore, Embedder, Progress, VectorCache, VectorIndex
from rag.types import Child, Placement

_BATCH = 64  # children embedded and written at a time


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Finds vectors that are missing or left over, and mends that from SQL."""

    store: DocumentStore
    index: VectorIndex
    embedder: Embedder
    cache: VectorCache

    async def repair(self, unfinished_before: datetime) -> int:
        """Indexes what is missing, removes what nothing holds; returns the versions indexed."""
        leftovers = await self.store.unplaced(unfinished_before)
        await self.index.delete_versions(leftovers)
        await self.store.discard(leftovers)
        return await self._index(only_missing=True)

    async def reindex(self, progress: Progress) -> int:
        """Writes every live version into the index again; returns how many there were."""
        return await self._index(only_missing=False, progress=progress)

    async def _index(self, *, only_missing: bool, progress: Progress | None = None) -> int:
        counted: dict[str, dict[str, int]] = {}
        done = 0
        async for placement, children in self.store.all_children(None):
            workspace = placement.workspace
            if workspace not in counted:
                counted[workspace] = dict(await self.index.counts(workspace))
            if only_missing and counted[workspace].get(placement.version) == len(children):
                continue
            await self._write(placement, children)
            done += 1
            if progress:
                await progress("reindexing", {"done": done, "document": placement.name})
        return done

    async def _write(self, placement: Placement, children: Sequence[Child]) -> None:
        for start in range(0, len(children), _BATCH):
            batch = children[start : start + _BATCH]
            vectors = await embed_children(
                placement.workspace,
                placement.title,
                batch,
                embedder=self.embedder,
                cache=self.cache,
            )
            await self.index.upsert(placement.workspace, placement.title, batch, vectors)
            await asyncio.sleep(0)
