"""What workspaces have chosen for themselves, over what the settings say."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.types import Preference


@dataclass(frozen=True, slots=True)
class SqlPreferences:
    """`PreferenceStore`: a row a choice."""

    engine: AsyncEngine

    async def all(self, workspace: str) -> list[Preference]:
        """Its choices, those for the whole workspace first."""
        table = tables.preferences
        query = (
            select(table)
            .where(table.c.workspace == workspace)
            .order_by(table.c.place, table.c.name)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [
            Preference(r["place"], r["name"], r["value"], r["changed_by"], r["changed_at"])
            for r in rows
        ]

    async def put(self, workspace: str, choice: Preference) -> None:
        """Replaces what was chosen before; an empty value takes the choice away."""
        table = tables.preferences.c
        this = (
            (table.workspace == workspace)
            & (table.place == choice.place)
            & (table.name == choice.name)
        )
        row = {
            "workspace": workspace,
            "place": choice.place,
            "name": choice.name,
            "value": choice.value,
            "changed_by": choice.changed_by,
            "changed_at": choice.changed_at,
        }
        async with self.engine.begin() as connection:
            await connection.execute(delete(tables.preferences).where(this))
            if choice.value:
                await connection.execute(insert(tables.preferences), [row])
