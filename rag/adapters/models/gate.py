"""The one gate that all calls to models pass: spacing, concurrency, budget and patience."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from rag.adapters.models.waiting import Clock, WaitAccount
from rag.errors import ModelBusy, ModelUnavailable
from rag.ports import FREE, Purse, Tell

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]

_BACKOFF = (1.0, 2.0, 4.0, 8.0, 16.0)
_MINUTE = 60.0


class Busy(Exception):
    """Raised by a call that may be repeated.

    ``after`` is the wait in seconds that the endpoint asked for; ``retries`` bounds how often
    this kind of failure is worth repeating; ``shared`` tells that other calls would fail too.
    """

    def __init__(
        self,
        detail: str,
        *,
        after: float | None = None,
        retries: int = len(_BACKOFF),
        shared: bool = False,
    ) -> None:
        super().__init__(detail)
        self.after = after
        self.retries = retries
        self.shared = shared


@dataclass(frozen=True, slots=True)
class GateLimits:
    """``min_interval`` and the waits are seconds; ``per_minute`` 0 means no budget.

    ``deadline`` bounds a call with its repeats; ``patience`` bounds the wait for a turn, which
    is not part of the deadline.
    """

    min_interval: float = 0.0
    concurrency: int = 4
    per_minute: int = 0
    deadline: float = 120.0
    patience: float = 600.0


_account: ContextVar[WaitAccount | None] = ContextVar("gate_account", default=None)


class Gate:
    """First come, first served; a call that is repeated keeps its place at the front."""

    def __init__(
        self,
        limits: GateLimits | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._limits = limits or GateLimits()
        self._clock = clock
        self._sleep = sleep
        self._queue: deque[object] = deque()
        self._changed = asyncio.Event()
        self._running = 0
        self._starts: deque[float] = deque()
        self._not_before = float("-inf")

    @property
    def waiting(self) -> int:
        """How many calls stand in the queue now."""
        return len(self._queue)

    @property
    def purse(self) -> Purse:
        """What the calls of the run that is now going on are paid from."""
        account = _account.get()
        return account.purse if account else FREE

    @contextmanager
    def account(
        self, tell: Tell | None = None, purse: Purse | None = None
    ) -> Iterator[WaitAccount]:
        """Adds up the waits of all calls made inside, in this task and those started from it.

        ``tell`` is given the number of calls ahead when a call has to wait and when it changes,
        and None when its turn has come. ``purse`` pays for the calls.
        """
        account = WaitAccount(self._clock, tell, purse)
        token = _account.set(account)
        try:
            yield account
        finally:
            _account.reset(token)
            account.close()

    async def run(self, call: Callable[[], Awaitable[T]], *, deadline: float | None = None) -> T:
        """The result of ``call``, repeated while it is `Busy` and there is time.

        Raises `ModelBusy` when the endpoint stays busy, `ModelUnavailable` when it doesn't reply.
        """
        left = self._limits.deadline if deadline is None else deadline
        for attempt in range(len(_BACKOFF) + 1):
            async with self._turn(again=attempt > 0):
                began = self._clock()
                outcome = await _outcome(call, left)
                left -= self._clock() - began
            if not isinstance(outcome, Busy):
                return outcome
            delay = self._delay_after(outcome, attempt, left)
            left -= delay
            if outcome.shared:
                self._not_before = max(self._not_before, self._clock() + delay)
            await self._sleep(delay)
        raise AssertionError("the last attempt returns or raises")

    def _delay_after(self, busy: Busy, attempt: int, left: float) -> float:
        if attempt >= min(busy.retries, len(_BACKOFF)):
            raise _given_up(busy) from busy
        delay = busy.after or _BACKOFF[attempt]
        if delay >= left:
            raise _given_up(busy) from busy
        return delay

    @asynccontextmanager
    async def _turn(self, *, again: bool) -> AsyncIterator[None]:
        ticket = object()
        if again:
            self._queue.appendleft(ticket)
        else:
            self._queue.append(ticket)
        account = _account.get() or WaitAccount(self._clock, None)
        try:
            with account.waiting():
                await self._reach_front(ticket, account)
            self._running += 1
        finally:
            self._queue.remove(ticket)
            self._wake()
        self._starts.append(self._clock())
        try:
            account.tell(None)
            yield
        finally:
            self._running -= 1
            self._wake()

    async def _reach_front(self, ticket: object, account: WaitAccount) -> None:
        until = self._clock() + self._limits.patience
        while True:
            ahead = self._queue.index(ticket)
            if ahead == 0 and self._running < self._limits.concurrency:
                pause = self._pause()
                if pause <= 0:
                    return
                if self._clock() + pause > until:
                    raise ModelBusy("no turn came within the patience of the gate")
                await self._sleep(pause)
                continue
            account.tell(ahead)
            await self._change(until)

    async def _change(self, until: float) -> None:
        changed = self._changed
        try:
            async with asyncio.timeout(max(0.0, until - self._clock())):
                await changed.wait()
        except TimeoutError as error:
            raise ModelBusy("no turn came within the patience of the gate") from error

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _pause(self) -> float:
        now = self._clock()
        while self._starts and self._starts[0] <= now - _MINUTE:
            self._starts.popleft()
        earliest = self._not_before
        if self._starts:
            earliest = max(earliest, self._starts[-1] + self._limits.min_interval)
        if 0 < self._limits.per_minute <= len(self._starts):
            earliest = max(earliest, self._starts[-self._limits.per_minute] + _MINUTE)
        return earliest - now


async def _outcome(call: Callable[[], Awaitable[T]], left: float) -> T | Busy:
    try:
        async with asyncio.timeout(max(0.0, left)):
            return await call()
    except Busy as busy:
        return busy
    except TimeoutError as error:
        raise ModelUnavailable("no reply within the deadline") from error


def _given_up(busy: Busy) -> ModelUnavailable:
    return ModelBusy(str(busy)) if busy.shared else ModelUnavailable(str(busy))
