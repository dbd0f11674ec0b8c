"""The two transactions by which content comes in: a version is written, then it answers."""

from dataclasses import replace

from sqlalchemy import RowMapping, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rag.adapters.sql import holding, rows, tables
from rag.adapters.sql.statements import document_id, insert_all, is_later, next_number
from rag.errors import Superseded
from rag.types import Placement, Version

_PLACED = tables.placements.c


async def written(connection: AsyncConnection, version: Version) -> None:
    """All of a version, in place of one of that id that nobody can see: unfinished or forgotten.

    Of one that answers nothing is changed: the same bytes went live meanwhile, from another channel.
    """
    answering = exists().where(_PLACED.version == version.id, _PLACED.forgotten_at.is_(None))
    # A statement that writes comes first: from then on SQLite lets nobody else publish.
    for table in (tables.pages, tables.passages, tables.children):
        await connection.execute(delete(table).where(table.c.version == version.id, ~answering))
    if await connection.scalar(select(answering)):
        return
    row, mine = rows.version_row(version), tables.versions.c.id == version.id
    if not (await connection.execute(update(tables.versions).where(mine).values(row))).rowcount:
        await connection.execute(insert(tables.versions), [row])
    for table, values in (
        (tables.pages, [rows.page_row(version.id, page) for page in version.pages]),
        (tables.passages, [rows.passage_row(version.workspace, p) for p in version.passages]),
        (tables.children, [rows.child_row(version.workspace, c) for c in version.children]),
    ):
        await insert_all(connection, table, values)


async def published(
    connection: AsyncConnection, placement: Placement
) -> tuple[Placement, RowMapping | None]:
    """The placement as stored, and the row that it replaced.

    Where the same content answers already, its file holds that one too and nothing is replaced.
    Raises `Superseded` if a file of that name was dropped later.
    """
    document = document_id(placement.workspace, placement.channel, placement.name)
    number = await next_number(connection, document, placement)
    mine = _PLACED.document == document
    old = (await connection.execute(select(tables.placements).where(mine))).mappings().first()
    if old and old["version"] == placement.version and old["forgotten_at"] is None:
        counted = update(tables.documents).where(tables.documents.c.id == document)
        await connection.execute(counted.values(versions=number - 1))
        same = replace(placement, id=old["id"], document=document, number=old["number"])
        await holding.renewed(connection, same)
        return replace(same, title=old["title"]), None
    if old and is_later(old["dropped_at"], placement.dropped_at):
        raise Superseded(placement.name, old["number"])  # takes the number back too
    await connection.execute(delete(tables.placements).where(mine))
    stored = replace(placement, document=document, number=number)
    await connection.execute(insert(tables.placements), [rows.placement_row(stored)])
    return stored, old
