"""One folder, two processes: one owns it, the other asks, shares or waits."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rag.adapters.milvus.connection import open_milvus
from rag.adapters.milvus.index import MilvusIndex, open_index
from rag.errors import StoreBusy
from tests.support.made import seen, version
from tests.support.processes import environment

EAST = [1.0, 0.0, 0.0, 0.0]
_OWNER = """
import asyncio, sys
from pathlib import Path
from rag.adapters.milvus.index import open_index
from tests.support.made import version

async def main(home):
    index = await open_index(
        str(home / "milvus.db"), "test", 4, locks=home, patience=1, share=False
    )
    made = version("v1", "Annual leave.", "Hotels.")
    await index.upsert("W1", "Handbook", made.children, [[1.0, 0.0, 0.0, 0.0]] * 2)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(dict(await index.counts("W1")), flush=True)
    await index.close()

asyncio.run(main(Path(sys.argv[1])))
"""


@contextmanager
def owner_of(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that owns the folder and has written ``v1``."""
    process = subprocess.Popen(
        [sys.executable, "-c", _OWNER, str(home)],
        cwd=home,
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


async def opened(home: Path, *, share: bool, patience: float = 0.0) -> MilvusIndex:
    uri = str(home / "milvus.db")
    return await open_index(uri, "test", 4, locks=home, patience=patience, share=share)


async def test_a_second_process_shares_the_folder_or_says_that_it_is_busy(tmp_path: Path) -> None:
    with owner_of(tmp_path) as owner:
        guest = await opened(tmp_path, share=True)
        assert not guest.address.is_owner
        assert await guest.counts("W1") == {"v1": 2}
        made = version("v2", "The fire alarm.")
        await guest.upsert("W1", "Handbook", made.children, [EAST])
        assert await guest.search_terms("alarm", "en", seen("v1", "v2"), 5) == ["v2-p1-c1"]
        await guest.close()
        assert (tmp_path / "milvus.address").exists(), "a guest took the owner's note away"

        with pytest.raises(StoreBusy) as refused:
            await opened(tmp_path, share=False, patience=0.3)
        assert "in use by another process" in str(refused.value)
        assert str(tmp_path / "milvus.db") in str(refused.value)

        out, _ = owner.communicate("go on\n", timeout=20)
        assert "{'v1': 2, 'v2': 1}" in out
    assert owner.returncode == 0
    assert not (tmp_path / "milvus.address").exists()


async def test_a_killed_owner_leaves_its_rows_and_no_lock(tmp_path: Path) -> None:
    with owner_of(tmp_path) as owner:
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    assert (tmp_path / "milvus.address").exists()
    index = await opened(tmp_path, share=False)
    assert index.address.is_owner
    assert await index.counts("W1") == {"v1": 2}
    assert await index.search_terms("hotel", "en", seen("v1"), 5) == ["v1-p2-c1"]
    await index.close()


async def test_half_an_index_left_by_a_kill_is_made_again(tmp_path: Path) -> None:
    with owner_of(tmp_path) as owner:
        await asyncio.to_thread(owner.communicate, "end\n")
    written = [p for p in (tmp_path / "milvus.db").rglob("indexes/*") if p.is_file()]
    assert written
    for path in written:
        path.write_bytes(b"")
    index = await opened(tmp_path, share=False)
    assert await index.counts("W1") == {"v1": 2}
    assert await index.search_terms("hotel", "en", seen("v1"), 5) == ["v1-p2-c1"]
    assert await index.search_vector([1.0, 0.0, 0.0, 0.0], "en", seen("v1"), 5)
    await index.close()


async def test_who_waits_gets_the_folder_when_the_owner_ends(tmp_path: Path) -> None:
    with owner_of(tmp_path) as owner:
        waiting = asyncio.create_task(opened(tmp_path, share=False, patience=30))
        await asyncio.sleep(0.5)
        assert not waiting.done()
        await asyncio.to_thread(owner.communicate, "end\n")
        index = await waiting
    assert await index.counts("W1") == {"v1": 2}
    await index.close()


@pytest.mark.parametrize("note", ["", "{}", '{"uri": 5}', '{"uri": "http://127.0.0.1:1"}', "[]"])
async def test_a_note_that_leads_nowhere_is_not_followed(tmp_path: Path, note: str) -> None:
    owner = await open_milvus(str(tmp_path / "milvus.db"), patience=0, share=False)
    try:
        (tmp_path / "milvus.address").write_text(note)
        with pytest.raises(StoreBusy):
            await open_milvus(str(tmp_path / "milvus.db"), patience=0, share=True)
    finally:
        await asyncio.to_thread(owner.release)


async def test_the_note_tells_where_the_owner_listens(tmp_path: Path) -> None:
    owner = await open_milvus(str(tmp_path / "new" / "milvus.db"), patience=0, share=True)
    noted = json.loads((tmp_path / "new" / "milvus.address").read_text())
    assert owner.is_owner
    assert noted == {"uri": owner.uri}
    assert owner.uri.startswith("http://127.0.0.1:")
    owner.release()
    owner.release()  # a second time is harmless
    assert not (tmp_path / "new" / "milvus.address").exists()


async def test_an_address_is_taken_as_it_is(tmp_path: Path) -> None:
    address = await open_milvus("http://milvus:19530", patience=0, share=False)
    assert (address.uri, address.is_owner) == ("http://milvus:19530", False)
    address.release()
