"""The documents as others use them: listed, compared, taken away and brought back, kept in order."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rag import access
from rag.comparison.comparing import Comparing
from rag.comparison.picture import draw
from rag.forgetting import Forgetting
from rag.maintenance import Maintenance
from rag.naming import the_one
from rag.ports import DocumentStore, PicturePainter, Progress, silent
from rag.types import Audience, Comparison, Placement

_UNFINISHED = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Library:
    """The part of the engine that works without a question."""

    documents_store: DocumentStore
    pictures: PicturePainter
    maintenance: Maintenance
    forgetting: Forgetting
    comparing: Comparing

    async def documents(self, audience: Audience) -> list[Placement]:
        """What this audience may see, oldest first."""
        found = await self.documents_store.placements(audience.workspace)
        return list(access.visible(found, audience).placements)

    async def forget(self, document: str, audience: Audience) -> list[Placement]:
        """Takes away the placements that ``document`` names (its id, name or title) here.

        They answer no more; `restore` brings them back for 24 hours.

        Raises:
            UnknownDocument: none that this audience may see is called so.
            AmbiguousDocument: several are, each with another name.
        """
        return await self.forgetting.forget(document, audience)

    async def restore(self, document: str, audience: Audience) -> list[Placement]:
        """Undoes `forget`, if the name was not taken meanwhile. Raises `UnknownDocument`."""
        found = await self.forgetting.restore(document, audience)
        await self.maintenance.index_missing()
        return found

    async def forgotten(self, audience: Audience) -> list[Placement]:
        """What `restore` would bring back here, the last one first."""
        return await self.forgetting.forgotten(audience)

    async def is_forgotten(self, workspace: str, source_file: str, channel: str) -> bool:
        """Whether what a file brought to a channel was forgotten there and may come back."""
        return await self.forgetting.is_forgotten(workspace, source_file, channel)

    async def forget_file(
        self, workspace: str, source_file: str, channel: str | None = None, keep: str = ""
    ) -> list[Placement]:
        """Removes for good what was placed by a file that its origin has deleted.

        With a channel, only what was placed there: the file is no longer shared in it. With a
        document to ``keep``, what it was under other names: it has the name of that one now.
        What another file brought too, that is still there, stays.
        """
        return await self.forgetting.forget_file(workspace, source_file, channel, keep)

    async def purge(self) -> int:
        """Removes for good what was forgotten more than a day ago; returns how many."""
        return await self.forgetting.purge()

    async def compare(self, path: Path, name: str = "", progress: Progress = silent) -> Comparison:
        """A file cut in each way, without keeping anything of it. Raises a `RejectedFile`."""
        return await self.comparing.file(path, name or path.name, progress)

    async def compare_document(
        self, document: str, audience: Audience, channel: str = ""
    ) -> Comparison:
        """The same for a document that is there, in ``channel`` rather than elsewhere.

        Raises:
            UnknownDocument: none is called so.
            AmbiguousDocument: several are.
        """
        placed = await self.documents_store.placements(audience.workspace)
        visible = access.visible(placed, audience)
        return await self.comparing.document(
            the_one(document, visible.placements, channel), visible
        )

    async def histograms(self, comparison: Comparison) -> bytes:
        """A comparison as a picture, a PNG."""
        return await self.pictures.paint(draw(comparison))

    async def health(self) -> dict[str, int | str]:
        """Counts by SQL and by the index; they agree if ``missing`` and ``orphans`` are 0."""
        return await self.maintenance.health(unfinished_before())

    async def repair(self, progress: Progress = silent) -> int:
        """Makes them agree; returns the number of documents that were indexed."""
        return await self.maintenance.repair(unfinished_before(), progress)

    async def reindex(self, progress: Progress = silent) -> int:
        """Makes the index anew from SQL; returns the number of documents."""
        return await self.maintenance.reindex(progress)


def unfinished_before() -> datetime:
    """A version that is older and that nothing holds was left by a process that ended."""
    return datetime.now(UTC) - _UNFINISHED
