"""What is kept of people and workspaces: shown, deleted, and kept no longer than it may be."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.installations import SqlInstallations
from rag.adapters.sql.opinions import SqlOpinionStore
from rag.adapters.sql.preferences import SqlPreferences
from rag.adapters.sql.records import OF_A_WORKSPACE, SqlRecords
from rag.types import Audience, Installation, Opinion, Preference, Vote
from tests.support.made import NOON, answer, placement, version

PERSON = "U1"
LATER = NOON + timedelta(days=1)


@pytest.fixture
async def records(
    engine: AsyncEngine, store: SqlDocumentStore, answers: SqlAnswerStore
) -> SqlRecords:
    """Two workspaces that are the same to the letter."""
    for workspace in ("W1", "W2"):
        await store.write_version(version(f"{workspace}-v", workspace=workspace))
        await store.publish(placement(f"{workspace}-v", workspace=workspace))
        for n, asker in enumerate((PERSON, "U2")):
            number = f"{workspace}-{asker}"
            audience = Audience(workspace, f"person:{asker}", frozenset({"C1"}))
            await answers.save(answer(number, minutes=n), audience, "D1/direct", asker)
            await answers.note_address(workspace, number, f"D1/{n}")
            await answers.vote(workspace, number, Vote(PERSON, 1, 5))
            opinion = Opinion(PERSON, -1, 6, "wrong_page", f"words of {workspace}")
            await SqlOpinionStore(engine).note(workspace, number, opinion, {})
        choice = Preference("C1", "mode", "fast", PERSON, NOON)
        await SqlPreferences(engine).put(workspace, choice)
    return SqlRecords(engine)


async def test_all_that_is_kept_of_a_person_is_shown(records: SqlRecords) -> None:
    found = await records.of_person("W1", PERSON)
    assert [asked.question for asked in found.asked] == ["How many days?"]
    assert [asked.answer for asked in found.asked] == ["27 days [1]."]
    assert sorted({voted.answer for voted in found.voted}) == ["W1-U1", "W1-U2"]
    assert {voted.words for voted in found.voted} == {"", "words of W1"}
    assert [uploaded.name for uploaded in found.uploaded] == ["handbook.pdf"]
    assert await records.conversations("W1", PERSON) == [("D1/direct", "person:U1")]


async def test_a_person_is_erased_in_one_workspace_only(
    records: SqlRecords, store: SqlDocumentStore
) -> None:
    gone = await records.erase("W1", PERSON)
    assert gone == {"opinions": 2, "votes": 2, "questions": 1, "uploads": 1}
    found = await records.of_person("W1", PERSON)
    assert (found.asked, found.voted, found.uploaded) == ((), (), ())
    assert [placed.uploader for placed in await store.placements("W1")] == [""]
    assert len((await records.of_person("W1", "U2")).asked) == 1
    theirs = await records.of_person("W2", PERSON)
    assert (len(theirs.asked), len(theirs.voted), len(theirs.uploaded)) == (1, 4, 1)


async def test_who_was_erased_is_named_by_no_choice(
    records: SqlRecords, engine: AsyncEngine
) -> None:
    await records.erase("W1", PERSON)
    for workspace, name in (("W1", ""), ("W2", PERSON)):
        [choice] = await SqlPreferences(engine).all(workspace)
        assert (choice.value, choice.changed_by) == ("fast", name)


def test_no_table_of_a_workspace_is_left_out() -> None:
    with_workspace = {t for t in tables.metadata.sorted_tables if "workspace" in t.c}
    parts = {tables.passages, tables.children, tables.installations}
    assert with_workspace - parts == set(OF_A_WORKSPACE)


async def test_answers_are_kept_as_long_as_is_said(records: SqlRecords) -> None:
    between = NOON + timedelta(seconds=30)
    assert await records.answers_before(between) == 2
    assert await records.expire_answers(between) == 2
    assert await records.answers_before(LATER) == 2
    assert await records.asked_since("W1", PERSON, NOON) == []
    assert await records.asked_since("W1", "U2", NOON) == [NOON + timedelta(minutes=1)]


async def test_a_workspace_goes_whole_and_alone(records: SqlRecords, engine: AsyncEngine) -> None:
    gone = await records.delete_workspace("W1")
    assert {name: count for name, count in gone.items() if count} == {
        "opinions": 2,
        "preferences": 1,
        "thumbs": 2,
        "addresses": 2,
        "answers": 2,
        "placements": 1,
        "documents": 1,
        "versions": 1,
    }
    assert await records.workspaces() == ["W2"]
    async with engine.connect() as connection:
        for table in (tables.pages, tables.passages, tables.children):
            counted = select(func.count()).select_from(table)
            mine = counted.where(table.c.version == "W1-v")
            assert (await connection.execute(mine)).scalar() == 0
            assert (await connection.execute(counted)).scalar() == 2


async def test_a_workspace_that_left_may_come_back(engine: AsyncEngine) -> None:
    installations = SqlInstallations(engine)
    here = Installation("W1", "North", "sealed", NOON)
    await installations.keep(here)
    assert "sealed" not in repr(here)
    assert await installations.leave("W1", LATER)
    assert not await installations.leave("W1", LATER + timedelta(days=1))
    assert not await installations.leave("W9", LATER)
    left = replace(here, credentials="", left_at=LATER)
    assert await installations.get("W1") == left
    await installations.keep(here)
    assert await installations.all() == [here]
    await installations.remove("W1")
    assert await installations.get("W1") is None
