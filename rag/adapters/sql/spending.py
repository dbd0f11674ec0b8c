"""What answers cost, by workspace and day."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.upserts import inserting
from rag.types import Spent, Usage

_AMOUNTS = ("calls", "prompt_tokens", "completion_tokens", "cost")


@dataclass(frozen=True, slots=True)
class SqlSpending:
    """`Spending`: a row an answer, so that a run that is repeated is paid for twice."""

    engine: AsyncEngine

    async def note(self, workspace: str, answer: str, day: date, usage: Usage) -> None:
        """Adds to the answer's row; nothing for a run without a model call."""
        if not usage.calls:
            return
        row = {
            "workspace": workspace,
            "answer": answer,
            "day": day,
            "calls": usage.calls,
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "cost": usage.cost,
        }
        async with self.engine.begin() as connection:
            made = inserting(connection, tables.spending).values(row)
            added = {name: tables.spending.c[name] + made.excluded[name] for name in _AMOUNTS}
            await connection.execute(
                made.on_conflict_do_update(index_elements=["workspace", "answer"], set_=added)
            )

    async def spent(self, workspace: str, day: date) -> Spent:
        """The sums of that day."""
        table = tables.spending.c
        query = select(
            func.coalesce(func.sum(table.prompt_tokens + table.completion_tokens), 0),
            func.coalesce(func.sum(table.cost), 0.0),
        ).where(table.workspace == workspace, table.day == day)
        async with self.engine.connect() as connection:
            tokens, cost = (await connection.execute(query)).one()
        return Spent(int(tokens), float(cost))
