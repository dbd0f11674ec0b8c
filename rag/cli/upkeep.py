"""The index checked against SQL, repaired, and made anew."""

import argparse
from collections.abc import Mapping

from rag.cli.output import advancing, write, write_json
from rag.service import Footnote
from rag.surroundings import Surroundings


async def reindex(engine: Footnote, _around: Surroundings, parsed: argparse.Namespace) -> int:
    """Makes the search index anew, with what is done of how many."""
    versions = int((await engine.health())["versions"])
    with advancing(versions, quiet=parsed.json) as advance:

        async def show(_stage: str, numbers: Mapping[str, object]) -> None:
            if not parsed.json:
                advance.line(f"{numbers['done']}/{numbers['total']}: {numbers['document']}")
                advance.step()

        done = await engine.reindex(show)
    if parsed.json:
        write_json({"documents": done})
    else:
        write(f"{done} documents indexed")
    return 0


async def check(engine: Footnote, _around: Surroundings, parsed: argparse.Namespace) -> int:
    """Compares index and SQL; 0 if they agree, or do after the repair."""
    found = await engine.health()
    repaired = 0
    if parsed.repair and not _agrees(found):
        repaired = await engine.repair()
        found = await engine.health()
    if parsed.json:
        write_json({**found, "repaired": repaired, "consistent": _agrees(found)})
    else:
        _write_health(found, repaired)
    return 0 if _agrees(found) else 1


def _agrees(found: Mapping[str, int | str]) -> bool:
    return not found["missing"] and not found["orphans"]


def _write_health(found: Mapping[str, int | str], repaired: int) -> None:
    write(
        f"{found['documents']} documents, {found['versions']} versions, "
        f"{found['children']} children in SQL, {found['indexed']} in the index of {found['embedder']}"
    )
    if found["forgotten"]:
        write(f"{found['forgotten']} forgotten documents can still be brought back")
    if repaired:
        write(f"{repaired} versions indexed")
    if _agrees(found):
        write("Index and SQL agree.")
        return
    write(
        f"{found['missing']} versions are missing in the index, {found['orphans']} are left over."
    )
    write("Mend it with: python -m rag check --repair")
