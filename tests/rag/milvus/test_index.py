"""Children in a real Milvus Lite."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rag.adapters.milvus.index import MilvusIndex, open_index
from rag.adapters.milvus.schema import TERMS_BYTES, collection_name
from tests.support.made import HOSTILE, seen, version

LEAVE = "Employees have 27 days of annual leave."
HOTEL = "A hotel in Porto may cost 120 euros a night."
FIRE = "The fire alarm is tested on the first Monday."
RULES = ["员工入职满一年后，享有带薪年假。", "外包人员的住宿费上限为每晚300元。"]
EAST, NORTH, WEST = [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MilvusIndex]:
    home = tmp_path_factory.mktemp("milvus")
    opened = asyncio.run(
        open_index(str(home / "milvus.db"), "test", 4, locks=home, patience=1, share=False)
    )
    yield opened
    asyncio.run(opened.close())


@pytest.fixture
async def library(index: MilvusIndex, request: pytest.FixtureRequest) -> str:
    """A workspace with the English version ``e…`` and the Chinese ``z…``."""
    number = abs(hash(request.node.nodeid)) % 10**12
    workspace = f"W{number}"
    english = version(f"e{number}", LEAVE, HOTEL, FIRE, workspace=workspace)
    chinese = version(f"z{number}", *RULES, workspace=workspace, language="zh")
    await index.upsert(workspace, "Handbook", english.children, [EAST, NORTH, WEST])
    await index.upsert(workspace, "员工守则", chinese.children, [EAST, NORTH])
    return str(number)


async def test_the_nearest_by_vector_comes_first(index: MilvusIndex, library: str) -> None:
    visible = seen(f"e{library}", workspace=f"W{library}")
    found = await index.search_vector([0.9, 0.4, 0.0, 0.0], "en", visible, 10)
    assert [child[-5:-3] for child in found] == ["p1", "p2", "p3"]
    assert await index.search_vector(NORTH, "en", visible, 1) == [f"e{library}-p2-c1"]


@pytest.mark.parametrize(
    ("query", "language", "first"),
    [
        ("What do hotels in Porto cost?", "en", "e{}-p2-c1"),
        ("fire alarms", "en", "e{}-p3-c1"),
        ("27", "en", "e{}-p1-c1"),
        ("住宿费上限是多少？", "zh", "z{}-p2-c1"),
        ("年假", "zh", "z{}-p1-c1"),
    ],
)
async def test_terms_find_the_child_that_has_them(
    index: MilvusIndex, library: str, query: str, language: str, first: str
) -> None:
    visible = seen(f"e{library}", f"z{library}", workspace=f"W{library}")
    found = await index.search_terms(query, language, visible, 10)
    assert found[0] == first.format(library)


async def test_the_title_of_a_document_finds_its_children(index: MilvusIndex, library: str) -> None:
    visible = seen(f"e{library}", f"z{library}", workspace=f"W{library}")
    assert len(await index.search_terms("handbook", "en", visible, 10)) == 3
    assert len(await index.search_terms("员工守则", "zh", visible, 10)) == 2


@pytest.mark.parametrize("query", ["", "?!", "the of and", "zebra crossing", "的"])
async def test_a_query_without_a_term_of_the_index_finds_nothing(
    index: MilvusIndex, library: str, query: str
) -> None:
    visible = seen(f"e{library}", f"z{library}", workspace=f"W{library}")
    assert await index.search_terms(query, "en", visible, 10) == []


async def test_a_search_sees_one_language(index: MilvusIndex, library: str) -> None:
    visible = seen(f"e{library}", f"z{library}", workspace=f"W{library}")
    for language, letter, count in (("en", "e", 3), ("zh", "z", 2), ("ja", "", 0)):
        found = await index.search_vector(EAST, language, visible, 10)
        assert len(found) == count
        assert all(child.startswith(letter) for child in found)


async def test_a_search_sees_visible_versions_of_its_workspace_only(
    index: MilvusIndex, library: str
) -> None:
    for visible in (
        seen(f"z{library}", workspace=f"W{library}"),
        seen(f"e{library}", workspace="W0"),
        seen("never", workspace=f"W{library}"),
        seen(workspace=f"W{library}"),
    ):
        assert await index.search_vector(EAST, "en", visible, 10) == []
        assert await index.search_terms("hotel", "en", visible, 10) == []


async def test_the_same_children_again_replace_the_old_ones(
    index: MilvusIndex, library: str
) -> None:
    workspace, number = f"W{library}", f"e{library}"
    again = version(number, LEAVE, "A hostel in Braga.", FIRE, workspace=workspace)
    await index.upsert(workspace, "Handbook", again.children, [EAST, WEST, WEST])
    assert await index.counts(workspace) == {number: 3, f"z{library}": 2}
    visible = seen(number, workspace=workspace)
    assert await index.search_terms("hotel", "en", visible, 10) == []
    assert await index.search_terms("hostel", "en", visible, 10) == [f"{number}-p2-c1"]
    assert len(await index.search_vector(NORTH, "en", visible, 10)) == 3


async def test_a_deleted_version_leaves_nothing(index: MilvusIndex, library: str) -> None:
    workspace = f"W{library}"
    await index.delete_versions([f"e{library}", "never"])
    assert await index.counts(workspace) == {f"z{library}": 2}
    visible = seen(f"e{library}", workspace=workspace)
    assert await index.search_vector(EAST, "en", visible, 10) == []
    assert await index.search_terms("hotel", "en", visible, 10) == []


async def test_nothing_to_write_or_delete_is_harmless(index: MilvusIndex, library: str) -> None:
    await index.upsert(f"W{library}", "Handbook", [], [])
    await index.delete_versions([])
    more = version(f"m{library}", LEAVE, workspace=f"W{library}")
    await index.upsert(f"W{library}", "Handbook", more.children, [EAST])
    assert (await index.counts(f"W{library}"))[f"m{library}"] == 1


async def test_counts_are_whole_beyond_what_a_query_with_a_limit_gives(index: MilvusIndex) -> None:
    sizes = {"big": 16_500, "middle": 250, "small": 1}
    for name, size in sizes.items():
        made = version(name, *(f"Row {n}." for n in range(size)), workspace="WMANY")
        await index.upsert("WMANY", "Rows", made.children, [EAST] * size)
    assert await index.counts("WMANY") == sizes
    assert await index.counts("WNONE") == {}
    await index.delete_versions(["big", "small"])
    assert await index.counts("WMANY") == {"middle": 250}


@pytest.mark.parametrize(
    "name", ['x" or 1 == 1 or "" == "', "it's", "back\\slash", "a\nb", "文件 😀", "{v}", "%"]
)
async def test_quotes_in_ids_and_titles_stay_text(index: MilvusIndex, name: str) -> None:
    workspace = f"W{name}"
    made = version(name, LEAVE, workspace=workspace)
    other = version(f"other {name}", HOTEL, workspace=workspace)
    await index.upsert(workspace, name, made.children, [EAST])
    await index.upsert(workspace, name, other.children, [EAST])
    visible = seen(name, workspace=workspace)
    assert await index.search_vector(EAST, "en", visible, 10) == [f"{name}-p1-c1"]
    assert await index.search_terms("leave", "en", visible, 10) == [f"{name}-p1-c1"]
    await index.delete_versions([name])
    assert await index.counts(workspace) == {f"other {name}": 1}


@pytest.mark.parametrize(("text", "language"), [("年假规定。", "zh"), ("harbour fee ", "en")])
async def test_text_longer_than_a_field_in_bytes_is_cut_and_found(
    index: MilvusIndex, text: str, language: str
) -> None:
    long = text * (TERMS_BYTES // len(text.encode()) + 1_000)
    assert len(long.encode()) > TERMS_BYTES
    made = version(f"long-{language}", long, workspace="WLONG", language=language)
    await index.upsert("WLONG", "Long", made.children, [EAST])
    visible = seen(f"long-{language}", workspace="WLONG")
    assert await index.search_terms(text, language, visible, 10) == [f"long-{language}-p1-c1"]


async def test_searching_and_writing_hold_nobody_up(index: MilvusIndex, library: str) -> None:
    made = version("wide", *(f"{LEAVE} {n}" for n in range(300)), workspace="WWIDE")
    visible = seen("wide", workspace="WWIDE")

    async def work() -> None:
        await index.upsert("WWIDE", "Wide", made.children, [EAST] * 300)
        for _ in range(5):
            await index.search_vector(EAST, "en", visible, 30)
            await index.search_terms("leave", "en", visible, 30)

    working = asyncio.create_task(work())
    waits: list[float] = []
    while not working.done():
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        waits.append(time.perf_counter() - began)
    await working
    # The interpreter's lock is shared with the server's threads: the median tells what is blocked.
    assert sorted(waits)[len(waits) // 2] < 0.05


async def test_another_embedder_has_another_collection(
    index: MilvusIndex, library: str, tmp_path: Path
) -> None:
    other = await open_index(
        index.address.uri, "other/model-2", 3, locks=tmp_path, patience=1, share=True
    )
    assert other.collection == collection_name("other/model-2", 3) != index.collection
    assert await other.counts(f"W{library}") == {}
    made = version(f"e{library}", LEAVE, workspace=f"W{library}")
    await other.upsert(f"W{library}", "Handbook", made.children, [[1.0, 0.0, 0.0]])
    assert await other.counts(f"W{library}") == {f"e{library}": 1}
    assert (await index.counts(f"W{library}"))[f"e{library}"] == 3
    await other.close()


STRANGE = [
    *HOSTILE, "W\0", "W\ud83d", "\x1b\x7f", "\\", 'W1\\" or 1 == 1 //', "%", "_", "*", "{workspace}",
    r"\u0057", "w1", "W1 ", "", "W" * 70_000,
]  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE)
async def test_no_id_reaches_what_is_not_its_own(
    index: MilvusIndex, library: str, strange: str
) -> None:
    """As a workspace, as a version and as a language, in searches, counts and deletions."""
    workspace, own = f"W{library}", f"e{library}"
    for visible, language in (
        (seen(own, workspace=strange), "en"),
        (seen(strange, workspace=workspace), "en"),
        (seen(own, workspace=workspace), strange),
    ):
        assert await index.search_vector(EAST, language, visible, 9) == []
    assert await index.search_terms("hotel", "en", seen(own, workspace=strange), 9) == []
    assert await index.search_terms("hotel", "en", seen(strange, workspace=workspace), 9) == []
    assert await index.counts(strange) == {}
    await index.delete_versions([strange])
    assert await index.counts(workspace) == {own: 3, f"z{library}": 2}


@pytest.mark.parametrize("strange", [s[:20] for s in STRANGE if s.isascii()])
async def test_a_strange_id_finds_and_deletes_its_own(
    index: MilvusIndex, library: str, strange: str
) -> None:
    own = version(strange, HOTEL, workspace=strange)
    await index.upsert(strange, "Handbook", own.children, [EAST])
    assert await index.counts(strange) == {strange: 1}
    visible = seen(strange, workspace=strange)
    assert await index.search_vector(EAST, "en", visible, 9) == [own.children[0].id]
    await index.delete_versions([strange])
    assert await index.counts(strange) == {}
    assert await index.counts(f"W{library}") == {f"e{library}": 3, f"z{library}": 2}
