"""Every visit of a node becomes a step of the trace, and a word of progress."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from langgraph.runtime import Runtime

from rag.errors import BudgetSpent
from rag.graphs.answer.state import AnswerState, RunContext
from rag.types import Step, Usage

# What only puts together what there is may run when nothing is left to spend.
_FREE = frozenset({"reply", "list_documents", "ask_back", "publish", "refuse"})


@dataclass(frozen=True, slots=True)
class Visit:
    """What a node did: the change of the state, and the line that the trace shows for it."""

    update: Mapping[str, object]
    summary: str
    usage: Usage = field(default_factory=Usage)
    details: Mapping[str, object] = field(default_factory=dict)


Node = Callable[[AnswerState], Awaitable[Visit]]
WatchedNode = Callable[[AnswerState, RunContext], Awaitable[Visit]]


class TracedNode(Protocol):
    """A node as LangGraph calls it; it hands over ``runtime`` by that very name."""

    async def __call__(
        self, state: AnswerState, *, runtime: Runtime[RunContext]
    ) -> dict[str, object]:
        """The change of the state, with the step."""
        ...


def traced(name: str, node: Node) -> TracedNode:
    """The node, timed, with its step added to the state."""

    async def alone(state: AnswerState, _run: RunContext) -> Visit:
        return await node(state)

    return watched(name, alone)


def watched(name: str, node: WatchedNode) -> TracedNode:
    """The same for a node that tells of its progress itself."""

    async def visit(state: AnswerState, *, runtime: Runtime[RunContext]) -> dict[str, object]:
        run = runtime.context
        if name not in _FREE and run.budget.spent_by(_spent(state)):
            raise BudgetSpent("question")
        await run.progress(name, _numbers(state))
        began = run.clock()
        with run.tracer.span(name, {"footnote.node": name}) as span:
            done = await node(state, run)
            span.note(_noted(done))
            span.tell("footnote.summary", lambda: done.summary)
        milliseconds = (run.clock() - began) * 1000
        step = Step(name, done.summary, round(milliseconds, 1), done.usage, done.details)
        return {**done.update, "steps": [step]}

    visit.__name__ = name
    return visit


def _noted(done: Visit) -> dict[str, object]:
    """What a span may say of a visit: who decided and what it cost, nothing of what it was about."""
    usage, how = done.usage, done.details.get("how")
    noted: dict[str, object] = {"footnote.how": str(how)} if how else {}
    if usage.calls:
        noted |= {
            "footnote.calls": usage.calls,
            "footnote.tokens": usage.tokens,
            "footnote.cost": usage.cost,
            "footnote.retries": usage.retries,
        }
    return noted


def _spent(state: AnswerState) -> Usage:
    return sum((step.usage for step in state.get("steps", [])), Usage())


def _numbers(state: AnswerState) -> dict[str, object]:
    return {
        "documents": len(state["visible"].versions),
        "passages": len(state.get("candidates", [])),
        "pages": len({(e.candidate.document, e.page) for e in state.get("excerpts", [])}),
    }
