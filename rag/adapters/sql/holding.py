"""Which files hold a placement: the last that brought its content, and the earlier ones."""

from typing import Any

from sqlalchemy import ColumnElement, Delete, Row, and_, delete, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rag.adapters.sql import tables
from rag.adapters.sql.statements import is_later, renewal
from rag.adapters.sql.upserts import inserting
from rag.types import Placement

_PLACED = tables.placements.c
_EARLIER = tables.earlier_files.c


async def renewed(connection: AsyncConnection, placement: Placement) -> None:
    """Lets a placement's file hold it too: as the last one, or as an earlier one if it is that."""
    mine = and_(_PLACED.id == placement.id, _PLACED.workspace == placement.workspace)
    found = await _locked(connection, and_(mine, _PLACED.forgotten_at.is_(None)))
    if found is None or found.source_file == placement.source_file:
        return
    holder = (placement.source_file, placement.uploader, placement.dropped_at)
    if not is_later(found.dropped_at, placement.dropped_at):
        await connection.execute(renewal(placement))
        await connection.execute(_no_more(placement.id, placement.source_file))
        holder = (found.source_file, found.uploader, found.dropped_at)
    file, uploader, dropped_at = holder
    row = {
        "placement": placement.id,
        "file": file,
        "workspace": placement.workspace,
        "uploader": uploader,
        "dropped_at": dropped_at,
    }
    await connection.execute(
        inserting(connection, tables.earlier_files).values(row).on_conflict_do_nothing()
    )


async def released(
    connection: AsyncConnection, workspace: str, placement: str, file: str
) -> str | None:
    """Takes a file from those that hold a placement; the version that went with the last of them."""
    mine = and_(_PLACED.id == placement, _PLACED.workspace == workspace)
    found = await _locked(connection, mine)
    if found is None:
        return None
    await connection.execute(_no_more(placement, file))
    if found.source_file != file:
        return None
    others = (
        select(_EARLIER.file, _EARLIER.uploader, _EARLIER.dropped_at)
        .where(_EARLIER.placement == placement)
        .order_by(_EARLIER.dropped_at.desc().nulls_last(), _EARLIER.file)
        .limit(1)
    )
    last = (await connection.execute(others)).first()
    if last is None:
        await connection.execute(delete(tables.placements).where(mine))
        return str(found.version)
    holds = {"source_file": last.file, "uploader": last.uploader, "dropped_at": last.dropped_at}
    await connection.execute(update(tables.placements).where(mine).values(holds))
    await connection.execute(_no_more(placement, last.file))
    return None


async def held_by(connection: AsyncConnection, workspace: str, file: str) -> list[str]:
    """Ids of placements that a file holds, as the last or an earlier one, live or forgotten."""
    query = union(
        select(_PLACED.id).where(_PLACED.workspace == workspace, _PLACED.source_file == file),
        select(_EARLIER.placement).where(_EARLIER.workspace == workspace, _EARLIER.file == file),
    )
    return sorted((await connection.execute(query)).scalars())


async def _locked(connection: AsyncConnection, mine: ColumnElement[bool]) -> Row[Any] | None:
    """The placement, ours alone from here on: SQLite locks by writing, not by reading."""
    unchanged = update(tables.placements).where(mine).values(source_file=_PLACED.source_file)
    told = _PLACED.source_file, _PLACED.uploader, _PLACED.dropped_at, _PLACED.version
    return (await connection.execute(unchanged.returning(*told))).first()


def _no_more(placement: str, file: str) -> Delete:
    return delete(tables.earlier_files).where(
        _EARLIER.placement == placement, _EARLIER.file == file
    )
