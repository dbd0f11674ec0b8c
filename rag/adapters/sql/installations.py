"""The workspaces that use the engine, and those that have left."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rag.adapters.sql import tables
from rag.types import Installation

_ROW = tables.installations.c


@dataclass(frozen=True, slots=True)
class SqlInstallations:
    """`Installations`: a row a workspace."""

    engine: AsyncEngine

    async def keep(self, installation: Installation) -> None:
        """Writes it down in place of what was known; one that had left is back."""
        row = {
            "name": installation.name,
            "credentials": installation.credentials,
            "installed_at": installation.installed_at,
            "left_at": None,
        }
        async with self.engine.begin() as connection:
            if await _updated(connection, installation.workspace, row):
                return
            try:
                async with connection.begin_nested():
                    key = {"workspace": installation.workspace}
                    await connection.execute(insert(tables.installations), [key | row])
            except IntegrityError:  # another process was installed into at the same moment
                await _updated(connection, installation.workspace, row)

    async def get(self, workspace: str) -> Installation | None:
        """The installation, whether it has left or not."""
        return next((i for i in await self.all() if i.workspace == workspace), None)

    async def all(self) -> list[Installation]:
        """All of them, the oldest first."""
        query = select(tables.installations).order_by(_ROW.installed_at, _ROW.workspace)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [Installation(**row) for row in found]

    async def leave(self, workspace: str, at: datetime) -> bool:
        """Notes that it has left; False if it had before, or is not known."""
        here = (_ROW.workspace == workspace) & _ROW.left_at.is_(None)
        values = {"left_at": at, "credentials": ""}
        statement = update(tables.installations).where(here).values(values)
        async with self.engine.begin() as connection:
            return bool((await connection.execute(statement)).rowcount)

    async def remove(self, workspace: str) -> None:
        """Forgets that there was such a workspace."""
        async with self.engine.begin() as connection:
            await connection.execute(
                delete(tables.installations).where(_ROW.workspace == workspace)
            )


async def _updated(connection: AsyncConnection, workspace: str, row: dict[str, object]) -> bool:
    statement = update(tables.installations).where(_ROW.workspace == workspace).values(row)
    return bool((await connection.execute(statement)).rowcount)
