"""A local workspace in this process, and a desk in it; a module that needs them imports them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, open_desk


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[LocalWorkspace]:
    """Of one test."""
    server = LocalWorkspace(tmp_path / "state")
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def desk(workspace: LocalWorkspace) -> AsyncIterator[Desk]:
    """Where its people are."""
    async with open_desk(workspace.url) as opened:
        yield opened
