"""Cases from the field, through the real engine with real retrieval."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from rag.service import Footnote
from tests.support.engines import drop, opened
from tests.support.model_endpoint import ModelEndpoint
from tests.support.scene_fixtures import desk, scene  # noqa: F401 - fixtures
from tests.support.writer import Writer

FIXTURES = Path(__file__).parents[1] / "fixtures" / "pdf"

Placed = Callable[..., Awaitable[str]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Footnote]:
    """The engine as it is without a model; each case has a channel of its own."""
    async with opened(tmp_path_factory.mktemp("home")) as found:
        yield found


@pytest.fixture
def placed(engine: Footnote, request: pytest.FixtureRequest) -> Placed:
    """Drops fixture files into the case's channel and gives its name."""

    async def place(*names: str) -> str:
        channel = request.node.name
        for name in names:
            await drop(engine, FIXTURES / name, name=Path(name).name, channel=channel)
        return str(channel)

    return place


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def endpoint() -> AsyncIterator[ModelEndpoint]:
    found = ModelEndpoint()
    await found.start()
    yield found
    await found.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def written(
    endpoint: ModelEndpoint, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Footnote]:
    """The engine with a model behind the scripted endpoint, and the travel policy in it."""
    settings: dict[str, object] = {
        "openai_base_url": endpoint.url,
        "answer_model": "m",
        "model_timeout": 5,
    }
    settings["model_temperature"] = 0.2  # so that there is something to refuse
    async with opened(tmp_path_factory.mktemp("written"), **settings) as found:
        await drop(found, FIXTURES / "control_3p.pdf")
        yield found


@pytest.fixture
def writer(endpoint: ModelEndpoint) -> Writer:
    """A model that plays every part well, until a test says otherwise."""
    return Writer(endpoint)
