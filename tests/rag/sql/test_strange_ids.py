"""Ids and names that mean something to a database: nothing of another workspace is reached."""

from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.bin import SqlBin
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.opinions import SqlOpinionStore
from rag.adapters.sql.records import SqlRecords
from rag.adapters.sql.statistics import SqlStatistics
from rag.types import Audience, Placement, Vote
from tests.support.made import HOSTILE, NOON, answer, placement, seen, version

SHORT = [
    "' OR '1'='1", "'; DROP TABLE versions; --", 'W1" or 1 == 1 //', "%", "_", "W%", "W_", "*", "\\",
    r"W1\' OR 1=1 --", "W1/**/", "W1 ", " W1", "w1", "", "null", "NULL", ":workspace", "{0}", "%s",
    "W1\n", "\x1b", "\u0130", "文" * 30,
]  # fmt: skip
STRANGE = [*SHORT, *HOSTILE, "W1\0", "\0", "W\ud83d", "W1" + " " * 99, "W" * 70_000]
LATER = NOON + timedelta(days=1)
_NOTHING: tuple[object, ...] = (None, False, 0, [], {})


@dataclass(frozen=True)
class Shelf:
    """The stores with a document, an answer and a thumb of ``W1``."""

    engine: AsyncEngine
    documents: SqlDocumentStore
    answers: SqlAnswerStore
    placed: Placement

    async def rows(self) -> dict[str, int]:
        """How many rows each table has."""
        async with self.engine.connect() as connection:
            return {
                table.name: (
                    await connection.execute(select(func.count()).select_from(table))
                ).scalar_one()
                for table in tables.metadata.sorted_tables
            }


@pytest.fixture
async def shelf(
    engine: AsyncEngine, store: SqlDocumentStore, answers: SqlAnswerStore
) -> AsyncIterator[Shelf]:
    await store.write_version(version("v1"))
    placed, _, _ = await store.publish(placement("v1"))
    await answers.save(answer("a1"), Audience("W1", "channel:C1", frozenset({"C1"})), "t1", "U1")
    await answers.note_address("W1", "a1", "C1/1.1")
    await answers.vote("W1", "a1", Vote("U1", 1, 5))
    made = Shelf(engine, store, answers, placed)
    before = await made.rows()
    yield made
    assert await made.rows() == before
    assert await store.placements("W1") == [placed]
    assert len(await store.passages_of(seen("v1"), "v1")) == 2
    assert await answers.votes("W1", "a1") == {"U1": 1}


async def found(asked: Awaitable[Any]) -> Any:
    """What came back; None where the database takes no such value at all."""
    try:
        return await asked
    except (DBAPIError, UnicodeEncodeError):
        return None


@pytest.mark.parametrize("strange", STRANGE)
async def test_a_strange_workspace_reaches_nothing(shelf: Shelf, strange: str) -> None:
    store, answers, placed = shelf.documents, shelf.answers, shelf.placed
    visible = seen("v1", workspace=strange)
    for asked in (
        store.placements(strange),
        store.held_by(strange, placed.source_file),
        store.release(strange, placed.id, placed.source_file),
        store.withdraw(strange, placed.id),
        store.children(visible, ["v1-p1-c1"]),
        store.passages(visible, ["v1-p1"]),
        store.passages_of(visible, "v1"),
        store.pages(visible, ["v1"]),
        store.version_facts(strange, "digest of v1"),
        SqlBin(store).put(strange, placed.id, LATER),
        SqlBin(store).listed(strange),
        answers.get(strange, "a1"),
        answers.last_of(strange, "U1", "t"),
        answers.at_address(strange, "C1/1.1"),
        answers.vote(strange, "a1", Vote("U2", -1, 9)),
        answers.votes(strange, "a1"),
        SqlStatistics(shelf.engine).recent(strange, "U1", 9),
        SqlOpinionStore(shelf.engine).doubts(strange, "v1", 0),
        SqlRecords(shelf.engine).conversations(strange, "U1"),
    ):
        assert await found(asked) in _NOTHING, asked
    assert not any((await found(SqlRecords(shelf.engine).delete_workspace(strange)) or {}).values())
    assert not any((await found(SqlRecords(shelf.engine).erase(strange, "U1")) or {}).values())
    texts = await found(store.page_texts(visible, [("v1", 1)]))
    assert not any((texts or {}).values())


@pytest.mark.parametrize("strange", STRANGE)
async def test_a_strange_id_is_no_id_of_the_workspace(shelf: Shelf, strange: str) -> None:
    """As a file, a placement, a version, a child, an answer, an address, a thread and a person."""
    store, answers, records = shelf.documents, shelf.answers, SqlRecords(shelf.engine)
    for asked in (
        store.held_by("W1", strange),
        store.release("W1", strange, strange),
        store.release("W1", shelf.placed.id, strange),
        store.withdraw("W1", strange),
        store.discard([strange]),
        store.children(seen("v1"), [strange]),
        store.passages(seen("v1"), [strange]),
        store.passages_of(seen(strange), strange),
        store.pages(seen(strange), [strange]),
        store.version_facts("W1", strange),
        SqlBin(store).put("W1", strange, LATER),
        SqlBin(store).take_back("W1", strange),
        answers.get("W1", strange),
        answers.at_address("W1", strange),
        answers.vote("W1", strange, Vote("U2", -1, 9)),
        answers.last_of("W1", strange, "t1"),
        records.conversations("W1", strange),
    ):
        assert await found(asked) in _NOTHING, asked
    assert not any((await found(records.erase("W1", strange)) or {}).values())


@pytest.mark.parametrize("strange", ["%", "_", "t_", "%1", "\\", "[t]*", "T1"])
async def test_the_beginning_of_a_thread_is_no_pattern(shelf: Shelf, strange: str) -> None:
    assert await shelf.answers.last_of("W1", "U1", strange) is None
    assert await shelf.answers.last_of("W1", "U1", "t") is not None


@pytest.mark.parametrize("strange", [s for s in SHORT if s])
async def test_a_strange_workspace_has_and_deletes_its_own(shelf: Shelf, strange: str) -> None:
    store = shelf.documents
    own = version(f"own {strange}", workspace=strange)
    await store.write_version(own)
    mine = placement(own, strange, strange, workspace=strange, source_file=strange)
    stored, _, _ = await store.publish(replace(mine, id="p of theirs"))
    [there] = await store.placements(strange)
    assert (there.id, there.channel, there.name) == (stored.id, strange, strange)
    assert await store.held_by(strange, strange) == [stored.id]
    assert len(await store.passages_of(seen(own.id, workspace=strange), own.id)) == 2
    assert await store.release(strange, stored.id, strange) == [own.id]
    await store.discard([own.id])
    await SqlRecords(shelf.engine).delete_workspace(strange)
    assert await store.unplaced(datetime.now(UTC) + timedelta(minutes=1)) == []
