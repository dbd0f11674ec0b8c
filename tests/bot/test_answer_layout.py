"""Every layout of an answer: as it was last looked at, within Slack's limits, readable by its SDK.

`python -m tests.bot.test_answer_layout` writes the layouts anew; look at the difference.
"""

import json
import re
from dataclasses import replace
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.models.blocks import Block

from bot.slack.message import Message
from bot.views.answer import Shown, answer_messages, more_messages, private_message
from bot.views.answer_buttons import FEEDBACK, MENU, MORE, PAGE, TRACE, answer_buttons
from bot.views.feedback import doubts_message, form, thanks
from bot.views.sources import Source, Sources
from bot.workspace.blocks import check_blocks
from rag.types import Answer, Citation, Doubt, Step, Usage
from tests.support.bot_fakes import placement
from tests.support.made import NOON

LAYOUTS = Path(__file__).parents[1] / "fixtures" / "layouts.json"
HOSTILE = "<!channel> & <@U1> *bold* `code` <https://evil.example|click>"
LINK = "https://acme.slack.com/files/U1/F1/policy.pdf"
KNOWN = Sources(
    {"v1": Source(LINK, date(2026, 3, 12)), "v2": Source("", date(2024, 12, 1))}, date(2026, 6, 1)
)
CONTEXT = (
    "Hotels must be booked by the travel desk.\nThe nightly hotel limit is 140 euros in\nLisbon. "
    "In other cities it is 120 euros, breakfast included, whatever the season."
)
WRITTEN = """## Limits

The **nightly** limit is *140 euros* in Lisbon [1], see [the form](https://forms.example.com/a?b=1)
and `booking --help`. ~~Breakfast is extra.~~ ![a picture](https://evil.example/x.png)

1. Ask the travel desk [1]
2. Keep the receipt
   - on paper
   - or as a <b>picture</b>

> Quoted from the policy [2]

| City | Limit |
|:-----|------:|
| Lisbon | 140 |
| Porto |  |

```python
limit = {"<!channel>": 140}
```

[1]: https://evil.example
[run](javascript:alert(1)) <!here> <@U1>"""


def citation(number: int = 1, **more: Any) -> Citation:
    fields: dict[str, Any] = {
        "number": number,
        "document": "d1",
        "title": "Travel policy",
        "version": "v1",
        "page": 4,
        "label": "4",
        "quote": "The nightly hotel limit is 140 euros in Lisbon.",
        "quotes": ("The nightly hotel limit is 140 euros in Lisbon.",),
        "context": CONTEXT,
    }
    return Citation(**(fields | more))


def answer(
    text: str = "The nightly hotel limit is 140 euros in Lisbon. [1]", **more: Any
) -> Answer:
    fields: dict[str, Any] = {
        "id": "0123456789",
        "question": "What is the limit?",
        "standalone": "What is the hotel limit?",
        "outcome": "answered",
        "language": "en",
        "text": text,
        "citations": (citation(),),
        "claims": (),
        "steps": (Step("generate", "written", 1.0),),
        "asked_at": NOON,
        "milliseconds": 1234.0,
    }
    return Answer(**(fields | more))


def written(text: str, **more: Any) -> Answer:
    """By a model, in Markdown."""
    return answer(text, steps=(Step("generate", "written", 1.0, Usage(1)),), **more)


PAGES = (
    citation(1),
    citation(2, page=7, label="7", quote="Other cities: 120.", quotes=("Other cities: 120.",)),
    citation(3, document="d2", version="v2", title="Bylaws", page=6, label="iv"),
)
LONG = "\n\n".join(f"Paragraph {n} says {'more and ' * 40}so on [{1 + n % 3}]." for n in range(12))
ANSWERS = {
    "short": answer(),
    "three pages": answer("Limits differ. [1][2]\nBylaws say so. [3]", citations=PAGES),
    "long": written(LONG, citations=PAGES),
    "markdown": written(WRITTEN, citations=PAGES),
    "refusal": answer("I found nothing.", outcome="refused", citations=()),
    "partial": answer(
        "The limit is 140. [1]\n_1 statement left out: not supported by the pages._",
        outcome="partial",
    ),
    "hostile": answer(f"{HOSTILE} [1]", citations=(citation(title=HOSTILE),)),
    "chinese": answer(
        "试用期为三个月。[1][2]",
        language="zh",
        citations=(citation(1, title="员工守则"), citation(2, title="员工守则", page=5, label="5")),
    ),
    "web": answer(
        "_This is from the web, not from your documents:_\nIt is 5. [1]",
        citations=(citation(title="A page", version="", url="https://example.com/a", context=""),),
    ),
    "small talk": answer("Hello!", outcome="replied", citations=()),
}


def layouts() -> dict[str, Any]:
    shown = Shown(KNOWN)
    found = {
        name: [list(m.blocks) for m in answer_messages(given, shown)]
        for name, given in ANSWERS.items()
    }
    found["more of long"] = [list(m.blocks) for m in more_messages(ANSWERS["long"], shown)]
    found["more of short"] = [list(m.blocks) for m in more_messages(ANSWERS["short"], shown)]
    found["form"] = [form({"answer": "a"}, "en")["blocks"]]
    return found


def every_message() -> list[Message]:
    shown = Shown(KNOWN, ["Still reading a.pdf."])
    parts = chain.from_iterable(answer_messages(a, shown) for a in ANSWERS.values())
    more = chain.from_iterable(more_messages(a, shown) for a in ANSWERS.values())
    return [*parts, *more]


def words_of(value: Any) -> list[str]:
    """All words in a tree of blocks."""
    if isinstance(value, dict):
        own = [value["text"]] if isinstance(value.get("text"), str) else []
        return own + [w for inner in value.values() for w in words_of(inner)]
    if isinstance(value, list):
        return [w for inner in value for w in words_of(inner)]
    return []


@pytest.mark.parametrize("name", [*ANSWERS, "more of long", "more of short", "form"])
def test_each_layout_is_as_it_was_looked_at(name: str):
    assert layouts()[name] == json.loads(LAYOUTS.read_text(encoding="utf-8"))[name]


def test_every_message_is_within_the_limits_and_the_sdk_reads_it():
    for message in every_message():
        for blocks in (list(message.blocks), list(message.simpler)):
            assert check_blocks(blocks) == []
            assert [b.to_dict() for b in Block.parse_all(blocks)] == blocks
        assert 0 < len(message.text) <= 3_900


def test_nothing_pings_links_or_runs_in_words_beside_the_blocks():
    for message in every_message():
        assert not {"<!", "<@", "<#", "<http"} & {message.text[i : i + 2] for i in range(9_999)}
        assert "<http" not in message.text


def test_markdown_becomes_what_slack_shows():
    [message] = answer_messages(replace(ANSWERS["markdown"], text=WRITTEN[:420]))
    leaves = [e for b in message.blocks for e in flat(b)]
    styled = {(e["text"], *e["style"]) for e in leaves if e.get("style")}
    assert {("Limits", "bold"), ("nightly", "bold"), ("140 euros", "italic")} <= styled
    assert {("booking --help", "code"), ("Breakfast is extra.", "strike")} <= styled
    [link] = [e for e in leaves if e["type"] == "link"]
    assert link == {"type": "link", "url": "https://forms.example.com/a?b=1", "text": "the form"}
    assert " (forms.example.com)" in [e.get("text") for e in leaves]
    assert "evil.example" not in json.dumps(message.blocks)


def flat(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        own = [value] if value.get("type") in {"text", "link"} else []
        return own + [e for inner in value.values() for e in flat(inner)]
    return [e for inner in value for e in flat(inner)] if isinstance(value, list) else []


def test_what_a_model_writes_to_ping_or_to_lead_astray_is_text():
    shown = json.dumps(layouts()["markdown"], ensure_ascii=False)
    shown += json.dumps([list(m.blocks) for m in more_messages(ANSWERS["markdown"], Shown())])
    assert '"url": "https://evil.example"' not in shown
    assert '"url": "javascript' not in shown
    assert "<!here> <@U1>" in shown
    assert "<b>picture</b>" in shown


def test_quoted_words_are_not_read_as_markdown():
    given = answer("# 1 *not bold* | a | b | [1]\n- no list `x` [1]")
    [message] = answer_messages(given)
    assert message.blocks[0]["elements"][0]["elements"] == [{"type": "text", "text": given.text}]


def test_a_document_is_a_line_with_its_pages_date_and_link():
    [message] = answer_messages(ANSWERS["three pages"], Shown(KNOWN))
    [sources] = [b for b in message.blocks if b.get("block_id") == "sources"]
    leaves = sources["elements"][0]["elements"]
    assert {"type": "link", "url": LINK, "text": "Travel policy"} in leaves
    assert "".join(leaf["text"] for leaf in leaves) == (
        "[1][2] Travel policy · p. 4, 7 · updated 12 March\n"
        "[3] Bylaws · p. iv (PDF page 6) · updated 1 December 2024"
    )
    assert leaves[-2] == {"type": "text", "text": "Bylaws"}


def test_the_answer_is_short_and_the_rest_is_behind_more_with_its_own_sources():
    given = ANSWERS["long"]
    [message] = answer_messages(given, Shown(KNOWN))
    assert len(message.text) < 2_000
    assert action_ids(message) == [PAGE, MORE, TRACE, MENU, FEEDBACK]
    more = more_messages(given, Shown(KNOWN))
    whole = "\n".join([message.text, *(m.text for m in more)])
    for n in range(12):
        assert f"Paragraph {n} says" in whole
    for part in (message, *more):
        cited = set(re.findall(r"so on \[(\d)\]", part.text))
        lines = [line for line in part.text.splitlines() if "· updated" in line]
        assert cited == set(re.findall(r"\[(\d)\]", " ".join(lines)))


def action_ids(message: Message) -> list[str]:
    rows = [b for b in message.blocks if "actions" in b["type"]]
    return [e["action_id"] for row in rows for e in row["elements"]]


def test_one_page_is_a_button_and_several_are_a_menu():
    [one] = answer_messages(ANSWERS["short"])
    [several] = answer_messages(ANSWERS["three pages"])
    button, menu = one.blocks[-2]["elements"][0], several.blocks[-2]["elements"][0]
    assert (button["type"], button["value"]) == ("button", "0123456789:1")
    assert menu["type"] == "static_select"
    assert menu["options"][2]["text"]["text"] == "[3] Bylaws · p. iv (PDF page 6)"
    long = replace(PAGES[2], title="T" * 300)
    [message] = answer_messages(answer("Yes. [1][3]", citations=(PAGES[0], long)))
    assert message.blocks[-2]["elements"][0]["options"][1]["text"]["text"].endswith("(PDF page 6)")
    assert not check_blocks(list(message.blocks))


def test_small_talk_has_no_buttons_and_a_private_answer_no_way_to_itself():
    [talk] = answer_messages(ANSWERS["small talk"])
    assert action_ids(talk) == []
    [private] = answer_messages(ANSWERS["short"], Shown(is_private=True))
    whole = private_message("What is the limit?", private)
    menu = next(e for e in whole.blocks[-2]["elements"] if e["action_id"] == MENU)
    assert [o["value"] for o in menu["options"]] == ["0123456789:again"]
    assert check_blocks(list(whole.simpler)) == []
    assert answer_buttons(answer(outcome="asked_back"), has_more=False, is_private=False) == []


@pytest.mark.parametrize("size", [1, 2_999, 3_001, 12_000, 40_000])
@pytest.mark.parametrize(
    "unit", ["x", "word ", "文", "line\n", "| a | b |\n", "```\n", "&<>", "- a\n"]
)
def test_any_text_fits_however_long(size: int, unit: str):
    text = unit * (size // len(unit) + 1)
    for make in (answer, written):
        given = make(text + " [1]")
        for message in (*answer_messages(given), *more_messages(given, Shown())):
            assert check_blocks(list(message.blocks)) == []
            assert message.text


def test_a_large_table_is_cut_and_a_second_one_is_lines():
    row = "| a | " + " | ".join("c" * 9 for _ in range(30)) + " |\n"
    head = row + "|---" * 31 + "|\n"
    [first, *_] = answer_messages(written(head + row * 200 + "\n[1]"))
    table = next(b for b in first.blocks if b["type"] == "table")
    assert len(table["rows"][0]) == 20
    assert len(table["rows"]) <= 100
    small = "| 文 | b |\n|---|---|\n| 1 |  |\n"
    [both] = answer_messages(written(f"{small}\n{small}"))
    assert [b["type"] for b in both.blocks[:2]] == ["table", "rich_text"]
    assert table_text(both.blocks[0]) == ["文", "b", "1", " "]
    assert both.blocks[1]["elements"][0]["type"] == "rich_text_preformatted"


def table_text(block: dict[str, Any]) -> list[str]:
    return [cell["text"] for row in block["rows"] for cell in row]


def test_the_passage_shows_its_quotation_in_bold_over_a_line_break():
    [more] = more_messages(ANSWERS["short"], Shown())
    bold = [e["text"] for e in flat(list(more.blocks)) if e.get("style") == {"bold": True}]
    assert bold == [
        "[1] Travel policy · p. 4",
        "The nightly hotel limit is 140 euros in\nLisbon.",
    ]


def test_the_form_fits_a_modal_and_the_uploader_is_told_no_names():
    for language in ("en", "zh"):
        for view in (form({"answer": "a"}, language), thanks(language)):
            assert check_blocks(view["blocks"], 100) == []
            for name in ("title", "submit", "close"):
                assert len((view.get(name) or {"text": ""})["text"]) <= 24
    doubts = [
        Doubt("a1", "How <much>?", "channel:C1", frozenset({"UBEN", "UCHR"}), ("out_of_date",)),
        Doubt("a2", "Secret?", "person:UBEN", frozenset({"UEVE"})),
    ]
    told = doubts_message(placement(title=HOSTILE), doubts, ["How <much>?"], "en")
    assert told.text.startswith("3 people were not content")
    assert "Most often: Out of date." in told.text
    assert "• How &lt;much&gt;?" in told.text
    assert not {"UBEN", "Secret?", "<!channel>"} & set(told.text.split())
    assert check_blocks(list(told.blocks)) == []


if __name__ == "__main__":
    LAYOUTS.write_text(json.dumps(layouts(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
