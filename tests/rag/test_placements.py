"""The same content in two channels: of one placement nothing is told where only the other is seen."""

from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import pytest_asyncio

from rag.errors import AccessChanged
from rag.service import Footnote
from rag.types import Answer, Placement, Receipt
from tests.support.engines import audience, drop, opened, question

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "Ferry Nightfall.pdf"
PUBLIC = "Ferry times.pdf"
ASKED = "From which quay does the ferry to Texel leave?"
PAGE = """1. Departures
The ferry to Texel leaves from quay seven at half past nine every morning.
2. Prices
The ferry to Texel costs twelve euros for each grown person on weekdays."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Footnote]:
    async with opened(tmp_path_factory.mktemp("placements")) as made:
        yield made


async def dropped(engine: Footnote, folder: Path, workspace: str) -> tuple[Receipt, Receipt]:
    """Under a telling name where few see it, then under another where all do."""
    path = folder / "f.pdf"
    private = await drop(
        engine, path, PAGE, name=SECRET, channel="C-hr", workspace=workspace, source_file="F1"
    )
    public = await drop(
        engine, path, name=PUBLIC, channel="C-lib", workspace=workspace, source_file="F2"
    )
    return private, public


def telling(*told: object) -> list[str]:
    return [word for word in ("Nightfall", "C-hr") if word in repr(told)]


async def test_the_name_in_the_private_channel_is_told_nowhere_else(
    engine: Footnote, tmp_path: Path
):
    private, public = await dropped(engine, tmp_path, "W-names")
    assert private.version == public.version
    assert public.title == "Ferry times"
    assert not public.already
    assert public.number == 1
    assert public.questions, "a receipt offers questions"
    assert not telling(public)
    here = audience("C-lib", workspace="W-names")
    answers: list[Answer] = [
        await engine.ask(question(text, f"W-names:{n}", channels=["C-lib"], workspace="W-names"))
        for n, text in enumerate((ASKED, "Which documents do you have?", "Summarise ferry times"))
    ]
    assert answers[0].citations[0].title == "Ferry times"
    assert answers[1].outcome == answers[2].outcome == "listed"
    assert "Departures" in answers[2].text
    assert not telling([asdict(answer) for answer in answers])
    assert not telling(await engine.documents(here))
    assert not telling(await engine.compare_document(public.document, here))


async def test_forgetting_one_leaves_the_other(engine: Footnote, tmp_path: Path):
    await dropped(engine, tmp_path, "W-forget")
    public = audience("C-lib", workspace="W-forget")
    await engine.forget("Ferry times", public)
    both = audience("C-lib", "C-hr", workspace="W-forget")
    assert [p.name for p in await engine.documents(both)] == [SECRET]
    assert not telling(await engine.forgotten(public))
    await engine.restore(PUBLIC, public)
    assert {p.name for p in await engine.documents(both)} == {SECRET, PUBLIC}
    await engine.forget_file("W-forget", "F1")
    answer = await engine.ask(
        question(ASKED, "W-forget:1", channels=["C-lib"], workspace="W-forget")
    )
    assert answer.outcome == "answered"


async def test_a_trace_is_decided_again_when_it_is_looked_at(engine: Footnote, tmp_path: Path):
    await dropped(engine, tmp_path, "W-trace")
    asked = question(ASKED, "W-trace:1", channels=["C-hr"], key="person:U1", workspace="W-trace")
    answer = await engine.ask(asked)
    assert telling(answer.citations)
    lost, public = audience("C-none", workspace="W-trace"), audience("C-lib", workspace="W-trace")
    for now in (lost, public):
        kept = (await engine.trace(answer.id, "U1", now)).answer
        assert not telling(asdict(kept)), "the name of what was lost"
        assert kept.text == ""
        assert len(kept.steps) == len(answer.steps)
    assert "quay seven" not in repr((await engine.trace(answer.id, "U1", lost)).answer)
    [shown] = (await engine.trace(answer.id, "U1", public)).answer.citations
    assert shown.title == "Ferry times"


async def test_an_answer_made_for_fewer_readers_is_not_published_to_more(
    engine: Footnote, tmp_path: Path
):
    await dropped(engine, tmp_path, "W-grown")
    asked = question(ASKED, "W-grown:1", channels=["C-hr", "C-own"], workspace="W-grown")
    answer = await engine.ask(asked)
    assert (await engine.ask(asked)).id == answer.id
    shrunk = audience("C-own", key=asked.audience.key, workspace="W-grown")
    with pytest.raises(AccessChanged):
        await engine.ask(replace(asked, audience=shrunk))
    # Who sees the same content under another name may not be told this one.
    for fewer in (shrunk, audience("C-lib", workspace="W-grown")):
        with pytest.raises(AccessChanged):
            await engine.recheck(answer.id, fewer)
    await engine.recheck(answer.id, audience("C-hr", workspace="W-grown"))


async def test_what_was_said_of_a_lost_document_feeds_no_answer(engine: Footnote, tmp_path: Path):
    await dropped(engine, tmp_path, "W-memory")
    before = question(
        ASKED, "W-memory:1", channels=["C-hr"], key="k", thread="t", workspace="W-memory"
    )
    follow = "And to Lisbon?"
    assert (await engine.ask(before)).outcome == "answered"
    still = question(
        follow, "W-memory:2", channels=["C-hr"], key="k", thread="t", workspace="W-memory"
    )
    kept = await engine.ask(still)
    assert "ferry" in kept.standalone.casefold()
    lost = question(
        follow, "W-memory:3", channels=["C-none"], key="k", thread="t", workspace="W-memory"
    )
    answer = await engine.ask(lost)
    assert answer.outcome == "refused"
    assert "seven" not in answer.standalone
    assert answer.sources == ()


async def test_a_placement_keeps_the_title_of_the_file_itself(engine: Footnote, tmp_path: Path):
    path = tmp_path / "scan.pdf"
    one = await drop(engine, path, PAGE + " Third.", name="scan.pdf", workspace="W-own")
    two = await drop(engine, path, name="Timetable.pdf", channel="C2", workspace="W-own")
    three = await drop(engine, path, name="scan.pdf", channel="C3", workspace="W-own")
    assert (two.title, one.title) == ("Timetable", three.title)
    found: list[Placement] = await engine.documents(audience("C1", "C2", "C3", workspace="W-own"))
    assert [p.title for p in found] == [one.title, "Timetable", three.title]
