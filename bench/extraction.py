"""Extraction against bare pypdf on the same file.

A text PDF of 200 pages with some 3,000 characters each is read by the product's reader: hidden
and rotated text, headings, tables, cleaning. As in a bot that has been quiet for a few seconds,
its worker processes have been started and wait. Bare pypdf, in this process, already imported
too, calls `extract_text` on every page. Both are done in turn, and the
figure is the ratio of the medians, bare pypdf's divided by the processes that the reader uses.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import pypdf

from bench.documents import text_pdf
from bench.figures import Figure, Scale, timed
from bench.scene import temporary
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reader import PdfReader
from rag.adapters.pdf.sharing import shares_of
from rag.adapters.pdf.spares import MOST, Spares


async def measure(scale: Scale) -> list[Figure]:
    """The reader's time over bare pypdf's."""
    pages = scale.of(200, 40)
    with temporary() as folder:
        path = folder / "text.pdf"
        path.write_bytes(text_pdf(pages))
        _bare(path)
        ours, bare = [], []
        reader = PdfReader(spares=Spares(MOST))
        for _ in range(scale.of(5, 3)):
            await reader.spares.fill()
            bare.append(await asyncio.to_thread(_bare, path))
            with timed() as took:
                await reader.read(path, silent)
            ours.append(took.seconds)
        await reader.spares.close()
        processes = len(shares_of(path, Limits()))
    ratio = median(ours) / (median(bare) / processes)
    note = f"{pages} pages: {median(ours):.2f} s by {processes} against {median(bare):.2f} s"
    return [Figure("extraction: over bare pypdf", ratio, 1.3, "×", note)]


async def silent(_stage: str, _numbers: Mapping[str, object]) -> None:
    """Progress that nobody watches."""


def _bare(path: Path) -> float:
    with timed() as took:
        for page in pypdf.PdfReader(path).pages:
            page.extract_text()
    return took.seconds
