"""The rules of streamed messages, and of the status line."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from tests.support.people import Desk, Person
from tests.workspace.conftest import Bot

FOR_ADA: dict[str, Any] = {"recipient_user_id": seed.ADA, "recipient_team_id": seed.TEAM}


@pytest.fixture
async def thread(ada: Person) -> dict[str, Any]:
    posted = await ada.post(seed.GENERAL, "question")
    return {"channel": seed.GENERAL, "thread_ts": posted["ts"]}


@pytest.fixture
async def stream(client: AsyncWebClient, thread) -> dict[str, Any]:
    started = await client.chat_startStream(**thread, **FOR_ADA, markdown_text="Hello")
    return {"channel": seed.GENERAL, "ts": started["ts"]}


async def test_the_sdk_helper_streams(client: AsyncWebClient, bot: Bot, ada: Person, thread):
    helper = await client.chat_stream(**thread, **FOR_ADA, buffer_size=4)
    task = {
        "type": "task_update",
        "id": "t",
        "title": "Search",
        "status": "in_progress",
        "details": "a",
    }
    await helper.append(markdown_text="Hello ")
    await helper.append(chunks=[task])
    await helper.append(chunks=[task | {"status": "complete", "details": "b"}])
    await helper.stop(markdown_text="world", blocks=[{"type": "divider"}])

    reply = await ada.wait_for_reply(seed.GENERAL, thread["thread_ts"])
    assert reply["text"] == "Hello world"
    assert reply["streaming_state"] == "completed"
    assert [block["type"] for block in reply["blocks"]] == ["divider"]
    assert reply["tasks"] == [{"id": "t", "title": "Search", "status": "complete", "details": "ab"}]


async def test_people_see_it_grow(client: AsyncWebClient, ada: Person, stream):
    await client.chat_appendStream(**stream, markdown_text=" Ada")
    message = await ada.wait_for_message(seed.GENERAL, lambda m: m["ts"] == stream["ts"])
    assert (message["text"], message["streaming_state"]) == ("Hello Ada", "live")


@pytest.mark.parametrize("missing", ["recipient_user_id", "recipient_team_id"])
async def test_a_channel_needs_recipients(client: AsyncWebClient, thread, missing: str):
    given: dict[str, Any] = {name: value for name, value in FOR_ADA.items() if name != missing}
    with pytest.raises(SlackApiError, match=f"missing_{missing}"):
        await client.chat_startStream(**thread, **given)


async def test_a_direct_conversation_needs_none(client: AsyncWebClient, ada: Person):
    dm = await ada.open_dm()
    posted = await ada.post(dm, "question")
    assert (await client.chat_startStream(channel=dm, thread_ts=posted["ts"]))["ts"]


async def refused(call) -> str:
    with pytest.raises(SlackApiError) as error:
        await call
    return str(error.value.response["error"])


async def test_what_a_stream_refuses(client: AsyncWebClient, ada: Person, stream):
    chunk = {"type": "markdown_text", "text": "x"}
    assert (
        await refused(client.chat_appendStream(**stream, chunks=[chunk]))
        == "streaming_mode_mismatch"
    )
    assert (
        await refused(client.chat_stopStream(**stream, chunks=[chunk])) == "streaming_mode_mismatch"
    )
    assert await refused(client.chat_update(**stream, text="x")) == "streaming_state_conflict"
    assert (
        await refused(client.chat_appendStream(**stream, markdown_text="x" * 12_001))
        == "msg_too_long"
    )
    assert (
        await refused(client.chat_stopStream(**stream, blocks=[{"type": "divider"}] * 51))
        == "invalid_blocks"
    )
    other = await ada.post(seed.GENERAL, "mine")
    there = {"channel": seed.GENERAL, "ts": other["ts"], "markdown_text": "x"}
    assert await refused(client.chat_appendStream(**there)) == "message_not_owned_by_app"
    await client.chat_stopStream(**stream)
    assert await refused(client.chat_stopStream(**stream)) == "message_not_in_streaming_state"
    await client.chat_update(**stream, text="may be changed now")


@pytest.mark.parametrize(
    "chunk",
    [
        {"type": "mystery"},
        {"type": "task_update", "id": "t", "title": "x", "status": "dancing"},
        {"type": "task_update", "id": "t", "title": "x" * 257, "status": "complete"},
    ],
)
async def test_bad_chunks(client: AsyncWebClient, thread, chunk):
    call = client.chat_startStream(**thread, **FOR_ADA, chunks=[chunk])
    assert await refused(call) == "invalid_chunks"


async def test_an_expired_stream_can_still_be_updated(client: AsyncWebClient, desk: Desk, stream):
    await desk.ask("POST", "faults/expire-stream", stream)
    call = client.chat_appendStream(**stream, markdown_text="x")
    assert await refused(call) == "message_not_in_streaming_state"
    await client.chat_update(**stream, text="recovered")


async def test_a_person_stops_a_stream(
    client: AsyncWebClient, bot: Bot, desk: Desk, ada: Person, stream
):
    await ada.stop_stream(stream["channel"], stream["ts"])
    await desk.until(lambda: bool(bot.events("agent_session_stopped")))
    assert bot.events("agent_session_stopped")[0]["streaming_message_ts"] == [stream["ts"]]
    assert await refused(client.chat_appendStream(**stream, markdown_text="x")) == "stopped_by_user"


async def test_the_status_line_goes_when_the_app_posts(
    client: AsyncWebClient, ada: Person, gina: Person, thread
):
    status = {"channel_id": thread["channel"], "thread_ts": thread["thread_ts"]}
    await client.assistant_threads_setStatus(
        **status, status="is thinking…", loading_messages=["Reading", "Checking"]
    )
    [shown] = await ada.statuses()
    assert (shown["status"], shown["loading_messages"]) == ("is thinking…", ["Reading", "Checking"])
    await client.chat_postMessage(**thread, text="done")
    assert not await ada.statuses()
