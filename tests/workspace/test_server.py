"""The server itself: starting, waiting, stopping."""

import asyncio
import json
import signal
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.__main__ import serve
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, Person


async def test_a_taken_port_is_an_error_and_leaves_the_folder_free(
    workspace: LocalWorkspace, tmp_path: Path
):
    port = int(workspace.url.rpartition(":")[2])
    other = LocalWorkspace(tmp_path / "other")
    with pytest.raises(OSError, match="address"):
        await other.start(port=port)
    await other.start()
    await other.stop()
    await other.stop()
    with pytest.raises(RuntimeError, match="not running"):
        _ = other.bot_token


async def test_the_command_line_serves_until_it_is_told_to_stop(tmp_path: Path, capsys):
    running = asyncio.create_task(serve(tmp_path, 0, reset=True))
    async with asyncio.timeout(5):
        while not (line := capsys.readouterr().out):  # noqa: ASYNC110 - output raises no event
            await asyncio.sleep(0.02)
    ready = json.loads(line)
    client = AsyncWebClient(token=ready["bot_token"], base_url=ready["api_base_url"])
    assert (await client.auth_test())["user_id"] == seed.BOT_USER
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(running, 5)


async def test_waiting_ends_with_a_change_or_with_the_time(desk: Desk, ada: Person):
    revision = (await desk.ask("GET", "wait", {"since": 0}))["revision"]
    again = await desk.ask("GET", "wait", {"since": revision, "timeout": 0.1})
    assert again["revision"] == revision
    waiting = asyncio.create_task(desk.ask("GET", "wait", {"since": revision, "timeout": 5}))
    await asyncio.sleep(0.1)
    await ada.post(seed.GENERAL, "news")
    assert (await waiting)["revision"] > revision


async def test_a_reply_that_comes_late_is_waited_for(client: AsyncWebClient, ada: Person):
    posted = await ada.post(seed.GENERAL, "question")
    waiting = asyncio.create_task(ada.wait_for_reply(seed.GENERAL, posted["ts"]))
    await asyncio.sleep(0.1)
    await client.chat_postMessage(channel=seed.GENERAL, thread_ts=posted["ts"], text="answer")
    assert (await waiting)["text"] == "answer"
    with pytest.raises(TimeoutError, match="answer"):
        await ada.wait_for_reply(seed.GENERAL, posted["ts"], lambda message: False, timeout=0.1)


async def test_stopping_ends_live_streams(tmp_path: Path, desk: Desk):
    other = LocalWorkspace(tmp_path / "other")
    await other.start()
    address = f"{other.url}/local/stream"
    async with desk.session.get(address, params={"user": seed.ADA}) as response:
        stopping = asyncio.create_task(other.stop())
        assert b"listening" in await response.read()
    await asyncio.wait_for(stopping, 3)
