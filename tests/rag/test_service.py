"""The engine as the bot uses it: real stores, a real embedder, real files."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.samples import HANDBOOK, sample_path
from rag.adapters.pdf.reader import PdfReader
from rag.errors import DeadlineExceeded, UnknownAnswer, UnknownDocument
from rag.graphs.ingest.graph import build_ingest_graph
from rag.graphs.ingest.nodes import IngestNodes
from rag.modes import Modes
from rag.ports import Embedder
from rag.service import Footnote, answer_id
from rag.types import Vote
from tests.support.engines import audience, drop, opened, question
from tests.support.fakes import FakeEmbedder
from tests.support.made import seen, version
from tests.support.postgres import Cluster

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEAVE = "How many days of annual leave do I get?"
FERRY = "The ferry to Texel leaves from quay seven at half past nine every morning."
BRIDGE_QUESTION = "When does the bridge over the lock open?"
FERRY_QUESTION = "From which quay does the ferry to Texel leave?"
BRIDGE = "The bridge over the lock opens at noon and closes again at one in the afternoon."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Footnote]:
    async with opened(tmp_path_factory.mktemp("home")) as found:
        await drop(found, sample_path(HANDBOOK))
        yield found


async def messages(engine: Footnote, memory: str) -> list[tuple[str | None, str]]:
    state = await engine.asking.conversation_graph.aget_state(
        {"configurable": {"thread_id": memory}}
    )
    return [(m.id, str(m.content)) for m in state.values.get("messages", [])]


class Broken(FakeEmbedder):
    """Embeds as many passages as it takes to be in the middle of a file."""

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError("the embedder is gone")


def with_embedder(engine: Footnote, embedder: Embedder) -> Footnote:
    stores = engine.maintenance
    nodes = IngestNodes(PdfReader(), embedder, stores.cache, stores.store, stores.index)
    return replace(engine, ingest_graph=build_ingest_graph(nodes))


async def test_an_answer_cites_the_page_that_says_it(engine: Footnote) -> None:
    answer = await engine.ask(question(LEAVE, "cites"))
    assert answer.outcome == "answered"
    assert "27 days" in answer.text
    assert [(c.name, c.page, c.label) for c in answer.citations] == [(HANDBOOK, 5, "2")]
    assert answer.steps[-1].node == "publish"
    assert answer.id == answer_id("cites")


async def test_the_same_job_twice_gets_one_answer_and_is_remembered_once(engine: Footnote) -> None:
    asked = question(LEAVE, "twice", thread="t-twice")
    first = await engine.ask(asked)
    assert await engine.ask(asked) == first
    assert await engine.ask(replace(asked, text="something else entirely")) == first
    kept = await messages(engine, "W1|t-twice|channel:C1")
    assert [number for number, _ in kept] == ["twice:question", "twice:answer"]
    assert kept[1][1] == first.text


async def test_a_follow_up_is_understood_after_the_engine_was_opened_anew(tmp_path: Path) -> None:
    async with opened(tmp_path) as before:
        await drop(before, sample_path(HANDBOOK))
        await before.ask(question(LEAVE, "f1", thread="t"))
    async with opened(tmp_path) as after:
        answer = await after.ask(question("And for contractors?", "f2", thread="t"))
        assert "Contractors have no paid annual leave" in answer.text
        assert answer.standalone != "And for contractors?"
        kept = await messages(after, "W1|t|channel:C1")
        assert [n for n, _ in kept] == ["f1:question", "f1:answer", "f2:question", "f2:answer"]


async def test_what_was_said_to_one_audience_is_not_remembered_before_another(
    engine: Footnote,
) -> None:
    await engine.ask(question(LEAVE, "a1", thread="t-apart", key="dm:U1"))
    answer = await engine.ask(question("And for contractors?", "a2", thread="t-apart"))
    assert "annual leave" not in answer.standalone
    kept = await messages(engine, "W1|t-apart|channel:C1")
    assert [number for number, _ in kept] == ["a2:question", "a2:answer"]
    elsewhere = await messages(engine, "W2|t-apart|dm:U1")
    assert elsewhere == []


async def test_a_document_of_another_channel_or_workspace_is_not_used(
    engine: Footnote, tmp_path: Path
) -> None:
    await drop(engine, tmp_path / "ferry.pdf", FERRY, channel="C-ferry")
    inside = await engine.ask(question(FERRY_QUESTION, "in", channels=["C-ferry"]))
    assert inside.outcome == "answered"
    for job, channels, workspace in (("out1", ["C1"], "W1"), ("out2", ["C-ferry"], "W2")):
        outside = await engine.ask(
            question(FERRY_QUESTION, job, channels=channels, workspace=workspace)
        )
        assert (outside.outcome, outside.citations) == ("refused", ())
        assert "quay" not in outside.text
        assert "ferry.pdf" not in str(outside.steps)


async def test_a_forgotten_document_answers_no_more(engine: Footnote, tmp_path: Path) -> None:
    await drop(engine, tmp_path / "Bridge times.pdf", BRIDGE, channel="C-bridge")
    with pytest.raises(UnknownDocument):
        await engine.forget("bridge times.pdf", audience("C1"))
    [gone] = await engine.forget("BRIDGE TIMES.pdf", audience("C-bridge"))
    assert await engine.documents(audience("C-bridge")) == []
    answer = await engine.ask(question(BRIDGE_QUESTION, "gone", channels=["C-bridge"]))
    assert (answer.outcome, answer.citations) == ("refused", ())
    with pytest.raises(UnknownDocument):
        await engine.forget("Bridge times.pdf", audience("C-bridge"))
    [back] = await engine.restore("Bridge times.pdf", audience("C-bridge"))
    assert (back.id, back.version) == (gone.id, gone.version)
    answer = await engine.ask(question(BRIDGE_QUESTION, "back", channels=["C-bridge"]))
    assert answer.outcome == "answered"


async def test_what_was_forgotten_a_day_ago_is_gone_for_good(
    engine: Footnote, tmp_path: Path
) -> None:
    await drop(engine, tmp_path / "lock.pdf", BRIDGE + " Always.", channel="C-lock")
    [gone] = await engine.forget("lock.pdf", audience("C-lock"))
    assert await engine.purge() == 0
    tomorrow = datetime.now(UTC) + timedelta(hours=25)
    assert await replace(engine.forgetting, clock=lambda: tomorrow).purge() == 1
    assert gone.version not in await engine.index.counts("W1")
    with pytest.raises(UnknownDocument):
        await engine.restore("lock.pdf", audience("C-lock"))


async def test_content_goes_with_the_last_place_that_shows_it(
    engine: Footnote, tmp_path: Path
) -> None:
    one = await drop(engine, tmp_path / "f.pdf", FERRY + " Daily.", channel="C-a", source_file="F7")
    two = await drop(engine, tmp_path / "f.pdf", channel="C-b", source_file="F8")
    assert one.version == two.version
    assert [p.channel for p in await engine.forget_file("W1", "F7")] == ["C-a"]
    answer = await engine.ask(question(FERRY_QUESTION, "last", channels=["C-b"]))
    assert answer.outcome == "answered"
    assert await engine.forget_file("W2", "F8") == []
    assert len(await engine.forget_file("W1", "F8")) == 1
    assert one.version not in await engine.index.counts("W1")
    assert await engine.forget_file("W1", "F8") == []


async def test_a_trace_is_shown_to_who_asked_only(engine: Footnote) -> None:
    answer = await engine.ask(question(LEAVE, "trace", thread="t-trace/1", asker="U7"))
    await engine.note_address("W1", answer.id, "m-trace")
    here, elsewhere = audience("C1"), audience("C1", workspace="W2")
    assert (await engine.trace(answer.id, "U7", here)).answer == answer
    assert (await engine.trace_at("m-trace", "U7", here)).answer == answer
    assert (await engine.last_trace("U7", "t-trace/", here)).answer == answer
    for refused in (
        engine.trace(answer.id, "U8", here),
        engine.trace(answer.id, "U7", elsewhere),
        engine.trace("nothing", "U7", here),
        engine.trace_at("m-trace", "U8", here),
        engine.trace_at("m-nowhere", "U7", here),
        engine.last_trace("U8", "t-trace/", here),
    ):
        with pytest.raises(UnknownAnswer):
            await refused


async def test_votes_are_counted_where_the_answer_was_published(engine: Footnote) -> None:
    answer = await engine.ask(question(LEAVE, "vote"))
    await engine.note_address("W1", answer.id, "m-vote")
    assert await engine.vote_at("W1", "m-vote", Vote("U2", 1, 1))
    assert not await engine.vote_at("W1", "m-nowhere", Vote("U2", 1, 1))
    assert await engine.votes("W1", answer.id) == {"U2": 1}


async def test_who_waits_too_long_is_told(engine: Footnote) -> None:
    asked = question(LEAVE, "late", thread="t-late")
    with pytest.raises(DeadlineExceeded, match="within"):
        await engine.ask(replace(asked, modes=Modes(deadline=0.0001)))
    answer = await engine.ask(asked)
    assert answer.outcome == "answered"
    kept = await messages(engine, "W1|t-late|channel:C1")
    assert [number for number, _ in kept] == ["late:question", "late:answer"]


async def test_many_questions_at_once_each_get_their_own_answer(engine: Footnote) -> None:
    asked = [question(LEAVE, f"many{n}") for n in range(6)]
    found = await asyncio.gather(*(engine.ask(q) for q in asked))
    assert [a.id for a in found] == [answer_id(q.job) for q in asked]
    assert {a.text for a in found} == {found[0].text}


async def test_tidying_brings_missing_vectors_back(engine: Footnote) -> None:
    [handbook] = await engine.documents(audience("C1"))
    before = (await engine.index.counts("W1"))[handbook.version]
    await engine.index.delete_versions([handbook.version])
    missing = await engine.ask(question(LEAVE, "before tidying"))
    assert missing.outcome == "refused"
    assert await engine.repair() == 1
    assert (await engine.index.counts("W1"))[handbook.version] == before
    assert (await engine.ask(question(LEAVE, "after tidying"))).outcome == "answered"
    assert await engine.repair() == 0


async def test_tidying_in_the_background_does_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as engine:
        receipt = await drop(engine, tmp_path / "ferry.pdf", FERRY)
        await engine.index.delete_versions([receipt.version])
        await engine.tidy()
        async with asyncio.timeout(20):
            while receipt.version not in await engine.index.counts("W1"):  # noqa: ASYNC110 - nothing tells when it is done
                await asyncio.sleep(0.05)
        answer = await engine.ask(question(FERRY_QUESTION, "tidied"))
        assert answer.outcome == "answered"


async def test_tidying_removes_children_that_a_version_does_not_have(engine: Footnote) -> None:
    [handbook] = await engine.documents(audience("C1"))
    before = (await engine.index.counts("W1"))[handbook.version]
    stray = [replace(c, version=handbook.version) for c in version("stray").children]
    await engine.index.upsert("W1", "Stray", stray, [[1.0] * 512] * len(stray))
    assert await engine.repair() == 1
    assert (await engine.index.counts("W1"))[handbook.version] == before
    assert await engine.repair() == 0


async def test_tidying_removes_what_was_left_unfinished_long_ago(engine: Footnote) -> None:
    left = version("left", workspace="W1")
    await engine.documents_store.write_version(left)
    await engine.index.upsert("W1", "Left", left.children, [[1.0] * 512] * len(left.children))
    await engine.tidy()  # it may still be being written
    assert "left" in await engine.index.counts("W1")
    await engine.maintenance.repair(datetime.now(UTC) + timedelta(minutes=1))
    assert "left" not in await engine.index.counts("W1")
    assert await engine.documents_store.passages_of(seen("left"), "left") == []


async def test_reindexing_writes_every_live_document_once(engine: Footnote) -> None:
    before = await engine.index.counts("W1")
    told: list[object] = []

    async def progress(stage: str, numbers: object) -> None:
        told.append((stage, numbers))

    done = await engine.reindex(progress)
    assert done == len(told) >= 1
    assert await engine.index.counts("W1") == before
    assert (await engine.ask(question(LEAVE, "reindexed"))).outcome == "answered"


async def test_a_failure_in_the_middle_leaves_the_old_version_answering(
    engine: Footnote, tmp_path: Path
) -> None:
    old = await drop(engine, tmp_path / "quay.pdf", FERRY + " So it is.", channel="C-quay")
    counts = await engine.index.counts("W1")
    with pytest.raises(ConnectionError):
        await drop(
            with_embedder(engine, Broken()),
            tmp_path / "quay.pdf",
            FERRY.replace("seven", "eleven"),
            channel="C-quay",
        )
    [placed] = await engine.documents(audience("C-quay"))
    assert (placed.version, placed.number) == (old.version, 1)
    assert await engine.index.counts("W1") == counts
    answer = await engine.ask(question(FERRY_QUESTION, "old", channels=["C-quay"]))
    assert "quay seven" in answer.text
    again = await drop(engine, tmp_path / "quay.pdf", channel="C-quay")
    assert (again.number, again.replaced) == (2, 1)
    answer = await engine.ask(question(FERRY_QUESTION, "new", channels=["C-quay"]))
    assert "quay eleven" in answer.text
    assert old.version not in await engine.index.counts("W1")


async def test_a_graph_is_drawn_as_text_and_as_a_picture(engine: Footnote) -> None:
    assert "grade_documents -.-> rewrite_query" in engine.mermaid("answer")
    assert "next_strategy" in engine.mermaid("ingest")
    with pytest.raises(KeyError):
        engine.mermaid("other")
    assert (await engine.picture("ingest")).startswith(b"\x89PNG")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
async def test_the_engine_runs_on_postgresql(
    postgres: Cluster, tmp_path: Path, scheme: str
) -> None:
    url = postgres.fresh_database().replace("postgresql", scheme, 1)
    async with opened(tmp_path, database_url=url) as engine:
        await drop(engine, tmp_path / "ferry.pdf", FERRY)
        answer = await engine.ask(question(FERRY_QUESTION, "pg", thread="t"))
        assert answer.outcome == "answered"
        assert await engine.ask(question(FERRY_QUESTION, "pg", thread="t")) == answer
        assert len(await messages(engine, "W1|t|channel:C1")) == 2
