"""Files through the ingest graph, with stores in memory."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rag.adapters.pdf.reader import PdfReader
from rag.errors import FootnoteError, NoText, PasswordProtected, Superseded
from rag.graphs.ingest.graph import build_ingest_graph
from rag.graphs.ingest.nodes import IngestNodes
from rag.graphs.ingest.run import run_ingest
from rag.ports import Progress, Reader
from rag.types import Extraction, Page, Receipt, Strategy, Upload
from tests.support.fakes import FakeCache, FakeEmbedder, FakeIndex, FakeStore
from tests.support.made import NOON
from tests.support.pdfs import PdfMaker, of_pages

PROSE = [
    f"The harbour fee of berth {n} is {n * 13} euros a month, payable in advance." for n in range(9)
]


def at(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


@dataclass
class FakeReader:
    """Gives what it was made with, and counts."""

    extraction: Extraction
    reads: int = 0

    async def read(self, path: Path, progress: Progress, name: str = "") -> Extraction:
        self.reads += 1
        return self.extraction


@dataclass
class Engine:
    """The ingest graph with its fakes."""

    folder: Path
    reader: Reader = field(default_factory=PdfReader)
    store: FakeStore = field(default_factory=FakeStore)
    index: FakeIndex = field(default_factory=FakeIndex)
    embedder: FakeEmbedder = field(default_factory=FakeEmbedder)
    cache: FakeCache = field(default_factory=FakeCache)
    similar: FakeEmbedder | None = None
    told: list[tuple[str, Mapping[str, object]]] = field(default_factory=list)

    async def drop(
        self,
        content: bytes,
        name: str = "berths.pdf",
        channel: str = "C1",
        workspace: str = "W1",
        strategy: Strategy | None = None,
        **more: Any,
    ) -> Receipt:
        path = self.folder / "file"
        path.write_bytes(content)
        nodes = IngestNodes(
            self.reader, self.embedder, self.cache, self.store, self.index, similar=self.similar
        )
        upload = Upload(path, name, workspace, channel, "U1", "F1", strategy)
        upload = replace(upload, **more)
        return await run_ingest(build_ingest_graph(nodes), upload, self._progress)

    async def _progress(self, key: str, numbers: Mapping[str, object]) -> None:
        self.told.append((key, numbers))

    def empty(self) -> bool:
        return not (self.store.versions or self.store.placed or self.index.rows)


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(tmp_path)


async def test_a_file_becomes_a_version_with_children_in_the_index(engine: Engine) -> None:
    receipt = await engine.drop(of_pages(PROSE[:4], PROSE[4:]))
    version = engine.store.versions[receipt.version]
    assert (receipt.number, receipt.replaced, receipt.already) == (1, 0, False)
    assert (receipt.pages, receipt.unread, receipt.languages) == (2, (), ("en",))
    assert set(engine.index.rows) == {c.id for c in version.children}
    assert receipt.children == len(version.children) == len(engine.cache.vectors)
    assert all(text.startswith("berths. ") for text in engine.embedder.texts)
    assert receipt.title == version.title == "berths"
    assert engine.told[-1] == ("embedding", {"done": receipt.children, "total": receipt.children})


async def test_the_trace_says_what_each_node_did(engine: Engine) -> None:
    maker = PdfMaker().add(*PROSE).add_content("").add("2.1 Scope", *PROSE)
    receipt = await engine.drop(maker.build())
    assert [s.node for s in receipt.steps] == ["load", "analyze", "split", "validate", "store"]
    summaries = [s.summary for s in receipt.steps]
    assert summaries[0] == "3 pages"
    assert summaries[1].startswith(f"{receipt.strategy}, 512: density ")
    assert summaries[2] == f"{receipt.parents} parents, {receipt.children} children"
    assert summaries[3:] == ["pass", "version 1"]


async def test_a_new_version_replaces_the_old_one_and_takes_it_away(engine: Engine) -> None:
    first = await engine.drop(of_pages(PROSE))
    second = await engine.drop(of_pages([p.replace("euros", "pounds") for p in PROSE]))
    assert (second.number, second.replaced) == (2, 1)
    assert second.steps[-1].summary == "version 2 replaces version 1"
    assert set(engine.store.versions) == {second.version}
    assert {c.version for c in engine.index.rows.values()} == {second.version} != {first.version}


async def test_the_same_file_again_changes_nothing(engine: Engine) -> None:
    first = await engine.drop(of_pages(PROSE))
    before = dict(engine.store.placed)
    again = await engine.drop(of_pages(PROSE))
    assert again.already
    assert (again.version, again.number, again.children, again.parents) == (
        first.version,
        1,
        first.children,
        first.parents,
    )
    assert engine.store.placed == before
    assert engine.store.written == [first.version]


async def test_the_same_bytes_elsewhere_are_placed_without_being_read(engine: Engine) -> None:
    first = await engine.drop(of_pages(PROSE))
    embedded = len(engine.embedder.texts)
    other = await engine.drop(of_pages(PROSE), name="fees.pdf", channel="C2")
    assert (other.version, other.already, other.number) == (first.version, False, 1)
    assert [s.node for s in other.steps] == ["load", "store"]
    assert len(engine.embedder.texts) == embedded
    assert len(engine.store.placed) == 2


async def test_content_that_another_place_still_holds_stays(engine: Engine) -> None:
    shared = await engine.drop(of_pages(PROSE))
    await engine.drop(of_pages(PROSE), channel="C2")
    await engine.drop(
        of_pages(["Something else is in force now, and it is much shorter than before."])
    )
    assert shared.version in engine.store.versions
    assert shared.version in {c.version for c in engine.index.rows.values()}


async def test_another_workspace_reads_for_itself(engine: Engine) -> None:
    first = await engine.drop(of_pages(PROSE))
    second = await engine.drop(of_pages(PROSE), workspace="W2")
    assert first.version != second.version
    assert not second.already


async def test_a_strategy_that_is_asked_for_is_used(engine: Engine) -> None:
    await engine.drop(of_pages(PROSE))
    forced = await engine.drop(of_pages(PROSE), strategy="fixed")
    assert (forced.strategy, forced.number, forced.replaced) == ("fixed", 2, 1)
    assert "asked for" in forced.reason


async def test_a_failure_before_the_switch_leaves_what_was_there(engine: Engine) -> None:
    first = await engine.drop(of_pages(PROSE))
    rows, placed = dict(engine.index.rows), dict(engine.store.placed)
    changed = of_pages([p.replace("euros", "pounds") for p in PROSE])
    engine.store.fail_publish = True
    with pytest.raises(ConnectionError):
        await engine.drop(changed)
    engine.store.fail_publish, engine.index.fail_after = False, len(engine.index.batches)
    with pytest.raises(ConnectionError):
        await engine.drop(changed)
    assert (engine.index.rows, engine.store.placed) == (rows, placed)
    assert set(engine.store.versions) == {first.version}
    engine.index.fail_after = None
    assert (await engine.drop(changed)).number == 2


async def test_children_that_the_index_lost_are_noticed(engine: Engine) -> None:
    engine.index.lose = 1
    with pytest.raises(FootnoteError, match="the index holds"):
        await engine.drop(of_pages(PROSE))
    assert engine.empty()


async def test_a_cancelled_run_cleans_up_behind_itself(engine: Engine) -> None:
    reached = asyncio.Event()

    async def hang(*_: object) -> None:
        reached.set()
        await asyncio.Event().wait()

    engine.index.upsert = hang  # type: ignore[method-assign,assignment]
    run = asyncio.create_task(engine.drop(of_pages(PROSE)))
    await reached.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert engine.empty()


async def test_a_rejected_file_writes_nothing(engine: Engine) -> None:
    with pytest.raises(NoText) as caught:
        await engine.drop(PdfMaker(pages=["", ""]).build())
    assert caught.value.pages == 2
    fixture = Path(__file__).parents[2] / "fixtures" / "pdf" / "enc_real_password_aes256.pdf"
    with pytest.raises(PasswordProtected):
        await engine.drop(fixture.read_bytes())
    assert engine.empty()


async def test_short_texts_are_kept_by_the_best_of_the_strategies(engine: Engine) -> None:
    receipt = await engine.drop(of_pages(["Door code 5512."]))
    nodes = [s.node for s in receipt.steps]
    assert nodes.count("split") == 3
    assert nodes[-2:] == ["validate", "store"]
    assert receipt.children == 1


async def test_a_splitter_that_raises_is_a_bad_split(engine: Engine) -> None:
    text = (
        "The boiler of the east wing is inspected by the maker once in every year of the lease. "
        * 40
    )
    engine.reader = FakeReader(Extraction((Page(1, "1", text.strip()),)))

    embed = engine.embedder.embed_passages
    calls = iter([True])

    async def refuse_once(texts: Sequence[str]) -> list[list[float]]:
        if next(calls, False):
            raise ConnectionError("no embedder")
        return await embed(texts)

    engine.embedder.embed_passages = refuse_once  # type: ignore[method-assign]
    receipt = await engine.drop(b"any", strategy="semantic")
    assert receipt.strategy == "recursive"
    assert "semantic failed" in " ".join(step.summary for step in receipt.steps)


async def test_unread_pages_are_on_the_receipt_of_every_placement(engine: Engine) -> None:
    pages = (
        Page(1, "1", "", "image", "scan"),
        Page(2, "2", "\n".join(PROSE)),
        Page(3, "iv", "", "unreadable", "x"),
    )
    engine.reader = FakeReader(Extraction(pages, notes=("attachment not read: a.txt",)))
    first = await engine.drop(b"any")
    assert [p.number for p in first.unread] == [1, 3]
    assert first.steps[0].summary == "3 pages (2 unreadable: 1, 3); attachment not read: a.txt"
    second = await engine.drop(b"any", channel="C2")
    assert [(p.number, p.label) for p in second.unread] == [(1, "1"), (3, "iv")]
    assert [p.reason for p in second.unread] == [p.reason for p in first.unread] == ["scan", "x"]
    assert second.notes == first.notes == ("attachment not read: a.txt",)
    assert engine.reader.reads == 1


async def test_vectors_come_in_batches_and_are_made_once(engine: Engine) -> None:
    many = [
        [
            f"Fact {n} of page {p}: the part {n * p} weighs {n + p} grams and costs {n} euros."
            for n in range(28)
        ]
        for p in range(1, 40)
    ]
    await engine.drop(of_pages(*many))
    assert max(engine.index.batches) <= 64
    assert len(engine.index.batches) > 1
    made = len(engine.embedder.texts)
    await engine.drop(of_pages(*many), workspace="W1", strategy="recursive")
    assert len(engine.embedder.texts) <= 2 * made


def test_the_drawing_shows_every_way() -> None:
    nodes = IngestNodes(PdfReader(), FakeEmbedder(), FakeCache(), FakeStore(), FakeIndex())
    drawn = build_ingest_graph(nodes).get_graph().draw_mermaid()
    for edge in (
        "__start__ --> load",
        "load -.-> analyze",
        "load -.-> store",
        "load -.-> reject",
        "analyze --> split",
        "split --> validate",
        "validate -.-> next_strategy",
        "validate -.-> store",
        "validate -.-> reject",
        "next_strategy --> split",
        "store --> __end__",
        "reject --> __end__",
    ):
        assert edge in drawn


async def test_content_that_goes_live_meanwhile_is_not_written_again(engine: Engine) -> None:
    extraction = Extraction((Page(1, "1", "\n".join(PROSE)),))
    other = replace(engine, reader=FakeReader(extraction))

    class Meanwhile:
        async def read(self, path: Path, progress: Progress, name: str = "") -> Extraction:
            await other.drop(b"any", channel="C2")
            return extraction

    engine.reader = Meanwhile()
    receipt = await engine.drop(b"any")
    assert engine.store.written == [receipt.version]
    assert sum(engine.index.batches) == receipt.children
    assert {p.channel for p in engine.store.placed.values()} == {"C1", "C2"}


async def test_doubtful_and_recognized_pages_are_on_every_receipt(engine: Engine) -> None:
    pages = (
        Page(1, "1", "\n".join(PROSE), "read", "words run together"),
        Page(2, "2", "\n".join(PROSE), "read", "ocr"),
        Page(3, "3", "\n".join(PROSE)),
    )
    engine.reader = FakeReader(Extraction(pages))
    first, second = await engine.drop(b"any"), await engine.drop(b"any", channel="C2")
    for receipt in (first, second):
        assert [(p.number, p.reason) for p in receipt.doubtful] == [(1, "words run together")]
        assert [p.number for p in receipt.recognized] == [2]


async def test_a_file_dropped_earlier_is_not_even_read(engine: Engine) -> None:
    later = await engine.drop(of_pages(PROSE), dropped_at=at(20))
    engine.reader = reader = FakeReader(Extraction((Page(1, "1", "\n".join(PROSE)),)))
    with pytest.raises(Superseded) as caught:
        await engine.drop(b"older", dropped_at=at(10))
    assert (caught.value.number, reader.reads) == (1, 0)
    assert set(engine.store.versions) == {later.version}


async def test_a_file_that_a_later_one_overtook_leaves_nothing(engine: Engine) -> None:
    other = replace(engine, reader=FakeReader(Extraction((Page(1, "1", "\n".join(PROSE)),))))

    class Overtaken:
        async def read(self, path: Path, progress: Progress, name: str = "") -> Extraction:
            await other.drop(b"later", dropped_at=at(20))
            return Extraction((Page(1, "1", "Another text, which was dropped before. " * 9),))

    engine.reader = Overtaken()
    with pytest.raises(Superseded):
        await engine.drop(b"earlier", dropped_at=at(10))
    [placed] = engine.store.placed.values()
    assert set(engine.store.versions) == {placed.version}
    assert {c.version for c in engine.index.rows.values()} == {placed.version}


async def test_the_same_content_dropped_again_is_held_by_the_later_file(engine: Engine) -> None:
    await engine.drop(of_pages(PROSE), source_file="F1", dropped_at=at(0))
    again = await engine.drop(of_pages(PROSE), source_file="F2", dropped_at=at(5))
    assert again.already
    [placed] = engine.store.placed.values()
    assert (placed.source_file, placed.number) == ("F2", 1)


async def test_splitting_by_meaning_tells_how_far_it_is(engine: Engine) -> None:
    text = " ".join(f"The boiler of wing {n} is inspected by its maker in May." for n in range(150))
    engine.reader = FakeReader(Extraction((Page(1, "1", text),)))
    fast = FakeEmbedder("fast")
    engine.similar = fast
    receipt = await engine.drop(b"any", strategy="semantic")
    assert receipt.strategy == "semantic"
    told = [numbers for stage, numbers in engine.told if stage == "splitting"]
    assert told[-1] == {"done": 150, "total": 150}
    assert [n["done"] for n in told] == [64, 128, 150]
    assert sorted(map(len, fast.texts)) == [len(t) for t in fast.texts]
    assert not set(fast.texts) & set(engine.embedder.texts)
