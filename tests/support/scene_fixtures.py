"""Fixtures of the scene; a conftest that needs them imports them."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.scene import Desk, Scene, open_scene


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """One engine with real stores for all tests of a module."""
    async with open_scene(tmp_path_factory.mktemp("scene")) as opened:
        yield opened


@pytest.fixture
def desk(scene: Scene) -> Desk:
    """A channel for one test."""
    return scene.desk()
