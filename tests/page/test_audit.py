"""Names, contrast and room, in every view, at both widths, in both themes."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.workspace import seed
from tests.page.screen import Screen
from tests.page.script import form, option, words
from tests.support.people import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

AUDIT = Path(__file__).with_name("audit.js").read_text(encoding="utf-8")
SIZES = {"wide": (1280, 800), "narrow": (390, 844)}
NAMED = (
    "button link textbox combobox checkbox radio option menuitem spinbutton dialog region".split()
)
BLOCKS: list[dict[str, Any]] = [
    {"type": "header", "text": words("All kinds")},
    {
        "type": "section",
        "text": words(
            f"*b* `code` <https://example.com|a link> <!channel> <@{seed.BEN}>\n> quote\n```pre```",
            "mrkdwn",
        ),
    },
    {"type": "context", "elements": [words("[1] Handbook · p. 5")]},
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "a", "text": words("Yes"), "style": "primary"},
            {"type": "button", "action_id": "b", "text": words("Wipe"), "style": "danger"},
            {"type": "static_select", "action_id": "s", "options": [option("One", "1")]},
            {"type": "multi_static_select", "action_id": "m", "options": [option("One", "1")]},
            {"type": "checkboxes", "action_id": "c", "options": [option("Two", "2")]},
            {"type": "datepicker", "action_id": "d"},
            {"type": "plain_text_input", "action_id": "p", "placeholder": words("Type here")},
        ],
    },
    {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "f",
                "positive_button": option("Good", "+"),
                "negative_button": option("Bad", "-"),
            }
        ],
    },
    {
        "type": "table",
        "rows": [[{"type": "raw_text", "text": "a"}], [{"type": "raw_text", "text": "b"}]],
    },
    {
        "type": "plan",
        "title": "Plan",
        "tasks": [
            {"task_id": str(n), "title": f"Task {s}", "status": s}
            for n, s in enumerate(("pending", "in_progress", "complete", "error"))
        ],
    },
    {"type": "image", "alt_text": "A page", "image_url": "https://elsewhere.example/p.png"},
    {"type": "hologram"},
]


async def complaints(page: Page) -> list[str]:
    """What the audit says, and whatever has a role but no name for those who don't see it."""
    found: list[str] = await page.evaluate(AUDIT)
    session = await page.context.new_cdp_session(page)
    tree = await session.send("Accessibility.getFullAXTree")
    await session.detach()
    for node in tree["nodes"]:
        role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value")
        if not node.get("ignored") and role in NAMED and not name:
            found.append(f"{role} without a name: {node.get('properties')}")
    return found


async def furnish(screen: Screen, desk: Desk) -> str:
    """Something of everything, and a thread with a live stream."""
    ada, client = desk.person(seed.ADA), screen.script.client
    root = await ada.post(seed.GENERAL, "@footnote a question with an answer")
    await ada.react(seed.GENERAL, root["ts"], "tada")
    await desk.person(seed.BEN).upload(seed.GENERAL, {"a.pdf": b"%PDF-"}, "a file")
    await desk.person(seed.BEN).post(seed.LIBRARY, "unread")
    screen.show(BLOCKS)
    await client.chat_postEphemeral(channel=seed.GENERAL, user=seed.ADA, text="for you alone")
    await client.chat_startStream(
        channel=seed.GENERAL,
        thread_ts=root["ts"],
        chunks=[{"type": "task_update", "id": "1", "title": "Search", "status": "in_progress"}],
        recipient_user_id=seed.ADA,
        recipient_team_id=seed.TEAM,
    )
    await client.assistant_threads_setStatus(
        channel_id=seed.GENERAL, thread_ts=root["ts"], status="is reading…"
    )
    await screen.message("for you alone").wait_for()
    return str(root["ts"])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_names_contrast_and_room_in_every_view(
    screen: Screen, desk: Desk, size: str, theme: Any
):
    page = screen.page
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    root = await furnish(screen, desk)
    found = await complaints(page)
    await page.locator(f'#messages [data-ts="{root}"] .thread-link').click()
    found += await complaints(page)
    await page.get_by_role("button", name="Misbehaviour").click()
    await page.get_by_role("button", name="Drop the socket").click()
    await expect(page.locator("#faults-calls")).to_contain_text("apps.connections.open")
    found += await complaints(page)
    await page.keyboard.press("Escape")
    if size == "narrow":
        await page.locator("#to-list").click()
        found += await complaints(page)
    await screen.go("library")
    await page.locator("#room-composer textarea").press_sequentially("@")
    found += await complaints(page)
    trigger = screen.workspace.core.triggers.new(seed.ADA)
    await screen.script.client.views_open(trigger_id=trigger, view=form())
    await expect(page.locator("#modal h2")).to_be_visible()
    found += await complaints(page)
    assert found == []
