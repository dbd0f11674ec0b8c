"""What each command does."""

import argparse
import asyncio
import json
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from rag.bootstrap import graph_drawing, graph_picture, open_engine
from rag.cli.parser import CHANNEL, WORKSPACE
from rag.cli.shapes import answer_json, placement_json, receipt_json
from rag.config import RagSettings
from rag.errors import RejectedFile
from rag.sentences import page_reference
from rag.service import Footnote
from rag.surroundings import Surroundings, read_surroundings
from rag.types import Question, Upload

Command = Callable[[RagSettings, argparse.Namespace], Awaitable[int]]


async def ingest(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Reads files; one that can't be read is said and the next goes on."""
    files = await asyncio.to_thread(_files, parsed.paths)
    results: list[dict[str, object]] = []
    async with _engine(settings) as engine:
        around = _surroundings(settings, parsed)
        for path in files:
            results.append(await _ingest_one(engine, path, around, parsed))
            if not parsed.json:
                _print_result(results[-1])
    if parsed.json:
        _print_json(results)
    return 0 if files and all(r["status"] in {"ready", "already"} for r in results) else 1


async def ask(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Asks; a refusal is an answer too."""
    async with _engine(settings) as engine:
        around = _surroundings(settings, parsed)
        job = f"cli:{uuid.uuid4().hex}"
        question = Question(
            text=parsed.question,
            audience=around.audience(parsed.channel),
            thread=f"cli/{parsed.thread or job}",
            asker=parsed.asker,
            job=job,
            asked_at=datetime.now(UTC),
        )
        answer = await engine.ask(question)
    if parsed.json:
        _print_json(answer_json(answer))
        return 0
    _print(answer.text)
    for c in answer.citations:
        _print(f"[{c.number}] {c.title} · {page_reference(c.page, c.label, answer.language)}")
    return 0


async def documents(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Lists what can be asked about."""
    async with _engine(settings) as engine:
        around = _surroundings(settings, parsed)
        found = await engine.documents(around.audience(parsed.channel))
    if parsed.json:
        _print_json([placement_json(p) for p in found])
        return 0
    for p in found:
        _print(f"{p.document}  {p.name}  version {p.number}, {p.pages} pages, in {p.channel}")
    if not found:
        _print("No documents yet: python -m rag ingest FILE.pdf")
    return 0


async def forget(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Removes a document; its content goes with the last place that shows it."""
    async with _engine(settings) as engine:
        around = _surroundings(settings, parsed)
        gone = await engine.forget(parsed.document, around.audience(parsed.channel))
    if parsed.json:
        _print_json([placement_json(p) for p in gone])
        return 0
    for p in gone:
        _print(f"Forgotten: {p.name} in {p.channel}")
    return 0


async def reindex(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Writes every live document into the search index again."""

    async def show(_stage: str, numbers: Mapping[str, object]) -> None:
        if not parsed.json:
            _print(f"{numbers['done']}: {numbers['document']}")

    async with _engine(settings) as engine:
        done = await engine.maintenance.reindex(show)
    if parsed.json:
        _print_json({"documents": done})
    else:
        _print(f"{done} documents indexed")
    return 0


async def graph(_settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Prints or paints a graph."""
    if not parsed.png:
        _print(graph_drawing(parsed.graph))
        return 0
    picture = await graph_picture(parsed.graph)
    await asyncio.to_thread(Path(parsed.png).write_bytes, picture)
    return 0


COMMANDS: Mapping[str, Command] = {
    "ingest": ingest,
    "ask": ask,
    "documents": documents,
    "forget": forget,
    "reindex": reindex,
    "graph": graph,
}


@asynccontextmanager
async def _engine(settings: RagSettings) -> AsyncIterator[Footnote]:
    engine = await open_engine(settings)
    try:
        yield engine
    finally:
        await engine.close()


def _surroundings(settings: RagSettings, parsed: argparse.Namespace) -> Surroundings:
    """The workspace asked for, else the bot's beside us, else the command line's own."""
    noted = read_surroundings(settings.footnote_home)
    if noted and parsed.workspace in {"", noted.workspace}:
        return noted
    return Surroundings(parsed.workspace or WORKSPACE, {CHANNEL: CHANNEL})


async def _ingest_one(
    engine: Footnote, path: Path, around: Surroundings, parsed: argparse.Namespace
) -> dict[str, object]:
    upload = Upload(
        path=path,
        name=path.name,
        workspace=around.workspace,
        channel=around.channel(parsed.channel),
        uploader="cli",
        strategy=parsed.strategy,
    )
    try:
        return receipt_json(str(path), await engine.ingest(upload))
    except RejectedFile as error:
        rejected = {"path": str(path), "document": path.name, "status": "rejected"}
        return {**rejected, "reason": error.reason, "pages": error.pages}
    except OSError as error:
        missing = {"path": str(path), "document": path.name, "status": "rejected"}
        return {**missing, "reason": "not_found", "detail": error.strerror or ""}


def _files(paths: Sequence[str]) -> list[Path]:
    """Files as given, and the PDFs of folders, in order of their names."""
    found: list[Path] = []
    for given in map(Path, paths):
        inside = sorted(p for p in given.rglob("*") if p.suffix.lower() == ".pdf")
        found.extend(inside if given.is_dir() else [given])
    return found


def _print_result(result: Mapping[str, object]) -> None:
    if result["status"] == "rejected":
        _print(f"✗ {result['document']}: {result['reason']}")
        return
    unread = [page["page"] for page in result["unreadable"]]  # type: ignore[attr-defined]  # a list that shapes.py made
    missing = f"; not readable: {', '.join(map(str, unread))}" if unread else ""
    _print(
        f"✓ {result['document']}: {result['pages']} pages, {result['parents']} parents, "
        f"{result['children']} children{missing}"
    )


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


def _print_json(value: object) -> None:
    _print(json.dumps(value, ensure_ascii=False, indent=2, default=str))
