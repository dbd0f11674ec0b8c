"""``python -m rag`` as people and scripts use it."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from bot.samples import HANDBOOK, STAFF_RULES, sample_path
from rag.__main__ import main
from rag.cli.output import write
from rag.text.titles import kept_name
from tests.support.pdfs import of_pages
from tests.support.processes import run
from tests.support.scene import FIXTURES

LEAVE = "How many days of annual leave do I get?"
FERRY = "The ferry to Texel leaves from quay seven at half past nine every morning."
FERRY_QUESTION = "From which quay does the ferry to Texel leave?"

Cli = Callable[..., tuple[int, str, str]]


def unspaced(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the two samples and a text file were read, by a process of its own."""
    found = tmp_path_factory.mktemp("home")
    folder = found / "papers" / "inner"
    folder.mkdir(parents=True)
    (folder / HANDBOOK).write_bytes(sample_path(HANDBOOK).read_bytes())
    (found / "papers" / STAFF_RULES).write_bytes(sample_path(STAFF_RULES).read_bytes())
    (found / "papers" / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing more")
    done = run("rag", "ingest", "papers", "--json", home=found)
    (found / "ingested.json").write_text(done.stdout)
    assert done.returncode == 1, done.stderr
    return found


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """A command in this process: its exit code, and what it wrote."""
    monkeypatch.chdir(home)
    for name in ("DATABASE_URL", "MILVUS_URI", "ANSWER_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FOOTNOTE_HOME", str(home))
    monkeypatch.setenv("EMBEDDER", "use")

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(arguments)
        written = capsys.readouterr()
        return code, written.out, written.err

    return call


def asked(cli: Cli, *arguments: str) -> dict[str, Any]:
    code, out, _ = cli("ask", *arguments, "--json")
    assert code == 0
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_a_folder_is_read_whole_though_one_file_is_broken(home: Path) -> None:
    found = json.loads((home / "ingested.json").read_text())
    by_name = {result["document"]: result for result in found}
    assert set(by_name) == {HANDBOOK, STAFF_RULES, "broken.pdf"}
    assert by_name["broken.pdf"]["status"] == "rejected"
    assert by_name["broken.pdf"]["reason"] == "damaged"
    handbook = by_name[HANDBOOK]
    assert (handbook["status"], handbook["pages"], handbook["version"]) == ("ready", 12, 1)
    assert [page["page"] for page in handbook["unreadable"]] == [12]
    assert handbook["parents"] > 5
    assert handbook["children"] >= handbook["parents"]
    assert handbook["strategy"] in {"recursive", "semantic", "fixed"}
    assert by_name[STAFF_RULES]["languages"] == ["zh"]
    assert handbook["steps"][0]["node"] == "load"


@pytest.mark.parametrize(
    ("text", "document", "page", "label"),
    [(LEAVE, HANDBOOK, 5, "2"), ("入职满一年后，每年有几天年假？", STAFF_RULES, 2, "2")],
)
def test_an_answer_in_json_quotes_what_is_on_the_page(
    cli: Cli, text: str, document: str, page: int, label: str
) -> None:
    answer = asked(cli, text)
    assert answer["outcome"] == "answered"
    assert answer["question"] == text
    assert re.search(r"\[1\]", answer["answer"])
    first = answer["citations"][0]
    assert (first["document"], first["page"], first["label"]) == (document, page, label)
    pages = PdfReader(sample_path(document)).pages
    for citation in answer["citations"]:
        printed = unspaced(pages[citation["page"] - 1].extract_text())
        assert unspaced(citation["quote"]) in printed
    assert all(claim["verdict"] == "supported" for claim in answer["claims"])
    assert answer["claims"][0]["cites"] == [1]
    assert [step["node"] for step in answer["steps"]][:2] == ["understand", "retrieve"]
    assert all({"summary", "milliseconds", "usage"} <= set(step) for step in answer["steps"])


def test_a_refusal_is_an_answer_without_sources(cli: Cli) -> None:
    answer = asked(cli, "Is there a parking space for me at the office?")
    assert (answer["outcome"], answer["citations"]) == ("refused", [])


def test_an_answer_for_people_ends_with_its_sources(home: Path) -> None:
    done = run("rag", "ask", LEAVE, home=home)
    assert done.returncode == 0, done.stderr
    assert "27 days" in done.stdout
    last = done.stdout.strip().splitlines()[-1]
    assert re.fullmatch(r"\[1\] .+ · p\. 2 \(PDF page 5\)", last)


def test_a_thread_is_a_conversation_and_another_one_is_not(cli: Cli) -> None:
    asked(cli, LEAVE, "--thread", "mine")
    answer = asked(cli, "And for contractors?", "--thread", "mine")
    assert "Contractors have no paid annual leave" in answer["answer"]
    assert "leave" in answer["standalone"]
    assert "leave" not in asked(cli, "And for contractors?", "--thread", "other")["standalone"]


def test_a_document_of_a_channel_is_seen_there_and_nowhere_else(cli: Cli, home: Path) -> None:
    (home / "ferry.pdf").write_bytes(of_pages([FERRY]))
    code, out, _ = cli("ingest", "ferry.pdf", "--channel", "hr")
    assert code == 0
    assert out.startswith("✓ ferry.pdf: 1 page, ")
    assert asked(cli, FERRY_QUESTION, "--channel", "hr")["outcome"] == "answered"
    for elsewhere in (["--channel", "general"], ["--channel", "hr", "--workspace", "other"]):
        answer = asked(cli, FERRY_QUESTION, *elsewhere)
        assert (answer["outcome"], answer["citations"]) == ("refused", [])
    assert asked(cli, LEAVE, "--channel", "general")["outcome"] == "answered"

    _, out, _ = cli("documents", "--channel", "hr", "--json")
    shown = {d["document"]: d for d in json.loads(out)}
    assert set(shown) == {HANDBOOK, STAFF_RULES, "ferry.pdf"}
    assert shown["ferry.pdf"]["channel"] == "hr"
    assert shown[HANDBOOK]["unreadable"] == [12]
    _, out, _ = cli("documents")
    assert "ferry.pdf" not in out
    assert HANDBOOK in out


def test_the_same_file_again_is_there_already(cli: Cli) -> None:
    code, out, _ = cli("ingest", f"papers/inner/{HANDBOOK}", "--json")
    assert code == 0
    [result] = json.loads(out)
    assert (result["status"], result["version"]) == ("already", 1)


def test_a_forgotten_document_is_gone_and_an_unknown_one_is_an_error(cli: Cli, home: Path) -> None:
    (home / "bridge.pdf").write_bytes(of_pages(["The bridge over the lock opens at noon."]))
    cli("ingest", "bridge.pdf", "--channel", "lock")
    code, out, err = cli("forget", "bridge.pdf", "--channel", "general")
    assert (code, out) == (1, "")
    assert "bridge.pdf" in err
    code, out, _ = cli("forget", "BRIDGE.pdf", "--channel", "lock", "--json")
    assert code == 0
    assert [d["document"] for d in json.loads(out)] == ["bridge.pdf"]
    assert asked(cli, "When does the bridge open?", "--channel", "lock")["outcome"] == "refused"


def test_reindexing_says_how_many_documents_there_were(cli: Cli) -> None:
    code, out, _ = cli("reindex", "--json")
    assert code == 0
    assert json.loads(out)["documents"] >= 2
    assert asked(cli, LEAVE)["outcome"] == "answered"


def test_a_graph_is_text_or_a_picture(cli: Cli, home: Path) -> None:
    code, out, _ = cli("graph", "answer")
    assert code == 0
    assert "understand -.-> refuse;" in out
    assert cli("graph", "ingest", "--png", "drawn.png")[0] == 0
    assert (home / "drawn.png").read_bytes().startswith(b"\x89PNG")


def test_a_file_that_is_not_there_is_said_and_the_next_one_is_read(cli: Cli, home: Path) -> None:
    (home / "empty.pdf").write_bytes(b"")
    (home / "notes.pdf").write_bytes(b"just words")
    (home / "fine.pdf").write_bytes(of_pages([FERRY + " Weekdays only."]))
    code, out, _ = cli(
        "ingest", "gone.pdf", "empty.pdf", "notes.pdf", "fine.pdf", "--channel", "x", "--json"
    )
    assert code == 1
    reasons = {r["document"]: r.get("reason") for r in json.loads(out) if r["status"] != "ready"}
    assert reasons == {"gone.pdf": "not_found", "empty.pdf": "empty", "notes.pdf": "not_pdf"}
    assert json.loads(out)[-1]["status"] == "ready"


def test_wrong_words_are_told_on_stderr(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["frobnicate"])
    assert stopped.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"EMBEDDER": "openai"}, "EMBEDDING_MODEL"),
        ({"EMBEDDER": "nonsense"}, "EMBEDDER"),
        ({"TOP_K": "many"}, "TOP_K"),
    ],
)
def test_a_wrong_setting_is_named_on_stderr_without_a_traceback(
    tmp_path: Path, settings: dict[str, str], says: str
) -> None:
    done = run("rag", "documents", home=tmp_path, **settings)
    assert done.returncode == 1
    assert done.stdout == ""
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_an_empty_folder_is_said_to_be_empty(cli: Cli, home: Path) -> None:
    (home / "nothing").mkdir()
    code, out, err = cli("ingest", "nothing")
    assert code == 1
    assert "No files" in out + err


def test_files_of_one_name_in_a_folder_are_documents_of_their_own(cli: Cli, tmp_path: Path) -> None:
    odd = [os.fsdecode(b"gate\xe9.txt"), os.fsdecode(b"gate\xe8.txt")]
    names = ["plan.txt", "north/plan.txt", "south\nwing/plan.txt", *odd]
    for number, name in enumerate(names):
        path = tmp_path / "many" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"The gate of part {number} is opened at {number + 5} in the morning.\n")
    for mark in "✓=":  # read, and then there already
        code, out, _ = cli("ingest", str(tmp_path / "many"), "--channel", "many")
        told = [line.partition(": ")[0] for line in out.splitlines()[:5]]
        assert code == 0
        assert told == [
            *(f"{mark} {kept_name(name)}" for name in sorted(odd)),
            f"{mark} north/plan.txt",
            f"{mark} plan.txt",
            f"{mark} south wing/plan.txt",
        ]
    _, out, _ = cli("documents", "--channel", "many")
    placed = [line for line in out.splitlines() if line.endswith("in many")]
    assert [line.count("version 1") for line in placed] == [1] * 5
    (tmp_path / "many" / "plan.txt").write_text("The gate stays open for the whole of the day.\n")
    _, out, _ = cli("ingest", str(tmp_path / "many"), "--channel", "many")
    assert "version 2 replaces version 1" in out
    assert out.count("there already") == 4 + 1
    assert cli("forget", odd[0], "--channel", "many")[0] == 0
    assert f"  {kept_name(odd[1])}  " in cli("documents", "--channel", "many")[1]


def test_what_can_not_be_compared_is_said_in_words(cli: Cli, tmp_path: Path) -> None:
    assert "is a folder" in cli("compare", str(tmp_path))[2]
    locked = FIXTURES / "enc_real_password_aes256.pdf"
    assert "was not read: protected by a password" in cli("compare", str(locked))[2]
    assert f"Did you mean: {HANDBOOK}?" in cli("compare", "handbok")[2]
    nowhere = str(tmp_path / "no" / "x.png")
    code, _, err = cli("compare", HANDBOOK, "--png", nowhere)
    assert (code, err) == (1, f"{nowhere}: No such file or directory\n")


def test_a_line_can_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    write("\x1b[2Jname\u202e.pdf \ud800 ok")
    assert capsys.readouterr().out == "�[2Jname�.pdf � ok\n"
