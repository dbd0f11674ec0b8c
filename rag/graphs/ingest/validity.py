"""Whether a split will do: the thresholds on its pieces."""

from collections.abc import Sequence
from statistics import mean

from rag.graphs.ingest.state import Attempt
from rag.types import Child

_TINY = 10
_MOST_TINY = 0.1
SHORTEST = 50
LONGEST = 3000


def problem_of(children: Sequence[Child]) -> str:
    """What is wrong with the pieces, empty if nothing is."""
    if not children:
        return "no chunk"
    lengths = [len(child.text) for child in children]
    tiny = sum(1 for length in lengths if length < _TINY) / len(lengths)
    if tiny > _MOST_TINY:
        return f"{tiny:.0%} of the chunks under {_TINY} characters"
    average = mean(lengths)
    if not SHORTEST <= average <= LONGEST:
        return f"mean length {average:.0f} characters"
    return ""


def best_of(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt that comes nearest, if any has a chunk; of equals the first."""
    usable = [attempt for attempt in attempts if attempt.children]
    return min(usable, key=_distance) if usable else None


def _distance(attempt: Attempt) -> tuple[float, float]:
    lengths = [len(child.text) for child in attempt.children]
    tiny = sum(1 for length in lengths if length < _TINY) / len(lengths)
    average = mean(lengths)
    off = max(SHORTEST / average, average / LONGEST, 1.0)
    return max(tiny - _MOST_TINY, 0.0), off
