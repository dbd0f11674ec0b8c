"""Documents, versions and passages."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from rag.adapters.sql.bin import SqlBin
from rag.adapters.sql.documents import SqlDocumentStore
from rag.errors import Superseded
from rag.types import Page, Passage, Placement, Span, Version
from tests.support.made import HOSTILE, NOON, placement, seen, version


def dropped(number: str, seconds: int) -> Placement:
    return replace(placement(number), dropped_at=NOON + timedelta(seconds=seconds))


async def live(
    store: SqlDocumentStore, number: str = "v1", name: str = "handbook.pdf", channel: str = "C1"
) -> None:
    await store.write_version(version(number))
    await store.publish(placement(number, name, channel))


async def test_a_placement_comes_back_with_what_its_version_knows(store: SqlDocumentStore) -> None:
    await store.write_version(version("v1", states=["image", "empty", "image"]))
    stored, replaced, orphans = await store.publish(placement("v1"))
    assert (stored.number, replaced, orphans) == (1, 0, [])
    [found] = await store.placements("W1")
    assert found == replace(stored, pages=5, unreadable=(3, 5))
    assert found.document.startswith("d")


async def test_a_written_version_is_seen_by_nobody_until_it_is_published(
    store: SqlDocumentStore,
) -> None:
    await store.write_version(version("v1"))
    assert await store.placements("W1") == []
    assert await store.version_facts("W1", "digest of v1") == []
    await store.publish(placement("v1"))
    assert [v.id for v in await store.version_facts("W1", "digest of v1")] == ["v1"]


async def test_a_workspace_sees_its_own_placements_only(store: SqlDocumentStore) -> None:
    await live(store)
    await store.write_version(version("x1", workspace="W2"))
    await store.publish(placement("x1", workspace="W2"))
    assert [p.version for p in await store.placements("W1")] == ["v1"]
    assert [p.version for p in await store.placements("W2")] == ["x1"]
    assert await store.version_facts("W1", "digest of x1") == []
    [theirs] = await store.placements("W2")
    assert await store.withdraw("W1", theirs.id) == []
    assert await store.placements("W2") == [theirs]


async def test_publishing_replaces_the_version_and_counts_on(store: SqlDocumentStore) -> None:
    await live(store, "v1")
    await store.write_version(version("v2"))
    stored, replaced, orphans = await store.publish(placement("v2", minutes=5))
    assert (stored.number, replaced, orphans) == (2, 1, ["v1"])
    assert [p.version for p in await store.placements("W1")] == ["v2"]


async def test_numbers_go_on_after_a_document_was_withdrawn(store: SqlDocumentStore) -> None:
    await live(store, "v1")
    [first] = await store.placements("W1")
    await store.withdraw("W1", first.id)
    stored, replaced, _ = await store.publish(placement("v1"))
    assert (stored.number, replaced) == (2, 0)


async def test_the_same_name_in_another_channel_is_another_document(
    store: SqlDocumentStore,
) -> None:
    await live(store, "v1", channel="C1")
    await live(store, "v2", channel="C2")
    numbers = [(p.channel, p.version, p.number) for p in await store.placements("W1")]
    assert sorted(numbers) == [("C1", "v1", 1), ("C2", "v2", 1)]


async def test_the_same_bytes_twice_are_one_version_with_two_placements(
    store: SqlDocumentStore,
) -> None:
    await live(store, "v1", channel="C1")
    await live(store, "v1", channel="C2")
    first, second = await store.placements("W1")
    assert first.version == second.version == "v1"
    assert await store.withdraw("W1", first.id) == []
    await store.discard(["v1"])
    assert await store.passages_of(seen("v1"), "v1")
    assert await store.withdraw("W1", second.id) == ["v1"]
    await store.discard(["v1"])
    assert await store.passages_of(seen("v1"), "v1") == []


async def test_withdrawing_twice_is_harmless(store: SqlDocumentStore) -> None:
    await live(store)
    [placed] = await store.placements("W1")
    assert await store.withdraw("W1", placed.id) == ["v1"]
    assert await store.withdraw("W1", placed.id) == []
    assert await store.placements("W1") == []


async def test_a_version_that_something_holds_is_not_discarded(store: SqlDocumentStore) -> None:
    await live(store, "v1")
    await store.write_version(version("v2"))
    await store.discard(["v1", "v2", "v3"])
    await store.discard([])
    assert await store.passages_of(seen("v1"), "v1")
    assert await store.passages_of(seen("v2"), "v2") == []


async def test_an_unfinished_version_is_written_anew(store: SqlDocumentStore) -> None:
    await store.write_version(version("v1", "Old text.", "Old page."))
    await store.write_version(version("v1", "New text."))
    found = await store.passages_of(seen("v1"), "v1")
    assert [p.text for p in found] == ["New text."]
    assert [p.number for p in (await store.pages(seen("v1"), ["v1"]))["v1"]] == [1]


async def test_a_live_version_is_not_written_over(store: SqlDocumentStore) -> None:
    await live(store, "v1")
    await store.write_version(version("v1", "Other text."))
    assert [p.text for p in await store.passages_of(seen("v1"), "v1")] == [
        "First page of v1.",
        "Second page of v1.",
    ]


async def test_parts_come_back_as_they_were_in_order(store: SqlDocumentStore) -> None:
    made = version("v1", *(f"Text of page {n} — “é” 😀." for n in range(1, 13)))
    await store.write_version(made)
    visible = seen("v1")
    assert await store.passages_of(visible, "v1") == list(made.passages)
    pages = (await store.pages(visible, ["v1"]))["v1"]
    assert pages == [replace(page, text="") for page in made.pages]
    ids = [c.id for c in made.children]
    assert await store.children(visible, ids) == {c.id: c for c in made.children}
    assert await store.passages(visible, [p.id for p in made.passages]) == {
        p.id: p for p in made.passages
    }


async def test_what_is_not_visible_is_missing_even_when_asked_for_by_id(
    store: SqlDocumentStore,
) -> None:
    await live(store, "v1")
    await live(store, "v2", "other.pdf")
    for visible in (seen("v1"), seen("v1", "v2", workspace="W2"), seen()):
        children = await store.children(visible, ["v2-p1-c1", "v1-p1-c1"])
        passages = await store.passages(visible, ["v2-p1", "v1-p1"])
        assert {c.version for c in children.values()} <= {"v1"}
        assert {p.version for p in passages.values()} <= {"v1"}
        assert "v2-p1" not in passages
        assert await store.passages_of(visible, "v2") == []
        if visible.workspace == "W1":
            assert await store.pages(visible, ["v2"]) == {}
        else:
            assert (children, passages) == ({}, {})
            assert await store.pages(visible, ["v1", "v2"]) == {}


async def test_unplaced_are_the_old_ones_that_nothing_holds(store: SqlDocumentStore) -> None:
    await live(store, "v1")
    await store.write_version(version("v2"))
    now = datetime.now(UTC)
    assert await store.unplaced(now + timedelta(minutes=1)) == ["v2"]
    assert await store.unplaced(now - timedelta(minutes=1)) == []
    later = (now + timedelta(minutes=1)).astimezone(None)
    assert await store.unplaced(later) == ["v2"]


async def test_every_live_version_is_given_once_with_its_children_in_order(
    store: SqlDocumentStore,
) -> None:
    await live(store, "v1", channel="C1")
    await live(store, "v1", channel="C2")
    await live(store, "v2", "other.pdf")
    await store.write_version(version("v3"))
    await store.write_version(version("x1", workspace="W2"))
    await store.publish(placement("x1", workspace="W2"))
    everything = {p.version: c async for p, c in store.all_children(None)}
    assert everything == {n: list(version(n).children) for n in ("v1", "v2", "x1")}
    given = [p.version async for p, _ in store.all_children("W1")]
    assert Counter(given) == {"v1": 1, "v2": 1}


async def test_a_file_dropped_ten_times_at_once_gets_ten_numbers(store: SqlDocumentStore) -> None:
    numbers = [f"v{n}" for n in range(10)]
    for number in numbers:
        await store.write_version(version(number))
    published = await asyncio.gather(*(store.publish(placement(n)) for n in numbers))
    assert sorted(stored.number for stored, _, _ in published) == list(range(1, 11))
    assert len(await store.placements("W1")) == 1


async def test_a_large_version_goes_in_whole(store: SqlDocumentStore) -> None:
    made = version("v1", *(f"Page {n}." for n in range(1_200)))
    await store.write_version(made)
    await store.publish(placement("v1"))
    [placed] = await store.placements("W1")
    assert placed.pages == 1_200
    assert len(await store.passages_of(seen("v1"), "v1")) == 1_200


@pytest.mark.parametrize("name", [*HOSTILE, "nul\0 and \ud83d half.pdf", "long " * 500])
async def test_hostile_names_go_through(store: SqlDocumentStore, name: str) -> None:
    sound = name.replace("\0", "\ufffd").replace("\ud83d", "\ufffd")[:512]
    await store.write_version(version("v1", name + " said.", title=name))
    await store.write_version(version("v2", name + " says.", title=name))
    given = replace(placement("v1", name, source_file=name), title=name)
    first, _, _ = await store.publish(given)
    second, replaced, _ = await store.publish(replace(placement("v2", name, minutes=1), title=name))
    assert (first.document, replaced) == (second.document, 1)
    [found] = await store.placements("W1")
    assert (found.name, found.title, found.number) == (sound, sound, 2)


async def test_text_that_a_database_refuses_keeps_its_length(store: SqlDocumentStore) -> None:
    text = "a\0b\ud83dc"
    passage = Passage("v1-p1", "v1", 1, text, text, (Span(1, 0, 5),))
    made = replace(
        version("v1", text), passages=(passage,), pages=(Page(1, "L" * 200, reason="r" * 999),)
    )
    await store.write_version(made)
    [found] = await store.passages_of(seen("v1"), "v1")
    assert found.text == "a\ufffdb\ufffdc"
    [page] = (await store.pages(seen("v1"), ["v1"]))["v1"]
    assert (page.label, page.reason) == ("L" * 64, "r" * 256)


async def test_a_version_is_never_seen_half_written(store: SqlDocumentStore) -> None:
    twice = version("v1", "One.", "Two.")
    broken: Version = replace(twice, children=(*twice.children, twice.children[0]))
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.write_version(broken)
    assert await store.passages_of(seen("v1"), "v1") == []
    assert await store.unplaced(datetime.now(UTC) + timedelta(minutes=1)) == []


async def test_a_file_dropped_earlier_never_replaces_a_later_one(store: SqlDocumentStore) -> None:
    for number in ("v1", "v2", "v3"):
        await store.write_version(version(number))
    later, _, _ = await store.publish(dropped("v2", 20))
    with pytest.raises(Superseded) as caught:
        await store.publish(dropped("v1", 10))
    assert caught.value.number == 1
    assert await store.placements("W1") == [later]
    same_time, replaced, _ = await store.publish(dropped("v3", 20))
    assert (same_time.number, replaced) == (2, 1)


async def test_the_order_is_kept_whoever_finishes_last(store: SqlDocumentStore) -> None:
    numbers = [f"v{n}" for n in range(8)]
    for number in numbers:
        await store.write_version(version(number))
    late = [dropped(n, k) for k, n in enumerate(numbers)]
    found = await asyncio.gather(*map(store.publish, reversed(late)), return_exceptions=True)
    assert all(isinstance(f, Superseded) for f in found if isinstance(f, BaseException))
    [placed] = await store.placements("W1")
    assert (placed.version, placed.dropped_at) == ("v7", late[7].dropped_at)
    assert placed.number == sum(not isinstance(f, BaseException) for f in found)


async def test_what_was_forgotten_is_not_brought_back_by_an_earlier_file(
    store: SqlDocumentStore,
) -> None:
    await store.write_version(version("v1"))
    await store.write_version(version("v2"))
    stored, _, _ = await store.publish(dropped("v2", 20))
    assert await SqlBin(store).put("W1", stored.id, datetime.now(UTC))
    with pytest.raises(Superseded):
        await store.publish(dropped("v1", 10))
    assert await store.placements("W1") == []


async def test_content_that_is_dropped_again_is_held_by_the_later_file(
    store: SqlDocumentStore,
) -> None:
    await store.write_version(version("v1"))
    first, _, _ = await store.publish(dropped("v1", 10))
    at = dropped("v1", 30).dropped_at
    again = replace(first, source_file="F3", uploader="U3", dropped_at=at)
    await store.renew(again)
    await store.renew(replace(first, source_file="F2", dropped_at=dropped("v1", 20).dropped_at))
    [placed] = await store.placements("W1")
    assert (placed.source_file, placed.uploader, placed.number) == ("F3", "U3", 1)
    await store.renew(replace(again, workspace="W2", source_file="F9"))
    assert [p.source_file for p in await store.placements("W1")] == ["F3"]


async def test_content_goes_with_the_last_of_the_files_that_brought_it(
    store: SqlDocumentStore,
) -> None:
    await store.write_version(version("v1"))
    first, _, _ = await store.publish(dropped("v1", 10))
    mine = first.source_file
    for file, minute in (("F3", 30), ("F2", 20)):  # the later one is heard of first
        at = dropped("v1", minute).dropped_at
        await store.renew(replace(first, source_file=file, uploader=f"U{file}", dropped_at=at))
    assert await store.held_by("W1", mine) == await store.held_by("W1", "F2") == [first.id]
    assert await store.held_by("W2", "F3") == []
    assert await store.release("W2", first.id, "F3") is None
    assert await store.release("W1", first.id, "F3") is None
    [placed] = await store.placements("W1")
    assert (placed.source_file, placed.uploader) == ("F2", "UF2")
    assert await store.release("W1", first.id, mine) is None
    assert await store.held_by("W1", mine) == []
    assert [p.source_file for p in await store.placements("W1")] == ["F2"]
    assert await store.release("W1", first.id, "F2") == ["v1"]
    assert await store.placements("W1") == []
    assert await store.release("W1", first.id, "F2") is None


async def test_a_new_version_is_held_by_its_own_file_alone(store: SqlDocumentStore) -> None:
    await store.write_version(version("v1"))
    await store.write_version(version("v2"))
    first, _, _ = await store.publish(dropped("v1", 10))
    at = dropped("v1", 20).dropped_at
    await store.renew(replace(first, source_file="F2", dropped_at=at))
    stored, _, _ = await store.publish(replace(dropped("v2", 30), source_file="F5"))
    assert await store.held_by("W1", "F2") == await store.held_by("W1", first.source_file) == []
    assert await store.release("W1", stored.id, "F5") == ["v2"]


@pytest.mark.parametrize("seconds", [10, 30])
async def test_the_same_content_read_twice_at_once_is_one_version_of_both_files(
    store: SqlDocumentStore, seconds: int
) -> None:
    await store.write_version(version("v1"))
    await store.write_version(version("v2"))
    first, _, _ = await store.publish(replace(dropped("v1", 20), source_file="F1"))
    other = replace(dropped("v1", seconds), source_file="F2", uploader="U2")
    again, replaced, orphans = await store.publish(other)
    assert (again.id, again.number, replaced, orphans) == (first.id, 1, 0, [])
    [placed] = await store.placements("W1")
    assert placed.source_file == ("F2" if seconds > 20 else "F1")
    assert await store.release("W1", first.id, placed.source_file) is None
    [placed] = await store.placements("W1")
    assert placed.source_file == ("F1" if seconds > 20 else "F2")
    counted_on, replaced, _ = await store.publish(dropped("v2", 40))
    assert (counted_on.number, replaced) == (2, 1)


async def test_two_files_that_go_at_once_leave_nothing(store: SqlDocumentStore) -> None:
    for round_ in range(6):
        await store.write_version(version("v1"))
        first, _, _ = await store.publish(replace(dropped("v1", 10), source_file="F1"))
        await store.renew(replace(first, source_file="F2", dropped_at=dropped("v1", 20).dropped_at))
        files = ("F1", "F2") if round_ % 2 else ("F2", "F1")
        gone = await asyncio.gather(*(store.release("W1", first.id, file) for file in files))
        assert sorted(gone, key=str) == [None, ["v1"]] or sorted(gone, key=str) == [["v1"], None]
        assert await store.placements("W1") == []


async def test_what_was_forgotten_is_written_anew_and_what_answers_is_not(
    store: SqlDocumentStore,
) -> None:
    await store.write_version(version("v1", "Read badly."))
    stored, _, _ = await store.publish(dropped("v1", 10))
    await store.write_version(version("v1", "Not written."))
    assert [p.text for p in await store.passages_of(seen("v1"), "v1")] == ["Read badly."]
    await SqlBin(store).put("W1", stored.id, datetime.now(UTC))
    await store.write_version(version("v1", "Read well.", "On two pages."))
    assert await SqlBin(store).take_back("W1", stored.id)
    found = [p.text for p in await store.passages_of(seen("v1"), "v1")]
    assert found == ["Read well.", "On two pages."]
    [facts] = await store.version_facts("W1")
    assert facts.children == 2


async def test_notes_are_kept_with_the_version(store: SqlDocumentStore) -> None:
    notes = ("attachment not read: a.xls", "hidden layer not read: 草稿")
    await store.write_version(replace(version("v1"), notes=notes))
    await store.publish(placement("v1"))
    assert [facts.notes for facts in await store.version_facts("W1")] == [notes]
