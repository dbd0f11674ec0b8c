"""The seven measurements of a run, read off its last state."""

from collections.abc import Sequence

from rag.graphs.answer.state import AnswerState
from rag.types import RunMeasures, Step


def measures_of(state: AnswerState) -> RunMeasures:
    """What metrics are told; nothing of what was asked or answered."""
    steps = state.get("steps", [])
    return RunMeasures(
        retrieval_ms=_retrieval(steps),
        rerank_score=_detail(steps, "rerank", "mean_score"),
        compression=_compression(state),
        confidence=_detail(steps, "generate", "confidence"),
        checked=_first_check(steps),
        retries=state.get("rewrites", 0) + state.get("regenerations", 0),
        refused=state.get("outcome") == "refused",
    )


def _retrieval(steps: Sequence[Step]) -> float | None:
    spent = [step.milliseconds for step in steps if step.node == "retrieve"]
    return round(sum(spent), 1) if spent else None


def _detail(steps: Sequence[Step], node: str, name: str) -> float | None:
    """The newest number that a node noted under that name."""
    values = [step.details.get(name) for step in steps if step.node == node]
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    return numbers[-1] if numbers else None


def _compression(state: AnswerState) -> float | None:
    whole = sum(len(c.passage.text) for c in state.get("relevant", []))
    kept = sum(len(e.text) for e in state.get("excerpts", []))
    return round(kept / whole, 3) if whole and "excerpts" in state else None


def _first_check(steps: Sequence[Step]) -> bool | None:
    passed = [step.summary == "pass" for step in steps if step.node == "verify"]
    return passed[0] if passed else None
