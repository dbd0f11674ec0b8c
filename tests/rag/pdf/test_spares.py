"""Workers that wait for a file: used once, ended with the process that started them."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reader import PdfReader
from rag.adapters.pdf.spares import Spares
from rag.errors import TooComplex
from tests.rag.pdf.conftest import FIXTURES, silent
from tests.rag.pdf.test_process import workers
from tests.support.pdfs import PdfMaker, of_pages

BOMB = FIXTURES / "flate_bomb_nested_x3_120MB.pdf"
_PARENT = """
import asyncio
from rag.adapters.pdf.process import PDF, Worker

async def main():
    worker = await Worker.start(PDF)
    await worker.is_ready(30)
    print(worker.process.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_file_is_read_by_a_worker_in_waiting_which_then_ends(tmp_path: Path) -> None:
    path = tmp_path / "made.pdf"
    path.write_bytes(of_pages(["The rent is 640 euros."]))
    spares = Spares(count=2, quiet=60)
    try:
        await spares.fill()
        before = workers()
        extraction = await PdfReader(spares=spares).read(path, silent)
        assert extraction.pages[0].text == "The rent is 640 euros."
        assert len(before) == 2
        assert len(workers()) == 1  # the one that read is gone
        assert workers() < before
    finally:
        await spares.close()
    assert not workers()


async def test_no_file_is_read_where_another_was(tmp_path: Path) -> None:
    spares = Spares(count=1, quiet=0)
    reader = PdfReader(replace(Limits(), shared_bytes=10**9), spares)
    seen: list[int] = []
    try:
        for number in range(3):
            await spares.fill()
            seen += [worker.process.pid for worker in spares.waiting]
            path = tmp_path / f"{number}.pdf"
            path.write_bytes(PdfMaker().add(f"Fact {number}.").build())
            assert (await reader.read(path, silent)).pages[0].text == f"Fact {number}."
    finally:
        await spares.close()
    assert len(set(seen)) == 3


async def test_one_that_died_in_waiting_costs_no_file() -> None:
    spares = Spares(count=1, quiet=60)
    try:
        await spares.fill()
        process = spares.waiting[0].process
        process.kill()
        await process.wait()
        extraction = await PdfReader(spares=spares).read(FIXTURES / "control_3p.pdf", silent)
        assert len(extraction.pages) == 3
    finally:
        await spares.close()


async def test_they_are_started_when_it_is_quiet_and_end_when_it_stays_so() -> None:
    spares = Spares(count=1, quiet=0, idle=0.4)
    try:
        await PdfReader(spares=spares).read(FIXTURES / "control_3p.pdf", silent)
        async with asyncio.timeout(30):
            while not spares.waiting:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)
            while spares.waiting:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        await spares.close()
    assert not workers()


async def test_limits_hold_in_one_that_waited() -> None:
    spares = Spares(count=1, quiet=60)
    limits = Limits(stream_bytes=300_000_000, memory=256 * 1024 * 1024)
    try:
        await spares.fill()
        with pytest.raises(TooComplex):
            await PdfReader(limits, spares).read(BOMB, silent)
    finally:
        await spares.close()


async def test_a_worker_ends_with_the_process_that_started_it() -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PARENT, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout
    pid = int(await parent.stdout.readline())
    assert _lives(pid)
    os.kill(parent.pid, signal.SIGKILL)
    await parent.communicate()
    async with asyncio.timeout(20):
        while _lives(pid):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def _lives(pid: int) -> bool:
    """Nobody may wait for a process whose parent is gone: what is dead counts as ended."""
    try:
        state = (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
