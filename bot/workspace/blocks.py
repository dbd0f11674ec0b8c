"""Checks Block Kit against Slack's published limits. Pure: it says what is wrong and does nothing."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.workspace.block_elements import Problems, check_elements, length_problems, text_problems

MESSAGE_BLOCKS, VIEW_BLOCKS = 50, 100
MARKDOWN_CHARS = 12_000
SECTION_FIELDS, CONTEXT_ELEMENTS = 10, 10
ALL_CHARS = 13_200  # where an app saw Slack refuse them; the docs name no figure
TABLE_ROWS, TABLE_CELLS, TABLE_CHARS = 100, 20, 10_000

_RICH_PARTS = frozenset(
    f"rich_text_{kind}" for kind in ("section", "list", "quote", "preformatted")
)

Block = dict[str, Any]
Check = Callable[[Block], Problems]


def check_blocks(blocks: object, most: int = MESSAGE_BLOCKS) -> list[str]:
    """Return what Slack would complain about, each with its place; an empty list is good."""
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        return ["must be a list of blocks"]
    problems = (
        [f"no more than {most} items allowed [json-pointer:/blocks]"] if len(blocks) > most else []
    )
    for index, block in enumerate(blocks):
        problems += [f"{p} [json-pointer:/blocks/{index}]" for p in _check_block(block)]
    return problems or list(_over_all(blocks, is_message=most == MESSAGE_BLOCKS))


def _check_block(block: Block) -> Problems:
    check = _CHECKS.get(str(block.get("type")))
    if check is None:
        yield f"unsupported type: {block.get('type')}"
        return
    yield from length_problems(block, "block_id", 255)
    try:
        yield from check(block)
    except (AttributeError, KeyError, TypeError):
        # An app can send anything; what a check can't even read is reported, not a crash.
        yield "malformed block"


def _over_all(blocks: Sequence[Block], *, is_message: bool) -> Problems:
    """What is limited over the whole payload, not by block."""
    if (
        sum(len(str(b.get("text", ""))) for b in blocks if b.get("type") == "markdown")
        > MARKDOWN_CHARS
    ):
        yield "msg_blocks_too_long: markdown blocks may hold 12000 characters together"
    if is_message and sum(len(_text_of(block)) for block in blocks) > ALL_CHARS:
        yield f"msg_blocks_too_long: all blocks may hold {ALL_CHARS} characters together"
    if sum(b.get("type") == "table" for b in blocks) > 1:
        yield "only_one_table_allowed"
    cells = [cell for b in blocks if b.get("type") == "table" for cell in _cells(b)]
    if sum(len(_cell_text(cell)) for cell in cells) > TABLE_CHARS:
        yield "tables may hold 10000 characters together"
    named = [str(b["block_id"]) for b in blocks if b.get("block_id")]
    if len(named) != len(set(named)):
        yield "block_id: must be unique"


def _section(block: Block) -> Problems:
    if "text" not in block and "fields" not in block:
        yield "missing required field: text or fields"
    if "text" in block:
        yield from text_problems(block["text"], 3_000, "text")
    fields = block.get("fields", [])
    if len(fields) > SECTION_FIELDS:
        yield "fields: no more than 10 items allowed"
    for field in fields:
        yield from text_problems(field, 2_000, "fields")
    if "accessory" in block:
        yield from check_elements([block["accessory"]], most=1)


def _header(block: Block) -> Problems:
    yield from text_problems(block.get("text"), 150, "text", plain=True)


def _context(block: Block) -> Problems:
    elements = block.get("elements") or []
    if not 1 <= len(elements) <= CONTEXT_ELEMENTS:
        yield "elements: must be 1 to 10 items"
    for element in elements:
        if element.get("type") == "image":
            yield from _image(element)
        else:
            yield from text_problems(element, 3_000, "elements")


def _actions(block: Block) -> Problems:
    yield from check_elements(block.get("elements") or [], most=25)


def _context_actions(block: Block) -> Problems:
    elements = block.get("elements") or []
    wrong = [
        e.get("type") for e in elements if e.get("type") not in ("feedback_buttons", "icon_button")
    ]
    if wrong:
        yield f"elements: unsupported type: {wrong[0]}"
    yield from check_elements(elements, most=5)


def _image(block: Block) -> Problems:
    if not block.get("alt_text"):
        yield "missing required field: alt_text"
    yield from length_problems(block, "alt_text", 2_000)
    yield from length_problems(block, "image_url", 3_000)
    if ("image_url" in block) == ("slack_file" in block):
        yield "exactly one of image_url and slack_file is required"
    if "title" in block:
        yield from text_problems(block["title"], 2_000, "title", plain=True)


def _markdown(block: Block) -> Problems:
    if not block.get("text"):
        yield "missing required field: text"


def _table(block: Block) -> Problems:
    rows = block.get("rows") or []
    if not 1 <= len(rows) <= TABLE_ROWS:
        yield "rows: must be 1 to 100 items"
    if any(not 1 <= len(row) <= TABLE_CELLS for row in rows):
        yield "rows: must have 1 to 20 cells"
    if any(
        cell.get("type") not in ("raw_text", "rich_text", "raw_number") for cell in _cells(block)
    ):
        yield "rows: cells must be raw_text, rich_text or raw_number"
    if any(not _cell_text(cell) for cell in _cells(block)):
        yield "rows: cells must not be empty"
    if len(block.get("column_settings") or []) > TABLE_CELLS:
        yield "column_settings: no more than 20 items allowed"


def _input(block: Block) -> Problems:
    yield from text_problems(block.get("label"), 2_000, "label", plain=True)
    if "element" not in block:
        yield "missing required field: element"
    else:
        yield from check_elements([block["element"]], most=1)


def _rich_text(block: Block) -> Problems:
    if not isinstance(block.get("elements"), list):
        yield "missing required field: elements"
        return
    for part in block["elements"]:
        if part.get("type") not in _RICH_PARTS:
            yield f"elements: unsupported type: {part.get('type')}"
        leaves = part.get("elements") or []
        if part.get("type") == "rich_text_list":
            leaves = [leaf for item in leaves for leaf in item["elements"]]
        if any(leaf["type"] in ("text", "link") and leaf.get("text") == "" for leaf in leaves):
            yield "text: must be more than 0 characters"


def _task_card(block: Block) -> Problems:
    for name in ("task_id", "title"):
        if not block.get(name):
            yield f"missing required field: {name}"


def _plan(block: Block) -> Problems:
    if not block.get("title"):
        yield "missing required field: title"
    for task in block.get("tasks") or []:
        yield from _task_card(task)


def _nothing(_: Block) -> Problems:
    return iter(())


_CHECKS: dict[str, Check] = {
    "section": _section,
    "header": _header,
    "context": _context,
    "actions": _actions,
    "context_actions": _context_actions,
    "image": _image,
    "markdown": _markdown,
    "table": _table,
    "input": _input,
    "rich_text": _rich_text,
    "divider": _nothing,
    "plan": _plan,
    "task_card": _task_card,
}


def _cells(block: Block) -> Iterator[Block]:
    for row in block.get("rows") or []:
        yield from row


def _cell_text(cell: Block) -> str:
    if cell.get("type") == "raw_text":
        return str(cell.get("text") or "")
    if cell.get("type") == "raw_number":
        return str(cell.get("value", cell.get("number", "")))
    return _rich_characters(cell)


def _rich_characters(node: object) -> str:
    """All characters of a rich text; a mention or an emoji counts as its name."""
    if isinstance(node, list):
        return "".join(_rich_characters(child) for child in node)
    if not isinstance(node, dict):
        return ""
    if "elements" in node:
        return _rich_characters(node["elements"])
    names = ("text", "url", "name", "user_id", "channel_id")
    return next((str(node[name]) for name in names if node.get(name)), "")


def _text_of(block: Block) -> str:
    """What a block says, whatever its kind."""
    if block.get("type") == "table":
        return "".join(_cell_text(cell) for cell in _cells(block))
    if block.get("type") == "rich_text":
        return _rich_characters(block)
    text = block.get("text")
    return str(text.get("text", "")) if isinstance(text, dict) else str(text or "")
