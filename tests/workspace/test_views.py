"""Modals and the Home tab, from the trigger to the submission."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, Person, RefusedError
from tests.workspace.conftest import TIMINGS, Bot

TITLE = {"type": "plain_text", "text": "x"}
PLAIN_MODAL = {"type": "modal", "title": TITLE, "blocks": [{"type": "divider"}]}
BUTTON = {
    "type": "button",
    "action_id": "more",
    "value": "42",
    "text": {"type": "plain_text", "text": "More"},
}
ACTIONS = {"type": "actions", "block_id": "buttons", "elements": [BUTTON]}
MODAL = {
    "type": "modal",
    "callback_id": "form",
    "title": {"type": "plain_text", "text": "Settings"},
    "submit": {"type": "plain_text", "text": "Save"},
    "notify_on_close": True,
    "blocks": [
        {
            "type": "input",
            "block_id": "name",
            "label": {"type": "plain_text", "text": "Name"},
            "element": {"type": "plain_text_input", "action_id": "value"},
        },
        {
            "type": "input",
            "block_id": "colour",
            "optional": True,
            "label": {"type": "plain_text", "text": "Colour"},
            "element": {
                "type": "static_select",
                "action_id": "value",
                "options": [{"text": {"type": "plain_text", "text": "Red"}, "value": "red"}],
            },
        },
    ],
}


@pytest.fixture
def form(bot: Bot) -> dict[str, Any]:
    """A bot with a shortcut to a modal; what it got is written down here."""
    seen: dict[str, Any] = {}

    @bot.app.shortcut("explain")
    async def shortcut(ack, body, client):
        seen["shortcut"] = body
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @bot.app.view("form")
    async def submitted(ack, body):
        seen["view"] = body["view"]
        if body["view"]["state"]["values"]["name"]["value"]["value"] == "bad":
            await ack(response_action="errors", errors={"name": "not that one"})
        else:
            await ack()

    return seen


async def test_a_shortcut_opens_a_modal_that_is_submitted(form: dict[str, Any], ada: Person):
    posted = await ada.post(seed.GENERAL, "interesting")
    await ada.shortcut("explain", seed.GENERAL, posted["ts"])
    view = await ada.wait_for_view()

    assert form["shortcut"]["type"] == "message_action"
    assert form["shortcut"]["message"]["text"] == "interesting"
    with pytest.raises(RefusedError, match="missing_input"):
        await ada.submit(view["id"])
    with pytest.raises(RefusedError, match="invalid_input") as refused:
        await ada.submit(view["id"], {"name": {"value": "bad"}})
    assert refused.value.answer["errors"] == {"name": "not that one"}
    await ada.submit(view["id"], {"name": {"value": "Ada"}, "colour": {"value": "red"}})
    values = form["view"]["state"]["values"]
    assert values["name"]["value"] == {"type": "plain_text_input", "value": "Ada"}
    assert values["colour"]["value"]["selected_option"]["value"] == "red"
    assert not await ada.views()


async def test_closing_a_modal_is_told_if_asked_for(
    bot: Bot, workspace: LocalWorkspace, client, ada: Person
):
    closed = []

    @bot.app.view_closed("form")
    async def on_close(ack, body):
        closed.append(body["view"]["callback_id"])
        await ack()

    trigger = workspace.core.triggers.new(seed.ADA)
    view = (await client.views_open(trigger_id=trigger, view=MODAL))["view"]
    await ada.close(view["id"])
    assert closed == ["form"]


async def test_a_trigger_is_good_once(workspace: LocalWorkspace, client: AsyncWebClient):
    trigger = workspace.core.triggers.new(seed.ADA)
    await client.views_open(trigger_id=trigger, view=MODAL)
    with pytest.raises(SlackApiError, match="exchanged_trigger_id"):
        await client.views_open(trigger_id=trigger, view=MODAL)
    with pytest.raises(SlackApiError, match="invalid_trigger_id"):
        await client.views_open(trigger_id="1.2.3", view=MODAL)


@pytest.mark.parametrize("timings", [replace(TIMINGS, trigger=0.05)])
async def test_a_trigger_is_not_good_for_long(workspace: LocalWorkspace, client: AsyncWebClient):
    trigger = workspace.core.triggers.new(seed.ADA)
    await asyncio.sleep(0.1)
    with pytest.raises(SlackApiError, match="expired_trigger_id"):
        await client.views_open(trigger_id=trigger, view=MODAL)


async def test_the_home_tab(bot: Bot, desk: Desk, client: AsyncWebClient, ada: Person):
    clicked = asyncio.Event()

    @bot.app.action("more")
    async def more(ack):
        await ack()
        clicked.set()

    await ada.open_home()
    await desk.until(lambda: bool(bot.events("app_home_opened")))
    assert bot.events("app_home_opened")[0]["tab"] == "home"

    home = {"type": "home", "blocks": [ACTIONS]}
    view = (await client.views_publish(user_id=seed.ADA, view=home))["view"]
    assert (await ada.home() or {})["id"] == view["id"]
    with pytest.raises(SlackApiError, match="hash_conflict"):
        await client.views_publish(user_id=seed.ADA, view=home, hash="old")
    await client.views_update(view_id=view["id"], view=home, hash=view["hash"])
    await ada.click_in_view(view["id"], "more")
    assert clicked.is_set()


async def test_modals_are_updated_and_stacked_three_high(
    workspace: LocalWorkspace, client: AsyncWebClient, ada: Person
):
    def trigger() -> str:
        return workspace.core.triggers.new(seed.ADA)

    with pytest.raises(SlackApiError, match="not_found"):
        await client.views_push(trigger_id=trigger(), view=PLAIN_MODAL)
    root = (
        await client.views_open(trigger_id=trigger(), view=PLAIN_MODAL | {"external_id": "one"})
    )["view"]
    with pytest.raises(SlackApiError, match="duplicate_external_id"):
        await client.views_open(trigger_id=trigger(), view=PLAIN_MODAL | {"external_id": "one"})
    updated = await client.views_update(
        external_id="one", view=PLAIN_MODAL | {"callback_id": "new"}
    )
    assert updated["view"]["callback_id"] == "new"
    for _ in range(2):
        pushed = (await client.views_push(trigger_id=trigger(), view=PLAIN_MODAL))["view"]
        assert pushed["root_view_id"] == root["id"]
    with pytest.raises(SlackApiError, match="push_limit_reached"):
        await client.views_push(trigger_id=trigger(), view=PLAIN_MODAL)
    with pytest.raises(SlackApiError, match="not_found"):
        await client.views_update(view_id="V0NONE", view=PLAIN_MODAL)
    with pytest.raises(SlackApiError, match="invalid_arguments"):
        await client.views_open(
            trigger_id=trigger(), view=PLAIN_MODAL | {"title": {"text": "x" * 25}}
        )
    assert len(await ada.views()) == 3


async def test_a_submission_may_update_push_and_clear(
    bot: Bot, client: AsyncWebClient, ada: Person
):
    answers = [
        ("update", PLAIN_MODAL | {"callback_id": "f"}),
        ("push", PLAIN_MODAL | {"callback_id": "f"}),
        ("clear", None),
    ]

    @bot.app.shortcut("start")
    async def start(ack, body, client):
        await ack()
        await client.views_open(
            trigger_id=body["trigger_id"], view=PLAIN_MODAL | {"callback_id": "f"}
        )

    @bot.app.view("f")
    async def submitted(ack):
        action, view = answers.pop(0)
        await ack(response_action=action, view=view)

    await ada.shortcut("start")
    view = await ada.wait_for_view()
    assert (await ada.submit(view["id"]))["view"]["id"] == view["id"]
    pushed = (await ada.submit(view["id"]))["view"]
    assert pushed["previous_view_id"] == view["id"]
    await ada.submit(pushed["id"])
    assert not await ada.views()
    with pytest.raises(RefusedError, match="view_not_found"):
        await ada.submit(view["id"])
