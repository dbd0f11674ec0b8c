"""Commands, clicks, shortcuts and views through a real Bolt app."""

import asyncio
from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Person, RefusedError
from tests.workspace.conftest import TIMINGS, Bot

BUTTON = {
    "type": "button",
    "action_id": "more",
    "value": "42",
    "text": {"type": "plain_text", "text": "More"},
}
FEEDBACK = {
    "type": "context_actions",
    "elements": [
        {
            "type": "feedback_buttons",
            "action_id": "vote",
            "positive_button": {"text": {"type": "plain_text", "text": "Good"}, "value": "up"},
            "negative_button": {"text": {"type": "plain_text", "text": "Bad"}, "value": "down"},
        }
    ],
}
BLOCKS = [{"type": "actions", "block_id": "buttons", "elements": [BUTTON]}, FEEDBACK]


async def test_a_command_answers_by_acknowledgement_and_later(bot: Bot, ada: Person, ben: Person):
    seen = {}

    @bot.app.command("/ask")
    async def ask(ack, respond, command):
        seen.update(command)
        await ack("Looking…")
        await respond("Found it", response_type="in_channel")

    answer = await ada.command(seed.LIBRARY, "/ask", "what does @Ben say in #general about R&D?")

    assert answer == {"text": "Looking…"}
    assert (
        seen["text"] == f"what does <@{seed.BEN}|ben> say in <#{seed.GENERAL}|general> about R&D?"
    )
    assert seen["channel_name"] == "library"
    assert "thread_ts" not in seen
    found = await ben.wait_for_message(seed.LIBRARY)
    assert found["text"] == "Found it"
    texts = {m["text"]: m.get("is_ephemeral", False) for m in await ada.read(seed.LIBRARY)}
    assert texts == {"Looking…": True, "Found it": False}
    assert [m["text"] for m in await ben.read(seed.LIBRARY)] == ["Found it"]


async def test_a_response_url_is_good_five_times(bot: Bot, ada: Person):
    statuses = []

    @bot.app.command("/ask")
    async def ask(ack, respond):
        await ack()
        statuses.extend([(await respond(f"answer {n}")).status_code for n in range(6)])

    await ada.command(seed.GENERAL, "/ask")
    await ada.wait_for_message(seed.GENERAL, lambda message: message["text"] == "answer 4")
    await ada.desk.until(lambda: len(statuses) == 6)
    assert statuses == [200] * 5 + [404]


async def test_what_a_command_was_answered_can_be_replaced(bot: Bot, ada: Person, ben: Person):
    answers = []

    @bot.app.command("/ask")
    async def ask(ack, respond):
        await ack("Looking…")
        answers.append(respond)

    await ada.command(seed.GENERAL, "/ask")
    await answers[0]("Found it", replace_original=True, response_type="ephemeral")
    await ada.wait_for_message(seed.GENERAL, lambda message: message["text"] == "Found it")
    assert [m["text"] for m in await ada.read(seed.GENERAL)] == ["Found it"]
    assert await ben.read(seed.GENERAL) == []


@pytest.mark.parametrize("timings", [replace(TIMINGS, answer=0.3)])
async def test_an_unanswered_command_is_an_error_for_the_person(
    bot: Bot, workspace: LocalWorkspace, ada: Person
):
    @bot.app.command("/slow")
    async def slow(ack):
        await asyncio.sleep(1.0)
        await ack()

    with pytest.raises(RefusedError, match="operation_timeout"):
        await ada.command(seed.GENERAL, "/slow")


async def test_without_a_socket_a_command_fails_at_once(workspace: LocalWorkspace, ada: Person):
    with pytest.raises(RefusedError, match="dispatch_failed"):
        await ada.command(seed.GENERAL, "/ask")


@pytest.mark.parametrize(("action_id", "value"), [("more", None), ("vote", "down")])
async def test_clicks(
    bot: Bot, client: AsyncWebClient, ada: Person, action_id: str, value: str | None
):
    seen = {}

    @bot.app.action(action_id)
    async def clicked(ack, body, respond):
        seen.update(body)
        await ack()
        await respond("thanks", replace_original=True)

    posted = await client.chat_postMessage(channel=seed.GENERAL, text="answer", blocks=BLOCKS)
    await ada.click(seed.GENERAL, posted["ts"], action_id, value)
    changed = await ada.wait_for_message(seed.GENERAL, lambda message: message["text"] == "thanks")

    assert changed["ts"] == posted["ts"]
    assert seen["message"]["ts"] == seen["container"]["message_ts"] == posted["ts"]
    assert seen["actions"][0]["value"] == (value or "42")
    assert seen["user"]["id"] == seed.ADA
    assert seen["state"] == {"values": {}}
    assert seen["trigger_id"]


async def test_an_ephemeral_message_is_for_one_person(
    bot: Bot, client: AsyncWebClient, ada: Person, ben: Person
):
    seen = {}

    @bot.app.action("more")
    async def clicked(ack, body, respond):
        seen.update(body)
        await ack()
        await respond(delete_original=True)

    await client.chat_postEphemeral(channel=seed.GENERAL, user=seed.ADA, text="psst", blocks=BLOCKS)
    [message] = await ada.read(seed.GENERAL)
    assert message["is_ephemeral"]
    assert not await ben.read(seed.GENERAL)
    assert not (await client.conversations_history(channel=seed.GENERAL))["messages"]
    with pytest.raises(RefusedError, match="message_not_found"):
        await ben.click(seed.GENERAL, message["ts"], "more")

    await ada.click(seed.GENERAL, message["ts"], "more")

    async def gone() -> bool:
        return not await ada.read(seed.GENERAL)

    await ada.desk.until(gone)
    assert seen["container"]["is_ephemeral"]
    assert "message" not in seen
