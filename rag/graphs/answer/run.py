"""Runs the answer graph within its limits, and makes the best of a run that was stopped."""

from dataclasses import dataclass, field
from typing import cast

from langchain_core.runnables import RunnableConfig

from rag.errors import BudgetSpent, DeadlineExceeded, ModelUnavailable
from rag.graphs.answer.closing import best_of, noted, publication, refusal
from rag.graphs.answer.graph import AnswerGraph
from rag.graphs.answer.limits import time_limit
from rag.graphs.answer.state import AnswerState, Asked, RunContext
from rag.ports import Progress, Tell, Turns
from rag.types import Step

_SPENT = {"question": "spent", "day": "spent_day"}
RECURSION_LIMIT = 40  # node visits in a row: the longest run that the counters allow has fewer


@dataclass(slots=True)
class Run:
    """One run; ``state`` is what it had come to, whatever became of it."""

    graph: AnswerGraph
    turns: Turns
    state: AnswerState = field(default_factory=lambda: cast("AnswerState", {}))

    async def finish(self, asked: Asked, context: RunContext, deadline: float) -> AnswerState:
        """The last state, with an outcome.

        Raises:
            DeadlineExceeded, ModelUnavailable, BudgetSpent: and there is nothing to show for it.
        """
        try:
            with self.turns.account(_telling(context.progress), context.purse) as waited:
                async with time_limit(deadline, waited, context.clock):
                    await self._follow(asked, context)
        except TimeoutError as error:
            if not self._close("late"):
                raise DeadlineExceeded(f"no answer within {deadline:g} s") from error
        except BudgetSpent as spent:
            if not self._close(_SPENT[spent.scope], refuse=spent.scope == "question"):
                raise
        except ModelUnavailable:
            if not self._close("unchecked", refuse=False):
                raise
        return self.state

    async def _follow(self, asked: Asked, context: RunContext) -> None:
        config = RunnableConfig(recursion_limit=RECURSION_LIMIT)
        states = self.graph.astream(asked, config, context=context, stream_mode="values")
        async for state in states:
            self.state = cast("AnswerState", state)

    def _close(self, why: str, *, refuse: bool = True) -> bool:
        """Publishes the best that was verified, or refuses; False if it can do neither."""
        state = self.state
        if "outcome" in state:
            return True
        if "understanding" not in state:
            return False
        best = best_of(state)
        if best is None and not refuse:
            return False
        language = state["understanding"].language
        update = refusal(state) if best is None else publication(best, language)
        update["text"] = noted(str(update["text"]), why, language)
        step = Step("stop", f"{why}: {update['outcome']}", 0.0)
        steps = [*state.get("steps", []), step]
        self.state = cast("AnswerState", {**state, **update, "steps": steps})
        return True


def _telling(progress: Progress) -> Tell:
    async def tell(ahead: int | None) -> None:
        if ahead is None:
            await progress("turn", {})
        else:
            await progress("waiting", {"ahead": ahead})

    return tell
