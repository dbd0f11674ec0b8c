"""What is kept of people and workspaces in SQL: looked through, and deleted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Table, delete, false, func, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.moving import channel_moved
from rag.types import Asked, PersonalData, Uploaded, Voted

_ANSWER, _THUMB, _PLACED = tables.answers.c, tables.thumbs.c, tables.placements.c
_EARLIER = tables.earlier_files.c
_OPINION, _CHOICE = tables.opinions.c, tables.preferences.c
# In this order, since rows of the later ones are referred to by the earlier.
OF_A_WORKSPACE = (
    tables.opinions,
    tables.notices,
    tables.preferences,
    tables.thumbs,
    tables.addresses,
    tables.answers,
    tables.spending,
    tables.earlier_files,
    tables.placements,
    tables.documents,
    tables.vectors,
    tables.versions,  # its pages, passages and children go with it
)


@dataclass(frozen=True, slots=True)
class SqlRecords:
    """`Records` on any database that SQLAlchemy reaches."""

    engine: AsyncEngine

    async def of_person(self, workspace: str, person: str) -> PersonalData:
        """All that is kept of a person."""
        async with self.engine.connect() as connection:
            return PersonalData(
                workspace,
                person,
                await _asked(connection, workspace, person),
                await _voted(connection, workspace, person),
                await _uploaded(connection, workspace, person),
            )

    async def conversations(self, workspace: str, person: str) -> list[tuple[str, str]]:
        """Thread and audience of the conversations in which a person has asked."""
        query = select(_ANSWER.thread, _ANSWER.audience).where(_asker(workspace, person)).distinct()
        async with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in await connection.execute(query)]

    async def asked_since(self, workspace: str, person: str, since: datetime) -> list[datetime]:
        """When a person asked what was answered, the oldest first."""
        query = (
            select(_ANSWER.asked_at)
            .where(_asker(workspace, person), _ANSWER.asked_at >= since)
            .order_by(_ANSWER.asked_at)
        )
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def erase(self, workspace: str, person: str) -> Mapping[str, int]:
        """Deletes questions with their answers, votes and opinions; what is the team's loses the name."""
        voted = (_THUMB.workspace == workspace) & (_THUMB.person == person)
        opined = (_OPINION.workspace == workspace) & (_OPINION.person == person)
        chosen = (_CHOICE.workspace == workspace) & (_CHOICE.changed_by == person)
        placed = (_PLACED.workspace == workspace) & (_PLACED.uploader == person)
        async with self.engine.begin() as connection:
            unnamed = await connection.execute(
                update(tables.placements).where(placed).values(uploader="")
            )
            brought = (_EARLIER.workspace == workspace) & (_EARLIER.uploader == person)
            await connection.execute(
                update(tables.earlier_files).where(brought).values(uploader="")
            )
            await connection.execute(update(tables.preferences).where(chosen).values(changed_by=""))
            return {
                "opinions": await _deleted(connection, tables.opinions, opined),
                "votes": await _deleted(connection, tables.thumbs, voted),
                "questions": await _deleted(connection, tables.answers, _asker(workspace, person)),
                "uploads": unnamed.rowcount,
            }

    async def expire_answers(self, before: datetime) -> int:
        """Deletes questions and answers that are older, with what belongs to them."""
        async with self.engine.begin() as connection:
            return await _deleted(connection, tables.answers, _ANSWER.asked_at < before)

    async def answers_before(self, before: datetime) -> int:
        """How many are older."""
        query = select(func.count()).select_from(tables.answers).where(_ANSWER.asked_at < before)
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def delete_workspace(self, workspace: str) -> Mapping[str, int]:
        """Deletes every row of a workspace but that of its installation."""
        async with self.engine.begin() as connection:
            return {
                table.name: await _deleted(connection, table, table.c.workspace == workspace)
                for table in OF_A_WORKSPACE
            }

    async def move_channel(self, workspace: str, old: str, new: str) -> int:
        """One transaction."""
        if old == new:
            return 0
        async with self.engine.begin() as connection:
            return await channel_moved(connection, workspace, old, new)

    async def workspaces(self) -> list[str]:
        """Those of which anything is kept."""
        query = union(
            *(
                select(table.c.workspace)
                for table in (tables.answers, tables.documents, tables.installations)
            )
        )
        async with self.engine.connect() as connection:
            return sorted((await connection.execute(query)).scalars())


def _asker(workspace: str, person: str) -> ColumnElement[bool]:
    return (_ANSWER.workspace == workspace) & (_ANSWER.asker == person)


async def _deleted(connection: AsyncConnection, table: Table, rows: ColumnElement[bool]) -> int:
    return (await connection.execute(delete(table).where(rows))).rowcount


async def _asked(connection: AsyncConnection, workspace: str, person: str) -> tuple[Asked, ...]:
    query = select(tables.answers).where(_asker(workspace, person)).order_by(_ANSWER.asked_at)
    return tuple(
        Asked(
            id=row["id"],
            asked_at=row["asked_at"],
            thread=row["thread"],
            question=row["question"],
            outcome=row["outcome"],
            answer=row["body"]["text"],
        )
        for row in (await connection.execute(query)).mappings()
    )


async def _voted(connection: AsyncConnection, workspace: str, person: str) -> tuple[Voted, ...]:
    query = (
        select(_THUMB.answer, _THUMB.value, _THUMB.withdrawn)
        .where(_THUMB.workspace == workspace, _THUMB.person == person)
        .order_by(_THUMB.at)
    )
    said = (
        select(_OPINION.answer, _OPINION.value, false(), _OPINION.reason, _OPINION.words)
        .where(_OPINION.workspace == workspace, _OPINION.person == person)
        .order_by(_OPINION.at)
    )
    found = [*await connection.execute(query), *await connection.execute(said)]
    return tuple(Voted(*row) for row in found)


async def _uploaded(
    connection: AsyncConnection, workspace: str, person: str
) -> tuple[Uploaded, ...]:
    query = (
        select(tables.documents.c.name, tables.documents.c.channel, _PLACED.placed_at)
        .join(tables.placements, _PLACED.document == tables.documents.c.id)
        .where(_PLACED.workspace == workspace, _PLACED.uploader == person)
        .order_by(_PLACED.placed_at)
    )
    return tuple(Uploaded(*row) for row in await connection.execute(query))
