"""Two thousand broken files: none hangs, none takes a neighbour with it, all keep their limits."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from rag.adapters.pdf.limits import Limits
from rag.adapters.reading.reader import FileReader
from rag.errors import RejectedFile
from tests.support.mutation import mutated
from tests.support.pdfs import of_pages
from tests.support.scene import FIXTURES

LIMITS = Limits(
    pages=200,
    page_characters=50_000,
    file_characters=500_000,
    page_seconds=3,
    file_seconds=12,
    restarts=2,
)
_HEAVY = {"pages_500.pdf", "pagetree_deep_3000.pdf", "huge_text_one_page_3MB.pdf"}
_AT_A_TIME = max(2, os.cpu_count() or 2)
_GOOD = of_pages(["The neighbour's file says 4,117 bricks."])


async def silent(_stage: str, _numbers: object) -> None:
    """Progress that nobody looks at."""


def _sources() -> list[bytes]:
    paths = sorted(p for p in FIXTURES.rglob("*.pdf") if p.name not in _HEAVY)
    return [p.read_bytes() for p in paths if 200 < p.stat().st_size < 60_000]


async def _read(path: Path) -> None:
    """Reads it or says why not; what was read keeps what is promised of pages."""
    began = time.monotonic()
    try:
        found = await FileReader(LIMITS).read(path, silent, "fuzzed.pdf")
    except RejectedFile:
        return
    finally:
        assert time.monotonic() - began < 120, path.name  # 12 s on a machine of one's own
    assert [p.number for p in found.pages] == list(range(1, len(found.pages) + 1))
    for page in found.pages:
        page.text.encode()
        assert "\0" not in page.text
        assert bool(page.text) == (page.state == "read")
        assert len(page.text) <= LIMITS.page_characters * 2


async def _run(folder: Path, seeds: range) -> None:
    sources = _sources()
    turns = asyncio.Semaphore(_AT_A_TIME)

    async def one(seed: int) -> None:
        path = folder / f"{seed}.pdf"
        async with turns:
            path.write_bytes(mutated(seed, sources))
            await _read(path)
            path.unlink()

    neighbour = folder / "neighbour.pdf"
    neighbour.write_bytes(_GOOD)
    async with asyncio.TaskGroup() as group:
        for seed in seeds:
            group.create_task(one(seed))
        group.create_task(_neighbours(neighbour, turns))


async def _neighbours(path: Path, turns: asyncio.Semaphore) -> None:
    for _ in range(5):
        async with turns:
            found = await FileReader(LIMITS).read(path, silent)
        assert found.pages[0].text == "The neighbour's file says 4,117 bricks."


async def test_a_hundred_broken_files(tmp_path: Path) -> None:
    await _run(tmp_path, range(100))


@pytest.mark.nightly
async def test_two_thousand_broken_files(tmp_path: Path) -> None:
    await _run(tmp_path, range(100, 2000))
