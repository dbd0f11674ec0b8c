"""Fixtures for tests that talk to a scripted model endpoint."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from pydantic import SecretStr

from rag.adapters.models.abilities import KnownAbilities
from rag.adapters.models.chat import ChatClient, ChatSettings
from rag.adapters.models.gate import Gate, GateLimits
from tests.support.model_endpoint import ModelEndpoint

MakeChat = Callable[..., ChatClient]


@pytest.fixture
async def endpoint() -> AsyncIterator[ModelEndpoint]:
    endpoint = ModelEndpoint()
    await endpoint.start()
    yield endpoint
    await endpoint.stop()


@pytest.fixture
def sleeps() -> list[float]:
    return []


@pytest.fixture
def gate(sleeps: list[float]) -> Gate:
    """A gate that notes how long it would have slept."""

    async def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        now[0] += seconds

    now = [0.0]
    return Gate(GateLimits(), clock=lambda: now[0], sleep=sleep)


@pytest.fixture
async def make_chat(endpoint: ModelEndpoint, gate: Gate) -> AsyncIterator[MakeChat]:
    made: list[ChatClient] = []
    known = KnownAbilities()

    def make(**changes: object) -> ChatClient:
        settings = ChatSettings("m", endpoint.url, SecretStr("k"), timeout=5)
        client = ChatClient(replace(settings, **changes), gate, known)  # type: ignore[arg-type] # any field
        made.append(client)
        return client

    yield make
    for client in made:
        await client.close()
