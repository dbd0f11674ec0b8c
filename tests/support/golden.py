"""The text of every fixture as it was read last: `python -m tests.support.golden` writes it anew.

A new version of a library that reads files otherwise shows as a difference, line by line.
"""

import asyncio
import json
from pathlib import Path

from rag.adapters.reading.reader import FileReader
from rag.errors import RejectedFile

FIXTURES = Path(__file__).parents[1] / "fixtures" / "pdf"
GOLDEN = Path(__file__).parents[1] / "fixtures" / "golden.json"
_LONG = frozenset({"pages_500.pdf", "cjk_30k_chars_one_page.pdf", "xobject_fanout_4096.pdf"})


async def silent(_stage: str, _numbers: object) -> None:
    """Progress that nobody looks at."""


async def read_all() -> dict[str, list[str]]:
    """Lines by file: each page with its label and state, or why the file was rejected."""
    paths = sorted(p for p in FIXTURES.iterdir() if p.is_file() and p.name not in _LONG)
    turns = asyncio.Semaphore(2)

    async def one(path: Path) -> list[str]:
        async with turns:
            return await lines_of(path)

    found = await asyncio.gather(*(one(path) for path in paths))
    return dict(zip([path.name for path in paths], found, strict=True))


async def lines_of(path: Path) -> list[str]:
    """One file."""
    try:
        extraction = await FileReader().read(path, silent)
    except RejectedFile as error:
        return [error.reason]
    return [
        line
        for page in extraction.pages
        for line in (
            f"[{page.number} {page.label} {page.state} {page.reason}]",
            *page.text.split("\n"),
        )
    ]


if __name__ == "__main__":
    GOLDEN.write_text(
        json.dumps(asyncio.run(read_all()), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
