"""A channel goes on under another id: what was kept of it is found there, and nothing else moves."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.bin import SqlBin
from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.preferences import SqlPreferences
from rag.adapters.sql.records import SqlRecords
from rag.types import Audience, Placement, Preference
from tests.support.made import NOON, answer, placement, version

OLD, NEW, OTHER = "G1", "C9", "C1"


@pytest.fixture
def records(engine: AsyncEngine) -> SqlRecords:
    return SqlRecords(engine)


async def put(
    store: SqlDocumentStore,
    number: str,
    name: str,
    channel: str = OLD,
    workspace: str = "W1",
    seconds: int | None = None,
) -> Placement:
    await store.write_version(version(number, workspace=workspace))
    placed = placement(number, name, channel, workspace=workspace)
    if seconds is not None:
        placed = replace(placed, dropped_at=NOON + timedelta(seconds=seconds))
    stored, _, _ = await store.publish(placed)
    return stored


async def where(store: SqlDocumentStore, workspace: str = "W1") -> dict[str, str]:
    return {p.version: p.channel for p in await store.placements(workspace)}


async def test_documents_move_as_they_are(store: SqlDocumentStore, records: SqlRecords) -> None:
    first = await put(store, "v1", "handbook.pdf")
    await put(store, "v2", "fees.pdf", OTHER)
    await put(store, "x1", "handbook.pdf", workspace="W2")
    gone = await put(store, "v3", "old.pdf")
    assert await SqlBin(store).put("W1", gone.id, NOON)
    assert await records.move_channel("W1", OLD, NEW) == 2
    assert await where(store) == {"v1": NEW, "v2": OTHER}
    assert await where(store, "W2") == {"x1": OLD}
    [moved] = [p for p in await store.placements("W1") if p.version == "v1"]
    assert moved == replace(first, channel=NEW, document=moved.document, pages=2)
    assert [p.channel for p in await SqlBin(store).listed("W1")] == [NEW]
    assert await SqlBin(store).take_back("W1", gone.id)
    assert await records.move_channel("W1", OLD, NEW) == 0


async def test_the_next_file_of_a_name_takes_its_place_there(
    store: SqlDocumentStore, records: SqlRecords
) -> None:
    await put(store, "v1", "handbook.pdf")
    await records.move_channel("W1", OLD, NEW)
    again = await put(store, "v2", "handbook.pdf", NEW)
    assert (again.number, await where(store)) == (2, {"v2": NEW})
    await records.move_channel("W1", NEW, OLD)
    assert await where(store) == {"v2": OLD}


@pytest.mark.parametrize(("before", "after", "kept"), [(10, 20, "v2"), (20, 10, "v1")])
async def test_of_two_files_of_a_name_the_later_one_answers(
    store: SqlDocumentStore, records: SqlRecords, before: int, after: int, kept: str
) -> None:
    """One was dropped under the new id before the event came."""
    await put(store, "v1", "handbook.pdf", seconds=before)
    await put(store, "v2", "handbook.pdf", NEW, seconds=after)
    await records.move_channel("W1", OLD, NEW)
    assert await where(store) == {kept: NEW}
    gone = {"v1", "v2"} - {kept}
    assert set(await store.unplaced(NOON + timedelta(days=99_999))) == gone


async def test_answers_are_found_where_they_were_published(
    answers: SqlAnswerStore, records: SqlRecords
) -> None:
    published = {"a1": f"{OLD}/1.1", "a2": f"{OLD}2/1.1", "a3": "C7/1.1"}
    for number, address in published.items():
        await answers.save(answer(number), Audience("W1", "k", frozenset({OLD})), "t", "U1")
        await answers.note_address("W1", number, address)
    await answers.save(answer("b1"), Audience("W2", "k", frozenset({OLD})), "t", "U1")
    await answers.note_address("W2", "b1", f"{OLD}/1.1")
    await records.move_channel("W1", OLD, NEW)
    kept = await answers.at_address("W1", f"{NEW}/1.1")
    assert kept is not None
    assert kept.answer.id == "a1"
    assert await answers.at_address("W1", f"{OLD}/1.1") is None
    assert await answers.at_address("W1", f"{OLD}2/1.1") is not None
    assert await answers.at_address("W2", f"{OLD}/1.1") is not None


async def test_choices_move_and_newer_ones_stay(engine: AsyncEngine, records: SqlRecords) -> None:
    """A channel that was made a library is one."""
    choices = SqlPreferences(engine)
    for place, name, value in (
        (OLD, "library", "yes"), (OLD, "mode", "fast"), (NEW, "mode", "verified"),
        (OTHER, "mode", "fast"), ("", "top_k", "12"),
    ):  # fmt: skip
        await choices.put("W1", Preference(place, name, value, "U1", NOON))
    await choices.put("W2", Preference(OLD, "library", "yes", "U1", NOON))
    await records.move_channel("W1", OLD, NEW)
    assert {(p.place, p.name, p.value) for p in await choices.all("W1")} == {
        (NEW, "library", "yes"), (NEW, "mode", "verified"), (OTHER, "mode", "fast"),
        ("", "top_k", "12"),
    }  # fmt: skip
    assert [p.place for p in await choices.all("W2")] == [OLD]


async def test_nothing_moves_to_where_it_is(store: SqlDocumentStore, records: SqlRecords) -> None:
    await put(store, "v1", "handbook.pdf")
    assert await records.move_channel("W1", OLD, OLD) == 0
    assert await where(store) == {"v1": OLD}
