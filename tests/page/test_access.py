"""Usable by keyboard alone, by ear, on a phone, and in both themes."""

import pytest
from playwright.async_api import Page, expect

from bot.workspace import seed
from tests.page.screen import Screen
from tests.support.people import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_narrow_windows_show_one_pane_at_a_time(screen: Screen, desk: Desk):
    page = screen.page
    await page.set_viewport_size({"width": 390, "height": 844})
    panes = {name: page.locator(f"#{name}") for name in ("sidebar", "main", "thread", "faults")}

    async def only(name: str) -> None:
        for other, pane in panes.items():
            await (expect(pane).to_be_visible() if other == name else expect(pane).to_be_hidden())
        box = await panes[name].bounding_box()
        assert box
        assert box["width"] == 390

    await only("main")
    await page.get_by_role("button", name="Back to the conversations").click()
    await only("sidebar")
    await screen.go("library")
    await only("main")
    await screen.write("@footnote narrow")
    await screen.message("narrow").get_by_role("button", name="1 reply").click()
    await only("thread")
    await page.get_by_role("button", name="Close the thread").click()
    await only("main")
    await page.get_by_role("button", name="Misbehaviour").click()
    await only("faults")


async def test_in_windows_between_a_thread_lies_over_the_conversation(screen: Screen):
    page = screen.page
    await page.set_viewport_size({"width": 1000, "height": 800})
    await screen.write("@footnote between")
    await screen.message("between").get_by_role("button", name="1 reply").click()
    await expect(page.locator("#thread")).to_be_visible()
    thread = await page.locator("#thread").bounding_box()
    assert thread == await page.locator("#main").bounding_box()
    sidebar = await page.locator("#sidebar").bounding_box()
    assert thread
    assert sidebar
    assert thread["x"] == sidebar["width"]
    assert thread["height"] == sidebar["height"]


async def test_a_theme_is_chosen_and_kept(screen: Screen):
    page = screen.page
    background = "getComputedStyle(document.querySelector('#main')).backgroundColor"
    light = await page.evaluate(background)
    await page.get_by_role("button", name="Colours: as the system has it").click()
    await page.get_by_role("button", name="Colours: light").click()
    await expect(page.get_by_role("button", name="Colours: dark")).to_be_visible()
    assert await page.evaluate(background) != light
    await page.reload()
    assert await page.evaluate("document.documentElement.dataset.theme") == "dark"
    await page.get_by_role("button", name="Colours: dark").click()
    await page.emulate_media(color_scheme="dark")
    assert await page.evaluate(background) != light


async def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Presses Tab until something of this name has the focus, which must be seen."""
    for _ in range(most):
        await page.keyboard.press("Tab")
        focused = page.locator(":focus")
        label = (
            await focused.evaluate("n => n.getAttribute('aria-label') || n.textContent")
            if await focused.count()
            else ""
        )
        if name in label:
            outline = await focused.evaluate(
                "n => getComputedStyle(n).outlineStyle + getComputedStyle(n.closest('.composer') ?? n).boxShadow"
            )
            assert outline != "nonenone", f"{name}: the focus can't be seen"
            return
    raise AssertionError(f"{name} was not reached by Tab")


async def test_a_question_is_asked_by_keyboard_alone(screen: Screen):
    page, keys = screen.page, screen.page.keyboard
    await keys.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the messages")).to_be_in_viewport()
    await keys.press("Enter")
    await expect(page.locator("#main")).to_be_focused()
    await tab_to(page, "Message #general")
    await keys.type("@foo")
    await keys.press("Enter")
    await keys.type("by keyboard")
    await keys.press("Enter")
    answered = screen.message("by keyboard").get_by_role("button", name="1 reply")
    await expect(answered).to_be_visible()
    await tab_to(page, "Skip to the messages")
    await keys.press("Enter")
    await tab_to(page, "1 reply")
    await keys.press("Enter")
    await expect(page.locator("#thread-composer textarea")).to_be_focused()
    await keys.type("a reply by keyboard")
    await keys.press("Enter")
    await expect(screen.message("a reply by keyboard", "#thread-messages")).to_be_visible()
    await keys.press("Escape")
    await expect(screen.message("by keyboard", "#messages")).to_be_focused()


async def test_a_messages_tools_by_keyboard_alone(screen: Screen):
    page, keys = screen.page, screen.page.keyboard
    await screen.write("tools please")
    message = screen.message("tools please")
    await message.wait_for()
    await tab_to(page, "Skip to the messages")
    await keys.press("Enter")
    await tab_to(page, "Ada, ")
    await expect(message).to_be_focused()
    await tab_to(page, "Add a reaction")
    await keys.press("Enter")
    await keys.press("ArrowRight")
    await keys.press("Escape")
    await expect(message.get_by_role("button", name="Add a reaction")).to_be_focused()
    await keys.press("Enter")
    await keys.press("Enter")
    await expect(message.locator(".chip").first).to_contain_text("👍")
    await tab_to(page, "More actions")
    await keys.press("Enter")
    await keys.press("End")
    await expect(page.get_by_role("menuitem", name="Delete message")).to_be_focused()
    await keys.press("Escape")
    await expect(message.get_by_role("button", name="More actions")).to_be_focused()


async def test_arrows_go_from_message_to_message(screen: Screen, desk: Desk):
    for text in ("one", "two", "three"):
        await desk.person(seed.BEN).post(seed.GENERAL, text)
    await screen.message("three").focus()
    await screen.page.keyboard.press("ArrowUp")
    await expect(screen.message("two")).to_be_focused()
    await screen.page.keyboard.press("Home")
    await expect(screen.message("one")).to_be_focused()
    await desk.person(seed.BEN).react(
        seed.GENERAL, (await desk.person(seed.BEN).read(seed.GENERAL))[0]["ts"], "eyes"
    )
    await expect(screen.message("one").locator(".chip").first).to_be_visible()
    await expect(screen.message("one")).to_be_focused()
