"""How many workers read a file: a large one is read by two, on two cores."""

import asyncio
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any

from rag.adapters.cores import usable_cores
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.shares import Share

_MOST_WORKERS = 2


def shares_of(path: Path, limits: Limits) -> list[Share]:
    """The shares of a file, told by its size, since its pages are counted by the workers."""
    if path.stat().st_size < limits.shared_bytes:
        return [Share()]
    workers = min(_MOST_WORKERS, usable_cores())
    return [Share(first, workers) for first in range(1, workers + 1)]


async def together(runs: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Runs all; the first that fails, or being cancelled, ends the others before it is told."""
    tasks = [asyncio.create_task(run) for run in runs]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:  # once: a second time would cut short how they end their workers
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
