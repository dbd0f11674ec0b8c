"""What a run pays for its calls from: the budgets of its question and of its workspace's day."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from rag.errors import BudgetSpent
from rag.graphs.answer.state import Budget
from rag.ports import Spending
from rag.types import Usage


@dataclass(frozen=True, slots=True)
class Limits:
    """What a question and a day of a workspace may cost; 0 is no limit.

    What is left is looked at before every single call, once its turn at the model has come, and
    what a call cost is booked before it gives up its turn. So both can be passed by no more than
    the calls that are under way at that moment: one a run, ``MODEL_CONCURRENCY`` a process.
    """

    question: Budget = field(default_factory=Budget)
    day: Budget = field(default_factory=Budget)


@dataclass(slots=True)
class RunPurse:
    """`Purse` of one run of one answer."""

    spending: Spending
    limits: Limits
    workspace: str
    answer: str
    _paid: Usage = field(default_factory=Usage)

    async def check_day(self) -> None:
        """Raises `BudgetSpent` if this day has nothing left."""
        if self.limits.day == Budget():
            return
        spent = await self.spending.spent(self.workspace, today())
        if self.limits.day.spent_by(Usage(0, spent.tokens, 0, spent.cost)):
            raise BudgetSpent("day")

    @asynccontextmanager
    async def pays(self, owed: Callable[[], Usage]) -> AsyncIterator[None]:
        """Around one call; see `Limits`."""
        if self.limits.question.spent_by(self._paid):
            raise BudgetSpent("question")
        await self.check_day()
        try:
            yield
        finally:
            usage = owed()
            self._paid += usage
            await self.spending.note(self.workspace, self.answer, today(), usage)


def today() -> date:
    """The day that is paid for, everywhere the same."""
    return datetime.now(UTC).date()
