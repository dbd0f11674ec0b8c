"""What a workspace asked and got, counted."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rag.adapters.sql import tables
from rag.types import AskedBefore, Overview

_UNANSWERED = ("refused", "partial")


@dataclass(frozen=True, slots=True)
class SqlStatistics:
    """`Statistics`, by SQL alone."""

    engine: AsyncEngine

    async def overview(self, workspace: str, since: datetime) -> Overview:
        """Counts of the answers to what was asked since then."""
        table = tables.answers.c
        these = (table.workspace == workspace) & (table.asked_at >= since)
        async with self.engine.connect() as connection:
            counted = select(table.outcome, func.count()).where(these).group_by(table.outcome)
            outcomes = {row[0]: int(row[1]) for row in await connection.execute(counted)}
            mean = await connection.scalar(select(func.avg(table.milliseconds)).where(these))
            up, down = await _thumbs(connection, these)
            tokens, cost = await _spent(connection, workspace, since)
        return Overview(outcomes, up, down, float(mean or 0.0), tokens, cost)

    async def recent(self, workspace: str, asker: str, most: int) -> list[AskedBefore]:
        """What a person asked, the newest first."""
        table = tables.answers.c
        return await self._listed((table.workspace == workspace) & (table.asker == asker), most)

    async def unanswered(
        self, workspace: str, audiences: Collection[str], since: datetime, most: int
    ) -> list[AskedBefore]:
        """Questions of these audiences that got no full answer, the newest first."""
        table = tables.answers.c
        these = (
            (table.workspace == workspace)
            & table.audience.in_(sorted(audiences))
            & table.outcome.in_(_UNANSWERED)
            & (table.asked_at >= since)
        )
        return await self._listed(these, most)

    async def _listed(self, these: ColumnElement[bool], most: int) -> list[AskedBefore]:
        table, places = tables.answers.c, tables.addresses.c
        address = (  # of an answer in several messages the first
            select(func.min(places.address))
            .where(places.workspace == table.workspace, places.answer == table.id)
            .scalar_subquery()
            .label("address")
        )
        query = (
            select(table.id, table.question, table.outcome, table.thread, table.asked_at, address)
            .where(these)
            .order_by(table.asked_at.desc(), table.id)
            .limit(most)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [
            AskedBefore(
                r["id"],
                r["question"],
                r["outcome"],
                r["thread"],
                r["asked_at"],
                r["address"] or "",
            )
            for r in rows
        ]


async def _thumbs(connection: AsyncConnection, these: ColumnElement[bool]) -> tuple[int, int]:
    """Each person's newest thumb on each answer, of those that are still there."""
    thumbs = tables.thumbs.c
    newest = (
        func.row_number()
        .over(
            partition_by=(thumbs.answer, thumbs.person),
            order_by=(thumbs.at.desc(), thumbs.value.desc()),
        )
        .label("newest")
    )
    current = (
        select(thumbs.value, newest)
        .join(tables.answers, tables.answers.c.id == thumbs.answer)
        .where(these, thumbs.withdrawn.is_(False))
        .subquery()
    )
    counted = (
        select(current.c.value, func.count()).where(current.c.newest == 1).group_by(current.c.value)
    )
    found = {row[0]: int(row[1]) for row in await connection.execute(counted)}
    return found.get(1, 0), found.get(-1, 0)


async def _spent(connection: AsyncConnection, workspace: str, since: datetime) -> tuple[int, float]:
    table = tables.spending.c
    query = select(
        func.coalesce(func.sum(table.prompt_tokens + table.completion_tokens), 0),
        func.coalesce(func.sum(table.cost), 0.0),
    ).where(table.workspace == workspace, table.day >= since.date())
    tokens, cost = (await connection.execute(query)).one()
    return int(tokens), float(cost)
