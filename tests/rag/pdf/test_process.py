"""A page that spins or kills the worker costs itself, not the file and not the caller."""

import asyncio
import os
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rag.adapters.pdf.bounds import Task
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.process import PDF, Worker
from rag.adapters.pdf.reader import PdfReader
from rag.errors import TooComplex
from tests.rag.pdf.conftest import FIXTURES, Read, silent
from tests.support.pdfs import PdfMaker, of_pages

SLOW = "BT /F1 12 Tf 60 700 Td " + "(x) Tj 0 -1 Td " * 120_000 + "ET"


async def test_a_page_that_takes_too_long_is_named_and_the_rest_is_read(read: Read) -> None:
    maker = PdfMaker().add("Fact one is 11.").add_content(SLOW).add("Fact three is 33.")
    limits = Limits(page_seconds=0.8, content_operands=10_000_000)
    pages = (await read(maker.build(), limits)).pages
    assert [p.state for p in pages] == ["read", "unreadable", "read"]
    assert pages[1].reason == "reading it took too long"
    assert pages[2].text == "Fact three is 33."


async def test_restarts_are_bounded(read: Read) -> None:
    maker = PdfMaker().add("Fact one is 11.")
    for _ in range(4):
        maker.add_content(SLOW)
    limits = Limits(page_seconds=0.4, restarts=1, content_operands=10_000_000)
    pages = (await read(maker.build(), limits)).pages
    assert [p.state for p in pages] == ["read"] + ["unreadable"] * 4


async def test_a_file_that_takes_too_long_as_a_whole_is_too_complex(read: Read) -> None:
    with pytest.raises(TooComplex):
        await read(
            PdfMaker().add_content(SLOW).build(),
            Limits(page_seconds=0.5, restarts=0, content_operands=10_000_000),
        )


async def test_little_memory_rejects_a_bomb_and_not_the_caller(read: Read) -> None:
    with pytest.raises(TooComplex):
        await read(
            "flate_bomb_nested_x3_120MB.pdf",
            Limits(stream_bytes=300_000_000, memory=256 * 1024 * 1024),
        )


async def test_the_loop_stays_free_and_progress_is_told(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(of_pages(*([f"Fact {n} is {n * 7}." for _ in range(30)] for n in range(120))))
    told: list[Mapping[str, object]] = []
    gaps: list[float] = []

    async def progress(key: str, numbers: Mapping[str, object]) -> None:
        assert key == "reading"
        told.append(numbers)

    async def tick() -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            gaps.append(time.monotonic() - before - 0.005)

    ticking = asyncio.create_task(tick())
    await PdfReader().read(path, progress)
    ticking.cancel()
    assert told[-1] == {"done": 120, "total": 120}
    assert len(told) < 20
    assert sorted(gaps)[-2] < 0.25  # generous: the machine is shared


async def test_a_cancelled_read_leaves_no_process(tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    path.write_bytes(PdfMaker().add("Fact one is 11.").add_content(SLOW).build())
    reading = asyncio.create_task(PdfReader(Limits(content_operands=10_000_000)).read(path, silent))
    await asyncio.sleep(0.4)
    running = workers()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert running
    assert not workers()


def workers(parent: int | None = None) -> set[int]:
    """Process ids of the workers that this process, or another, has started."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            started_by = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if PDF.module.encode() in command and started_by == (parent or os.getpid()):
            found.add(int(process.name))
    return found


def _environment(pid: int) -> bytes:
    path = Path(f"/proc/{pid}/environ")
    return path.read_bytes() if path.exists() else b""


async def test_the_worker_gets_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-secret")
    worker = await Worker.start()
    try:
        worker.give(Task(FIXTURES.resolve() / "control_3p.pdf", 1, Limits()))
        assert b"secret" not in _environment(worker.process.pid)
        assert (await worker.next(20))["pages"] == 3
    finally:
        await worker.stop()


async def test_nothing_is_said_of_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await PdfReader().read(tmp_path / "gone.pdf", silent)
