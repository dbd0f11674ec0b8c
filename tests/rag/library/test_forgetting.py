"""Forgotten for a day, then for good; forced strategies; a run that is cancelled."""

import asyncio
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rag.errors import AmbiguousDocument, UnknownDocument
from rag.forgetting import Forgetting
from tests.support.pdfs import of_pages, slow_pages
from tests.support.processes import readers
from tests.support.scene import Desk, Scene
from tests.support.scene_fixtures import desk, scene

__all__ = ["desk", "scene"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


def _tomorrow(scene: Scene, hours: int) -> Forgetting:
    later = datetime.now(UTC) + timedelta(hours=hours)
    return replace(scene.engine.forgetting, clock=lambda: later)


async def test_what_is_forgotten_is_silent_and_can_come_back(scene: Scene, desk: Desk) -> None:
    receipt = await desk.drop(of_pages(["The sluice fee is 415 euros."]), "sluice.pdf")
    await scene.engine.forget("sluice", desk.audience)
    assert await desk.names() == []
    assert "415" not in (await desk.ask("What is the sluice fee?")).text
    assert [p.name for p in await scene.engine.forgotten(desk.audience)] == ["sluice.pdf"]
    back = await scene.engine.restore(receipt.document, desk.audience)
    assert [p.version for p in back] == [receipt.version]
    assert "415 euros" in (await desk.ask("What is the sluice fee?")).text
    with pytest.raises(UnknownDocument):
        await scene.engine.restore("sluice", desk.audience)


async def test_a_name_that_was_taken_meanwhile_is_not_given_back(scene: Scene, desk: Desk) -> None:
    old = await desk.drop(of_pages(["The toll is 31 euros."]), "toll.pdf")
    await scene.engine.forget("toll.pdf", desk.audience)
    new = await desk.drop(of_pages(["The toll is 47 euros."]), "toll.pdf")
    assert (new.number, new.replaced) == (2, 0)
    with pytest.raises(UnknownDocument):
        await scene.engine.restore("toll.pdf", desk.audience)
    assert old.version not in await scene.engine.index.counts(desk.workspace)
    assert "47 euros" in (await desk.ask("What is the toll?")).text


async def test_a_title_of_several_documents_takes_none_of_them_away(
    scene: Scene, desk: Desk
) -> None:
    for number, name in enumerate(("fees.md", "fees.txt", "other.md")):
        await desk.drop(f"The fee of gate {number} is {number + 71} euros a year.".encode(), name)
    with pytest.raises(AmbiguousDocument) as caught:
        await scene.engine.forget("fees", desk.audience)
    assert [name for _, name in caught.value.choices] == ["fees.md", "fees.txt"]
    assert await desk.names() == ["fees.md", "fees.txt", "other.md"]
    await scene.engine.forget(caught.value.choices[1][0], desk.audience)
    await scene.engine.forget("fees", desk.audience)
    assert await desk.names() == ["other.md"]
    both = await scene.engine.restore("fees", desk.audience)
    assert sorted(p.name for p in both) == ["fees.md", "fees.txt"]


async def test_after_a_day_it_is_gone_for_good(scene: Scene, desk: Desk) -> None:
    receipt = await desk.drop(of_pages(["The berth costs 88 euros."]), "berth.pdf")
    await scene.engine.forget("berth", desk.audience)
    assert await _tomorrow(scene, 23).purge() == 0
    with pytest.raises(UnknownDocument):
        await _tomorrow(scene, 25).restore("berth", desk.audience)
    assert await _tomorrow(scene, 25).purge() == 1
    assert await scene.engine.documents_store.unknown([receipt.version]) == [receipt.version]
    assert receipt.version not in await scene.engine.index.counts(desk.workspace)


async def test_content_stays_while_another_place_holds_it(scene: Scene, desk: Desk) -> None:
    content = of_pages(["The crane lifts 19 tonnes."])
    receipt = await desk.drop(content, "crane.pdf")
    other = replace(desk, channel="another")
    await other.drop(content, "crane.pdf")
    await scene.engine.forget("crane", desk.audience)
    await _tomorrow(scene, 25).purge()
    assert await other.names() == ["crane.pdf"]
    assert (await scene.engine.index.counts(desk.workspace))[receipt.version] == receipt.children


async def test_a_file_that_its_origin_deleted_is_gone_at_once(scene: Scene, desk: Desk) -> None:
    receipt = await desk.drop(of_pages(["The lamp burns 5 litres."]), "a.pdf", source_file="F7")
    await scene.engine.forget("a.pdf", desk.audience)
    await scene.engine.forget_file(desk.workspace, "F7")
    assert await scene.engine.documents_store.unknown([receipt.version]) == [receipt.version]


async def test_a_forgotten_file_can_be_dropped_again(scene: Scene, desk: Desk) -> None:
    content = of_pages(["The rope is 27 metres long and costs 66 euros."])
    first = await desk.drop(content, "rope.pdf")
    await scene.engine.forget("rope", desk.audience)
    again = await desk.drop(content, "rope.pdf")
    assert not again.already
    assert (again.version, again.number) == (first.version, 2)
    assert "66 euros" in (await desk.ask("What does the rope cost?")).text


async def test_a_strategy_that_is_asked_for_replaces_another(desk: Desk) -> None:
    content = of_pages(
        *(["Section " + str(n), f"Pump {n} is serviced every {n * 9} days."] for n in range(1, 9))
    )
    chosen = await desk.drop(content, "pumps.pdf")
    assert (chosen.strategy, chosen.already) == ("recursive", False)
    forced = await desk.drop(content, "pumps.pdf", strategy="fixed")
    assert (forced.strategy, forced.replaced, forced.already) == ("fixed", 1, False)
    assert "asked for" in forced.reason
    same = await desk.drop(content, "pumps.pdf", strategy="fixed")
    assert (same.already, same.strategy, same.reason) == (True, "fixed", forced.reason)
    plain = await desk.drop(content, "pumps.pdf")
    assert (plain.already, plain.strategy) == (True, "fixed")
    elsewhere = await replace(desk, channel="else").drop(content, "p.pdf")
    assert (elsewhere.strategy, elsewhere.reason) == ("fixed", forced.reason)
    assert elsewhere.questions == chosen.questions


async def test_a_cancelled_run_leaves_nothing(scene: Scene, desk: Desk, tmp_path: Path) -> None:
    run = asyncio.create_task(desk.drop(slow_pages(), "slow.pdf"))
    await _until(lambda: readers(os.getpid()))
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert not readers(os.getpid())
    assert await desk.names() == []
    assert await scene.engine.index.counts(desk.workspace) == {}


async def _until(condition) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - a process appears, there is no event
            await asyncio.sleep(0.02)
