"""Taking documents away, for a day so that it can be undone, and then for good."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from rag import access
from rag.errors import UnknownDocument
from rag.naming import ambiguous, named, near_to
from rag.ports import Bin, DocumentStore, VectorIndex
from rag.types import Audience, Placement

UNDO_FOR = timedelta(hours=24)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A forgotten placement answers no more at once; its content goes when it is purged."""

    store: DocumentStore
    bin: Bin
    index: VectorIndex
    clock: Callable[[], datetime] = _now

    async def forget(self, document: str, audience: Audience) -> list[Placement]:
        """Forgets the placements that ``document`` names here.

        Raises `UnknownDocument`, or `AmbiguousDocument` if they are called differently.
        """
        live = await self.store.placements(audience.workspace)
        seen, at = access.visible(live, audience).placements, self.clock()
        meant = named(document, seen)
        if len({placement.name for placement in meant}) > 1:
            raise ambiguous(document, meant)
        found = [
            placement
            for placement in meant
            if await self.bin.put(placement.workspace, placement.id, at)
        ]
        if not found:
            raise UnknownDocument(document, near_to(document, seen))
        return found

    async def restore(self, document: str, audience: Audience) -> list[Placement]:
        """Brings back what was forgotten here within the day. Raises `UnknownDocument`."""
        since = self.clock() - UNDO_FOR
        binned = await self.bin.listed(audience.workspace)
        found = [
            placement
            for placement in named(document, access.visible(binned, audience).placements)
            if _is_after(placement, since)
            and await self.bin.take_back(placement.workspace, placement.id)
        ]
        if not found:
            raise UnknownDocument(document)
        return found

    async def forgotten(self, audience: Audience) -> list[Placement]:
        """What can still be brought back here, the last one first."""
        since = self.clock() - UNDO_FOR
        binned = await self.bin.listed(audience.workspace)
        return [p for p in access.visible(binned, audience).placements if _is_after(p, since)]

    async def is_forgotten(self, workspace: str, source_file: str, channel: str) -> bool:
        """Whether what the file brought to a channel was forgotten there and may come back."""
        held = await self.store.held_by(workspace, source_file)
        binned = await self.bin.listed(workspace) if held else []
        return any(p.id in held and p.channel == channel for p in binned)

    async def forget_file(
        self, workspace: str, source_file: str, channel: str | None = None, keep: str = ""
    ) -> list[Placement]:
        """Removes for good what a file alone brought that is gone, everywhere or in a channel.

        Where another file brought the same content under the same name, that one holds it now.
        ``keep`` is the document that the file is now, if it only has another name.
        """
        held = await self.store.held_by(workspace, source_file)
        if not held:
            return []
        everything = [*await self.store.placements(workspace), *await self.bin.listed(workspace)]
        here = [p for p in everything if p.id in held and channel in {None, p.channel}]
        found = [p for p in here if p.document != keep]
        gone: list[Placement] = []
        for placement in found:
            orphans = await self.store.release(workspace, placement.id, source_file)
            if orphans is not None:
                await self._discard(orphans)
                gone.append(placement)
        return [p for p in gone if p.forgotten_at is None]

    async def purge(self) -> int:
        """Removes for good what was forgotten more than a day ago; returns how many."""
        since = self.clock() - UNDO_FOR
        expired = [p for p in await self.bin.listed() if not _is_after(p, since)]
        await self._withdraw(expired)
        return len(expired)

    async def _withdraw(self, placements: Iterable[Placement]) -> None:
        for placement in placements:
            await self._discard(await self.store.withdraw(placement.workspace, placement.id))

    async def _discard(self, orphans: Sequence[str]) -> None:
        await self.index.delete_versions(orphans)
        await self.store.discard(orphans)


def _is_after(placement: Placement, since: datetime) -> bool:
    return placement.forgotten_at is not None and placement.forgotten_at > since
