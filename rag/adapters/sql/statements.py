"""Pieces of the document store's transactions."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    Update,
    and_,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from rag.adapters.sql import tables
from rag.types import Placement, Visible

_BATCH = 500  # rows a statement: below SQLite's limit of bound values for our widest table


def document_id(workspace: str, channel: str, name: str) -> str:
    """Id of the document of that name in that channel; the name itself is never an id."""
    key = "\0".join((workspace, channel, name)).encode("utf-8", "surrogatepass")
    return "d" + hashlib.sha256(key).hexdigest()[:16]


def seen(table: Table, visible: Visible) -> ColumnElement[bool]:
    """The rows that an audience may see."""
    return and_(table.c.workspace == visible.workspace, table.c.version.in_(visible.versions))


def parents(visible: Visible) -> Select[Any]:
    """Visible parents, each with the title that its content was first read under."""
    return (
        select(tables.passages, tables.versions.c.title.label("first_title"))
        .join(tables.versions, tables.versions.c.id == tables.passages.c.version)
        .where(seen(tables.passages, visible))
    )


def facts_query(
    workspace: str | None, digest: str | None, live: ColumnElement[bool]
) -> Select[Any]:
    """Versions that a live placement holds: of all workspaces or one, of all contents or one."""
    versions = tables.versions
    mine = true() if workspace is None else versions.c.workspace == workspace
    same = true() if digest is None else versions.c.digest == digest
    held = select(tables.placements.c.version).where(live)
    return (
        select(versions)
        .where(mine, same, versions.c.id.in_(held))
        .order_by(versions.c.written_at, versions.c.id)
    )


async def pages_of(
    connection: AsyncConnection, versions: Sequence[str]
) -> tuple[Counter[str], dict[str, list[int]]]:
    """The number of pages by version, and the ones that could not be read, in order."""
    mine = tables.pages.c.version.in_(versions)
    counted = select(tables.pages.c.version, func.count()).where(mine)
    pages: Counter[str] = Counter()
    for version, count in await connection.execute(counted.group_by(tables.pages.c.version)):
        pages[version] = count
    query = (
        select(tables.pages.c.version, tables.pages.c.number)
        .where(mine, tables.pages.c.state.in_(["image", "unreadable"]))
        .order_by(tables.pages.c.number)
    )
    unread: dict[str, list[int]] = defaultdict(list)
    for version, number in await connection.execute(query):
        unread[version].append(number)
    return pages, unread


async def insert_all(
    connection: AsyncConnection, table: Table, values: Sequence[dict[str, object]]
) -> None:
    """Inserts in batches; nothing if there is nothing."""
    for start in range(0, len(values), _BATCH):
        await connection.execute(insert(table), list(values[start : start + _BATCH]))


async def next_number(connection: AsyncConnection, document: str, placement: Placement) -> int:
    """Counts on; from then to the end of the transaction the document is ours alone."""
    made = {
        "id": document,
        "workspace": placement.workspace,
        "channel": placement.channel,
        "name": placement.name,
        "versions": 1,
    }
    number = await _counted_on(connection, document)
    if number is not None:
        return number
    try:
        async with connection.begin_nested():
            await connection.execute(insert(tables.documents), [made])
    except IntegrityError:  # the same file, dropped twice at once
        return await _counted_on(connection, document) or 1
    return 1


def is_later(held: datetime | None, other: datetime | None) -> bool:
    """Whether the file that is there was dropped after the other; not if either is unknown."""
    return held is not None and other is not None and held > other


def renewal(placement: Placement) -> Update:
    """Lets the file that a placement now names hold what an earlier one brought."""
    table = tables.placements
    earlier = or_(table.c.dropped_at.is_(None), table.c.dropped_at <= placement.dropped_at)
    return (
        update(table)
        .where(table.c.id == placement.id, table.c.workspace == placement.workspace)
        .where(table.c.forgotten_at.is_(None), earlier)
        .values(
            source_file=placement.source_file,
            uploader=placement.uploader,
            dropped_at=placement.dropped_at,
        )
    )


async def _counted_on(connection: AsyncConnection, document: str) -> int | None:
    counted = tables.documents.c.versions
    bumped = await connection.execute(
        update(tables.documents)
        .where(tables.documents.c.id == document)
        .values(versions=counted + 1)
        .returning(counted)
    )
    number: int | None = bumped.scalar()
    return number
