"""A channel goes on under another id, with all that is kept under the old one."""

from typing import Any

from sqlalchemy import RowMapping, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rag.adapters.sql import tables
from rag.adapters.sql.statements import document_id

_DOCUMENT, _PLACED = tables.documents.c, tables.placements.c
_ADDRESS, _CHOICE = tables.addresses.c, tables.preferences.c


async def channel_moved(connection: AsyncConnection, workspace: str, old: str, new: str) -> int:
    """Documents, where answers were published, and choices; returns how many documents.

    Answers and their conversations stay under the old id: they are found by what they cite, and an
    erasure finds a conversation by the name that its answers tell.
    """
    here = (_DOCUMENT.workspace == workspace) & (_DOCUMENT.channel == old)
    found = (await connection.execute(select(tables.documents).where(here))).mappings().all()
    for document in found:
        await _move(connection, document, new)
    await _move_addresses(connection, workspace, old, new)
    await _move_choices(connection, workspace, old, new)
    return len(found)


async def _move(connection: AsyncConnection, document: RowMapping, new: str) -> None:
    """The id of a document is made of its channel, so it becomes another one."""
    target = document_id(document["workspace"], new, document["name"])
    counted = (
        update(tables.documents)
        .where(_DOCUMENT.id == target)
        .values(versions=_DOCUMENT.versions + document["versions"])
    )
    if (await connection.execute(counted)).rowcount:
        await _keep_later(connection, document["id"], target)
    else:
        moved = {**document, "id": target, "channel": new}
        await connection.execute(insert(tables.documents), [moved])
    mine = _PLACED.document == document["id"]
    await connection.execute(update(tables.placements).where(mine).values(document=target))
    await connection.execute(delete(tables.documents).where(_DOCUMENT.id == document["id"]))


async def _keep_later(connection: AsyncConnection, old: str, new: str) -> None:
    """Of two files of one name the one dropped last answers; upkeep clears away the other's content."""
    query = select(tables.placements).where(_PLACED.document.in_([old, new]))
    both = (await connection.execute(query)).mappings().all()
    for earlier in sorted(both, key=_dropped)[:-1]:
        await connection.execute(delete(tables.placements).where(_PLACED.id == earlier["id"]))


def _dropped(placement: RowMapping) -> Any:  # noqa: ANN401 - a moment
    return placement["dropped_at"] or placement["placed_at"]


async def _move_addresses(connection: AsyncConnection, workspace: str, old: str, new: str) -> None:
    """Messages keep their times, so that nothing of the new id is in the way."""
    begins = func.substr(_ADDRESS.address, 1, len(old) + 1) == f"{old}/"
    rest = func.substr(_ADDRESS.address, len(old) + 1)
    await connection.execute(
        update(tables.addresses)
        .where(_ADDRESS.workspace == workspace, begins)
        .values(address=literal(new).concat(rest))
    )


async def _move_choices(connection: AsyncConnection, workspace: str, old: str, new: str) -> None:
    """What was chosen under the new id meanwhile is newer."""
    chosen = select(_CHOICE.name).where(_CHOICE.workspace == workspace, _CHOICE.place == new)
    names = (await connection.execute(chosen)).scalars().all()
    mine = (_CHOICE.workspace == workspace) & (_CHOICE.place == old)
    await connection.execute(delete(tables.preferences).where(mine, _CHOICE.name.in_(names)))
    await connection.execute(update(tables.preferences).where(mine).values(place=new))
