"""How alike neighbouring sentences are, for cutting where the subject changes."""

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from operator import mul

from rag.ports import Embedder, Progress, silent
from rag.text.sentences import sentences
from rag.types import Passage

_BATCH = 64
_MOST_SENTENCES = 5_000


async def neighbour_similarities(
    passages: Sequence[Passage], embedder: Embedder, progress: Progress = silent
) -> list[list[float]]:
    """For each passage the similarity of each of its sentences to the next.

    Raises `ValueError` for a text so long that embedding every sentence twice would not pay.
    """
    found = [[p.text[a:b] for a, b in sentences(p.text)] for p in passages]
    texts = [text for group in found for text in group]
    if len(texts) > _MOST_SENTENCES:
        raise ValueError(f"{len(texts)} sentences are too many")
    vectors = await _embedded(texts, embedder, progress)
    return await asyncio.to_thread(_by_group, [len(group) for group in found], vectors)


async def _embedded(
    texts: Sequence[str], embedder: Embedder, progress: Progress
) -> list[Sequence[float]]:
    """Vectors in order; those of like length go together, so that none is padded in vain."""
    by_length = sorted(range(len(texts)), key=lambda n: len(texts[n]))
    vectors: dict[int, Sequence[float]] = {}
    for start in range(0, len(texts), _BATCH):
        batch = by_length[start : start + _BATCH]
        made = await embedder.embed_passages([texts[n] for n in batch])
        vectors.update(zip(batch, made, strict=True))
        await progress("splitting", {"done": len(vectors), "total": len(texts)})
    return [vectors[n] for n in range(len(texts))]


def _by_group(sizes: Sequence[int], vectors: Sequence[Sequence[float]]) -> list[list[float]]:
    groups: list[list[float]] = []
    start = 0
    for size in sizes:
        own = vectors[start : start + size]
        groups.append([sum(map(mul, a, b)) for a, b in pairwise(own)])
        start += size
    return groups
