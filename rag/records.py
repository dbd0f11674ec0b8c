"""What a workspace asked, got and chose."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from rag.library import Library
from rag.ports import PreferenceStore, Statistics
from rag.types import AskedBefore, Overview, Preference


@dataclass(frozen=True, slots=True)
class Records(Library):
    """The part of the engine that looks back. Nothing of it tells what a document says."""

    statistics: Statistics
    preference_store: PreferenceStore

    async def overview(self, workspace: str, since: datetime) -> Overview:
        """Counts of what was asked since then."""
        return await self.statistics.overview(workspace, since)

    async def recent(self, workspace: str, asker: str, most: int) -> list[AskedBefore]:
        """What this person asked, the newest first: for that person alone."""
        return await self.statistics.recent(workspace, asker, most)

    async def unanswered(
        self, workspace: str, channels: Collection[str], since: datetime, most: int
    ) -> list[AskedBefore]:
        """What was asked in these channels without a full answer; never what was asked privately."""
        audiences = {f"channel:{channel}" for channel in channels}
        return await self.statistics.unanswered(workspace, audiences, since, most)

    async def preferences(self, workspace: str) -> list[Preference]:
        """What the workspace has chosen over the settings."""
        return await self.preference_store.all(workspace)

    async def prefer(self, workspace: str, choice: Preference) -> None:
        """Keeps a choice, at once in force; an empty value goes back to the settings."""
        await self.preference_store.put(workspace, choice)
