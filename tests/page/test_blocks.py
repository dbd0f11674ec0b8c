"""Every block that an app may send is drawn; what is unknown is said."""

import pytest
from playwright.async_api import expect

from bot.workspace import seed
from tests.page.screen import Screen
from tests.page.script import words

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ROWS = [
    [{"type": "raw_text", "text": "Kind"}, {"type": "raw_text", "text": "Days"}],
    *(
        [{"type": "raw_text", "text": f"Row {n}"}, {"type": "raw_number", "value": n}]
        for n in range(1, 6)
    ),
]


def rich(*elements):
    return {"type": "rich_text", "elements": list(elements)}


def span(text, **style):
    return {"type": "text", "text": text} | ({"style": style} if style else {})


async def test_texts_headers_contexts_and_fields(screen: Screen):
    body = await screen.shown(
        [
            {"type": "header", "text": words("Leave :palm_tree:")},
            {
                "type": "section",
                "text": words("*25* days a year", "mrkdwn"),
                "fields": [words("*Kind*\nAnnual", "mrkdwn"), words("plain *stars*")],
            },
            {"type": "divider"},
            {
                "type": "context",
                "elements": [
                    words("[1] Handbook · p. 5"),
                    {
                        "type": "image",
                        "alt_text": "A cover",
                        "image_url": "https://elsewhere.example/x.png",
                    },
                ],
            },
        ]
    )
    await expect(body.locator("h3")).to_have_text("Leave 🌴")
    await expect(body.locator(".text strong")).to_have_text("25")
    await expect(body.locator(".field").nth(0).locator("strong")).to_have_text("Kind")
    await expect(body.locator(".field").nth(1)).to_have_text("plain *stars*")
    await expect(body.locator("hr")).to_have_count(1)
    await expect(body.locator(".context")).to_contain_text("[1] Handbook · p. 5")
    await expect(body.get_by_role("img", name="A cover")).to_be_visible()


async def test_rich_text_with_lists_quotes_code_styles_and_mentions(screen: Screen):
    leaves = [
        span("bold", bold=True),
        span("italic", italic=True),
        span("gone", strike=True),
        span("code", code=True),
        span("*literal* <b> &amp;"),
        {"type": "user", "user_id": seed.BEN},
        {"type": "channel", "channel_id": seed.LIBRARY},
        {"type": "emoji", "name": "tada"},
        {"type": "emoji", "name": "our_own"},
        {"type": "link", "url": "https://example.com/a", "text": "a page"},
        {"type": "date", "timestamp": 1700000000, "format": "{date_num}"},
        {"type": "broadcast", "range": "here"},
        {"type": "color", "value": "#aa3311"},
        {"type": "hologram"},
    ]
    item = {"type": "rich_text_section", "elements": [span("an item")]}
    body = await screen.shown(
        [
            rich(
                {"type": "rich_text_section", "elements": leaves},
                {"type": "rich_text_list", "style": "bullet", "elements": [item]},
                {
                    "type": "rich_text_list",
                    "style": "ordered",
                    "indent": 1,
                    "offset": 2,
                    "elements": [item, item],
                },
                {"type": "rich_text_quote", "elements": [span("quoted")]},
                {"type": "rich_text_preformatted", "elements": [span("as  is\n  here")]},
                {"type": "rich_text_hologram"},
            )
        ]
    )
    for tag, text in (
        ("strong", "bold"),
        ("em", "italic"),
        ("s", "gone"),
        ("ul li", "an item"),
        ("blockquote", "quoted"),
    ):
        await expect(body.locator(tag)).to_have_text(text)
    await expect(body.locator("ol")).to_have_attribute("start", "3")
    await expect(body.locator("ol li")).to_have_count(2)
    await expect(body.locator("pre code")).to_have_text("as  is\n  here", use_inner_text=True)
    section = body.locator(".rich-section").first
    for text in ("*literal* <b> &amp;", "@Ben", "#library", "🎉", ":our_own:", "#aa3311", "2023"):
        await expect(section).to_contain_text(text)
    await expect(body.locator(".mention.broadcast")).to_have_text("@here")
    await expect(body.get_by_role("link", name="a page")).to_have_attribute(
        "rel", "noopener noreferrer"
    )
    await expect(body.locator(".unknown")).to_have_count(2)


async def test_markdown_blocks(screen: Screen):
    text = (
        "# Title\nSome **bold**, *italic*, ~~gone~~ and `code`. [A link](https://example.com)\n\n"
        "- one\n- two\n  - nested\n- [x] done\n\n3. third\n\n> quoted\n\n```python\nx < 1\n```\n\n"
        "| a | b |\n|---|--:|\n| 1 | 2 |\n\n---\n<b>not bold</b> snake_case_word \\*stars\\*"
    )
    body = await screen.shown([{"type": "markdown", "text": text}])
    for place, content in (
        (".heading", "Title"),
        ("strong", "bold"),
        ("em", "italic"),
        ("s", "gone"),
        ("ul ul li", "nested"),
        (".task-item", "done"),
        ("ol li", "third"),
        ("blockquote", "quoted"),
        ("pre", "x < 1"),
        ("td.align-right", "2"),
    ):
        await expect(body.locator(place)).to_have_text(content)
    await expect(body).to_contain_text("<b>not bold</b> snake_case_word *stars*")
    await expect(body.locator("b")).to_have_count(0)
    await expect(body.get_by_role("link", name="A link")).to_have_attribute(
        "href", "https://example.com/"
    )


async def test_tables_and_data_tables(screen: Screen):
    body = await screen.shown(
        [
            {"type": "table", "rows": ROWS, "column_settings": [{"is_wrapped": True}]},
            {"type": "data_table", "caption": "Leave by kind", "page_size": 2, "rows": ROWS},
        ]
    )
    await expect(body.locator(".b-table th")).to_have_text(["Kind", "Days"])
    await expect(body.locator(".b-table td.align-right")).to_have_text(["1", "2", "3", "4", "5"])
    data = body.locator(".b-data_table")
    await expect(data.locator("caption")).to_have_text("Leave by kind")
    await expect(data.locator("tbody tr")).to_have_count(2)
    await data.get_by_role("button", name="Next").click()
    await expect(data.locator("tbody tr").first).to_contain_text("Row 3")
    await expect(data).to_contain_text("Page 2 of 3")


async def test_images_files_videos_plans_and_tasks(screen: Screen):
    note = rich({"type": "rich_text_section", "elements": [span("Found 8 passages")]})
    sources = [{"type": "url", "url": "https://example.com/p", "text": "Page 5"}]
    body = await screen.shown(
        [
            {
                "type": "image",
                "alt_text": "A page",
                "title": words("Page 5"),
                "image_url": "https://elsewhere.example/p.png",
            },
            {"type": "file", "external_id": "ABC", "source": "remote"},
            {
                "type": "video",
                "alt_text": "A film",
                "title": words("How to"),
                "video_url": "https://example.com/v",
                "thumbnail_url": "https://example.com/t",
            },
            {
                "type": "plan",
                "title": "Reading",
                "tasks": [
                    {"task_id": "1", "title": "Search", "status": "complete"},
                    {"task_id": "2", "title": "Write", "status": "error"},
                ],
            },
            {
                "type": "task_card",
                "task_id": "3",
                "title": "Check",
                "status": "in_progress",
                "details": note,
                "sources": sources,
            },
        ]
    )
    await expect(body.get_by_role("link", name="open at elsewhere.example")).to_be_visible()
    await expect(body.locator(".b-file")).to_contain_text("ABC · a remote file")
    await expect(body.locator(".b-video")).to_contain_text("How to")
    await expect(body.get_by_role("img", name="done")).to_be_visible()
    await expect(body.get_by_role("img", name="failed")).to_be_visible()
    await expect(body.locator(".b-task_card")).to_contain_text("Found 8 passages")
    await expect(body.get_by_role("link", name="Page 5")).to_be_visible()


async def test_unknown_and_malformed_blocks_are_said(screen: Screen):
    body = await screen.shown(
        [{"type": "carousel", "cards": [1]}, {"type": "table", "rows": 7}, {"type": "constructor"}]
    )
    await expect(body.locator(".unknown")).to_have_count(3)
    await body.locator("summary").first.click()
    await expect(body.locator(".unknown").first).to_contain_text('"cards"')
    await screen.reload()
    await expect(body.locator(".unknown")).to_have_count(3)


async def test_attachments_of_the_old_kind(screen: Screen):
    attachment = {
        "color": "#336699",
        "title": "Old",
        "title_link": "https://example.com",
        "text": "*strong*",
        "fields": [{"title": "F", "value": "v"}],
    }
    await screen.script.client.chat_postMessage(
        channel=seed.GENERAL, text="see", attachments=[attachment]
    )
    node = screen.page.locator(".attachment")
    await expect(node.get_by_role("link", name="Old")).to_be_visible()
    await expect(node.locator("strong", has_text="strong")).to_be_visible()
