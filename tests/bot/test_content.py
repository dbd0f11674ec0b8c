"""What was not read is said in the language of the receipt."""

import re

import pytest

from bot.views.comparison import ambiguous_message, unknown_message, which_message
from bot.views.content import content_lines, notes_told, pages_told
from bot.views.receipt import receipt_message
from bot.workspace.blocks import check_blocks
from rag.adapters.reading.reader import FileReader
from rag.ports import silent
from rag.types import Page
from tests.support.bot_fakes import receipt
from tests.support.scene import FIXTURES


def test_notes_of_one_kind_are_told_together_in_both_languages():
    notes = ("attachment not read: a.xls", "attachment not read: b: c.csv", "comments not read")
    assert notes_told(notes, "en") == "attachments not read: a.xls, b: c.csv; comments not read"
    assert notes_told(notes, "zh") == "没有读取附件：a.xls、b: c.csv；没有读取批注"
    assert notes_told(("something new",), "zh") == "something new"
    many = [f"hidden layer not read: L{n}" for n in range(9)]
    assert notes_told(many, "en").endswith("L5, … +3")


def test_pages_are_told_with_their_own_reason():
    pages = [
        Page(3, "iii", state="unreadable", reason="damaged (ValueError)"),
        Page(4, "4", state="image", reason="only a drawing: no text layer"),
        Page(5, "5", state="unreadable", reason="unheard of"),
    ]
    assert pages_told(pages, "en") == (
        "p. iii (PDF page 3) (damaged), p. 4 (only a drawing, no text), p. 5 (text unusable)"
    )
    assert "ValueError" not in pages_told(pages, "zh")
    assert "已损坏" in pages_told(pages, "zh")


def test_every_receipt_says_what_can_not_be_quoted():
    told = receipt(
        already=True,
        doubtful=(Page(2, "2", reason="words run together"),),
        recognized=(Page(3, "3", reason="ocr"),),
        notes=("dynamic form (XFA) not read",),
    )
    text = receipt_message(told, "en").text
    assert "Searched, but never quoted from: p. 2 (words run together)." in text
    assert "Read from a picture of the page: p. 3." in text
    assert "Also: a dynamic form (XFA) not read." in text
    assert not check_blocks(list(receipt_message(told, "zh").blocks))


@pytest.mark.parametrize(
    "name",
    ["portfolio_attachment.pdf", "hidden_layer_draft.pdf", "scan_mixed_text_p2.pdf"],
)
async def test_what_the_reader_says_of_real_files_is_said_in_chinese(name: str):
    read = await FileReader().read(FIXTURES / name, silent)
    unread = tuple(page for page in read.pages if page.state not in {"read", "empty"})
    lines = content_lines(receipt(unread=unread, notes=read.notes), "zh")
    assert lines
    names = [note.partition(": ")[2] for note in read.notes]
    told = "".join(lines)
    for known in [*names, "PDF"]:
        told = told.replace(known, "")
    assert not re.search("[A-Za-z]", told), told


def test_a_name_that_means_nothing_or_several_gets_help():
    assert "Did you mean a.pdf, b.pdf?" in unknown_message("a", ("a.pdf", "b.pdf"), "en").text
    assert "from no document called a here." in unknown_message("a", (), "en").text
    named = (("d1", "计划.pdf"), ("d2", "计划.pdf"), ("d3", "x.pdf"))
    several = ambiguous_message("计划", named, "zh")
    assert "计划.pdf (d1)、计划.pdf (d2)、x.pdf" in several.text
    assert "for example one of: a.pdf." in which_message(["a.pdf"], "en").text
    assert which_message([], "en").text.startswith("Which document?")
