"""Block Kit's limits, one by one."""

from typing import Any

import pytest

from bot.workspace.blocks import check_blocks

Block = dict[str, Any]


def section(length: int) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": "x" * length}}


def button(**more) -> Block:
    return {"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "x"}} | more


def actions(*elements: Block) -> Block:
    return {"type": "actions", "elements": list(elements)}


def cell(text: str) -> Block:
    return {"type": "raw_text", "text": text}


def table(*rows: list[Block]) -> Block:
    return {"type": "table", "rows": list(rows)}


PLAIN = {"type": "plain_text", "text": "x"}
OPTION = {"text": PLAIN, "value": "v"}


def rich_part(*leaves):
    return {"type": "rich_text_section", "elements": list(leaves)}


GOOD = [
    [section(3_000)] * 4 + [section(1)] * 46,
    [{"type": "header", "text": {"type": "plain_text", "text": "x" * 150}}],
    [{"type": "context", "elements": [PLAIN] * 10}],
    [actions(*[button(action_id=f"a{n}", value="v" * 2_000) for n in range(25)])],
    [table(*[[cell("a")] * 20] * 100)],
    [
        table(
            [{"type": "raw_number", "value": 3}, {"type": "rich_text", "elements": [{"text": "x"}]}]
        )
    ],
    [{"type": "markdown", "text": "x" * 12_000}, {"type": "divider"}],
    [{"type": "section", "fields": [PLAIN] * 10}],
    [section(1) | {"accessory": button()}],
    [
        {
            "type": "context",
            "elements": [{"type": "image", "alt_text": "x", "image_url": "https://x.example"}],
        }
    ],
    [{"type": "image", "alt_text": "x", "slack_file": {"id": "F1"}, "title": PLAIN}],
    [{"type": "input", "label": PLAIN, "element": {"type": "plain_text_input", "action_id": "a"}}],
    [{"type": "plan", "title": "x", "tasks": [{"task_id": "1", "title": "x"}]}],
    [{"type": "rich_text", "elements": []}],
    [actions({"type": "overflow", "action_id": "a", "options": [OPTION]})],
    [actions({"type": "static_select", "action_id": "a", "options": [OPTION]})],
    [
        {
            "type": "context_actions",
            "elements": [{"type": "icon_button", "icon": "trash", "text": PLAIN}],
        }
    ],
]
BAD = {
    "51 blocks": [section(1)] * 51,
    "all blocks together": [section(2_700)] * 5,
    "two tables": [table([cell("a")]), table([cell("a")])],
    "empty rich text": [
        {"type": "rich_text", "elements": [rich_part({"type": "text", "text": ""})]}
    ],
    "unknown rich text": [{"type": "rich_text", "elements": [{"type": "paragraph"}]}],
    "section text": [section(3_001)],
    "empty section": [section(0)],
    "no text": [{"type": "section"}],
    "fields": [{"type": "section", "fields": [PLAIN] * 11}],
    "header": [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}],
    "mrkdwn header": [{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}],
    "context": [{"type": "context", "elements": [PLAIN] * 11}],
    "actions": [actions(*[button(action_id=f"a{n}") for n in range(26)])],
    "no actions": [actions()],
    "button text": [actions(button(text={"type": "plain_text", "text": "x" * 76}))],
    "button value": [actions(button(value="x" * 2_001))],
    "action_id": [actions(button(action_id="x" * 256))],
    "same action_id": [actions(button(), button())],
    "block_id": [section(1) | {"block_id": "x" * 256}],
    "same block_id": [section(1) | {"block_id": "x"}] * 2,
    "alt_text": [{"type": "image", "image_url": "https://x.example", "alt_text": "x" * 2_001}],
    "no alt_text": [{"type": "image", "image_url": "https://x.example"}],
    "table rows": [table(*[[cell("a")]] * 101)],
    "table cells": [table([cell("a")] * 21)],
    "table characters": [table([cell("x" * 5_001)]), table([cell("x" * 5_000)])],
    "empty cell": [table([cell("")])],
    "feedback text": [
        {
            "type": "context_actions",
            "elements": [
                {
                    "type": "feedback_buttons",
                    "positive_button": {"text": {"type": "plain_text", "text": "x" * 76}},
                    "negative_button": {"text": PLAIN},
                }
            ],
        }
    ],
    "button in context_actions": [{"type": "context_actions", "elements": [button()]}],
    "empty input": [{"type": "input", "label": PLAIN}],
    "unknown element": [actions({"type": "sparkle"})],
    "button style": [actions(button(style="loud"))],
    "text of no kind": [{"type": "section", "text": "x"}],
    "no options": [actions({"type": "static_select"})],
    "101 options": [actions({"type": "static_select", "options": [OPTION] * 101})],
    "option value": [actions({"type": "overflow", "options": [OPTION | {"value": "x" * 151}]})],
    "6 in overflow": [actions({"type": "overflow", "options": [OPTION] * 6})],
    "no icon": [{"type": "context_actions", "elements": [{"type": "icon_button", "text": PLAIN}]}],
    "half feedback": [{"type": "context_actions", "elements": [{"type": "feedback_buttons"}]}],
    "empty markdown": [{"type": "markdown"}],
    "odd cell": [table([{"type": "image"}])],
    "21 column settings": [table([cell("x")]) | {"column_settings": [{}] * 21}],
    "two images in one": [{"type": "image", "alt_text": "x", "image_url": "x", "slack_file": {}}],
    "rich text": [{"type": "rich_text"}],
    "plan": [{"type": "plan", "tasks": [{"task_id": "1"}]}],
    "unknown": [{"type": "sparkle"}],
    "malformed": [{"type": "actions", "elements": ["x"]}],
    "not a list": {"type": "divider"},
}


@pytest.mark.parametrize("blocks", GOOD)
def test_good_blocks(blocks):
    assert check_blocks(blocks) == []


@pytest.mark.parametrize("blocks", BAD.values(), ids=BAD.keys())
def test_bad_blocks(blocks):
    assert check_blocks(blocks)
