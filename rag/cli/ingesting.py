"""Files and whole folders, read one after another."""

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence

from rag.cli.finding import found_files, is_readable
from rag.cli.output import Advance, advancing, counted, on_a_line, reason_told, write, write_json
from rag.cli.shapes import receipt_json
from rag.errors import RejectedFile, Superseded
from rag.service import Footnote
from rag.surroundings import Surroundings
from rag.types import Upload

Result = Mapping[str, object]
_GOOD = frozenset({"ready", "already"})


async def ingest(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Reads files; one that can't be read is said and the next goes on.

    What is there already is told by its bytes and skipped, so the command may be stopped and
    started again.
    """
    files = await asyncio.to_thread(found_files, parsed.paths)
    began = time.monotonic()
    results: list[Result] = []
    with advancing(len(files), quiet=parsed.json) as advance:
        for path, name in files.items():
            upload = Upload(
                path=path,
                name=name,
                workspace=around.workspace,
                channel=around.channel(parsed.channel),
                uploader="cli",
                strategy=parsed.strategy,
            )
            result = await _ingest_one(engine, upload, advance)
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


async def _ingest_one(engine: Footnote, upload: Upload, advance: Advance) -> Result:
    path = str(upload.path)
    rejected = {"path": path, "document": upload.name, "status": "rejected"}
    if not await asyncio.to_thread(is_readable, upload.path):
        return {**rejected, "reason": "not_opened", "detail": "not a file"}
    try:
        return receipt_json(path, await engine.ingest(upload, advance.tell))
    except RejectedFile as error:
        return {**rejected, "reason": error.reason, "pages": error.pages}
    except Superseded:
        return {**rejected, "reason": "superseded"}
    except OSError as error:
        reason = "not_found" if isinstance(error, FileNotFoundError) else "not_opened"
        return {**rejected, "reason": reason, "detail": error.strerror or ""}


def _told(result: Result) -> str:
    name = on_a_line(result["document"])
    if result["status"] == "rejected":
        return f"✗ {name}: {reason_told(str(result['reason']))}"
    if result["status"] == "already":
        return f"= {name}: there already"
    unread = [page["page"] for page in result["unreadable"]]  # type: ignore[attr-defined]  # a list that shapes.py made
    missing = f"; not readable: {', '.join(map(str, unread))}" if unread else ""
    replaced = result["replaced"]
    version = f"; version {result['version']} replaces version {replaced}" if replaced else ""
    return (
        f"✓ {name}: {counted(result['pages'], 'page')}, {counted(result['parents'], 'parent')}, "
        f"{counted(result['children'], 'child', 'children')} "
        f"({result['strategy']}: {result['reason']}){version}{missing}"
    )


def _summary(results: Sequence[Result], seconds: float) -> str:
    count = Counter(result["status"] for result in results)
    pages = sum(int(str(r["pages"])) for r in results if r["status"] == "ready")
    return (
        f"{len(results)} files in {seconds:.1f} s: {count['ready']} read ({pages} pages), "
        f"{count['already']} there already, {count['rejected']} not readable"
    )
