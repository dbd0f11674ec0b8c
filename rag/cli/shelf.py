"""Documents listed, compared, taken away and brought back."""

import argparse
import asyncio
import sys
from pathlib import Path

from rag.cli.output import advancing, counted, on_a_line, reason_told, write, write_json
from rag.cli.shapes import comparison_json, placement_json
from rag.errors import FootnoteError, RejectedFile
from rag.naming import named
from rag.service import Footnote
from rag.surroundings import Surroundings
from rag.types import Comparison, Placement, Splitting

_HEADS = ("strategy", "children", "mean", "shortest", "longest", "mid-sentence", "valid")


async def documents(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Lists what can be asked about."""
    found = await engine.documents(around.audience(parsed.channel))
    if parsed.json:
        write_json([placement_json(p) for p in found])
        return 0
    for p in found:
        pages = counted(p.pages, "page")
        write(f"{p.document}  {on_a_line(p.name)}  version {p.number}, {pages}, in {p.channel}")
    if not found:
        write("No documents yet: python -m rag ingest FILE")
    return 0


async def forget(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Takes a document away; asks first if somebody is there to answer."""
    audience = around.audience(parsed.channel)
    if not parsed.yes and sys.stdin.isatty():
        found = named(parsed.document, await engine.documents(audience))
        is_clear = len({p.name for p in found}) == 1
        if is_clear and not await asyncio.to_thread(_agreed, found):
            write("Nothing was forgotten.")
            return 1
    gone = await engine.forget(parsed.document, audience)
    if parsed.json:
        write_json([placement_json(p) for p in gone])
        return 0
    for p in gone:
        write(f"Forgotten: {on_a_line(p.name)} in {p.channel}")
    write(f"To undo it within 24 hours: python -m rag restore {gone[0].document}")
    return 0


async def restore(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Brings back what was forgotten within 24 hours."""
    found = await engine.restore(parsed.document, around.audience(parsed.channel))
    if parsed.json:
        write_json([placement_json(p) for p in found])
        return 0
    for p in found:
        write(f"Back again: {on_a_line(p.name)} in {p.channel}")
    return 0


async def compare(engine: Footnote, around: Surroundings, parsed: argparse.Namespace) -> int:
    """Compares the ways of cutting a file, or a document that is there."""
    path = Path(parsed.file)
    if await asyncio.to_thread(path.is_dir):
        raise FootnoteError(f"{path} is a folder; one file is compared at a time")
    if await asyncio.to_thread(path.is_file):
        compared = await _compared_file(engine, path, quiet=parsed.json)
    else:
        compared = await engine.compare_document(parsed.file, around.audience(parsed.channel))
    if parsed.png:
        await asyncio.to_thread(Path(parsed.png).write_bytes, await engine.histograms(compared))
    if parsed.json:
        write_json(comparison_json(compared))
        return 0
    _write_table(compared)
    return 0


async def _compared_file(engine: Footnote, path: Path, *, quiet: bool) -> Comparison:
    try:
        with advancing(1, quiet=quiet) as advance:
            return await engine.compare(path, progress=advance.tell)
    except RejectedFile as error:
        raise FootnoteError(f"{path} was not read: {reason_told(error.reason)}") from error


def _agreed(found: list[Placement]) -> bool:
    listed = ", ".join(f"{on_a_line(p.name)} in {p.channel}" for p in found)
    write(f"Forget {listed}? It can be brought back for 24 hours. [y/N]")
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _write_table(compared: Comparison) -> None:
    write(
        f"{compared.title}: {compared.pages} pages, {compared.characters} characters, "
        f"{compared.parents} parents"
    )
    rows = [_HEADS, *(_row(splitting) for splitting in compared.splittings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    for row in rows:
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        write("  ".join((row[0].ljust(len(first)), *rest)))
    write(f"Chosen by structure: {compared.chosen} {compared.chosen_size} ({compared.reason})")
    for splitting in compared.splittings:
        if splitting.problem:
            write(f"{splitting.strategy} {splitting.size} does not validate: {splitting.problem}")


def _row(s: Splitting) -> tuple[str, ...]:
    return (
        f"{s.strategy} {s.size}",
        str(s.children),
        f"{s.mean:.0f}",
        str(s.shortest),
        str(s.longest),
        f"{s.cut:.0%}",
        f"{s.valid:.0%}",
    )
