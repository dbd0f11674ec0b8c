"""Vectors of children: what is embedded, and that nothing is embedded twice."""

import hashlib
from collections.abc import Sequence

from rag.ports import Embedder, VectorCache
from rag.types import Child


def embedded_text(title: str, child: Child) -> str:
    """What is embedded for a child: its document's title first.

    With titles, vectors chose the right FinanceBench document first for 0.60 of the questions,
    against 0.46 by BM25 over pages without them.
    """
    return f"{title}. {child.text}"


async def embed_children(
    workspace: str,
    title: str,
    children: Sequence[Child],
    *,
    embedder: Embedder,
    cache: VectorCache,
) -> list[list[float]]:
    """Vectors of children of one version, in order.

    Those known by the digest of their text come from the cache, which learns the others.
    """
    if not children:
        return []
    texts = [embedded_text(title, child) for child in children]
    digests = [hashlib.sha256(t.encode("utf-8", "replace")).hexdigest() for t in texts]
    known = await cache.lookup(workspace, embedder.name, digests)
    missing = {d: t for d, t in zip(digests, texts, strict=True) if d not in known}
    made = await embedder.embed_passages(list(missing.values())) if missing else []
    vectors = {**known, **dict(zip(missing, made, strict=True))}
    await cache.remember(workspace, children[0].version, embedder.name, vectors)
    return [vectors[d] for d in digests]
