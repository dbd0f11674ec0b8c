"""The line of files: two at a time, versions one after the other, and everybody knows the place."""

import asyncio
from contextlib import AsyncExitStack

from bot.work.line import Entry, Line
from rag.types import Audience


def seen(channels: set[str], workspace: str = "") -> Audience:
    return Audience(workspace, "", frozenset(channels))


async def nothing(_ahead: int) -> None:
    return None


class Reader:
    """Stands in the line and reads until told to finish."""

    def __init__(
        self, line: Line, name: str, ts: str = "1.0", channel: str = "C1", by: str = ""
    ) -> None:
        self.line, self.entry = line, Entry(channel, name, ts, uploader=by)
        self.told: list[int] = []
        self.may_end = asyncio.Event()
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        async with self.line.joined(self.entry):
            await self.line.turn(self.entry, self._tell)
            await self.may_end.wait()

    async def _tell(self, ahead: int) -> None:
        self.told.append(ahead)

    async def end(self) -> None:
        self.may_end.set()
        await self.task


async def settled(*readers: Reader) -> list[bool]:
    for _ in range(5):
        await asyncio.sleep(0)
    return [reader.entry.is_reading for reader in readers]


async def test_two_are_read_at_a_time_in_the_order_they_were_dropped():
    line = Line()
    first, second = Reader(line, "a", "1.0"), Reader(line, "b", "2.0")
    assert await settled(first, second) == [True, True]
    late, early = Reader(line, "d", "4.0"), Reader(line, "c", "3.0")
    assert await settled(late, early) == [False, False]
    assert [line.ahead(r.entry) for r in (first, early, late)] == [0, 2, 3]
    await second.end()
    assert await settled(late, early) == [False, True]
    for reader in (first, early, late):
        await reader.end()
    assert line.of(seen({"C1"})) == ()


async def test_versions_of_one_document_wait_for_each_other():
    line = Line()
    first, again, other = Reader(line, "a"), Reader(line, "a"), Reader(line, "b")
    elsewhere = Reader(line, "a", channel="C2")
    assert await settled(first, again, other, elsewhere) == [True, False, True, False]
    assert line.ahead(again.entry) == 2
    await other.end()
    assert await settled(again, elsewhere) == [False, True]
    await first.end()
    assert await settled(again) == [True]
    for reader in (again, elsewhere):
        await reader.end()


async def test_who_is_cancelled_leaves_the_line():
    line = Line(width=1)
    first, second, third = (Reader(line, name) for name in "abc")
    await settled()
    second.task.cancel()
    await asyncio.gather(second.task, return_exceptions=True)
    assert second.entry.is_over
    assert line.ahead(third.entry) == 1
    first.task.cancel()
    assert await settled(third) == [True]
    await third.end()


async def test_a_changed_place_is_told_but_not_at_once():
    now = [0.0]
    line = Line(width=1, clock=lambda: now[0])
    readers = [Reader(line, name) for name in "abcd"]
    await settled()
    await readers[0].end()
    await settled()
    assert readers[3].told == []
    now[0] = 3.0
    await readers[1].end()
    await settled()
    assert readers[3].told == [1]
    for reader in readers[2:]:
        await reader.end()


async def test_only_files_of_the_channels_asked_for_are_told():
    line = Line()
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(line.joined(Entry("C1", "a", "1.0")))
        await stack.enter_async_context(line.joined(Entry("C2", "b", "1.0")))
        again = await stack.enter_async_context(line.joined(Entry("C1", "c", "1.0", is_quiet=True)))
        assert line.of(seen({"C1", "C3"})) == (here,)
        again.total = 3
        assert line.of(seen({"C1", "C3"})) == (here, again)


async def test_many_files_of_one_person_do_not_hold_up_another_persons_one():
    line = Line()
    many = [Reader(line, f"a{n}", f"{n}.0", by="ADA") for n in range(101, 301)]
    await settled()
    one = Reader(line, "b", "500.0", by="BEN")
    assert await settled(one) == [False]
    assert line.ahead(one.entry) == 2  # the two that are being read
    await many[0].end()
    assert await settled(one, many[2]) == [True, False]
    two = Reader(line, "c", "501.0", by="BEN")
    await one.end()
    assert await settled(two, *many[1:4]) == [False, True, True, False]  # it is her turn again
    await many[1].end()
    assert await settled(two, *many[2:4]) == [True, True, False]
    await two.end()
    for reader in many[1:]:
        await reader.end()


async def test_a_line_shows_a_workspace_only_its_own_files():
    line = Line()
    async with (
        line.joined(Entry("C1", "a", "1.0", workspace="T1")) as mine,
        line.joined(Entry("C1", "a", "1.0", workspace="T2")) as theirs,
    ):
        assert line.of(seen({"C1"}, "T1")) == (mine,)
        assert line.of(seen({"C1"}, "T2")) == (theirs,)
        # Of one name in channels of one id, and yet no versions of one document.
        assert [line.ahead(entry) for entry in (mine, theirs)] == [0, 0]
