"""What a run of a graph is given: its turn, and what it may spend."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from typing import Protocol

from rag.ports.telling import Tell
from rag.types import Usage


class Waited(Protocol):
    """How long a run stood in a queue for its turn."""

    @property
    def seconds(self) -> float: ...


class Purse(Protocol):
    """Pays for the calls of a run."""

    def pays(self, owed: Callable[[], Usage]) -> AbstractAsyncContextManager[None]:
        """Around one call: what it owes in the end is paid, whatever became of it.

        Raises `BudgetSpent` before the call if nothing is left.
        """
        ...


class FreePurse:
    """`Purse` of calls that nobody counts."""

    @asynccontextmanager
    async def pays(self, _owed: Callable[[], Usage], /) -> AsyncIterator[None]:
        """Nothing."""
        yield


FREE = FreePurse()


class Turns(Protocol):
    """Where runs wait for their turn at a model."""

    def account(
        self, tell: Tell | None = None, purse: Purse | None = None
    ) -> AbstractContextManager[Waited]:
        """Adds up the waits of the calls inside, which ``purse`` pays for."""
        ...
