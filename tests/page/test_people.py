"""Each person sees what is theirs, and one is somebody else with a click."""

import pytest
from playwright.async_api import expect

from bot.workspace import seed
from tests.page.screen import Screen
from tests.support.people import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def rows(screen: Screen) -> list[str]:
    return await screen.page.locator(".side-name").all_text_contents()


async def test_everybody_has_a_button_with_their_role(screen: Screen):
    people = screen.page.locator(".person")
    await expect(people).to_have_count(4)
    for name, role in (("Ada", "member"), ("Ben", "member"), ("Chris", "admin"), ("Gina", "guest")):
        await screen.become(name)
        await expect(screen.page.locator(".person[aria-pressed=true]")).to_contain_text(role)


async def test_a_guest_sees_only_the_channel_they_are_in(screen: Screen):
    assert {"general", "library", "front-desk", "private-hr"} <= set(await rows(screen))
    await screen.become("Gina")
    await expect(screen.page.locator("#room-head h1")).to_have_text("front-desk")
    shown = set(await rows(screen))
    assert "front-desk" in shown
    assert not shown & {"general", "library", "private-hr"}


async def test_private_channels_are_not_shown_to_others(screen: Screen):
    await screen.go("private-hr")
    await screen.write("a secret")
    await screen.become("Ben")
    await expect(screen.page.locator("#room-head h1")).not_to_have_text("private-hr")
    await expect(screen.page.get_by_text("private-hr")).to_have_count(0)
    await expect(screen.page.get_by_text("a secret")).to_have_count(0)


async def test_an_ephemeral_message_is_for_one_pair_of_eyes(screen: Screen):
    await screen.script.client.chat_postEphemeral(channel=seed.GENERAL, user=seed.ADA, text="psst")
    message = screen.message("psst")
    await expect(message).to_contain_text("Only visible to you")
    await screen.become("Ben")
    await expect(message).to_have_count(0)
    await screen.become("Ada")
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await screen.page.get_by_role("menuitem", name="Dismiss message").click()
    await expect(message).to_have_count(0)


async def test_what_others_write_is_marked_unread_until_it_is_read(screen: Screen, desk: Desk):
    await desk.person(seed.BEN).post(seed.LIBRARY, "new here")
    await screen.script.client.chat_postMessage(channel=seed.LIBRARY, text=f"<@{seed.ADA}> look")
    row = screen.page.get_by_role("button", name="library, 2 unread")
    await expect(row.locator(".badge")).to_have_text("1")
    await row.click()
    await expect(screen.page.get_by_role("separator", name="New messages")).to_have_count(0)
    await expect(screen.page.locator(".unread")).to_have_count(0)
    await screen.go("general")
    await desk.person(seed.BEN).post(seed.LIBRARY, "and newer")
    await screen.page.get_by_role("button", name="library, 1 unread").click()
    await expect(screen.page.get_by_role("separator", name="New messages")).to_be_visible()


async def test_drafts_belong_to_their_author_and_their_channel(screen: Screen):
    box = screen.page.locator("#room-composer textarea")
    await box.fill("not finished")
    await screen.go("library")
    await expect(box).to_have_value("")
    await screen.go("general")
    await expect(box).to_have_value("not finished")
    await screen.become("Ben")
    await expect(box).to_have_value("")


async def test_a_channel_can_be_joined(screen: Screen, desk: Desk):
    await desk.person(seed.BEN).create_channel("kitchen")
    await screen.reload()
    await screen.go("kitchen")
    await expect(screen.page.locator("#room-composer")).to_be_hidden()
    await screen.page.get_by_role("button", name="Join it").click()
    await screen.write("hello kitchen")
    await expect(screen.message("hello kitchen")).to_be_visible()


async def test_direct_messages_with_the_app_and_with_people(screen: Screen):
    await screen.go("Footnote")
    await screen.write("hello app")
    await expect(screen.message("hello app")).to_be_visible()
    await screen.go("Ben")
    await screen.write("hello Ben")
    await screen.become("Ben")
    await screen.go("Ada")
    await expect(screen.message("hello Ben")).to_be_visible()


async def test_permalinks_lead_to_their_message(screen: Screen, desk: Desk):
    ada = desk.person(seed.ADA)
    posted = await ada.post(seed.LIBRARY, "a question")
    reply = await ada.post(seed.LIBRARY, "a reply", thread_ts=posted["ts"])
    link = await screen.script.client.chat_getPermalink(
        channel=seed.LIBRARY, message_ts=reply["ts"]
    )
    await screen.page.goto(link["permalink"])
    await expect(screen.page.locator("#thread .message.target")).to_contain_text("a reply")
    await screen.page.goto(f"{screen.workspace.url}/archives/{seed.PRIVATE}?as={seed.BEN}")
    await expect(screen.page.locator(".toast")).to_contain_text("can't see")


async def test_one_chooses_the_language_of_one_s_slack(screen: Screen, desk: Desk):
    button = screen.page.locator("#language-button")
    await expect(button).to_have_text("EN")
    await button.click()
    await expect(button).to_have_text("中")
    users = {user["id"]: user["locale"] for user in (await desk.ask("GET", "users"))["users"]}
    assert (users[seed.ADA], users[seed.BEN]) == ("zh-CN", "en-US")
    await screen.become("Ben")
    await expect(button).to_have_text("EN")
