"""A lost token or a lost connection ends the process; a silent socket is replaced. Cases E30, E31."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.pulse import LostSlack, Pulse, until
from bot.slack.client import build_client
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, open_desk
from tests.support.processes import running_workspace, start_bot


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        self.now += 10.0
        return self.now


@dataclass
class Socket:
    """Connected or not; ``hears`` brings a message at each look."""

    connected: bool = True
    hears: bool = False
    on_message_listeners: list[Callable[[Any], Awaitable[None]]] = field(default_factory=list)
    replaced: int = 0
    looked: int = 0
    heals: bool = False

    async def is_connected(self) -> bool:
        self.looked += 1
        for listener in self.on_message_listeners if self.hears else []:
            await listener("an envelope")
        return self.connected

    async def connect_to_new_endpoint(self, force: bool = False) -> None:
        self.replaced += 1
        self.connected |= self.heals
        if not self.heals and not self.connected:
            raise OSError("no network")


async def beat(socket: Socket, looks: int) -> None:
    """Lets a pulse of ten seconds look at a socket so often."""
    pulse = Pulse(socket=socket, every=0.0, quiet=200.0, patience=300.0, clock=Clock())
    task = asyncio.create_task(pulse.run())
    while socket.looked < looks and not task.done():  # noqa: ASYNC110 - nothing tells
        await asyncio.sleep(0)
    task.cancel()
    if task.done():
        task.result()


async def test_a_socket_that_brings_something_is_left_alone():
    socket = Socket(hears=True)
    await beat(socket, 60)
    assert socket.replaced == 0


async def test_one_that_only_looks_alive_is_replaced_now_and_then():
    socket = Socket()
    await beat(socket, 60)
    assert 1 <= socket.replaced <= 4


async def test_a_connection_that_is_lost_is_made_anew():
    socket = Socket(connected=False, heals=True, hears=True)
    await beat(socket, 60)
    assert socket.replaced == 1


async def test_one_that_cannot_be_made_for_minutes_ends_the_process():
    with pytest.raises(LostSlack, match="SLACK_APP_TOKEN"):
        await beat(Socket(connected=False), 1_000)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[tuple[LocalWorkspace, Desk]]:
    workspace = LocalWorkspace(tmp_path)
    await workspace.start()
    async with open_desk(workspace.url) as opened:
        yield workspace, opened
    await workspace.stop()


async def test_a_token_that_slack_takes_no_more_ends_it_and_a_bad_day_does_not(desk):
    workspace, opened = desk
    client = build_client(workspace.bot_token, workspace.api_base_url)
    broken = {"kind": "error", "methods": ["auth.test"], "error": "internal_error", "calls": 3}
    await opened.faults(calls=[broken])
    task = asyncio.create_task(until(asyncio.Event(), Pulse(client, every=0.01)))

    async def is_over() -> bool:
        return len(await opened.calls("auth.test")) > 4

    await opened.until(is_over)
    assert not task.done()
    await opened.faults(token_error="token_revoked")
    with pytest.raises(LostSlack, match="token_revoked"):
        async with asyncio.timeout(5):
            await task


async def test_told_to_stop_it_stops():
    stop = asyncio.Event()
    stop.set()
    async with asyncio.timeout(5):
        await until(stop, Pulse(every=60.0))


async def test_refused_at_its_start_the_process_says_why_and_ends(tmp_path: Path):
    with running_workspace(tmp_path / "workspace") as workspace:
        async with open_desk(workspace.url) as opened:
            await opened.faults(token_error="token_revoked")
        bot = start_bot(workspace, tmp_path / "home")
        assert await asyncio.to_thread(bot.process.wait, 60) == 1
        said = bot.log.read_text()
    assert "Slack refuses: token_revoked" in said
    assert "Traceback" not in said
