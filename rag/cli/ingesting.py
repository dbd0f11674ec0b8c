"""Files and whole folders, read one after another."""

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rag.cli.output import Advance, advancing, write, write_json
from rag.cli.shapes import receipt_json
from rag.errors import RejectedFile
from rag.service import Footnote
from rag.surroundings import Surroundings
from rag.types import Upload

Result = Mapping[str, object]
_GOOD = frozenset({"ready", "already"})
_SUFFIXES = frozenset({".pdf", ".docx", ".md", ".markdown", ".txt"})


async def ingest(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Reads files; one that can't be read is said and the next goes on.

    What is there already is told by its bytes and skipped, so the command may be stopped and
    started again.
    """
    files = await asyncio.to_thread(_files, parsed.paths)
    began = time.monotonic()
    results: list[Result] = []
    with advancing(len(files), quiet=parsed.json) as advance:
        for path in files:
            result = await _ingest_one(engine, path, around, parsed, advance)
            results.append(result)
            if not parsed.json:
                advance.line(_told(result))
            advance.step()
    if parsed.json:
        write_json(results)
    elif not files:
        write("No files of a supported type: PDF, Word, Markdown or plain text.")
    elif len(files) > 1:
        write(_summary(results, time.monotonic() - began))
    return 0 if files and all(r["status"] in _GOOD for r in results) else 1


async def _ingest_one(
    engine: Footnote,
    path: Path,
    around: Surroundings,
    parsed: argparse.Namespace,
    advance: Advance,
) -> Result:
    upload = Upload(
        path=path,
        name=path.name,
        workspace=around.workspace,
        channel=around.channel(parsed.channel),
        uploader="cli",
        strategy=parsed.strategy,
    )
    rejected = {"path": str(path), "document": path.name, "status": "rejected"}
    try:
        return receipt_json(str(path), await engine.ingest(upload, advance.tell))
    except RejectedFile as error:
        return {**rejected, "reason": error.reason, "pages": error.pages}
    except OSError as error:
        return {**rejected, "reason": "not_found", "detail": error.strerror or ""}


def _files(paths: Sequence[str]) -> list[Path]:
    """Files as given, and those of a supported type in folders, in order of their names."""
    found: list[Path] = []
    for given in map(Path, paths):
        found.extend(sorted(_supported(given.rglob("*"))) if given.is_dir() else [given])
    return list(dict.fromkeys(found))


def _supported(paths: Iterable[Path]) -> Iterable[Path]:
    return (
        path
        for path in paths
        if path.suffix.lower() in _SUFFIXES
        and path.is_file()
        and not path.name.startswith((".", "~$"))
    )


def _told(result: Result) -> str:
    if result["status"] == "rejected":
        return f"✗ {result['document']}: {result['reason']}"
    if result["status"] == "already":
        return f"= {result['document']}: there already"
    unread = [page["page"] for page in result["unreadable"]]  # type: ignore[attr-defined]  # a list that shapes.py made
    missing = f"; not readable: {', '.join(map(str, unread))}" if unread else ""
    return (
        f"✓ {result['document']}: {result['pages']} pages, {result['parents']} parents, "
        f"{result['children']} children ({result['strategy']}: {result['reason']}){missing}"
    )


def _summary(results: Sequence[Result], seconds: float) -> str:
    count = Counter(result["status"] for result in results)
    pages = sum(int(str(r["pages"])) for r in results if r["status"] == "ready")
    return (
        f"{len(results)} files in {seconds:.1f} s: {count['ready']} read ({pages} pages), "
        f"{count['already']} there already, {count['rejected']} not readable"
    )
