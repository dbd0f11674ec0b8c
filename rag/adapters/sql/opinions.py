"""What people said by the buttons under answers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, insert, select, union_all
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.types import Doubt, Opinion


@dataclass(frozen=True, slots=True)
class SqlOpinionStore:
    """`OpinionStore` on any database that SQLAlchemy reaches."""

    engine: AsyncEngine

    async def note(
        self, workspace: str, answer: str, opinion: Opinion, snapshot: Mapping[str, object]
    ) -> bool:
        """One row a person and answer: an older click than the one that is kept changes nothing."""
        known = select(tables.answers.c.id).where(
            tables.answers.c.workspace == workspace, tables.answers.c.id == answer
        )
        this = (tables.opinions.c.answer == answer) & (tables.opinions.c.person == opinion.person)
        async with self.engine.begin() as connection:
            if not (await connection.execute(known)).first():
                return False
            at = (await connection.execute(select(tables.opinions.c.at).where(this))).scalar()
            if at is not None and (at > opinion.at or (at == opinion.at and not opinion.reason)):
                return True
            await connection.execute(delete(tables.opinions).where(this))
            row = {
                "answer": answer,
                "person": opinion.person,
                "workspace": workspace,
                "value": opinion.value,
                "at": opinion.at,
                "reason": opinion.reason,
                "words": opinion.words,
                "snapshot": dict(snapshot),
            }
            await connection.execute(insert(tables.opinions), [row])
        return True

    async def doubts(self, workspace: str, version: str, since: int) -> list[Doubt]:
        """Answers with a bad vote since then whose citations name the version."""
        thumbs, opinions, answers = tables.thumbs.c, tables.opinions.c, tables.answers.c
        bad = union_all(
            select(thumbs.answer).where(
                thumbs.workspace == workspace, thumbs.value < 0, thumbs.at >= since
            ),
            select(opinions.answer).where(
                opinions.workspace == workspace, opinions.value < 0, opinions.at >= since
            ),
        )
        query = select(answers.id, answers.question, answers.audience, answers.body).where(
            answers.id.in_(bad)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(answers.asked_at))).all()
        citing = {
            row.id: row
            for row in rows
            if any(c["version"] == version for c in row.body["citations"])
        }
        people, reasons = await self._against(list(citing), since)
        return [
            Doubt(row.id, row.question, row.audience, frozenset(people[row.id]), reasons[row.id])
            for row in citing.values()
            if people[row.id]
        ]

    async def claim_notice(self, workspace: str, document: str, version: str, at: int) -> bool:
        """The row's key lets one caller through, whoever else tries at the same time."""
        row = {"workspace": workspace, "document": document, "version": version, "at": at}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(tables.notices), [row])
        except IntegrityError:
            return False
        return True

    async def _against(
        self, answers: list[str], since: int
    ) -> tuple[dict[str, list[str]], dict[str, tuple[str, ...]]]:
        """Who thinks badly of each answer now, and the reasons that were given."""
        async with self.engine.connect() as connection:
            rows = (await connection.execute(current_votes(answers))).all()
            given = select(tables.opinions.c.answer, tables.opinions.c.reason).where(
                tables.opinions.c.answer.in_(answers),
                tables.opinions.c.value < 0,
                tables.opinions.c.reason != "",
            )
            told = (await connection.execute(given)).all()
        newest = {(row.answer, row.person): (row.value, row.at) for row in rows}
        people: dict[str, list[str]] = defaultdict(list)
        for (answer, person), (value, at) in newest.items():
            if value < 0 and at >= since:
                people[answer].append(person)
        reasons: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for row in told:
            reasons[row.answer] += (row.reason,)
        return people, reasons


def current_votes(answers: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Thumbs that are still there and clicks on buttons, oldest first: the last one counts."""
    thumbs, opinions = tables.thumbs.c, tables.opinions.c
    both = union_all(
        select(thumbs.answer, thumbs.person, thumbs.value, thumbs.at).where(
            thumbs.answer.in_(answers), thumbs.withdrawn.is_(False)
        ),
        select(opinions.answer, opinions.person, opinions.value, opinions.at).where(
            opinions.answer.in_(answers)
        ),
    ).subquery()
    return select(both).order_by(both.c.at, both.c.value)
