"""Slack's limits and error codes, one by one."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from tests.support.people import Person

G = seed.GENERAL
Block = dict[str, Any]


def section(length: int) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": "x" * length}}


REFUSED = [
    ("chat.postMessage", {"channel": G}, "no_text"),
    ("chat.postMessage", {"text": "x"}, "channel_not_found"),
    ("chat.postMessage", {"channel": "C0NOWHERE", "text": "x"}, "channel_not_found"),
    ("chat.postMessage", {"channel": "hidden", "text": "x"}, "channel_not_found"),
    ("chat.postMessage", {"channel": "open", "text": "x"}, "not_in_channel"),
    ("chat.postMessage", {"channel": "closed", "text": "x"}, "is_archived"),
    ("chat.postMessage", {"channel": G, "text": "x", "thread_ts": "1.0"}, "thread_not_found"),
    ("chat.postMessage", {"channel": G, "text": "x", "thread_ts": "reply"}, "thread_not_found"),
    (
        "chat.postMessage",
        {"channel": G, "markdown_text": "x", "text": "y"},
        "markdown_text_conflict",
    ),
    ("chat.postMessage", {"channel": G, "markdown_text": "x" * 12_001}, "msg_too_long"),
    ("chat.postMessage", {"channel": G, "text": "x", "blocks": [section(3_001)]}, "invalid_blocks"),
    ("chat.postMessage", {"channel": G, "text": "x", "blocks": "{"}, "invalid_blocks_format"),
    (
        "chat.postMessage",
        {"channel": G, "text": "x", "metadata": {"event_type": "x"}},
        "invalid_metadata_format",
    ),
    (
        "chat.postMessage",
        {"channel": G, "text": "x", "blocks": [{"type": "markdown", "text": "x" * 6_001}] * 2},
        "msg_blocks_too_long",
    ),
    ("chat.update", {"channel": G, "ts": "own", "text": "x" * 4_001}, "msg_too_long"),
    ("chat.update", {"channel": G, "ts": "parent", "text": "x"}, "cant_update_message"),
    ("chat.update", {"channel": G, "ts": "1.0", "text": "x"}, "message_not_found"),
    ("chat.delete", {"channel": G, "ts": "parent"}, "cant_delete_message"),
    (
        "chat.postEphemeral",
        {"channel": seed.LIBRARY, "user": seed.GINA, "text": "x"},
        "user_not_in_channel",
    ),
    ("chat.postEphemeral", {"channel": "open", "user": seed.ADA, "text": "x"}, "not_in_channel"),
    ("conversations.info", {"channel": "hidden"}, "channel_not_found"),
    ("conversations.history", {"channel": "open"}, "not_in_channel"),
    ("conversations.replies", {"channel": G, "ts": "1.0"}, "thread_not_found"),
    ("conversations.members", {"channel": G, "limit": 1_001}, "invalid_limit"),
    ("conversations.members", {"channel": G, "cursor": "nonsense"}, "invalid_cursor"),
    ("conversations.join", {"channel": seed.PRIVATE}, "method_not_supported_for_channel_type"),
    (
        "reactions.add",
        {"channel": G, "timestamp": "parent", "name": "Not An Emoji"},
        "invalid_name",
    ),
    ("reactions.add", {"channel": G, "timestamp": "1.0", "name": "eyes"}, "message_not_found"),
    ("reactions.remove", {"channel": G, "timestamp": "parent", "name": "eyes"}, "no_reaction"),
    ("users.info", {"user": "U0NOBODY"}, "user_not_found"),
    ("files.info", {"file": "F0NOTHING"}, "file_not_found"),
    (
        "files.getUploadURLExternal",
        {"filename": "x", "length": 2_000_000_000},
        "file_upload_size_restricted",
    ),
    ("views.publish", {"user_id": seed.ADA, "view": {"type": "modal"}}, "invalid_arguments"),
    ("no.such.method", {}, "unknown_method"),
    ("apps.connections.open", {}, "not_allowed_token_type"),
]


@pytest.fixture
async def names(client: AsyncWebClient, ada: Person) -> dict[str, str]:
    """What the words in the table stand for."""
    parent = await ada.post(G, "question")
    reply = await ada.post(G, "more", parent["ts"])
    closed = await ada.create_channel("closed", members=[seed.BOT_USER])
    change = {"user": seed.ADA, "archived": True}
    await ada.desk.ask("PATCH", f"channels/{closed['id']}", change)
    return {
        "parent": parent["ts"],
        "reply": reply["ts"],
        "own": (await client.chat_postMessage(channel=G, text="mine"))["ts"],
        "open": (await ada.create_channel("open"))["id"],
        "hidden": (await ada.create_channel("hidden", private=True))["id"],
        "closed": closed["id"],
    }


@pytest.mark.parametrize(
    ("method", "arguments", "code"), REFUSED, ids=[f"{m}-{c}" for m, _, c in REFUSED]
)
async def test_refusals(client: AsyncWebClient, names, method, arguments, code):
    given = {k: names.get(v, v) if isinstance(v, str) else v for k, v in arguments.items()}
    with pytest.raises(SlackApiError) as refused:
        await client.api_call(method, json=given)
    assert refused.value.response["error"] == code
    assert refused.value.response.status_code == 200


async def test_invalid_blocks_say_where(client: AsyncWebClient):
    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(channel=G, text="x", blocks=[section(1), section(3_001)])
    [message] = refused.value.response["response_metadata"]["messages"]
    assert "3001" in message
    assert "/blocks/1" in message


async def test_a_second_reaction_of_the_same_name(client: AsyncWebClient, names):
    there = {"channel": G, "timestamp": names["parent"], "name": "eyes"}
    await client.reactions_add(**there)
    with pytest.raises(SlackApiError, match="already_reacted"):
        await client.reactions_add(**there)
    assert (await client.reactions_get(channel=G, timestamp=names["parent"]))["message"][
        "reactions"
    ] == [{"name": "eyes", "users": [seed.BOT_USER], "count": 1}]


async def test_long_text_is_cut(client: AsyncWebClient):
    answer = await client.chat_postMessage(channel=G, text="x" * 40_001)
    assert len(answer["message"]["text"]) == 40_000
    assert answer["warning"] == "message_truncated"


async def test_update_drops_blocks_that_are_not_sent_again(client: AsyncWebClient):
    posted = await client.chat_postMessage(channel=G, text="x", blocks=[section(1)])
    changed = await client.chat_update(channel=G, ts=posted["ts"], text="y")
    assert posted["message"]["blocks"]
    assert "blocks" not in changed["message"]
