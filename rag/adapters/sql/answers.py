"""Answers, the messages they were published in, and votes."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.opinions import current_votes
from rag.adapters.sql.rows import Row
from rag.adapters.sql.upserts import inserting
from rag.types import Answer, Audience, Citation, Claim, KeptAnswer, Step, Usage, Vote


@dataclass(frozen=True, slots=True)
class SqlAnswerStore:
    """`AnswerStore` on any database that SQLAlchemy reaches."""

    engine: AsyncEngine

    async def save(self, answer: Answer, audience: Audience, thread: str, asker: str) -> None:
        """Keeps an answer; the first one of an id stays."""
        async with self.engine.begin() as connection:
            row = inserting(connection, tables.answers).on_conflict_do_nothing()
            await connection.execute(row, [_row(answer, audience, thread, asker)])

    async def get(self, workspace: str, answer: str) -> KeptAnswer | None:
        """The answer of that id in that workspace."""
        query = select(tables.answers).where(
            tables.answers.c.workspace == workspace, tables.answers.c.id == answer
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _kept(row) if row else None

    async def last_of(self, workspace: str, asker: str, thread_prefix: str) -> KeptAnswer | None:
        """The newest one by the time of asking."""
        query = (
            select(tables.answers)
            .where(
                tables.answers.c.workspace == workspace,
                tables.answers.c.asker == asker,
                # Not LIKE: SQLite's takes no notice of case, and ids differ by it.
                func.substr(tables.answers.c.thread, 1, len(thread_prefix)) == thread_prefix,
            )
            .order_by(tables.answers.c.asked_at.desc(), tables.answers.c.id)
            .limit(1)
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _kept(row) if row else None

    async def note_address(self, workspace: str, answer: str, address: str) -> None:
        """Records one more message of the answer; a repeated note changes nothing."""
        row = {"workspace": workspace, "address": address, "answer": answer}
        async with self.engine.begin() as connection:
            made = inserting(connection, tables.addresses).values(row)
            await connection.execute(
                made.on_conflict_do_update(
                    index_elements=["workspace", "address"], set_={"answer": made.excluded.answer}
                )
            )

    async def at_address(self, workspace: str, address: str) -> KeptAnswer | None:
        """The answer whose message that is."""
        query = (
            select(tables.answers)
            .join(tables.addresses, tables.addresses.c.answer == tables.answers.c.id)
            .where(
                tables.addresses.c.workspace == workspace,
                tables.addresses.c.address == address,
            )
        )
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).mappings().first()
        return _kept(row) if row else None

    async def vote(self, workspace: str, answer: str, vote: Vote) -> bool:
        """An older event than the one that counts changes nothing."""
        known = select(tables.answers.c.id).where(
            tables.answers.c.workspace == workspace, tables.answers.c.id == answer
        )
        async with self.engine.begin() as connection:
            if not (await connection.execute(known)).first():
                return False
            await _apply(connection, workspace, answer, vote)
        return True

    async def votes(self, workspace: str, answer: str) -> dict[str, int]:
        """Each person's newest thumb or click of those that are still there."""
        known = select(tables.answers.c.id).where(
            tables.answers.c.workspace == workspace, tables.answers.c.id == answer
        )
        async with self.engine.connect() as connection:
            if not (await connection.execute(known)).first():
                return {}
            found = (await connection.execute(current_votes([answer]))).mappings().all()
        return {row["person"]: row["value"] for row in found}


async def _apply(connection: AsyncConnection, workspace: str, answer: str, vote: Vote) -> None:
    """Up and down are kept apart, so that events may come in any order."""
    row = {
        "answer": answer,
        "person": vote.person,
        "value": vote.value,
        "workspace": workspace,
        "at": vote.at,
        "withdrawn": vote.withdrawn,
    }
    made = inserting(connection, tables.thumbs).values(row)
    await connection.execute(
        made.on_conflict_do_update(
            index_elements=["answer", "person", "value"],
            set_={"at": made.excluded.at, "withdrawn": made.excluded.withdrawn},
            where=tables.thumbs.c.at <= made.excluded.at,
        )
    )


def _row(answer: Answer, audience: Audience, thread: str, asker: str) -> dict[str, object]:
    body = asdict(answer)
    asked_at = body.pop("asked_at")
    return {
        "id": answer.id,
        "workspace": audience.workspace,
        "thread": thread,
        "audience": audience.key,
        "channels": sorted(audience.channels),
        "asker": asker,
        "outcome": answer.outcome,
        "question": answer.question,
        "body": body,
        "asked_at": asked_at,
        "milliseconds": answer.milliseconds,
    }


def _kept(row: Row) -> KeptAnswer:
    return KeptAnswer(
        answer=_answer(row["body"], row["asked_at"]),
        audience=Audience(row["workspace"], row["audience"], frozenset(row["channels"])),
        thread=row["thread"],
        asker=row["asker"],
    )


def _told(sources: list[str] | None) -> tuple[str, ...] | None:
    """Answers of an earlier release have none: what they tell of isn't known."""
    return None if sources is None else tuple(sources)


def _answer(body: dict[str, Any], asked_at: datetime) -> Answer:
    return Answer(
        **{
            **body,
            "asked_at": asked_at,
            "sources": _told(body.get("sources")),
            "citations": tuple(_citation(c) for c in body["citations"]),
            "claims": tuple(Claim(**{**c, "cites": tuple(c["cites"])}) for c in body["claims"]),
            "steps": tuple(Step(**{**s, "usage": Usage(**s["usage"])}) for s in body["steps"]),
        }
    )


def _citation(body: dict[str, Any]) -> Citation:
    return Citation(**{**body, "quotes": tuple(body.get("quotes", ()))})
