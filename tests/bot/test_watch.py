"""The watch on the event loop."""

import asyncio
import signal
import time

from structlog.testing import capture_logs

from bot.watch import LoopWatch, figures, watched_loop


def test_a_hold_up_counts_for_every_wake_up_that_it_missed():
    watch = LoopWatch()
    watch.note(0.0)
    watch.note(0.1)
    with capture_logs() as logs:
        watch.report()
    assert logs[0]["event"] == "loop lag"
    assert logs[0]["log_level"] == "info"
    assert logs[0]["samples"] >= 11
    assert logs[0]["max_ms"] == 100.0


def test_figures_of_a_series():
    assert figures([]) == {"samples": 0}
    assert figures(range(101)) == {"samples": 101, "p50_ms": 50, "p99_ms": 99, "max_ms": 100}


async def test_the_signal_reports_what_held_the_loop_up_and_begins_anew():
    with capture_logs() as logs:
        async with watched_loop():
            await asyncio.sleep(0.03)
            time.sleep(0.2)  # noqa: ASYNC251 - the hold-up
            await asyncio.sleep(0.03)
            signal.raise_signal(signal.SIGUSR1)
            await asyncio.sleep(0.01)
            signal.raise_signal(signal.SIGUSR1)
            await asyncio.sleep(0.03)
    first, second = (entry for entry in logs if entry["event"] == "loop lag")
    assert first["max_ms"] >= 150
    assert second["samples"] < first["samples"]
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL
