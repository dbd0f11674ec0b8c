"""Figures from ranks and labels."""

from collections.abc import Collection, Iterable, Sequence

DEPTHS = (1, 5, 10)


def hits(ranked: Sequence[object], gold: Collection[object]) -> dict[int, bool]:
    """Whether something of the gold is among the first 1, 5 and 10."""
    return {depth: any(one in gold for one in ranked[:depth]) for depth in DEPTHS}


def shares(found: Sequence[dict[int, bool]]) -> dict[str, float]:
    """``hit@1`` and so on over all questions."""
    if not found:
        return {}
    return {f"hit@{d}": round(sum(f[d] for f in found) / len(found), 3) for d in DEPTHS}


def auroc(scored: Iterable[tuple[float, bool]]) -> float | None:
    """The chance that a positive scores above a negative; ties count half. None without both."""
    pairs = sorted(scored)
    positives = sum(label for _, label in pairs)
    negatives = len(pairs) - positives
    if not positives or not negatives:
        return None
    total, start = 0.0, 0
    while start < len(pairs):
        end = start
        while end < len(pairs) and pairs[end][0] == pairs[start][0]:
            end += 1
        rank = (start + end + 1) / 2  # of all that tie
        total += rank * sum(label for _, label in pairs[start:end])
        start = end
    return round((total - positives * (positives + 1) / 2) / (positives * negatives), 3)
