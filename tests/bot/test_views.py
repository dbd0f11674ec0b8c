"""What is shown stays within Slack's limits and shows text as it is."""

from datetime import UTC, datetime
from string import Formatter
from typing import Any

import pytest

from bot import sentences
from bot.sentences import LANGUAGES, say
from bot.views.answer import Shown, answer_messages
from bot.views.buttons import document_block, key_of, questions_block
from bot.views.comparison import comparison_message, histograms_in_words
from bot.views.content import pages_told
from bot.views.help import help_message
from bot.views.literal import escaped, paragraph, preformatted, small
from bot.views.receipt import (
    forgotten_message,
    note,
    reading_message,
    receipt_message,
    strategy_line,
)
from bot.workspace.blocks import check_blocks
from rag.types import Answer, Citation, Comparison, Page, Receipt, Splitting, Step

HOSTILE = "<!channel> & <@U1> *bold* `code` <https://evil.example|click>"


def answer(text: str = "It is 5. [1]", **more) -> Answer:
    fields: dict[str, Any] = {
        "id": "abc",
        "question": "q",
        "standalone": "q",
        "outcome": "answered",
        "language": "en",
        "text": text,
        "citations": (citation(),),
        "claims": (),
        "steps": (Step("understand", "documents, fact, en", 1.2), Step("verify", "pass", 3.4)),
        "asked_at": datetime(2026, 1, 1, tzinfo=UTC),
        "milliseconds": 1234.0,
    }
    return Answer(**(fields | more))


def citation(**more) -> Citation:
    fields: dict[str, Any] = {
        "number": 1,
        "document": "d1",
        "title": "Travel policy",
        "version": "v1",
        "page": 6,
        "label": "2",
        "quote": "It is 5.",
    }
    return Citation(**(fields | more))


def receipt(**more) -> Receipt:
    fields: dict[str, Any] = {
        "document": "d1",
        "version": "v1",
        "name": "a.pdf",
        "title": "a",
        "number": 1,
        "replaced": 0,
        "already": False,
        "pages": 3,
        "unread": (),
        "parents": 4,
        "children": 5,
        "strategy": "recursive",
        "reason": "r",
        "languages": ("en",),
        "steps": (),
        "milliseconds": 2_000.0,
    }
    return Receipt(**(fields | more))


@pytest.mark.parametrize(
    ("page", "label", "language", "expected"),
    [
        (12, "12", "en", "[1] Travel policy · p. 12"),
        (6, "iv", "en", "[1] Travel policy · p. iv (PDF page 6)"),
        (6, "2", "en", "[1] Travel policy · p. 2 (PDF page 6)"),
        (3, "", "en", "[1] Travel policy · p. 3"),
        (6, "iv", "zh", "[1] Travel policy · 第 iv 页（PDF 第 6 页）"),
        (6, "iv", "fr", "[1] Travel policy · p. iv (PDF page 6)"),
    ],
)
def test_a_source_names_document_and_page(page, label, language, expected):
    given = answer(citations=(citation(page=page, label=label),), language=language)
    [message] = answer_messages(given)
    assert message.text.splitlines()[1] == expected


def test_many_sources_fit_a_context_block():
    block = small([f"[{n}] source" for n in range(1, 31)])
    assert len(block["elements"]) == 10
    assert "[30] source" in block["elements"][-1]["text"]
    assert not check_blocks([block])


def test_a_receipt_says_what_was_read_and_what_was_not():
    unread = (Page(3, "iii", state="image"), Page(7, "7", state="unreadable"))
    message = receipt_message(receipt(unread=unread, number=2, replaced=1), "en")
    assert "I have read a.pdf" in message.text
    assert "version 2; it replaces version 1" in message.text
    assert "p. iii (PDF page 3) (only an image, no text), p. 7 (text unusable)" in message.text
    assert "3 pages · 4 sections · 5 searchable pieces · 2.0 s" in message.text


def test_a_receipt_of_one_page_and_of_known_content():
    assert "1 page ·" in receipt_message(receipt(pages=1), "en").text
    assert "Nothing was read again" in receipt_message(receipt(already=True), "en").text
    assert "没有重复读取" in receipt_message(receipt(already=True), "zh").text


@pytest.mark.parametrize(
    ("strategy", "reason", "expected"),
    [
        (
            "recursive",
            "density 5.2 per 1,000 characters; 4 code blocks",
            "Cut by its headings and paragraphs, because it has 5.2 headings, list items,",
        ),
        (
            "semantic",
            "density 0.4 per 1,000 characters; mean paragraph 812 characters",
            "Cut where its subject changes, because it is long paragraphs",
        ),
        (
            "fixed",
            "density 0.0 per 1,000 characters; 1.2 line ends per 1,000 characters",
            "Cut into pieces of one length, because it has hardly any headings",
        ),
        ("fixed", "asked for; density 5.2 per 1,000 characters", "because that was asked for."),
        ("semantic", "", "Cut where its subject changes."),
        ("fixed", "after recursive", "because the other ways gave pieces that are too short"),
        ("recursive", "read before", ""),
    ],
)
def test_a_receipt_says_how_it_was_cut_and_why(strategy: str, reason: str, expected: str):
    told = receipt(strategy=strategy, reason=reason)
    assert expected in strategy_line(told, "en")
    assert strategy_line(told, "en") in receipt_message(told, "en").text
    assert bool(strategy_line(told, "zh")) == bool(expected)


def test_a_receipt_names_what_was_left_out():
    told = receipt(notes=("hidden text left out", "2 attachments not read"))
    assert "Also: hidden text left out; 2 attachments not read." in receipt_message(told, "en").text


def test_a_receipt_has_buttons_that_say_nothing_by_themselves():
    key = key_of("T1", "C1", "d1")
    told = receipt(name=HOSTILE * 9, questions=("What about fees?", "Q" * 200, "a", "b"))
    message = receipt_message(told, "en", key)
    assert not check_blocks(list(message.blocks))
    questions, actions = (b for b in message.blocks if b["type"] == "actions")
    labels = [e["text"]["text"] for e in questions["elements"]]
    assert labels == ["What about fees?", "Q" * 74 + "…", "a"]
    split, compare, forget = actions["elements"]
    assert [o["value"] for o in split["options"]] == [f"{key}:semantic", f"{key}:fixed"]
    assert {compare["value"], forget["value"]} == {key}
    assert not {"T1", "C1", "d1"} & {key}
    assert forget["confirm"]["text"]["type"] == "plain_text"
    assert len(forget["confirm"]["text"]["text"]) <= 300
    assert key != key_of("T1", "C2", "d1") != key_of("T2", "C2", "d1")
    assert "actions" not in [b["type"] for b in receipt_message(told, "en").blocks]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_and_dialogs_stay_within_slacks_limits(language: str):
    message = receipt_message(receipt(questions=("Q",)), language, "key")
    progress = reading_message("Reading", "key", language)
    undo = forgotten_message(HOSTILE, HOSTILE, "key", language)
    for shown in (message, progress, undo):
        assert shown.text
        assert not check_blocks(list(shown.blocks))
    assert "<!channel>" not in undo.text
    confirm = document_block("n" * 300, "fixed", "key", language)["elements"][-1]["confirm"]
    assert len(confirm["title"]["text"]) <= 100
    assert len(confirm["confirm"]["text"]) <= 30
    assert len(confirm["deny"]["text"]) <= 30
    assert not questions_block((), "key")


def comparison() -> Comparison:
    whole = Splitting("recursive", 512, 41, 402.4, 12, 512, 0.125, 1.0, "", (1, 40))
    nothing = Splitting("semantic", 512, 0, 0.0, 0, 0, 0.0, 0.0, "it failed", (0, 0))
    ways = (whole, nothing)
    return Comparison(HOSTILE, 3, 9_000, 5, "recursive", 512, "density 5", (0, 256), ways)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_is_a_table_and_the_same_in_words(language: str):
    message = comparison_message(comparison(), language)
    assert not check_blocks(list(message.blocks))
    table = message.blocks[1]
    assert [len(row) for row in table["rows"]] == [6, 6, 6]
    ways = {"en": ("recursive", "semantic"), "zh": ("按标题和段落", "按主题")}[language]
    assert f"{ways[0]} 512 · 41 · 402 · 12–512 · 12% · 100%" in message.text
    assert f"{ways[1]} 512 · 0 · –" in message.text
    assert f"{ways[0]} 512" in message.text.splitlines()[-1], "and which one its structure asks for"
    assert "<!channel>" not in message.text
    assert "{" not in histograms_in_words(comparison(), language)


def test_the_picture_of_a_comparison_is_told_in_words():
    assert "recursive 512: 41 pieces of 12 to 512 char" in histograms_in_words(comparison(), "en")
    assert "按标题和段落 512：41 个片段，12 至 512 字" in histograms_in_words(comparison(), "zh")


def test_a_refusal_may_say_what_is_still_being_read():
    given = answer("I found nothing.", citations=(), outcome="refused")
    [message] = answer_messages(given, Shown(remarks=["Still reading a.pdf."]))
    assert message.text == "I found nothing.\nStill reading a.pdf."
    kinds = [b["type"] for b in message.blocks]
    assert kinds == ["rich_text", "rich_text", "actions", "context_actions"]
    assert not check_blocks(list(message.blocks))


def test_many_unread_pages_are_cut_short():
    pages = [Page(n, str(n), state="image") for n in range(1, 31)]
    assert pages_told(pages, "en").endswith("… +18")


def test_help_escapes_what_was_typed():
    message = help_message({"library"}, HOSTILE, "en", is_quoting=True)
    assert "<!channel>" not in message.text
    assert not check_blocks(list(message.blocks))
    assert len(message.blocks) == 3
    assert len(help_message({"library"}, "", "en", is_quoting=False).blocks) == 2


def test_blocks_of_nothing_are_valid():
    for block in (paragraph("x"), preformatted([]), small([""])):
        assert not check_blocks([block])
    assert note("x").text == "x"


def test_escaping_is_in_slacks_order():
    assert escaped("<&>") == "&lt;&amp;&gt;"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_exists_in_every_language_with_the_same_places(language: str):
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    table = sentences._TABLE
    assert table[language].keys() == table["en"].keys()
    for key, text in table[language].items():
        assert places(text) <= places(table["en"][key]), key
    assert say("pages", "xx", count=3) == "3 pages"
