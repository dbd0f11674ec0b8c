"""Content that several files brought: it stays while one of them is there under its name."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from rag.types import Receipt, Upload
from tests.support.pdfs import of_pages
from tests.support.scene import Desk, Scene
from tests.support.scene_fixtures import desk, scene

__all__ = ["desk", "scene"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ASKED = "What is the ferry fee?"


def fee(euros: int) -> bytes:
    return of_pages([f"The ferry fee is {euros} euros."])


@dataclass
class Channel:
    """A channel whose files are read as the bot does it."""

    desk: Desk

    async def read(self, file: str, name: str, content: bytes, second: int) -> Receipt:
        """A file as it is now, dropped at that second: another name goes that it had before."""
        engine, desk = self.desk.scene.engine, self.desk
        path = desk.scene.folder / f"{desk.channel}-{file}"
        path.write_bytes(content)
        at = NOON + timedelta(seconds=second)
        upload = Upload(path, name, desk.workspace, desk.channel, "U1", file, dropped_at=at)
        receipt = await engine.ingest(upload)
        await engine.forget_file(desk.workspace, file, desk.channel, keep=receipt.document)
        return receipt

    async def gone(self, file: str) -> list[str]:
        """The file is deleted; the names that answer after that."""
        await self.desk.scene.engine.forget_file(self.desk.workspace, file)
        return sorted(await self.desk.names())


@pytest.fixture
def channel(desk: Desk) -> Channel:
    return Channel(desk)


@pytest.mark.parametrize("renamed", ["F1", "F2"])
async def test_a_name_stays_while_another_file_has_it(channel: Channel, renamed: str) -> None:
    for second, file in enumerate(("F1", "F2")):
        await channel.read(file, "fees.pdf", fee(11), second)
    await channel.read(renamed, "old fees.pdf", fee(11), ("F1", "F2").index(renamed))
    assert sorted(await channel.desk.names()) == ["fees.pdf", "old fees.pdf"]
    assert "11 euros" in (await channel.desk.ask(ASKED)).text
    other = "F2" if renamed == "F1" else "F1"
    assert await channel.gone(other) == ["old fees.pdf"]  # the other one holds its new name alone
    assert await channel.gone(renamed) == []


async def test_a_name_that_no_other_file_has_goes(channel: Channel) -> None:
    await channel.read("F1", "fees.pdf", fee(12), 1)
    for name in ("费用 “2026”.pdf", "f\u202eees\\.pdf", "fees.pdf", "😀" * 90 + ".pdf"):
        await channel.read("F1", name, fee(12), 1)
        assert await channel.desk.names() == [name]
    assert "12 euros" in (await channel.desk.ask(ASKED)).text


async def test_a_new_name_and_new_content_at_once(channel: Channel) -> None:
    await channel.read("F1", "fees.pdf", fee(13), 1)
    await channel.read("F2", "fees.pdf", fee(13), 2)
    await channel.read("F2", "new fees.pdf", fee(14), 2)
    assert sorted(await channel.desk.names()) == ["fees.pdf", "new fees.pdf"]
    assert await channel.gone("F1") == ["new fees.pdf"]
    answer = await channel.desk.ask(ASKED)
    assert "14 euros" in answer.text
    assert "13 euros" not in answer.text


async def test_a_name_in_another_channel_is_its_own(channel: Channel) -> None:
    other = Channel(replace(channel.desk, channel="other"))
    for place in (channel, other):
        await place.read("F1", "fees.pdf", fee(15), 1)
    await channel.read("F1", "new.pdf", fee(15), 1)
    assert (await channel.desk.names(), await other.desk.names()) == (["new.pdf"], ["fees.pdf"])


async def test_two_files_exchange_their_names(channel: Channel) -> None:
    await channel.read("F1", "a.pdf", fee(16), 1)
    await channel.read("F2", "b.pdf", fee(16), 2)
    await channel.read("F1", "b.pdf", fee(16), 1)
    await channel.read("F2", "a.pdf", fee(16), 2)
    assert await channel.gone("F1") == ["a.pdf"]
    assert await channel.gone("F2") == []


@pytest.mark.parametrize("last_first", [True, False])
async def test_files_of_one_content_hold_it_whichever_is_read_first(
    channel: Channel, last_first: bool
) -> None:
    files = {"F1": 10, "F2": 20, "F3": 30}
    order = sorted(files, key=lambda file: files[file], reverse=last_first)
    told = [await channel.read(file, "fees.pdf", fee(17), files[file]) for file in order]
    assert [(r.number, r.already) for r in told] == [(1, False), (1, True), (1, True)]
    assert await channel.gone("F3") == ["fees.pdf"]
    assert await channel.gone("F1") == ["fees.pdf"]
    assert await channel.gone("F2") == []


async def test_files_of_one_content_that_are_read_at_once(scene: Scene, channel: Channel) -> None:
    files = ("F3", "F1", "F2")
    told = await asyncio.gather(
        *(channel.read(file, "fees.pdf", fee(18), int(file[1])) for file in files)
    )
    assert {(r.number, r.replaced) for r in told} == {(1, 0)}
    counts = await scene.engine.index.counts(channel.desk.workspace)
    assert counts == {told[0].version: told[0].children}
    for file in ("F3", "F2"):
        assert await channel.gone(file) == ["fees.pdf"]
    assert "18 euros" in (await channel.desk.ask(ASKED)).text
    await asyncio.gather(channel.gone("F1"), channel.gone("F3"))
    assert await channel.desk.names() == []
    assert await scene.engine.index.counts(channel.desk.workspace) == {}


async def test_each_file_that_brought_what_was_forgotten_knows_it(
    scene: Scene, channel: Channel
) -> None:
    other = Channel(replace(channel.desk, channel="other"))
    for second, file in enumerate(("F1", "F2")):
        await channel.read(file, "fees.pdf", fee(19), second)
    await other.read("F1", "fees.pdf", fee(19), 3)
    await scene.engine.forget("fees.pdf", channel.desk.audience)

    async def known(file: str, desk: Desk, workspace: str = "") -> bool:
        return await scene.engine.is_forgotten(workspace or desk.workspace, file, desk.channel)

    assert await known("F1", channel.desk)
    assert await known("F2", channel.desk)
    assert not await known("F3", channel.desk)
    assert not await known("F1", other.desk)
    assert not await known("F1", channel.desk, "elsewhere")
    await scene.engine.restore("fees.pdf", channel.desk.audience)
    assert not await known("F1", channel.desk)


async def test_a_file_in_two_channels_at_once_is_written_once(
    scene: Scene, channel: Channel
) -> None:
    desk, other = channel.desk, replace(channel.desk, channel="other")
    path = scene.folder / "lamps.md"
    parts = (f"# Part {n}\n\n" + f"Lamp {n} burns {n * 3} litres. " * 20 for n in range(120))
    path.write_text("\n\n".join(parts))
    stages: dict[str, set[str]] = {desk.channel: set(), other.channel: set()}

    async def read(place: Desk) -> Receipt:
        async def show(stage: str, _numbers: object) -> None:
            stages[place.channel].add(stage)

        upload = Upload(path, f"{place.channel}.md", place.workspace, place.channel, "U1", "F1")
        return await scene.engine.ingest(upload, show)

    one, two = await asyncio.gather(read(desk), read(other))
    assert sorted("embedding" in told for told in stages.values()) == [False, True]
    assert (one.version, one.children, one.number) == (two.version, two.children, two.number)
    counts = await scene.engine.index.counts(desk.workspace)
    assert counts == {one.version: one.children}
    assert (await desk.names(), await other.names()) == ([one.name], [two.name])


async def test_who_gives_up_waiting_takes_nothing_from_the_other(
    scene: Scene, channel: Channel
) -> None:
    desk, other = channel.desk, replace(channel.desk, channel="other")
    path = scene.folder / "oil.md"
    parts = (f"# Part {n}\n\n" + f"Oil {n} costs {n * 3} euros. " * 20 for n in range(120))
    path.write_text("\n\n".join(parts))
    runs: dict[str, asyncio.Task[Receipt]] = {}
    first: list[str] = []

    async def read(place: Desk) -> Receipt:
        async def show(stage: str, _numbers: object) -> None:
            if stage == "embedding" and not first:
                first.append(place.channel)
                await asyncio.sleep(1)  # time for the other one to have read it, and to wait
                [waits] = [run for name, run in runs.items() if name != place.channel]
                waits.cancel()

        upload = Upload(path, f"{place.channel}.md", place.workspace, place.channel, "U1", "F1")
        return await scene.engine.ingest(upload, show)

    for place in (desk, other):
        runs[place.channel] = asyncio.create_task(read(place))
    await asyncio.wait(runs.values())
    [done] = [run.result() for run in runs.values() if not run.cancelled()]
    counts = await scene.engine.index.counts(desk.workspace)
    assert counts == {done.version: done.children}
