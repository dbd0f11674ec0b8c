"""Every element that a block may hold is drawn, and can be found by its name."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.page.screen import Screen
from tests.page.script import option, words

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_every_element_is_there_and_has_a_name(screen: Screen):
    options = [option("One", "1"), option("Two", "2")]
    texts = [
        "plain_text_input",
        "email_text_input",
        "url_text_input",
        "number_input",
        "rich_text_input",
    ]
    pickers = ["datepicker", "timepicker", "datetimepicker"]
    selects = [
        "users_select",
        "channels_select",
        "conversations_select",
        "multi_users_select",
        "multi_channels_select",
        "multi_conversations_select",
    ]
    chosen = ["static_select", "multi_static_select", "radio_buttons", "checkboxes", "overflow"]
    elements: list[dict[str, Any]] = [
        {"type": kind, "action_id": kind} for kind in [*texts, *pickers, *selects]
    ]
    elements += [{"type": kind, "action_id": kind, "options": options} for kind in chosen]
    elements += [
        {"type": "button", "action_id": "b", "text": words("Press"), "style": "primary"},
        {"type": "workflow_button", "text": words("Flow")},
        {"type": "hologram"},
        {"type": "external_select", "action_id": "x"},
    ]
    feedback = {
        "type": "feedback_buttons",
        "action_id": "f",
        "positive_button": option("Good", "+"),
        "negative_button": option("Bad", "-"),
    }
    trash = {"type": "icon_button", "action_id": "i", "icon": "trash", "text": words("Remove")}
    body = await screen.shown(
        [
            {"type": "actions", "elements": elements},
            {"type": "context_actions", "elements": [feedback, trash]},
            {
                "type": "input",
                "label": words("Your page"),
                "element": {"type": "plain_text_input", "action_id": "p"},
            },
            {
                "type": "section",
                "text": words("With a picture"),
                "accessory": {
                    "type": "image",
                    "alt_text": "Cover",
                    "image_url": "https://elsewhere.example/c.png",
                },
            },
        ]
    )
    names = [kind.replace("_", " ") for kind in [*texts, *pickers, *selects[:3], "static_select"]]
    for name in names:
        await expect(body.get_by_label(name, exact=True)).to_be_visible()
    await expect(body.locator("details.multi summary")).to_have_count(4)
    await expect(body.locator("input[type=radio]")).to_have_count(2)
    for name in ("Press", "Flow", "Good", "Bad", "Remove", "More choices"):
        await expect(body.get_by_role("button", name=name)).to_be_visible()
    await expect(body.get_by_label("Your page")).to_be_visible()
    await expect(body.locator(".unknown")).to_contain_text(["hologram", "external_select"])
