"""Random histories against a naive model: nothing leaks, and nothing is kept back."""

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.adapters.sql import database
from tests.support.histories import History
from tests.support.leaky import LeakyReasoner
from tests.support.small_engine import small_engine

SEEDED, ALL = 200, 5_000
_TELLING = (425,)  # that found something once: a name told by a list, forgotten, its content not
_STEPS, _FEW = 14, 9
_PER_DATABASE = 50  # workspaces side by side in one database, with the same people and channels


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("histories") / "template.db"
    database.upgrade(f"sqlite:///{path}")
    return path


async def lived(seeds: Iterable[int], template: Path, folder: Path, steps: int = _STEPS) -> int:
    """Runs these histories side by side in one database; returns how much was checked."""
    path = folder / "histories.db"
    shutil.copy(template, path)
    reasoner, checks = LeakyReasoner(), 0
    current: list[History] = []

    def clock() -> datetime:
        return current[0].now if current else datetime(2025, 3, 14, tzinfo=UTC)

    async with small_engine(path, reasoner, clock) as engine:
        for seed in seeds:
            current[:] = [History(seed, engine, reasoner, folder)]
            await current[0].run(steps)
            checks += current[0].checks
    for ending in ("", "-wal", "-shm"):
        (folder / f"histories.db{ending}").unlink(missing_ok=True)
    return checks


async def test_no_leak_in_any_history(template: Path, tmp_path: Path):
    checks = 0
    for start in range(0, SEEDED, _PER_DATABASE):
        checks += await lived(range(start, start + _PER_DATABASE), template, tmp_path, _FEW)
    await lived(_TELLING, template, tmp_path)
    assert checks > 15 * SEEDED


@pytest.mark.nightly
async def test_no_leak_in_thousands_of_histories(template: Path, tmp_path: Path):
    for start in range(0, ALL, _PER_DATABASE):
        await lived(range(start, start + _PER_DATABASE), template, tmp_path)
