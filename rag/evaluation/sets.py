"""The sets as they lie in their folder, read into one shape."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from rag.types import Turn

SetName = Literal["financebench", "mmlongbench", "stard", "mtrag"]
SETS: tuple[SetName, ...] = ("financebench", "mmlongbench", "stard", "mtrag")
_DISTRACTORS = 10  # articles a question that a sample of the statutes keeps beside the gold ones

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Item:
    """A question. ``gold`` are the pages of ``document``, or names of articles or passages."""

    id: str
    question: str
    document: str = ""
    gold: frozenset[int | str] = frozenset()
    answerable: bool = True
    history: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Article:
    """A text that is searched as it is: ``name`` is what questions mean by it."""

    name: str
    group: str
    text: str


@dataclass(frozen=True, slots=True)
class Response:
    """An answer that people judged: whether it is true to its passages."""

    text: str
    passages: tuple[str, ...]
    faithful: float


def lines(path: Path) -> Iterator[Mapping[str, Any]]:
    """The objects of a JSON-lines file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def sampled(items: Sequence[T], limit: int, seed: int) -> list[T]:
    """All of them, or so many drawn at random, the same ones for the same seed, in their order."""
    if not 0 < limit < len(items):
        return list(items)
    drawn = random.Random(seed).sample(range(len(items)), limit)  # noqa: S311 # nosec B311  # a sample, no secret
    return [items[i] for i in sorted(drawn)]


def page_items(folder: Path) -> list[Item]:
    """Questions whose gold is pages of a PDF: FinanceBench and MMLongBench-Doc."""
    return [
        Item(
            id=str(row["id"]),
            question=row["question"],
            document=_pdf(row["doc"]),
            gold=frozenset(row["gold_pages_1based"]),
            answerable=not row.get("unanswerable", False),
        )
        for row in lines(folder / "questions.jsonl")
    ]


def statute_items(folder: Path) -> list[Item]:
    """Questions of STARD."""
    return [
        Item(id=str(row["id"]), question=row["question"], gold=frozenset(row["gold"]))
        for row in lines(folder / "queries.jsonl")
    ]


def statutes(folder: Path, items: Sequence[Item], limit: int, seed: int) -> list[Article]:
    """Every article, or with a limit the gold ones and ten others a question."""
    found = [Article(r["id"], r["law"], r["text"]) for r in lines(folder / "corpus_articles.jsonl")]
    if not limit:
        return found
    wanted = {name for item in items for name in item.gold}
    others = [article for article in found if article.name not in wanted]
    kept = {a.name for a in sampled(others, _DISTRACTORS * len(items), seed)} | wanted
    return [article for article in found if article.name in kept]


def thread_items(folder: Path) -> list[Item]:
    """The last questions of MTRAG's threads, with what was said before."""
    return [
        Item(
            id=str(row["id"]),
            question=row["question"],
            gold=frozenset(p["id"] for p in row["gold_passages"]),
            answerable=row["answerability"] in {"ANSWERABLE", "PARTIAL"},
            history=tuple(_turn(turn) for turn in row["history"]),
        )
        for row in lines(folder / "mtragun_tasks.jsonl")
    ]


def thread_passages(folder: Path) -> list[Article]:
    """The pool that they are searched in: the gold passages of all threads, each once."""
    found: dict[str, Article] = {}
    for row in lines(folder / "mtragun_tasks.jsonl"):
        for passage in row["gold_passages"]:
            found.setdefault(passage["id"], Article(passage["id"], row["corpus"], passage["text"]))
    return list(found.values())


def responses(folder: Path) -> list[Response]:
    """Answers with what people thought of them, 1 to 4 averaged over who judged."""
    found = []
    for row in lines(folder / "human_judged_responses.jsonl"):
        marks = row["faithfulness_1to4"]
        if marks and row["passages"]:
            texts = tuple(map(str, row["passages"]))
            found.append(Response(row["response"], texts, sum(marks) / len(marks)))
    return found


def _pdf(name: str) -> str:
    return name if name.lower().endswith(".pdf") else f"{name}.pdf"


def _turn(said: Mapping[str, str]) -> Turn:
    return Turn("person" if said["role"] == "user" else "bot", said["text"])
