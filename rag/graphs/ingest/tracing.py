"""Every visit of a node becomes a step of the trace."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from langgraph.runtime import Runtime

from rag.graphs.ingest.state import IngestState, RunContext
from rag.ports import Progress
from rag.types import Step


@dataclass(frozen=True, slots=True)
class Visit:
    """What a node did: the change of the state, and the line that the trace shows for it."""

    update: Mapping[str, object]
    summary: str
    details: Mapping[str, object] = field(default_factory=dict)


Node = Callable[[IngestState, Progress], Awaitable[Visit]]


class TracedNode(Protocol):
    """A node as LangGraph calls it; it hands over ``runtime`` by that very name."""

    async def __call__(
        self, state: IngestState, *, runtime: Runtime[RunContext]
    ) -> dict[str, object]:
        """The change of the state, with the step."""
        ...


def traced(name: str, node: Node) -> TracedNode:
    """The node, timed, with its step added to the state."""

    async def visit(state: IngestState, *, runtime: Runtime[RunContext]) -> dict[str, object]:
        began = runtime.context.clock()
        if task := asyncio.current_task():
            runtime.context.tasks.add(task)
        with runtime.context.tracer.span(name, {"footnote.node": name}):
            done = await node(state, runtime.context.progress)
        milliseconds = round((runtime.context.clock() - began) * 1000, 1)
        step = Step(name, done.summary, milliseconds, details=done.details)
        return {**done.update, "steps": [step]}

    visit.__name__ = name
    return visit
