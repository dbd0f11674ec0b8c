"""Misbehaviour on request."""

import asyncio
import json

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, Person, RefusedError
from tests.workspace.conftest import Bot


async def test_the_sdk_waits_out_a_rate_limit(client: AsyncWebClient, desk: Desk):
    await desk.faults(calls=[{"kind": "ratelimited", "methods": ["chat.postMessage"], "calls": 1}])
    client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
    await client.chat_postMessage(channel=seed.GENERAL, text="patient")

    assert [call["error"] for call in await desk.calls("chat.postMessage")] == ["ratelimited", None]


async def test_a_rate_limit_says_how_long(client: AsyncWebClient, desk: Desk):
    await desk.faults(calls=[{"kind": "ratelimited", "calls": 1, "retry_after": 7}])
    with pytest.raises(SlackApiError) as refused:
        await client.auth_test()
    assert refused.value.response.status_code == 429
    assert refused.value.response.headers["Retry-After"] == "7"
    await client.auth_test()


async def test_errors_resets_and_delays(client: AsyncWebClient, desk: Desk):
    await desk.faults(calls=[{"kind": "server_error", "status": 503, "calls": 1}])
    with pytest.raises(SlackApiError) as refused:
        await client.auth_test()
    assert refused.value.response.status_code == 503

    client.retry_handlers.clear()
    await desk.faults(calls=[{"kind": "reset", "calls": 1}])
    with pytest.raises(aiohttp.ClientConnectionError):
        await client.auth_test()

    await desk.faults(calls=[{"kind": "delay", "delay": 0.1, "seconds": 5}])
    before = asyncio.get_running_loop().time()
    await client.auth_test()
    assert asyncio.get_running_loop().time() - before >= 0.1

    await desk.faults(calls=[], token_error="token_revoked")
    with pytest.raises(SlackApiError, match="token_revoked"):
        await client.auth_test()
    await desk.ask("DELETE", "faults")
    await client.auth_test()


async def test_an_unknown_fault_is_refused(desk: Desk):
    with pytest.raises(RefusedError, match="invalid_arguments"):
        await desk.faults(gremlins=3)


async def test_events_come_twice(bot: Bot, desk: Desk, ada: Person):
    await desk.faults(duplicate_events=True)
    await ada.post(seed.GENERAL, "hello")
    await desk.until(lambda: len(bot.bodies) == 2)

    assert len({body["event_id"] for body in bot.bodies}) == 1
    assert sorted(map(str, bot.retries)) == ["0", "1"]


async def test_the_last_event_is_redelivered(bot: Bot, desk: Desk, ada: Person):
    await ada.post(seed.GENERAL, "one")
    await ada.post(seed.GENERAL, "two")
    await desk.until(lambda: len(bot.bodies) == 2)
    await desk.ask("POST", "faults/redeliver", {"count": 1})
    await desk.until(lambda: len(bot.bodies) == 3)

    assert [event["text"] for event in bot.events("message")] == ["one", "two", "two"]
    assert bot.retries[2] == "1"


async def test_events_are_held_and_come_in_reverse(bot: Bot, desk: Desk, ada: Person):
    await ada.post(seed.GENERAL, "zero")
    await desk.until(lambda: len(bot.bodies) == 1)
    await desk.faults(hold_events=2)
    await ada.post(seed.GENERAL, "one")
    await asyncio.sleep(0.1)
    assert len(bot.bodies) == 1
    await ada.post(seed.GENERAL, "two")
    await desk.until(lambda: len(bot.bodies) == 3)

    assert [event["text"] for event in bot.events("message")] == ["zero", "two", "one"]


@pytest.mark.parametrize("way", ["drop", "disconnect"])
async def test_the_app_reconnects(
    bot: Bot, workspace: LocalWorkspace, desk: Desk, ada: Person, way: str
):
    await desk.until(lambda: workspace.core.hub.count == 1)
    await desk.ask("POST", f"faults/{way}")
    await ada.post(seed.GENERAL, "hello")
    await desk.until(lambda: bool(bot.bodies), seconds=8)


async def test_sockets_are_refused_for_a_while(workspace: LocalWorkspace, desk: Desk):
    app = AsyncWebClient(token=workspace.app_token, base_url=workspace.api_base_url)
    await desk.faults(refuse_sockets_for=0.2)
    with pytest.raises(SlackApiError, match="internal_error"):
        await app.apps_connections_open(app_token=workspace.app_token)
    await asyncio.sleep(0.25)
    await app.apps_connections_open(app_token=workspace.app_token)


async def test_calls_are_counted_without_tokens(client: AsyncWebClient, desk: Desk):
    await client.chat_postMessage(channel=seed.GENERAL, text="hello")
    with pytest.raises(SlackApiError):
        await client.chat_postMessage(channel="C0NOWHERE", text="hello")
    report = await desk.ask("GET", "calls")
    counts = {(c["method"], c["error"]): c["count"] for c in report["counts"]}
    assert counts == {("chat.postMessage", None): 1, ("chat.postMessage", "channel_not_found"): 1}
    assert "xoxb" not in str(report)


async def test_a_live_stream_shows_each_person_theirs(
    client: AsyncWebClient, desk: Desk, ada: Person
):
    address = f"{desk.url}/local/stream"

    async def listen(user: str, texts: list[str]) -> None:
        async with desk.session.get(address, params={"user": user}) as response:
            async for line in response.content:
                change = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                texts += [change["message"]["text"]] if change else []

    heard: dict[str, list[str]] = {seed.ADA: [], seed.GINA: []}
    tasks = [asyncio.create_task(listen(user, texts)) for user, texts in heard.items()]
    await asyncio.sleep(0.2)
    await client.chat_postEphemeral(channel=seed.GENERAL, user=seed.ADA, text="psst")
    await ada.post(seed.LIBRARY, "not for guests")
    await ada.post(seed.FRONT_DESK, "for all")
    await desk.until(lambda: len(heard[seed.ADA]) == 3 and len(heard[seed.GINA]) == 1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

    assert heard == {seed.ADA: ["psst", "not for guests", "for all"], seed.GINA: ["for all"]}


async def test_events_that_are_lost_go_to_nobody_and_are_not_repeated(
    bot: Bot, desk: Desk, ada: Person
):
    await desk.faults(lose_events=True)
    await ada.post(seed.GENERAL, "unheard")
    await desk.faults(lose_events=False)
    await desk.ask("POST", "faults/disconnect", {"reason": "refresh_requested"})
    await ada.post(seed.GENERAL, "heard")
    await desk.until(lambda: bool(bot.events("message")))
    assert {event["text"] for event in bot.events("message")} == {"heard"}


async def test_files_made_before_a_time_are_left_out(client: AsyncWebClient, ada: Person):
    await ada.upload(seed.LIBRARY, {"a.pdf": b"%PDF-1.7"})
    listed = [
        [f["name"] for f in (await client.files_list(channel=seed.LIBRARY, ts_from=since))["files"]]
        for since in ("0", "4000000000")
    ]
    assert listed == [["a.pdf"], []]
