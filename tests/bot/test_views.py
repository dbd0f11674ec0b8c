"""What is shown stays within Slack's limits and shows text as it is."""

from datetime import UTC, datetime
from string import Formatter

import pytest

from bot import sentences
from bot.sentences import LANGUAGES, say
from bot.views.answer import answer_message, source_line, trace_message
from bot.views.help import help_message
from bot.views.literal import escaped, paragraph, preformatted, small
from bot.views.receipt import note, receipt_message, unread_pages
from bot.workspace.blocks import check_blocks
from rag.types import Answer, Citation, Page, Receipt, Step

HOSTILE = "<!channel> & <@U1> *bold* `code` <https://evil.example|click>"


def answer(text: str = "It is 5. [1]", **more) -> Answer:
    fields = {
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
    fields = {
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
    fields = {
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


@pytest.mark.parametrize("size", [0, 10, 2_999, 3_000, 3_001, 12_000])
def test_any_length_fits(size: int):
    message = answer_message(answer("x" * size or " "))
    assert not check_blocks(list(message.blocks))


def test_hostile_text_is_literal_everywhere():
    message = answer_message(answer(HOSTILE, citations=(citation(title=HOSTILE),), language="en"))
    assert message.blocks[0]["type"] == "rich_text"
    element = message.blocks[0]["elements"][0]["elements"][0]
    assert element == {"type": "text", "text": HOSTILE}
    assert message.blocks[1]["elements"][0]["type"] == "plain_text"
    assert "<!" not in message.text
    assert "<@" not in message.text
    assert "<http" not in message.text


def test_a_refusal_has_no_sources():
    message = answer_message(answer("I found nothing.", citations=()))
    assert [b["type"] for b in message.blocks] == ["rich_text"]
    assert message.text == "I found nothing."


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
    assert source_line(citation(page=page, label=label), language) == expected


def test_a_trace_is_lines_with_timings():
    message = trace_message(answer())
    assert "understand → documents, fact, en  (1 ms)" in message.text.replace("&gt;", ">")
    assert "2 steps · 1.2 s · 0 model calls" in message.text
    assert not check_blocks(list(message.blocks))


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


def test_many_unread_pages_are_cut_short():
    pages = [Page(n, str(n), state="image") for n in range(1, 31)]
    assert unread_pages(pages, "en").endswith("… +18")


def test_help_escapes_what_was_typed():
    message = help_message({"library"}, HOSTILE, is_quoting=True)
    assert "<!channel>" not in message.text
    assert not check_blocks(list(message.blocks))
    assert len(message.blocks) == 2
    assert len(help_message({"library"}, "", is_quoting=False).blocks) == 1


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
