"""`python -m rag evaluate`, on sets of a few lines laid out like the real ones."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from rag.bootstrap import open_engine
from rag.cli.evaluating import measure
from rag.config import RagSettings
from rag.errors import SettingsError
from rag.evaluation.groundedness import groundedness
from rag.evaluation.run import Wanted, evaluate
from rag.evaluation.scores import auroc, hits, shares
from rag.evaluation.sets import SetName, sampled
from tests.support.pdfs import of_pages

PAGES = (
    ["Leave", "Employees have 27 days of paid annual leave in each calendar year."],
    ["Hotels", "A hotel in Porto may cost up to 120 euros a night."],
)


def write_lines(path: Path, *rows: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    pdfs = folder / "mmlongbench" / "pdfs"
    pdfs.mkdir(parents=True)
    (pdfs / "rules.pdf").write_bytes(of_pages(*PAGES))
    asked = {"doc": "rules.pdf", "doc_pages": 2}
    write_lines(
        folder / "mmlongbench" / "questions.jsonl",
        {
            **asked,
            "id": 1,
            "question": "How many days of annual leave do employees have?",
            "unanswerable": False,
            "gold_pages_1based": [1],
        },
        {
            **asked,
            "id": 2,
            "question": "What may a hotel in Porto cost a night?",
            "unanswerable": False,
            "gold_pages_1based": [2],
        },
        {
            **asked,
            "id": 3,
            "question": "What is the colour of the moon?",
            "unanswerable": True,
            "gold_pages_1based": [],
        },
    )
    write_lines(
        folder / "stard" / "queries.jsonl",
        {"id": 0, "question": "谁可以成为个体工商户？", "gold": ["民法典第五十四条"]},
    )
    write_lines(
        folder / "stard" / "corpus_articles.jsonl",
        {
            "id": "民法典第五十四条",
            "law": "民法典",
            "text": "自然人从事工商业经营，经依法登记，为个体工商户。",
        },
        {"id": "民法典第五十五条", "law": "民法典", "text": "未成年人的父母是其监护人。"},
    )
    passage = {"id": "p1", "text": "A permit is valid for 12 months after you apply."}
    write_lines(
        folder / "mtrag" / "mtragun_tasks.jsonl",
        {
            "id": "t1",
            "corpus": "govt",
            "answerability": "ANSWERABLE",
            "question": "How long is a permit valid?",
            "history": [{"role": "user", "text": "hi"}, {"role": "agent", "text": "hello"}],
            "gold_passages": [passage],
        },
    )
    judged = {"passages": [passage["text"]]}
    write_lines(
        folder / "mtrag" / "human_judged_responses.jsonl",
        {**judged, "response": "A permit is valid for 12 months.", "faithfulness_1to4": [4, 4]},
        {**judged, "response": "Cats sleep for 19 hours a day.", "faithfulness_1to4": [1, 2]},
        {**judged, "response": "not judged", "faithfulness_1to4": []},
    )
    return folder


def settings(home: Path) -> RagSettings:
    return RagSettings(_env_file=None, footnote_home=home, embedder="use", answer_model="")


async def figures(name: SetName, data: Path, home: Path, **more: Any) -> dict[str, Any]:
    told: list[str] = []
    wanted = Wanted(name, data, **more)
    found = await evaluate(wanted, settings(home), open_engine, told.append)
    assert told
    return found


async def test_pages_and_refusals(data: Path, tmp_path: Path):
    cache = tmp_path / "cache"
    found = await figures("mmlongbench", data, tmp_path / "mine", cache=cache)
    assert found["retrieval"]["questions"] == 2
    assert found["retrieval"]["across"]["hit@5"] == 1.0
    assert found["retrieval"]["within"]["hit@5"] == 1.0
    assert found["retrieval"]["right document first"] == 1.0
    assert found["refusal"]["auroc"] == 1.0
    assert found["refusal"]["unanswerable"] == {"refused": 1}
    assert found["refusal"]["answerable"]["answered"] == 2
    assert (cache / "footnote.db").exists()
    assert not (tmp_path / "mine").exists()


async def test_statutes(data: Path, tmp_path: Path):
    found = await figures("stard", data, tmp_path / "mine", limit=5)
    assert found["articles"] == 2
    assert found["retrieval"]["across"]["hit@1"] == 1.0


async def test_threads_and_groundedness(data: Path, tmp_path: Path):
    found = await figures("mtrag", data, tmp_path / "mine")
    assert found["retrieval"]["across"]["hit@1"] == 1.0
    assert found["groundedness"] == {"responses": 2, "auroc": 1.0}


async def test_the_home_of_the_documents_is_never_used(data: Path, tmp_path: Path):
    with pytest.raises(SettingsError, match="FOOTNOTE_HOME"):
        await figures("mtrag", data, tmp_path / "mine", cache=tmp_path / "mine")


async def test_a_set_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(SettingsError, match="financebench"):
        await figures("financebench", tmp_path, tmp_path / "mine")


@pytest.mark.parametrize("as_json", [True, False])
async def test_the_command_prints_figures_and_tells_of_progress_beside(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
):
    parsed = argparse.Namespace(
        set="mtrag", data=data, limit=1, seed=7, embedder="use", cache=None, json=as_json
    )
    assert await measure(settings(tmp_path / "mine"), parsed, open_engine) == 0
    printed = capsys.readouterr()
    assert "searched 1/1" in printed.err
    if as_json:
        assert json.loads(printed.out)["seed"] == 7
    else:
        assert "groundedness:" in printed.out


def test_a_sample_is_the_same_for_the_same_seed_and_in_order():
    assert sampled(range(100), 5, 3) == sampled(range(100), 5, 3)
    assert sampled(range(100), 5, 3) != sampled(range(100), 5, 4)
    assert sampled(range(100), 5, 3) == sorted(sampled(range(100), 5, 3))
    assert sampled([1, 2], 0, 1) == sampled([1, 2], 9, 1) == [1, 2]


def test_the_area_under_the_curve():
    assert auroc([(0.1, False), (0.9, True)]) == 1.0
    assert auroc([(0.9, False), (0.1, True)]) == 0.0
    assert auroc([(0.5, False), (0.5, True)]) == 0.5
    assert auroc([(0.5, True)]) is None
    assert auroc([]) is None


def test_hits_count_the_first_few():
    assert hits(["a", "b"], {"b"}) == {1: False, 5: True, 10: True}
    assert shares([hits(["b"], {"b"}), hits([], {"b"})])["hit@1"] == 0.5
    assert shares([]) == {}


def test_groundedness_is_low_for_what_no_passage_has():
    passage = ["A permit is valid for 12 months."]
    assert groundedness("A permit is valid for 12 months.", passage) == 1.0
    assert groundedness("A permit is valid for 99 months.", passage) < 0.5
    assert groundedness("", passage) == 0.0
    assert groundedness("A permit.", []) == 0.0
