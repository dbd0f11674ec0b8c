"""Fills an engine of the evaluation's own with what is searched."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rag.errors import RejectedFile
from rag.evaluation.sets import Article
from rag.indexing import embed_children
from rag.service import Footnote
from rag.text.children import cut_children
from rag.types import Audience, Page, Passage, Placement, Span, Upload, Version

WORKSPACE = "evaluation"
CHANNEL = "set"
AUDIENCE = Audience(WORKSPACE, "evaluation", frozenset({CHANNEL}))
Tell = Callable[[str], None]
_CHILD = 512
_BATCH = 64


async def add_files(engine: Footnote, folder: Path, names: Iterable[str], tell: Tell) -> None:
    """Reads PDFs; what an earlier run has read is not read again."""
    wanted = sorted(set(names))
    for number, name in enumerate(wanted, 1):
        upload = Upload(folder / name, name, WORKSPACE, CHANNEL, "evaluation")
        try:
            receipt = await engine.ingest(upload)
            tell(f"{number}/{len(wanted)} {name}: {receipt.children} children")
        except RejectedFile as error:
            tell(f"{number}/{len(wanted)} {name}: {error.reason}")


async def add_articles(engine: Footnote, articles: Sequence[Article], tell: Tell) -> None:
    """Writes a document for each group, with an article a page and passage."""
    groups: dict[str, list[Article]] = defaultdict(list)
    for article in articles:
        groups[article.group].append(article)
    held = {p.version for p in await engine.documents(AUDIENCE)}
    done = 0
    for group, own in groups.items():
        version = _version(group, own)
        if version.id not in held:
            await _write(engine, version)
        done += len(own)
        tell(f"{done}/{len(articles)} articles: {group}")


async def _write(engine: Footnote, version: Version) -> None:
    upkeep = engine.maintenance
    await upkeep.store.write_version(version)
    for start in range(0, len(version.children), _BATCH):
        batch = version.children[start : start + _BATCH]
        vectors = await embed_children(
            WORKSPACE, version.title, batch, embedder=upkeep.embedder, cache=upkeep.cache
        )
        await upkeep.index.upsert(WORKSPACE, version.title, batch, vectors)
    await upkeep.index.flush()
    await upkeep.store.publish(_placement(version))


def _version(group: str, articles: Sequence[Article]) -> Version:
    digest = hashlib.sha256("\0".join([group, *(a.name for a in articles)]).encode()).hexdigest()
    number = f"e{digest[:24]}"
    passages = tuple(
        Passage(f"{number}.{n}", number, n, a.name, a.text, (Span(n, 0, len(a.text)),))
        for n, a in enumerate(articles, 1)
    )
    return Version(
        id=number,
        workspace=WORKSPACE,
        digest=digest,
        title=group,
        strategy="recursive",
        reason="evaluation",
        pages=tuple(Page(n, str(n), a.text) for n, a in enumerate(articles, 1)),
        passages=passages,
        children=tuple(c for p in passages for c in cut_children(p, "recursive", _CHILD)),
    )


def _placement(version: Version) -> Placement:
    return Placement(
        id=f"p{version.id}",
        workspace=WORKSPACE,
        document="",
        channel=CHANNEL,
        name=version.title,
        title=version.title,
        version=version.id,
        number=0,
        source_file="",
        uploader="evaluation",
        placed_at=datetime.now(UTC),
        pages=len(version.pages),
        languages=version.languages,
    )
