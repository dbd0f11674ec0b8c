"""Placements that were forgotten and may come back."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, not_, true, update

from rag.adapters.sql import tables
from rag.adapters.sql.documents import LIVE, SqlDocumentStore
from rag.types import Placement


@dataclass(frozen=True, slots=True)
class SqlBin:
    """`Bin`: a mark on the placement, so that its content stays held and its name its own."""

    documents: SqlDocumentStore

    async def put(self, workspace: str, placement: str, at: datetime) -> bool:
        """Marks it, unless it is marked already."""
        return await self._mark(workspace, placement, at, forgotten=False)

    async def listed(self, workspace: str | None = None) -> list[Placement]:
        """Those that are marked."""
        mine = true() if workspace is None else tables.placements.c.workspace == workspace
        found = await self.documents.placements_where(and_(mine, not_(LIVE)))
        return sorted(found, key=lambda p: (p.forgotten_at or p.placed_at, p.id), reverse=True)

    async def take_back(self, workspace: str, placement: str) -> bool:
        """Takes the mark away. Whoever took the name meanwhile has deleted the placement."""
        return await self._mark(workspace, placement, None, forgotten=True)

    async def _mark(
        self, workspace: str, placement: str, at: datetime | None, *, forgotten: bool
    ) -> bool:
        statement = (
            update(tables.placements)
            .where(
                tables.placements.c.workspace == workspace,
                tables.placements.c.id == placement,
                not_(LIVE) if forgotten else LIVE,
            )
            .values(forgotten_at=at)
            .returning(tables.placements.c.id)
        )
        async with self.documents.engine.begin() as connection:
            return (await connection.execute(statement)).first() is not None
