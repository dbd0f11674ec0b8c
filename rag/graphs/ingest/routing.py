"""Where the ingest graph goes next."""

from typing import Literal

from rag.graphs.ingest.state import IngestState
from rag.text.structure import Choice
from rag.types import Strategy

FALLBACKS: tuple[Strategy, ...] = ("recursive", "fixed", "semantic")
"""The order in which other ways of cutting are tried."""


def by_reading(state: IngestState) -> Literal["analyze", "store", "reject"]:
    """Content that is live already is only placed; what can't be read is rejected."""
    if "rejection" in state:
        return "reject"
    return "store" if "known" in state else "analyze"


def by_validity(state: IngestState) -> Literal["store", "next_strategy", "reject"]:
    """A good split, or the best one when none is left to try, is stored."""
    if "accepted" in state:
        return "store"
    return "reject" if "rejection" in state else "next_strategy"


def untried(state: IngestState) -> Choice | None:
    """The next way of cutting that was not tried, with the default size."""
    tried = {attempt.choice.strategy for attempt in state.get("attempts", [])}
    for strategy in FALLBACKS:
        if strategy not in tried:
            return Choice(strategy, reason=f"after {', '.join(sorted(tried))}")
    return None
