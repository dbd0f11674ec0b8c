"""What is kept over a restart, an orderly one and a killed one."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import open_desk

ROOT = Path(__file__).parents[2]


async def fill(url: str, token: str) -> tuple[str, str, str]:
    client = AsyncWebClient(token=token, base_url=f"{url}/api/")
    async with open_desk(url) as desk:
        ada = desk.person(seed.ADA)
        posted = await ada.post(seed.GENERAL, "kept")
        await ada.react(seed.GENERAL, posted["ts"], "eyes")
        dropped = await ada.upload(seed.LIBRARY, {"a.pdf": b"%PDF-kept"})
        channel = await ada.create_channel("new", private=True)
        await client.chat_postEphemeral(channel=seed.GENERAL, user=seed.ADA, text="gone")
    return posted["ts"], dropped["files"][0]["id"], channel["id"]


async def check(url: str, kept: tuple[str, str, str]) -> None:
    ts, file_id, channel_id = kept
    async with open_desk(url) as desk:
        ada = desk.person(seed.ADA)
        [message] = await ada.read(seed.GENERAL)
        assert (message["ts"], message["text"]) == (ts, "kept")
        assert message["reactions"][0]["name"] == "eyes"
        assert await ada.download(file_id) == b"%PDF-kept"
        assert channel_id in {channel["id"] for channel in await ada.channels()}
        assert (await ada.post(seed.GENERAL, "later"))["ts"] > ts


async def test_everything_is_there_after_a_restart(tmp_path: Path):
    first = LocalWorkspace(tmp_path)
    await first.start()
    kept, token = await fill(first.url, first.bot_token), first.bot_token
    await first.stop()

    second = LocalWorkspace(tmp_path)
    await second.start()
    assert second.bot_token == token
    await check(second.url, kept)
    await second.stop()


async def test_reset_starts_over(tmp_path: Path):
    first = LocalWorkspace(tmp_path)
    await first.start()
    await fill(first.url, first.bot_token)
    await first.stop()

    second = LocalWorkspace(tmp_path, reset=True)
    await second.start()
    async with open_desk(second.url) as desk:
        assert not await desk.person(seed.ADA).read(seed.GENERAL)
    await second.stop()


async def test_two_may_not_share_a_folder(tmp_path: Path):
    first, second = LocalWorkspace(tmp_path), LocalWorkspace(tmp_path)
    await first.start()
    with pytest.raises(RuntimeError, match="another workspace"):
        await second.start()
    await first.stop()


async def run(state: Path) -> tuple[asyncio.subprocess.Process, dict[str, str]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.workspace",
        "--state",
        str(state),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    return process, json.loads(await process.stdout.readline())


async def test_a_killed_workspace_comes_back_with_its_events(tmp_path: Path):
    process, ready = await run(tmp_path)
    kept = await fill(ready["url"], ready["bot_token"])
    process.kill()
    await process.wait()

    process, again = await run(tmp_path)
    assert again["bot_token"] == ready["bot_token"]
    await check(again["url"], kept)

    client = AsyncWebClient(token=again["bot_token"], base_url=again["api_base_url"])
    app = AsyncApp(client=client, signing_secret=again["signing_secret"])
    texts: set[str] = set()

    @app.event("message")
    async def note(event) -> None:
        texts.add(event["text"])

    @app.event("app_mention")
    @app.event("file_shared")
    @app.event("reaction_added")
    async def other() -> None:
        pass

    handler = AsyncSocketModeHandler(app, again["app_token"])
    await handler.connect_async()
    async with open_desk(again["url"]) as desk:
        await desk.until(lambda: texts >= {"kept", "later"})
    await handler.close_async()

    process.terminate()
    assert await asyncio.wait_for(process.wait(), 5) == 0
