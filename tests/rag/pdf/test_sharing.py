"""A large file is read by two workers, and what comes of it is the same."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rag.adapters.pdf import sharing
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reader import PdfReader
from rag.adapters.pdf.shares import Share
from rag.adapters.pdf.sharing import shares_of
from rag.errors import PasswordProtected, TooLarge
from tests.rag.pdf.conftest import Read, silent
from tests.rag.pdf.test_process import SLOW, workers
from tests.support.pdfs import PdfMaker, of_pages

SHARED = Limits(shared_bytes=0, shared_pages=2)


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "usable_cores", lambda: 2)


@pytest.mark.parametrize("total", [1, 2, 39, 40, 41])
def test_every_page_is_in_one_share(total: int) -> None:
    parts = [Share(1, 2).pages(total, Limits()), Share(2, 2).pages(total, Limits())]
    assert sorted(n for part in parts for n in part) == list(range(1, total + 1))
    assert bool(parts[1]) is (total >= 40)


def test_small_files_and_single_cores_have_one_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "made.pdf"
    path.write_bytes(b"x" * 70_000)
    assert shares_of(path, Limits()) == [Share(1, 2), Share(2, 2)]
    assert shares_of(path, Limits(shared_bytes=100_000)) == [Share()]
    monkeypatch.setattr(sharing, "usable_cores", lambda: 1)
    assert shares_of(path, Limits()) == [Share()]


async def test_it_reads_the_same_in_order_and_tells_all_pages(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    pages = (["Tariff of the harbour", f"Fact {n} is {n * 7}.", f"Page {n}"] for n in range(1, 62))
    path.write_bytes(of_pages(*pages))
    told: list[Mapping[str, object]] = []

    async def progress(_stage: str, numbers: Mapping[str, object]) -> None:
        told.append(numbers)

    alone = await PdfReader(Limits(shared_bytes=10**9)).read(path, silent)
    both = await PdfReader(SHARED).read(path, progress)
    assert both == alone
    assert [page.number for page in both.pages] == list(range(1, 62))
    assert told[-1] == {"done": 61, "total": 61}


async def test_pages_that_take_too_long_are_named_in_either_share(read: Read) -> None:
    maker = PdfMaker()
    for number in range(1, 9):
        if number in {3, 6}:
            maker.add_content(SLOW)
        else:
            maker.add(f"Fact {number} is {number * 11}.")
    limits = replace(SHARED, page_seconds=0.8, content_operands=10_000_000)
    pages = (await read(maker.build(), limits)).pages
    assert [p.number for p in pages if p.state != "read"] == [3, 6]
    assert {pages[2].reason, pages[5].reason} == {"reading it took too long"}
    assert pages[7].text == "Fact 8 is 88."


async def test_restarts_are_bounded_for_both_together(read: Read) -> None:
    maker = PdfMaker().add("Fact one is 11.").add("Fact two is 22.")
    for _ in range(10):
        maker.add_content(SLOW)
    limits = replace(SHARED, page_seconds=0.4, restarts=2, content_operands=10_000_000)
    began = time.monotonic()
    pages = (await read(maker.build(), limits)).pages
    assert time.monotonic() - began < 8
    assert [p.state for p in pages] == ["read"] * 2 + ["unreadable"] * 10
    assert sum(p.reason == "reading it took too long" for p in pages) in {3, 4}


async def test_what_the_file_as_a_whole_is_refused_for_is_told_once(read: Read) -> None:
    with pytest.raises(PasswordProtected):
        await read("enc_real_password_aes256.pdf", SHARED)
    with pytest.raises(TooLarge):
        await read(of_pages(*(["Fact."] for _ in range(9))), replace(SHARED, pages=8))
    with pytest.raises(TooLarge):
        await read("control_3p.pdf", replace(SHARED, file_characters=10))


async def test_a_cancelled_read_leaves_neither_process(tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    maker = PdfMaker().add_content(SLOW).add_content(SLOW)
    path.write_bytes(maker.build())
    limits = replace(SHARED, content_operands=10_000_000)
    reading = asyncio.create_task(PdfReader(limits).read(path, silent))
    await asyncio.sleep(0.4)
    running = workers()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert len(running) == 2
    assert not workers()
