"""The switch: a version becomes visible when all of it is in, and the old one goes then."""

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rag import access
from rag.errors import FootnoteError
from rag.graphs.ingest.loading import unread_pages
from rag.graphs.ingest.state import IngestState, Stored
from rag.indexing import embed_children
from rag.ports import DocumentStore, Embedder, Offer, Progress, VectorCache, VectorIndex
from rag.types import Audience, Child, Placement, Upload, Version, VersionFacts

_BATCH = 64  # children embedded and written at a time
_AHEAD = 2  # batches that are being embedded, so that no core waits for the last of one
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Storing:
    """Writes versions and placements; a failure leaves what was there before."""

    embedder: Embedder
    cache: VectorCache
    store: DocumentStore
    index: VectorIndex
    clock: Callable[[], datetime]
    offer: Offer

    async def publish(self, state: IngestState, progress: Progress) -> Stored:
        """Writes the version, indexes its children, and lets it answer."""
        version = _version(state)
        placement = self._placement(
            state["upload"],
            version.id,
            title=version.title,
            pages=len(version.pages),
            unreadable=tuple(page.number for page in unread_pages(version.pages)),
            languages=version.languages,
        )
        try:
            if not await self._is_held(version):  # the same content went live from elsewhere
                await self.store.write_version(version)
                await self._index(version, progress)
            placed, replaced, orphans = await self.store.publish(placement)
        except BaseException:  # a cancelled run must not leave its half either
            await asyncio.shield(self._undo(version))
            raise
        await self._remove(orphans)
        return Stored(
            placed,
            replaced,
            already=False,
            pages=version.pages,
            parents=len(version.passages),
            children=len(version.children),
            notes=version.notes,
            questions=await self.offer(placed, version.passages),
        )

    async def place(self, state: IngestState) -> Stored:
        """Lets content that is live elsewhere in the workspace answer here too."""
        upload, known = state["upload"], state["known"]
        if known.channel == upload.channel and known.name == upload.name:
            await self._renew(known, upload)
            return await self._described(known, state["facts"], 0, already=True)
        placement = self._placement(
            upload,
            known.version,
            title=state["title"],
            pages=known.pages,
            unreadable=known.unreadable,
            languages=known.languages,
        )
        placed, replaced, orphans = await self.store.publish(placement)
        await self._remove(orphans)
        return await self._described(placed, state["facts"], replaced, already=False)

    async def _renew(self, known: Placement, upload: Upload) -> None:
        """The later file holds what the earlier one brought, so that this one may be deleted."""
        if upload.source_file not in {"", known.source_file}:
            later = replace(
                known,
                source_file=upload.source_file,
                uploader=upload.uploader,
                dropped_at=upload.dropped_at or self.clock(),
            )
            await self.store.renew(later)

    async def _index(self, version: Version, progress: Progress) -> None:
        if await self.index.count(version.id):
            await self.index.delete_versions([version.id])
        await self._write_children(version, progress)
        await self.index.flush()
        total = len(version.children)
        counted = await self.index.count(version.id)
        if counted != total:
            raise FootnoteError(f"the index holds {counted} of {total} children of {version.id}")

    async def _write_children(self, version: Version, progress: Progress) -> None:
        """Batches are embedded while those before are written; at the end none is under way."""
        total = len(version.children)
        batches = [version.children[start : start + _BATCH] for start in range(0, total, _BATCH)]

        def embed(batch: Sequence[Child]) -> asyncio.Task[list[list[float]]]:
            vectors = embed_children(
                version.workspace, version.title, batch, embedder=self.embedder, cache=self.cache
            )
            return asyncio.create_task(vectors)

        async def write(batch: Sequence[Child], vectors: list[list[float]], done: int) -> None:
            await self.index.upsert(version.workspace, version.title, batch, vectors)
            await progress("embedding", {"done": done, "total": total})

        embedding = deque(map(embed, batches[:_AHEAD]))
        writing: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        writing.set_result(None)
        try:
            for number, batch in enumerate(batches):
                vectors = await embedding.popleft()
                embedding.extend(map(embed, batches[number + _AHEAD : number + _AHEAD + 1]))
                await writing
                writing = asyncio.create_task(write(batch, vectors, number * _BATCH + len(batch)))
            await writing
        finally:
            for task in embedding:
                task.cancel()
            await asyncio.gather(writing, *embedding, return_exceptions=True)

    async def _undo(self, version: Version) -> None:
        """Takes back what is not visible; the same content may have gone live meanwhile."""
        if not await self._is_held(version):
            await self._remove([version.id])

    async def _is_held(self, version: Version) -> bool:
        held = await self.store.placements(version.workspace)
        return any(placement.version == version.id for placement in held)

    async def _remove(self, versions: Sequence[str]) -> None:
        """Removes versions that nothing holds. What fails here can't answer, and is swept later."""
        if not versions:
            return
        try:
            await self.index.delete_versions(versions)
            await self.store.discard(versions)
        except Exception:  # noqa: BLE001 - the new version answers already
            _log.exception("versions left to the next sweep: %s", ", ".join(versions))

    async def _described(
        self, placed: Placement, facts: VersionFacts, replaced: int, *, already: bool
    ) -> Stored:
        audience = Audience(placed.workspace, placed.channel, frozenset({placed.channel}))
        visible = access.visible([placed], audience)
        pages = (await self.store.pages(visible, [placed.version])).get(placed.version, [])
        return Stored(
            placed,
            replaced,
            already,
            pages=tuple(pages),
            parents=facts.parents,
            children=facts.children,
            notes=facts.notes,
            questions=await self.offer(
                placed, await self.store.passages_of(visible, placed.version)
            ),
        )

    def _placement(
        self,
        upload: Upload,
        version: str,
        *,
        title: str,
        pages: int,
        unreadable: tuple[int, ...],
        languages: tuple[str, ...],
    ) -> Placement:
        """A placement to publish; the store gives it its document and number."""
        key = "\x1f".join((upload.workspace, upload.channel, upload.name, version))
        return Placement(
            id="p" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:24],
            workspace=upload.workspace,
            document="",
            channel=upload.channel,
            name=upload.name,
            title=title,
            version=version,
            number=0,
            source_file=upload.source_file,
            uploader=upload.uploader,
            placed_at=self.clock(),
            pages=pages,
            unreadable=unreadable,
            languages=languages,
            dropped_at=upload.dropped_at or self.clock(),
        )


def _version(state: IngestState) -> Version:
    accepted = state["accepted"]
    return Version(
        id=state["version"],
        workspace=state["upload"].workspace,
        digest=state["digest"],
        title=state["title"],
        strategy=accepted.choice.strategy,
        reason=accepted.choice.reason,
        pages=state["extraction"].pages,
        passages=state["passages"],
        children=accepted.children,
        notes=state["extraction"].notes,
    )
