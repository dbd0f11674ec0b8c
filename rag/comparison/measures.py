"""What a way of cutting makes of a text, in figures."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import mean

from rag.graphs.ingest.validity import LONGEST, SHORTEST, problem_of
from rag.text.sentences import sentences
from rag.types import Child, Passage, Splitting, Strategy

BINS = 12
_WIDTHS = (25, 50, 100, 200, 250, 500, 1000)


def bins_of(longest: int) -> tuple[int, ...]:
    """Where bins begin that hold lengths up to ``longest``, a dozen at most, of a round width."""
    width = next((w for w in _WIDTHS if w * BINS > longest), max(1, -(-longest // (BINS - 1))))
    return tuple(range(0, longest + 1, width)) or (0,)


def histogram(lengths: Sequence[int], bins: Sequence[int]) -> tuple[int, ...]:
    """How many lengths fall into each bin."""
    counts = [0] * len(bins)
    for length in lengths:
        counts[bisect_right(bins, length) - 1] += 1
    return tuple(counts)


def measured(
    strategy: Strategy, size: int, passages: Sequence[Passage], children: Sequence[Child]
) -> Splitting:
    """The figures of one way, without its histogram: its bins depend on the others."""
    lengths = [len(child.text) for child in children]
    by_id = {passage.id: _bounds(passage.text) for passage in passages}
    whole = sum(1 for child in children if _is_whole(child, by_id))
    valid = sum(1 for length in lengths if SHORTEST <= length <= LONGEST)
    count = len(children)
    return Splitting(
        strategy=strategy,
        size=size,
        children=count,
        mean=round(mean(lengths), 1) if lengths else 0.0,
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        cut=round(1 - whole / count, 3) if count else 0.0,
        valid=round(valid / count, 3) if count else 0.0,
        problem=problem_of(children),
        histogram=(),
    )


Bounds = tuple[frozenset[int], frozenset[int]]


def _bounds(text: str) -> Bounds:
    found = sentences(text)
    return frozenset(a for a, _ in found), frozenset(b for _, b in found)


def _is_whole(child: Child, by_id: Mapping[str, Bounds]) -> bool:
    starts, ends = by_id[child.passage]
    return child.start in starts and child.end in ends


def widths(bins: Sequence[int]) -> int:
    """The width of the bins."""
    return next((b - a for a, b in pairwise(bins)), 1)
