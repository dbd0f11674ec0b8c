"""Keeping the index what SQL says it should be."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rag.indexing import embed_children
from rag.ports import Bin, DocumentStore, Embedder, Progress, VectorCache, VectorIndex
from rag.types import Child, Placement, VersionFacts

_BATCH = 64  # children embedded and written at a time
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Backlog:
    """Whether documents are missing in the index that are being put there.

    ``failure`` is what ended that before all were in: they are found again after the next start.
    """

    is_open: bool = False
    failure: Exception | None = None


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Finds vectors that are missing or left over, and mends that from SQL."""

    store: DocumentStore
    bin: Bin
    index: VectorIndex
    embedder: Embedder
    cache: VectorCache
    backlog: Backlog = field(default_factory=Backlog)

    async def repair(self, unfinished_before: datetime, progress: Progress | None = None) -> int:
        """Indexes what is missing, removes what nothing holds; returns the versions indexed."""
        await self.sweep(unfinished_before)
        return await self.index_missing(progress)

    async def sweep(self, unfinished_before: datetime) -> None:
        """Removes versions that nothing holds, and vectors of versions that SQL knows nothing of."""
        leftovers = await self.store.unplaced(unfinished_before)
        strays = await self._strays()
        await self.index.delete_versions([*leftovers, *strays])
        await self.store.discard(leftovers)

    async def index_missing(self, progress: Progress | None = None) -> int:
        """Indexes what this embedder has no vectors of: all of it after another one was chosen."""
        missing = await self.missing()
        if not missing:
            return 0
        _log.info("%d documents are missing in the index of %s", len(missing), self.embedder.name)
        self.backlog.is_open = True
        try:
            return await self._index({version.id for version in missing}, len(missing), progress)
        finally:
            self.backlog.is_open = False

    async def reindex(self, progress: Progress) -> int:
        """Makes the index anew from SQL; returns how many versions there were."""
        versions = await self.store.version_facts()
        await self.index.reset()
        return await self._index(None, len(versions), progress)

    async def missing(self) -> list[VersionFacts]:
        """Live versions of which the index has not every child."""
        counts = await self.index.counts(None)
        found = await self.store.version_facts()
        return [version for version in found if counts.get(version.id, 0) != version.children]

    async def health(self, unfinished_before: datetime) -> dict[str, int | str]:
        """Counts that say whether index and SQL agree: they do if nothing is missing or orphaned."""
        versions = await self.store.version_facts()
        counts = await self.index.counts(None)
        orphans = {*await self.store.unplaced(unfinished_before), *await self._strays()}
        workspaces = {version.workspace for version in versions}
        placed = [p for workspace in workspaces for p in await self.store.placements(workspace)]
        live = {version.id for version in versions}
        return {
            "embedder": self.embedder.name,
            "documents": len(placed),
            "versions": len(versions),
            "children": sum(version.children for version in versions),
            "indexed": sum(count for version, count in counts.items() if version in live),
            "missing": sum(1 for v in versions if counts.get(v.id, 0) != v.children),
            "orphans": len(orphans),
            "forgotten": len(await self.bin.listed()),
        }

    async def _strays(self) -> list[str]:
        # A version is in SQL before its children are in the index, so none of these is on its way.
        return await self.store.unknown(list(await self.index.counts(None)))

    async def _index(
        self, versions: Collection[str] | None, total: int, progress: Progress | None
    ) -> int:
        done = 0
        async for placement, children in self.store.all_children(None, versions):
            await self._write(placement, children)
            done += 1
            told: Mapping[str, object] = {"done": done, "total": total, "document": placement.name}
            _log.info("indexed %d of %d documents", done, total)
            if progress:
                await progress("reindexing", told)
        return done

    async def _write(self, placement: Placement, children: Sequence[Child]) -> None:
        await self.index.delete_versions([placement.version])
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
        await self.index.flush()
