"""What a message says never becomes markup, and no link leads where it shouldn't."""

import pytest
from playwright.async_api import expect

from bot.workspace import seed
from tests.page.screen import Screen
from tests.page.script import words

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1>"


@pytest.mark.parametrize("kind", ["mrkdwn", "plain_text"])
async def test_markup_stays_text_in_sections(screen: Screen, kind: str):
    body = await screen.shown([{"type": "section", "text": words(HOSTILE, kind)}])
    await expect(body).to_contain_text("window.hit=1")
    assert await body.locator("script, img").count() == 0
    assert await screen.page.evaluate("window.hit") is None


async def test_markup_stays_text_everywhere_else(screen: Screen):
    text = {"type": "text", "text": HOSTILE}
    body = await screen.shown(
        [
            {"type": "markdown", "text": HOSTILE},
            {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [text]}]},
            {"type": "table", "rows": [[{"type": "raw_text", "text": HOSTILE}]]},
            {"type": HOSTILE},
            {
                "type": "actions",
                "elements": [{"type": "button", "action_id": "a", "text": words(HOSTILE)}],
            },
        ]
    )
    await expect(body.locator("button", has_text="<script>")).to_be_visible()
    assert await body.locator("script, img").count() == 0
    await screen.write(HOSTILE)
    await expect(screen.message(HOSTILE).last).to_be_visible()
    assert await screen.page.evaluate("window.hit") is None


async def test_escaped_characters_are_shown_as_they_were_meant(screen: Screen):
    await screen.script.client.chat_postMessage(
        channel=seed.GENERAL, text="a &lt;b&gt; &amp;amp; *x &lt; y*"
    )
    body = screen.page.locator("#messages .text").last
    await expect(body).to_have_text("a <b> &amp; x < y")
    await expect(body.locator("strong")).to_have_text("x < y")


async def test_links_that_are_not_followed(screen: Screen):
    addresses = [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "JaVaScRiPt:alert(1)",
        "vbscript:x",
    ]
    text = " ".join(f"<{address}|click{n}>" for n, address in enumerate(addresses))
    links = [{"type": "link", "url": address, "text": "rich"} for address in addresses]
    markdown = " ".join(f"[md]({address})" for address in addresses[:2])
    body = await screen.shown(
        [
            {"type": "section", "text": words(text, "mrkdwn")},
            {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": links}]},
            {"type": "markdown", "text": markdown},
        ]
    )
    await expect(body).to_contain_text("click4")
    assert await body.locator("a").count() == 0
    assert await body.locator(".dead-link").count() == 12


async def test_links_that_are(screen: Screen):
    text = "<https://example.com/a_b_c?x=1&amp;y=2|a page>, <mailto:ada@example.com|mail>, https://example.org/x."
    body = await screen.shown([{"type": "section", "text": words(text, "mrkdwn")}])
    links = body.locator("a")
    await expect(links).to_have_text(["a page", "mail", "https://example.org/x"])
    await expect(links.first).to_have_attribute("href", "https://example.com/a_b_c?x=1&y=2")
    for place in range(3):
        await expect(links.nth(place)).to_have_attribute("rel", "noopener noreferrer")


async def test_a_call_to_everybody_cannot_be_overlooked(screen: Screen):
    text = f"<!channel> <!here> <!everyone> <!subteam^S1|@team> <@{seed.ADA}> <@{seed.BEN}> <#{seed.LIBRARY}>"
    body = await screen.shown(
        [
            {"type": "section", "text": words(text, "mrkdwn")},
            {"type": "markdown", "text": "<!channel>"},
        ]
    )
    await expect(body.locator(".broadcast")).to_have_text(
        ["@channel", "@here", "@everyone", "@team", "@channel"]
    )
    await expect(body.locator(".to-me")).to_have_text("@Ada")
    await body.get_by_role("link", name="#library").click()
    await expect(screen.page.locator("#room-head h1")).to_have_text("library")


async def test_marks_of_mrkdwn(screen: Screen):
    text = "*bold _both_* ~gone~ `a *b*` snake_case_here 2*3*4 :tada: :nope: :+1::\n&gt; one\n&gt; two\nafter\n```*raw* &lt;b&gt;```\n<!date^1700000000^{date_num} at {time}|then>"
    body = (await screen.shown([{"type": "section", "text": words(text, "mrkdwn")}])).locator(
        ".text"
    )
    await expect(body.locator("strong")).to_have_text("bold both")
    await expect(body.locator("em")).to_have_text("both")
    await expect(body.locator("s")).to_have_text("gone")
    await expect(body.locator("code:not(pre code)")).to_have_text("a *b*")
    await expect(body).to_contain_text("snake_case_here 2*3*4 🎉 :nope: 👍:")
    await expect(body.locator("blockquote")).to_have_text("one\ntwo", use_inner_text=True)
    await expect(body.locator("pre")).to_have_text("*raw* <b>")
    await expect(body.locator("time")).to_contain_text("2023")
