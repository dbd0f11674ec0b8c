"""A question from the command line, answered as its words and the settings say."""

import argparse
import sys
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

from rag.cli.output import write, write_json
from rag.cli.shapes import answer_json
from rag.modes import Mode, Modes, RetrievalChoice, Transform
from rag.sentences import page_reference
from rag.service import Footnote
from rag.surroundings import Surroundings
from rag.types import Answer, Citation, Question


def add_mode_words(command: argparse.ArgumentParser) -> None:
    """The words that override the settings for one question."""
    command.add_argument("--mode", choices=get_args(Mode), help="default: ANSWER_MODE")
    command.add_argument("--retrieval", choices=get_args(RetrievalChoice), help="how to search")
    command.add_argument("--transform", choices=get_args(Transform), help="how to make queries")
    command.add_argument("--top-k", type=int, metavar="N", help="passages to consider")
    command.add_argument("--rerank", action=argparse.BooleanOptionalAction, help="rerank them")
    command.add_argument("--web", action=argparse.BooleanOptionalAction, help="search the web")
    command.add_argument("--deadline", type=float, metavar="SECONDS", help="time for the work")
    command.add_argument("--trace", action="store_true", help="show the steps too")


def modes_of(parsed: argparse.Namespace, usual: Modes) -> Modes:
    """The usual modes with those that were given."""
    names = ("mode", "retrieval", "transform", "top_k", "rerank", "web", "deadline")
    given = {name: getattr(parsed, name) for name in names if getattr(parsed, name) is not None}
    return replace(usual, **given)


async def ask(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Asks; a refusal is an answer too."""
    job = f"cli:{uuid.uuid4().hex}"
    question = Question(
        text=parsed.question,
        audience=around.audience(parsed.channel),
        thread=f"cli/{parsed.thread or job}",
        asker=parsed.asker,
        job=job,
        asked_at=datetime.now(UTC),
        modes=modes_of(parsed, engine.modes),
    )
    answer = await engine.ask(question)
    if answer.outcome == "refused" and (await engine.health())["missing"]:
        sys.stderr.write(
            "Some documents are not in the index of this embedder. Run: python -m rag check --repair\n"
        )
    if parsed.json:
        write_json(answer_json(answer))
    else:
        _write(answer, trace=parsed.trace)
    return 0


def _write(answer: Answer, *, trace: bool) -> None:
    write(answer.text)
    for citation in answer.citations:
        write(_source(citation, answer))
    if trace:
        for step in answer.steps:
            write(f"  {step.line}  ({step.milliseconds:.0f} ms{step.usage.line})")


def _source(citation: Citation, answer: Answer) -> str:
    if citation.url:
        return f"[{citation.number}] {citation.title} · {citation.url}"
    page = page_reference(citation.page, citation.label, answer.language)
    return f"[{citation.number}] {citation.title} · {page}"
