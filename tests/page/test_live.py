"""What changes is shown at once, and what was missed is caught up on."""

from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.page.screen import BROKEN, Screen
from tests.page.script import OFFERS, TIMINGS, words
from tests.support.people import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TEAM = {"recipient_user_id": seed.ADA, "recipient_team_id": seed.TEAM}


async def streaming(screen: Screen, desk: Desk) -> tuple[dict[str, Any], Locator]:
    """A stream in a thread that is open on the screen."""
    root = await desk.person(seed.ADA).post(seed.GENERAL, "stream to me")
    stream = await screen.script.client.chat_startStream(
        channel=seed.GENERAL,
        thread_ts=root["ts"],
        chunks=[{"type": "markdown_text", "text": "The **first** "}],
        **TEAM,
    )
    await screen.message("stream to me").get_by_role("button", name="1 reply").click()
    where = {"channel": seed.GENERAL, "ts": str(stream["ts"])}
    return where, screen.page.locator(f'#thread [data-ts="{where["ts"]}"]')


async def test_edits_and_deletes_of_others(screen: Screen):
    client = screen.script.client
    sent = await client.chat_postMessage(channel=seed.GENERAL, text="first words")
    await expect(screen.message("first words")).to_be_visible()
    await client.chat_update(channel=seed.GENERAL, ts=sent["ts"], text="other words")
    await expect(screen.message("other words")).to_be_visible()
    await expect(screen.message("first words")).to_have_count(0)
    await client.chat_delete(channel=seed.GENERAL, ts=sent["ts"])
    await expect(screen.message("other words")).to_have_count(0)


async def test_a_stream_grows_with_its_plan_and_ends(screen: Screen, desk: Desk):
    where, message = await streaming(screen, desk)
    client = screen.script.client
    await expect(message.locator("strong", has_text="first")).to_be_visible()
    task = {
        "type": "task_update",
        "id": "1",
        "title": "Search",
        "status": "in_progress",
        "details": "8 passages",
    }
    await client.chat_appendStream(
        **where, chunks=[{"type": "plan_update", "title": "Reading"}, task]
    )
    await expect(message.get_by_role("region", name="Reading")).to_contain_text("8 passages")
    await expect(message.get_by_role("img", name="in progress")).to_be_visible()
    await client.chat_appendStream(
        **where, chunks=[{"type": "markdown_text", "text": "and second words"}]
    )
    await expect(message).to_contain_text("The first and second words")
    await expect(message.get_by_role("button", name="Stop")).to_be_visible()
    await client.chat_stopStream(
        **where,
        chunks=[task | {"status": "complete", "details": ""}],
        blocks=[{"type": "section", "text": words("under it")}],
    )
    await expect(message).to_contain_text("under it")
    await expect(message.get_by_role("img", name="done")).to_be_visible()
    await expect(message.get_by_role("button", name="Stop")).to_have_count(0)


async def test_a_stream_is_stopped_by_a_person(screen: Screen, desk: Desk):
    _, message = await streaming(screen, desk)
    await message.get_by_role("button", name="Stop").click()
    await expect(message.locator(".stream-end")).to_have_text("Stopped.")
    await desk.until(lambda: bool(screen.script.stopped))


async def test_a_stream_expires(screen: Screen, desk: Desk):
    _, message = await streaming(screen, desk)
    await expect(message).to_be_visible()
    await screen.page.get_by_role("button", name="Misbehaviour").click()
    await screen.page.get_by_role("button", name="Expire the running stream").click()
    await expect(screen.page.locator("#faults-record")).to_contain_text("was expired")
    await screen.page.keyboard.press("Escape")
    await screen.message("stream to me").get_by_role("button", name="1 reply").click()
    await expect(message.locator(".stream-end")).to_contain_text("expired")


async def test_the_status_line_comes_and_goes(screen: Screen, desk: Desk):
    root = await desk.person(seed.ADA).post(seed.GENERAL, "think about it")
    where = {"channel_id": seed.GENERAL, "thread_ts": root["ts"]}
    line = screen.page.locator("#room-status")
    await screen.script.client.assistant_threads_setStatus(**where, status="is reading 8 passages…")
    await expect(line).to_have_text("Footnote is reading 8 passages… In a thread.")
    await screen.message("think about it").hover()
    await screen.page.get_by_role("button", name="Reply in thread").click()
    await expect(screen.page.locator("#thread-status")).to_have_text(
        "Footnote is reading 8 passages…"
    )
    await expect(line).to_have_text("")
    await screen.script.client.assistant_threads_setStatus(**where, status="")
    await expect(screen.page.locator("#thread-status")).to_have_text("")


async def test_the_list_stays_where_one_reads(screen: Screen, desk: Desk):
    ben = desk.person(seed.BEN)
    for place in range(30):
        await ben.post(seed.GENERAL, f"line {place}")
    await expect(screen.message("line 29")).to_be_in_viewport()
    await screen.reload()
    await expect(screen.message("line 29")).to_be_in_viewport()
    await screen.message("line 3").first.scroll_into_view_if_needed()
    # Scrolling is told to the page with the next frame.
    await screen.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))"
    )
    await ben.post(seed.GENERAL, "far below")
    await expect(screen.message("far below")).to_be_attached()
    await expect(screen.message("far below")).not_to_be_in_viewport()
    await expect(screen.message("line 3").first).to_be_in_viewport()
    await screen.write("my own words")
    await expect(screen.message("my own words")).to_be_in_viewport()


async def test_new_messages_are_announced(screen: Screen, desk: Desk):
    await desk.person(seed.BEN).post(seed.GENERAL, "listen, @ada")
    await expect(screen.page.locator("#live")).to_have_text("Ben: listen, @Ada")


async def test_after_a_break_the_page_connects_again_and_catches_up(
    screen: Screen, tmp_path, desk: Desk
):
    screen.expected = (BROKEN,)
    gone = await screen.script.client.chat_postMessage(channel=seed.GENERAL, text="soon gone")
    await expect(screen.message("soon gone")).to_be_visible()
    port = int(screen.workspace.url.rpartition(":")[2])
    await screen.workspace.stop()
    await expect(screen.page.locator("#offline")).to_be_visible()
    again = LocalWorkspace(tmp_path / "state", timings=TIMINGS, offers=OFFERS)
    # What happened before the page is back is news to it.
    await again.start(port=port)
    await screen.script.client.chat_delete(channel=seed.GENERAL, ts=gone["ts"])
    await screen.script.client.chat_postMessage(channel=seed.GENERAL, text="while you were away")
    await expect(screen.message("while you were away")).to_be_visible()
    await expect(screen.message("soon gone")).to_have_count(0)
    await expect(screen.page.locator("#offline")).to_be_hidden()
    await screen.write("and I am back")
    await expect(screen.message("and I am back")).to_be_visible()
    await screen.page.close()
    await again.stop()


async def test_misbehaviour_and_what_the_bot_did(screen: Screen, desk: Desk):
    page = screen.page
    await screen.write("@footnote hello")
    await expect(screen.message("hello").get_by_role("button", name="1 reply")).to_be_visible()
    await page.get_by_role("button", name="Misbehaviour").click()
    panel = page.locator("#faults")
    await panel.get_by_role("button", name="Send the last event again").click()
    await expect(panel.locator("#faults-record")).to_contain_text("sent again (1)")
    await desk.until(lambda: screen.script.redelivered > 0)
    await panel.get_by_role("button", name="Drop the socket").click()
    await expect(panel.locator("#faults-record")).to_contain_text("Sockets cut: 1.")
    await expect(panel.locator("#faults-calls")).to_contain_text("apps.connections.open")
    await expect(panel.locator(".figure").nth(2)).to_contain_text("1")
    await panel.get_by_role("button", name="429 for 10 seconds").click()
    await expect(panel.locator("#faults-record")).to_contain_text("429")
    with pytest.raises(Exception, match="ratelimited"):
        await screen.script.client.chat_postMessage(channel=seed.GENERAL, text="too much")
    await expect(panel.locator("#faults-calls .bad")).to_have_text("ratelimited")
    await panel.get_by_role("button", name="A login page for the next file").click()
    await panel.get_by_role("button", name="Reverse the next 2 events").click()
    await expect(panel.locator("#faults-record li")).to_have_count(5)
    settings = (await desk.ask("GET", "faults"))["faults"]
    assert (settings["login_pages"], settings["hold_events"]) == (1, 2)
    await panel.get_by_role("button", name="All back to normal").click()
    await expect(panel.locator("#faults-record")).to_contain_text("behaves again")
    assert (await desk.ask("GET", "faults"))["faults"]["calls"] == []
