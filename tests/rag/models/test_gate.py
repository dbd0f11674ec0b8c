"""The gate: turns, spacing, budget, repeats and patience."""

import asyncio
from functools import partial

import pytest

from rag.adapters.models.gate import Busy, Gate, GateLimits
from rag.errors import ModelBusy, ModelUnavailable


class Time:
    """A clock that moves only by sleeping."""

    def __init__(self):
        self.now = 0.0
        self.sleeps = []

    def clock(self):
        return self.now

    async def sleep(self, seconds):
        self.sleeps.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


@pytest.fixture
def time():
    return Time()


def gate_of(time, **limits):
    return Gate(GateLimits(**limits), clock=time.clock, sleep=time.sleep)


def failing(times, error, result="done"):
    calls = []

    async def call():
        calls.append(1)
        if len(calls) <= times:
            raise error
        return result

    return call, calls


async def test_backs_off_exponentially(time):
    call, calls = failing(5, Busy("503"))
    assert await gate_of(time).run(call) == "done"
    assert time.sleeps == [1, 2, 4, 8, 16]
    assert len(calls) == 6


async def test_gives_up_after_the_last_repeat(time):
    call, calls = failing(99, Busy("429", shared=True))
    with pytest.raises(ModelBusy):
        await gate_of(time).run(call)
    assert len(calls) == 6


async def test_waits_as_told(time):
    call, _ = failing(1, Busy("429", after=20.0, shared=True))
    assert await gate_of(time).run(call) == "done"
    assert time.sleeps == [20.0]


async def test_told_to_wait_no_time_it_backs_off(time):
    call, _ = failing(2, Busy("429", after=0.0, shared=True))
    assert await gate_of(time).run(call) == "done"
    assert time.sleeps == [1, 2]


async def test_a_wait_beyond_the_deadline_is_not_begun(time):
    call, calls = failing(1, Busy("429", after=3_600.0, shared=True))
    with pytest.raises(ModelBusy):
        await gate_of(time, deadline=60).run(call)
    assert time.sleeps == []
    assert len(calls) == 1


async def test_the_deadline_bounds_all_repeats(time):
    call, _ = failing(99, Busy("500"))
    with pytest.raises(ModelUnavailable):
        await gate_of(time, deadline=6).run(call)
    assert sum(time.sleeps) < 6


async def test_a_call_may_have_its_own_deadline(time):
    call, _ = failing(1, Busy("429", after=100.0))
    assert await gate_of(time, deadline=10).run(call, deadline=200) == "done"


async def test_some_failures_are_repeated_less(time):
    call, calls = failing(99, Busy("no connection", retries=2))
    with pytest.raises(ModelUnavailable):
        await gate_of(time).run(call)
    assert len(calls) == 3


async def test_other_errors_pass_at_once(time):
    call, calls = failing(9, ValueError("x"))
    with pytest.raises(ValueError, match="x"):
        await gate_of(time).run(call)
    assert len(calls) == 1


async def test_a_call_that_hangs_is_ended():
    with pytest.raises(ModelUnavailable):
        await Gate(GateLimits(deadline=0.05)).run(lambda: asyncio.sleep(30))


async def test_busy_for_one_holds_the_others_back(time):
    gate = gate_of(time, concurrency=1)
    call, _ = failing(1, Busy("429", after=7.0, shared=True))
    starts = []

    async def other():
        starts.append(time.now)

    await asyncio.gather(gate.run(call), gate.run(other))
    assert starts[0] >= 7.0


async def test_keeps_a_minimum_interval(time):
    gate = gate_of(time, min_interval=2.0)
    starts = []

    async def call():
        starts.append(time.now)

    for _ in range(3):
        await gate.run(call)
    assert starts == [0.0, 2.0, 4.0]


async def test_keeps_the_budget_of_a_minute(time):
    gate = gate_of(time, per_minute=2)
    starts = []

    async def call():
        starts.append(time.now)

    for _ in range(5):
        await gate.run(call)
    assert starts == [0, 0, 60, 60, 120]


async def test_runs_no_more_than_allowed_and_in_order():
    gate = Gate(GateLimits(concurrency=2))
    running, most, order = [], [], []

    async def call(number):
        running.append(number)
        order.append(number)
        most.append(len(running))
        await asyncio.sleep(0.005)
        running.remove(number)

    await asyncio.gather(*(gate.run(partial(call, n)) for n in range(7)))
    assert max(most) == 2
    assert order == list(range(7))
    assert gate.waiting == 0


async def test_tells_how_many_wait_before():
    gate = Gate(GateLimits(concurrency=1))
    told = []

    async def tell(ahead):
        told.append(ahead)

    async def ask():
        with gate.account(tell) as account:
            await gate.run(lambda: asyncio.sleep(0.02))
        return account.seconds

    others = [asyncio.create_task(gate.run(lambda: asyncio.sleep(0.02))) for _ in range(3)]
    await asyncio.sleep(0)
    waited = await ask()
    await asyncio.gather(*others)
    assert told == [2, 1, 0, None]
    assert 0.04 <= waited < 1


async def test_who_is_slow_to_listen_holds_up_nobody():
    gate = Gate(GateLimits(concurrency=1))
    ended = []

    async def tell(ahead):
        await asyncio.sleep(30)

    async def ask(number, *, listens):
        with gate.account(tell if listens else None):
            await gate.run(lambda: asyncio.sleep(0.01))
        ended.append(number)

    asked = [ask(n, listens=n == 1) for n in range(3)]
    await asyncio.wait_for(asyncio.gather(*asked), 5)
    assert ended == [0, 1, 2]


async def test_a_listener_that_fails_is_no_failure(caplog):
    gate = Gate(GateLimits(concurrency=1))

    async def tell(ahead):
        raise ValueError("nobody listens")

    async def ask():
        with gate.account(tell):
            await gate.run(lambda: asyncio.sleep(0.01))

    await asyncio.gather(ask(), ask())
    assert "could not tell of a wait" in caplog.text


async def test_who_need_not_wait_is_told_nothing():
    told = []

    async def tell(ahead):
        told.append(ahead)

    with Gate().account(tell):
        await Gate().run(lambda: asyncio.sleep(0))
    assert told == []


async def test_waits_at_the_same_time_count_once():
    gate = Gate(GateLimits(concurrency=1))
    with gate.account() as account:
        await asyncio.gather(*(gate.run(lambda: asyncio.sleep(0.02)) for _ in range(4)))
    assert 0.05 <= account.seconds < 0.2


async def test_patience_ends():
    gate = Gate(GateLimits(concurrency=1, patience=0.02))
    slow = asyncio.create_task(gate.run(lambda: asyncio.sleep(0.2)))
    await asyncio.sleep(0)
    with pytest.raises(ModelBusy):
        await gate.run(lambda: asyncio.sleep(0))
    assert gate.waiting == 0
    await slow


async def test_one_who_leaves_the_queue_holds_up_nobody():
    gate = Gate(GateLimits(concurrency=1))
    tasks = [asyncio.create_task(gate.run(lambda: asyncio.sleep(0.01))) for _ in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    tasks[0].cancel()
    done = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 2)
    assert [isinstance(d, asyncio.CancelledError) for d in done] == [True, True, False, False]


async def test_the_end_of_a_run_waits_for_nobody_else():
    gate = Gate(GateLimits(concurrency=1))
    await gate.run(lambda: asyncio.sleep(0))
    assert gate.waiting == 0
