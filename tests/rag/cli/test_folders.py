"""Which files a folder holds: what can't be read is said, and nothing is waited for without end."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from rag.__main__ import main
from rag.cli.finding import found_files, is_readable

Told = Callable[..., tuple[int, list[dict[str, Any]]]]
TEXT = "The toll of the bridge is 7 euros for each cart that crosses it in the night.\n"
_NOBODY = 65534


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    """Exit code and results of an ingestion."""
    monkeypatch.setenv("FOOTNOTE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("EMBEDDER", "use")

    def call(*paths: Path | str) -> tuple[int, list[dict[str, Any]]]:
        code = main(["ingest", *map(str, paths), "--json"])
        return code, json.loads(capsys.readouterr().out)

    return call


@contextmanager
def without_rights() -> Iterator[None]:
    """Root may open everything."""
    was = os.geteuid()
    if was:
        yield
        return
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


def test_what_is_no_file_is_said_and_not_waited_for(tmp_path: Path, told: Told) -> None:
    folder = tmp_path / "in"
    (folder / "dir.pdf").mkdir(parents=True)
    os.mkfifo(folder / "pipe.pdf")
    (folder / "gone.docx").symlink_to(tmp_path / "nowhere.docx")
    (folder / "self.md").symlink_to("self.md")
    (folder / "up").symlink_to("..")
    (folder / "toll.txt").write_text(TEXT)
    (folder / "link.txt").symlink_to("toll.txt")
    (folder / "zero.pdf").touch()
    code, found = told(folder)
    assert code == 1
    assert {r["document"]: r.get("reason") if r["status"] == "rejected" else "" for r in found} == {
        "gone.docx": "not_found",
        "self.md": "not_opened",
        "toll.txt": "",
        "link.txt": "",
        "zero.pdf": "empty",
    }
    code, found = told(folder / "pipe.pdf", "/dev/zero", folder / "nothing.pdf")
    assert code == 1
    assert [r["reason"] for r in found] == ["not_opened", "not_opened", "not_found"]


def test_a_folder_that_can_not_be_looked_into_is_named() -> None:
    with TemporaryDirectory() as made:  # pytest's own is below one that others can't enter
        folder = Path(made)
        for name in ("open", "locked"):
            (folder / name).mkdir()
            (folder / name / f"{name}.txt").write_text(TEXT)
        folder.chmod(0o755)
        (folder / "locked").chmod(0)
        try:
            with without_rights():
                found = found_files([made, str(folder / "locked" / "locked.txt")])
                assert is_readable(folder / "locked" / "locked.txt")
        finally:
            (folder / "locked").chmod(0o755)
        assert list(found.values()) == ["locked", "open.txt", "locked.txt"]
        assert not is_readable(folder / "locked")


def test_a_file_that_is_given_twice_is_read_once(tmp_path: Path) -> None:
    for name in ("a.txt", "sub/a.txt", "sub/b.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    one, around = str(tmp_path / "sub" / "b.md"), str(tmp_path / "sub" / ".." / "sub" / "b.md")
    assert list(found_files([one, around]).values()) == ["b.md"]
    everything = found_files([str(tmp_path), str(tmp_path / "sub"), one])
    assert list(everything.values()) == ["a.txt", "sub/a.txt", "b.md"]


def test_an_empty_folder_in_json_is_an_empty_list(tmp_path: Path, told: Told) -> None:
    (tmp_path / "in").mkdir()
    assert told(tmp_path / "in") == (1, [])
