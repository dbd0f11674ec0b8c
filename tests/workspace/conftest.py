from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from bot.workspace.timings import Timings
from tests.support.people import Desk, Person
from tests.support.workspace_fixtures import desk

__all__ = ["desk"]

# Short where a test waits for something to end; long where a busy machine must not matter.
TIMINGS = Timings(retry_delays=(8.0, 8.0, 8.0), answer=2.0, last_wait=0.2)


def client_of(workspace: LocalWorkspace) -> AsyncWebClient:
    return AsyncWebClient(token=workspace.bot_token, base_url=workspace.api_base_url)


@dataclass
class Bot:
    """A real Bolt app that writes down what it gets."""

    app: AsyncApp
    handler: AsyncSocketModeHandler
    bodies: list[dict[str, Any]] = field(default_factory=list)
    retries: list[str | None] = field(default_factory=list)

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [body["event"] for body in self.bodies if body["event"]["type"] == kind]


def make_bot(workspace: LocalWorkspace, ack: bool = True) -> Bot:
    app = AsyncApp(
        client=client_of(workspace), process_before_response=True, signing_secret="unused"
    )
    bot = Bot(app, AsyncSocketModeHandler(app, workspace.app_token, ping_interval=1))

    async def note(body, request) -> None:
        bot.bodies.append(body)
        bot.retries.append(next(iter(request.headers.get("x-slack-retry-num", [])), None))
        if not ack:
            raise RuntimeError("not acknowledged")

    for kind in (
        "message app_mention file_shared file_unshared file_deleted file_change reaction_added reaction_removed "
        "member_joined_channel member_left_channel app_home_opened agent_session_stopped "
        "channel_archive channel_rename"
    ).split():
        app.event(kind)(note)
    return bot


@pytest.fixture
def timings() -> Timings:
    """A test that wants others parametrises this."""
    return TIMINGS


@pytest.fixture
async def workspace(tmp_path: Path, timings: Timings) -> AsyncIterator[LocalWorkspace]:
    server = LocalWorkspace(tmp_path / "state", timings=timings)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def bot(workspace: LocalWorkspace) -> AsyncIterator[Bot]:
    made = make_bot(workspace)
    await made.handler.connect_async()
    yield made
    await made.handler.close_async()


@pytest.fixture
def client(workspace: LocalWorkspace) -> AsyncWebClient:
    return client_of(workspace)


@pytest.fixture
def ada(desk: Desk) -> Person:
    return desk.person(seed.ADA)


@pytest.fixture
def ben(desk: Desk) -> Person:
    return desk.person(seed.BEN)


@pytest.fixture
def gina(desk: Desk) -> Person:
    return desk.person(seed.GINA)
