"""What an app offers to press and to fill in."""

from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.workspace import seed
from tests.page.screen import REFUSED, Screen
from tests.page.script import option, words
from tests.support.people import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def button(action_id: str, text: str, **more: object) -> dict[str, Any]:
    return {"type": "button", "action_id": action_id, "text": words(text), "value": text} | more


async def posted(screen: Screen, *blocks: dict[str, Any]) -> Locator:
    await screen.script.client.chat_postMessage(channel=seed.GENERAL, text="x", blocks=list(blocks))
    body = screen.page.locator("#messages .body").last
    await body.wait_for()
    return body


async def used(screen: Screen, desk: Desk, count: int = 1) -> dict[str, Any]:
    await desk.until(lambda: len(screen.script.actions) >= count)
    return dict(screen.script.actions[-1]["actions"][0])


async def test_buttons_and_their_confirmation(screen: Screen, desk: Desk):
    question = {
        "title": words("Sure?"),
        "text": words("It *goes*.", "mrkdwn"),
        "confirm": words("Do it"),
        "deny": words("No"),
    }
    body = await posted(
        screen,
        {
            "type": "actions",
            "elements": [
                button("plain", "Press"),
                button("asks", "Wipe", style="danger", confirm=question),
            ],
        },
    )
    await body.get_by_role("button", name="Press").click()
    assert (await used(screen, desk))["value"] == "Press"
    wipe, dialog = (
        body.get_by_role("button", name="Wipe"),
        screen.page.get_by_role("dialog", name="Sure?"),
    )
    await wipe.click()
    await dialog.get_by_role("button", name="No").click()
    await expect(dialog).to_have_count(0)
    await wipe.click()
    await dialog.get_by_role("button", name="Do it").click()
    assert (await used(screen, desk, 2))["action_id"] == "asks"
    assert len(screen.script.actions) == 2


OPTIONS = [option("One", "1"), option("Two", "2")]


async def test_selects_and_choices(screen: Screen, desk: Desk):
    kinds = ["static_select", "multi_static_select", "radio_buttons", "checkboxes"]
    elements = [{"type": kind, "action_id": kind, "options": OPTIONS} for kind in kinds]
    people = {"type": "users_select", "action_id": "users_select"}
    body = await posted(screen, {"type": "actions", "elements": [*elements, people]})
    await body.get_by_label("static select", exact=True).select_option("Two")
    assert (await used(screen, desk, 1))["selected_option"]["value"] == "2"
    await body.locator("details.multi summary").click()
    await body.locator("details.multi").get_by_label("One").check()
    assert (await used(screen, desk, 2))["selected_options"] == [OPTIONS[0]]
    await body.get_by_role("radio", name="Two").check()
    assert (await used(screen, desk, 3))["selected_option"]["value"] == "2"
    await body.get_by_role("group", name="checkboxes").get_by_label("Two").check()
    assert (await used(screen, desk, 4))["selected_options"] == [OPTIONS[1]]
    await body.get_by_label("users select").select_option("Ben")
    assert (await used(screen, desk, 5))["selected_user"] == seed.BEN


async def test_dates_texts_and_overflow(screen: Screen, desk: Desk):
    elements = [{"type": kind, "action_id": kind} for kind in ("datepicker", "plain_text_input")]
    overflow = {"type": "overflow", "action_id": "overflow", "options": OPTIONS}
    section = {"type": "section", "text": words("more"), "accessory": overflow}
    body = await posted(screen, {"type": "actions", "elements": elements}, section)
    await body.get_by_label("datepicker").fill("2026-05-04")
    assert (await used(screen, desk, 1))["selected_date"] == "2026-05-04"
    await body.get_by_label("plain text input").fill("words")
    await body.get_by_label("plain text input").press("Enter")
    assert (await used(screen, desk, 2))["value"] == "words"
    await body.get_by_role("button", name="More choices").click()
    await screen.page.keyboard.press("ArrowDown")
    await screen.page.keyboard.press("Enter")
    assert (await used(screen, desk, 3))["selected_option"]["value"] == "2"
    filled = next(iter(screen.script.actions[-1]["state"]["values"].values()))
    assert filled["datepicker"] == {"type": "datepicker", "selected_date": "2026-05-04"}


async def test_feedback_stays_pressed(screen: Screen, desk: Desk):
    feedback = {
        "type": "feedback_buttons",
        "action_id": "rate",
        "positive_button": option("Good", "+"),
        "negative_button": option("Bad", "-"),
    }
    body = await posted(screen, {"type": "context_actions", "elements": [feedback]})
    await body.get_by_role("button", name="Good").click()
    assert (await used(screen, desk))["value"] == "+"
    await expect(body.get_by_role("button", name="Good")).to_have_attribute("aria-pressed", "true")
    await body.get_by_role("button", name="Bad").click()
    assert (await used(screen, desk, 2))["value"] == "-"
    await expect(body.get_by_role("button", name="Good")).to_have_attribute("aria-pressed", "false")


async def opened(screen: Screen) -> tuple[Locator, Locator]:
    body = await posted(screen, {"type": "actions", "elements": [button("open", "Report")]})
    await body.get_by_role("button", name="Report").click()
    dialog = screen.page.locator("#modal")
    await expect(dialog.get_by_role("heading", name="Report a page")).to_be_visible()
    return dialog, body


async def test_a_modal_is_filled_in_corrected_and_submitted(screen: Screen, desk: Desk):
    screen.expected = (REFUSED,)
    dialog, body = await opened(screen)
    field = dialog.get_by_label("Which page?")
    await expect(field).to_be_focused()
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.locator(".field-error")).to_have_text(
        "Please complete this required field."
    )
    await field.fill("0")
    await dialog.get_by_label("The quote").check()
    await field.press("Enter")
    await expect(dialog.locator(".field-error")).to_have_text("There is no page 0.")
    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(field).to_have_value("0")
    await expect(dialog.get_by_label("The quote")).to_be_checked()
    await field.fill("5")
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog).to_be_hidden()
    await expect(body.get_by_role("button", name="Report")).to_be_focused()
    values = screen.script.submitted[0]
    assert values["page"]["number"]["value"] == "5"
    assert values["reason"]["reason"]["selected_option"]["value"] == "quote"


async def test_modals_are_pushed_updated_and_closed(screen: Screen, desk: Desk):
    dialog, _ = await opened(screen)
    await dialog.get_by_label("Which page?").fill("more")
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("heading", name="One more thing")).to_be_visible()
    await expect(dialog.get_by_label("Which page?")).to_have_value("")
    await screen.page.keyboard.press("Escape")
    await expect(dialog.get_by_role("heading", name="Report a page")).to_be_visible()
    await expect(dialog.get_by_label("Which page?")).to_have_value("more")
    await dialog.get_by_label("Which page?").fill("other")
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("heading", name="Something else")).to_be_visible()
    await dialog.get_by_role("button", name="Cancel").click()
    await expect(dialog).to_be_hidden()
    assert await desk.person(seed.ADA).views() == []


async def test_the_home_tab_and_what_is_pressed_there(screen: Screen, desk: Desk):
    await screen.page.locator(".side-row", has_text="Home").click()
    home = screen.page.locator("#home")
    await expect(home.locator("h3")).to_have_text("Your library")
    await home.get_by_role("button", name="Ask from home").click()
    assert (await used(screen, desk))["action_id"] == "home"


async def test_message_shortcuts(screen: Screen, desk: Desk):
    await screen.write("explain this")
    message = screen.message("explain this")
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await screen.page.get_by_role("menuitem", name="Explain this answer").click()
    await desk.until(lambda: bool(screen.script.shortcuts))
    assert screen.script.shortcuts[0]["message"]["text"] == "explain this"


async def test_an_app_that_is_away_is_said(screen: Screen):
    screen.expected = (REFUSED,)
    body = await posted(screen, {"type": "actions", "elements": [button("plain", "Press")]})
    await screen.script.close()
    await body.get_by_role("button", name="Press").click()
    await expect(screen.page.get_by_role("alert")).to_contain_text("not connected")
