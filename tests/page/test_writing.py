"""Messages, threads, files, reactions, completion and sample questions."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.samples import HANDBOOK, sample_path
from bot.workspace import seed
from tests.page.screen import Screen
from tests.support.people import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DROP = """([selector, name, type, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type }));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data });
    document.querySelector(selector).dispatchEvent(event);
  }
}"""
PASTE = """([selector, name]) => {
  const data = new DataTransfer();
  data.items.add(new File(["pasted"], name, { type: "text/plain" }));
  const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
  document.querySelector(selector).dispatchEvent(event);
}"""


async def test_enter_sends_and_shift_enter_starts_a_line(screen: Screen):
    box = screen.page.locator("#room-composer textarea")
    await box.press_sequentially("one")
    await box.press("Shift+Enter")
    await box.press_sequentially("two")
    await box.press("Enter")
    await expect(screen.page.locator("#messages .rich-section")).to_have_text(
        "one\ntwo", use_inner_text=True
    )
    await expect(box).to_have_value("")


async def test_a_question_is_answered_in_its_thread(screen: Screen):
    await screen.write("@footnote how much leave?")
    question = screen.message("how much leave?")
    await question.get_by_role("button", name="1 reply").click()
    await expect(screen.message("Answer 1: 25 days [1]", "#thread-messages")).to_be_visible()
    await screen.write("@footnote and then?", "#thread-composer")
    await expect(screen.message("Answer 2", "#thread-messages")).to_be_visible()
    await expect(screen.page.locator(".replies-line")).to_have_text("3 replies")
    await screen.page.keyboard.press("Escape")
    await expect(screen.page.locator("#thread")).to_be_hidden()
    await expect(question).to_be_focused()


async def test_a_reply_can_go_to_the_channel_too(screen: Screen):
    await screen.write("root")
    await screen.message("root").hover()
    await screen.page.get_by_role("button", name="Reply in thread").click()
    await screen.page.get_by_label("Also send to the channel").check()
    await screen.write("for all", "#thread-composer")
    await expect(screen.message("for all", "#messages")).to_contain_text("Also sent to the channel")
    await screen.write("/footnote help", "#thread-composer")
    await expect(screen.page.get_by_role("alert")).to_contain_text("don't work in threads")


async def test_names_channels_and_commands_are_completed(screen: Screen):
    box = screen.page.locator("#room-composer textarea")
    await box.press_sequentially("hi @be")
    await expect(screen.page.get_by_role("option", name="Ben")).to_have_attribute(
        "aria-selected", "true"
    )
    await box.press("Enter")
    await box.press_sequentially("see #lib")
    await box.press("Tab")
    await expect(box).to_have_value("hi @ben see #library ")
    await box.press("Enter")
    await expect(screen.page.locator("#messages .mention")).to_have_text(["@Ben", "#library"])
    await box.press_sequentially("/")
    await expect(screen.page.get_by_role("option")).to_have_count(2)
    await box.press_sequentially("foo")
    await box.press("Tab")
    await box.press_sequentially("help me")
    await box.press("Enter")
    await expect(screen.message("Help for @Ada")).to_contain_text("Only visible to you")
    assert (screen.script.commands[0]["command"], screen.script.commands[0]["text"]) == (
        "/footnote",
        "help me",
    )


async def test_files_by_drop_by_button_and_by_paste(screen: Screen, tmp_path: Path):
    page = screen.page
    await page.evaluate(DROP, ["#main", "dropped.txt", "text/plain", "hello"])
    await expect(page.locator(".file-chips li")).to_contain_text("dropped.txt")
    await page.evaluate(PASTE, ["#room-composer textarea", "pasted.txt"])
    async with page.expect_file_chooser() as chooser:
        await page.locator("#room-composer").get_by_role("button", name="Attach files").click()
    await (await chooser.value).set_files(sample_path(HANDBOOK))
    await expect(page.locator(".file-chips li")).to_have_count(3)
    await page.get_by_role("button", name="Remove pasted.txt").click()
    await page.locator("#room-composer textarea").press("Enter")
    files = page.locator("#messages .file")
    await expect(files).to_have_count(2)
    await expect(files.nth(1)).to_contain_text(HANDBOOK)
    async with page.expect_download() as download:
        await files.nth(0).get_by_role("link").click()
    await (await download.value).save_as(tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"hello"
    await page.get_by_role("button", name="Delete dropped.txt").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator("#messages .file.gone")).to_have_text("This file was deleted.")


async def test_reactions_are_added_counted_and_taken_away(screen: Screen, desk: Desk):
    posted = await desk.person(seed.BEN).post(seed.GENERAL, "react to me")
    message = screen.message("react to me")
    await message.hover()
    await message.get_by_role("button", name="Add a reaction").click()
    await (
        screen.page.get_by_role("toolbar", name="Reactions")
        .get_by_role("button", name="tada")
        .click()
    )
    chip = message.locator(".chip").first
    await expect(chip).to_have_attribute("aria-pressed", "true")
    await desk.person(seed.BEN).react(seed.GENERAL, posted["ts"], "tada")
    await expect(chip.locator(".count")).to_have_text("2")
    await chip.click()
    await expect(chip.locator(".count")).to_have_text("1")
    await expect(chip).to_have_attribute("aria-pressed", "false")


async def test_own_messages_are_edited_and_deleted(screen: Screen, desk: Desk):
    await screen.write("to @ben & #library <soon>")
    message = screen.page.locator("#messages article").last
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await screen.page.get_by_role("menuitem", name="Edit message").click()
    editor = screen.page.get_by_label("Edit message")
    await expect(editor).to_have_value("to @ben & #library <soon>")
    await editor.fill("later, @ben")
    await editor.press("Enter")
    await expect(message).to_contain_text("later, @Ben")
    await expect(message).to_contain_text("(edited)")
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    await screen.page.get_by_role("menuitem", name="Delete message").click()
    await screen.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(screen.message("later, @Ben")).to_have_count(0)
    await desk.person(seed.BEN).post(seed.GENERAL, "not mine")
    await screen.message("not mine").hover()
    await screen.message("not mine").get_by_role("button", name="More actions").click()
    await expect(screen.page.get_by_role("menuitem")).to_have_text(
        ["Copy link", "Explain this answer"]
    )


async def test_what_cannot_be_sent_stays_in_the_box(screen: Screen):
    screen.expected = ("net::ERR",)
    await screen.page.route("**/local/messages", lambda route: route.abort())
    await screen.write("precious words")
    await expect(screen.page.get_by_role("alert")).to_contain_text("doesn't answer")
    await expect(screen.page.locator("#room-composer textarea")).to_have_value("precious words")


async def test_sample_questions_and_the_follow_up_in_their_thread(screen: Screen):
    samples = screen.page.get_by_role("region", name="Sample questions")
    follow_up = samples.get_by_role("button", name="And for contractors?")
    await expect(follow_up).to_have_attribute("aria-disabled", "true")
    await samples.get_by_role("button", name="How much leave do I get?").click()
    await expect(screen.message("Answer 1", "#thread-messages")).to_be_visible()
    await follow_up.click()
    await expect(screen.message("Answer 2", "#thread-messages")).to_be_visible()
    first, second = screen.script.mentions
    assert second["thread_ts"] == first["ts"]
    await samples.get_by_role("button", name="中文").click()
    await samples.get_by_role("button", name="有几天年假？").click()
    await expect(screen.message("Answer 3", "#thread-messages")).to_be_visible()
    await screen.page.locator("#thread").get_by_role("button", name="那外包人员呢？").click()
    await expect(screen.message("Answer 4", "#thread-messages")).to_be_visible()
    assert screen.script.mentions[3]["thread_ts"] == screen.script.mentions[2]["ts"]
