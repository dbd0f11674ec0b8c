"""Files that went wrong elsewhere, through the whole engine: each case, and a variant of it."""

import re
import time
from collections.abc import Sequence

import pytest

from rag.errors import (
    DamagedFile,
    EmptyFile,
    NotAPdf,
    NoText,
    PasswordProtected,
    RejectedFile,
    SettingsError,
    TooComplex,
)
from rag.sentences import page_reference
from tests.support.pdfs import PdfMaker, lines, of_pages, shown
from tests.support.scene import Desk, pages_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

_KERNED = 60


def kerned(text: str, gap: int = _KERNED) -> str:
    """A line whose words are set apart by kerning alone."""
    words = f" -{gap} ".join(f"({word})" for word in text.split())
    return f"BT /F1 12 Tf 60 700 Td [{words}] TJ ET"


def letter_by_letter(text: str, step: float = 11) -> str:
    """Every letter placed by itself, spaces too."""
    placed = " ".join(f"1 0 0 1 {60 + n * step} 700 Tm ({c}) Tj" for n, c in enumerate(text))
    return f"BT /F1 12 Tf {placed} ET"


def spaced(text: str) -> str:
    return "  ".join(" ".join(word) for word in text.split())


@pytest.mark.parametrize(
    ("name", "question", "words", "page"),
    [
        ("spaces_lost_kerning_60.pdf", "How fast must a leak be reported?", "within two hours", 1),
        ("spaces_as_small_kerning.pdf", "How fast must a leak be reported?", "within two hours", 1),
        ("letters_each_own_tm.pdf", "What is the invoice total?", "4,310.50 EUR", 1),
        ("letters_spaced_wide.pdf", "What is the notice period for termination?", "30 days", 1),
        ("control_3p.pdf", "What is the nightly hotel limit in Lisbon?", "140 euros", 2),
        ("control_3p.pdf", "When is economy class used?", "under six hours", 1),
        ("cover_blank_then_text.pdf", "What does the deposit equal?", "three months", 3),
        ("cover_blank_then_text.pdf", "Do pets need consent?", "written consent", 5),
        ("labels_roman_then_arabic.pdf", "At what pressure does valve V-105 open?", "6.5 bar", 6),
        ("labels_prefix_duplicate.pdf", "At what pressure does valve V-103 open?", "4.5 bar", 4),
        ("labels_unknown_style.pdf", "At what pressure does valve V-102 open?", "3.5 bar", 3),
        ("labels_odd_nums.pdf", "At what pressure does valve V-102 open?", "3.5 bar", 3),
        ("labels_kids_not_array.pdf", "What is the hotel limit in Lisbon?", "140 euros", 2),
        ("printed_page_numbers_no_labels.pdf", "What is the fee in year 3?", "120 euros", 3),
        ("enc_empty_user_aes256.pdf", "Who approves trips above 2,500 euros?", "finance lead", 3),
        ("enc_empty_user_rc4_128.pdf", "What is the hotel limit in Lisbon?", "140 euros", 2),
        ("scan_mixed_text_p2.pdf", "How much is the deposit?", "500 euros", 2),
        ("lone_surrogate_via_tounicode.pdf", "What ends the sentence?", "smile ends", 1),
        ("emoji_pair_via_tounicode.pdf", "What ends the sentence?", "smile\U0001f600 ends", 1),
        ("nul_via_tounicode.pdf", "What is the limit?", "750 euros", 1),
        ("nul_in_literal_string.pdf", "What is the budget?", "123 k", 1),
        ("cjk_zh_cidfont_no_tounicode.pdf", "退货期限是多少天？", "十四天", 1),
        ("cjk_ja_cidfont.pdf", "有給休暇は年間何日ですか", "二十日", 1),
        ("cjk_ko_cidfont.pdf", "숙박비 한도는 얼마입니까?", "십만 원", 1),
        ("fullwidth_digits_ja.pdf", "宿泊費の上限はいくらですか", "140ユーロ", 1),
        ("ligatures_fb01.pdf", "Is the fire drill certificate efficient?", "fire drill", 1),
        ("nfd_accents.pdf", "Was erhält Müller für Überstunden?", "Ausgleich", 1),
        ("hyphenated_lines.pdf", "What is the notice for early termination?", "sixty days", 1),
        ("annotation_only_text.pdf", "What is the cap?", "20 percent", 1),
        ("hidden_layer_draft.pdf", "What is the price?", "750 euros", 1),
        ("rotate_key_90.pdf", "What is the nightly hotel limit in Lisbon?", "140 euros", 2),
        ("rotated_text_matrix_90.pdf", "How often is pump P-7 serviced?", "every 90 days", 1),
        ("header_footer_5p.pdf", "At what temperature does chiller C1 run?", "7 C", 3),
        ("header_footer_5p.pdf", "What revision is the manual?", "Rev C", 1),
        ("toc_first_page.pdf", "What is the torque of the flange bolts?", "48 Nm", 3),
    ],
)
async def test_the_fact_is_found_on_its_page(
    desk: Desk, name: str, question: str, words: str, page: int
) -> None:
    await desk.drop(name)
    answer = await desk.ask(question)
    assert answer.outcome in {"answered", "partial"}
    assert words in answer.text
    assert page in pages_of(answer)


FIVE = [
    "",
    "",
    "Clause 1. The levy equals seven weeks of pay.",
    "",
    "Clause 2. Birds need a permit.",
]


@pytest.mark.parametrize(
    ("pages", "question", "words", "page"),
    [
        ([kerned("Return the badge to the porter within nine hours")],
         "How fast must the badge be returned?", "within nine hours", 1),
        ([letter_by_letter("Deposit total 7,215.80 GBP")], "What is the deposit total?", "7,215.80 GBP", 1),
        ([shown(spaced("RENEWAL CLAUSE"), y=740) + "\n" + shown("Renewal period: 45 days.", y=700)],
         "How long is the renewal period?", "45 days", 1),
        ([shown(text) for text in FIVE], "What does the levy equal?", "seven weeks", 3),
        ([shown(text) for text in FIVE], "Do birds need a permit?", "permit", 5),
        ([lines("A shop on the quay that sells to boats needs a tempo-",
                "rary permit, and it costs 73 euros in each season.", leading=14)],
         "What does the temporary permit cost?", "temporary permit, and it costs 73 euros", 1),
        ([shown("Grant\x07 of the limit is 881 euros.")], "What is the grant limit?", "881 euros", 1),
    ],
    ids=["A01", "A03", "A04", "A07", "A45", "A36", "A32"],
)  # fmt: skip
async def test_the_same_faults_with_other_words(
    desk: Desk, pages: Sequence[str], question: str, words: str, page: int
) -> None:
    await desk.drop(PdfMaker(pages=list(pages)).build())
    answer = await desk.ask(question)
    assert words in answer.text
    assert pages_of(answer) == {page}


@pytest.mark.parametrize(
    ("name", "error", "pages"),
    [
        ("enc_real_password_aes256.pdf", PasswordProtected, 0),
        ("scan_image_only_2p.pdf", NoText, 2),
        ("blank_pages_3.pdf", NoText, 3),
        ("no_pages.pdf", NoText, 0),
        ("ocr_layer_garbage.pdf", NoText, 1),
        ("outlined_text_no_text_layer.pdf", NoText, 1),
        ("xfa_please_wait.pdf", NoText, 1),
        ("huge_text_one_page_3MB.pdf", TooComplex, 1),
        ("flate_bomb_nested_x2_60MB.pdf", TooComplex, 1),
        ("flate_bomb_120MB.pdf", TooComplex, 1),
        ("flate_bomb_nested_x3_120MB.pdf", TooComplex, 1),
        ("many_ops_2M.pdf", TooComplex, 1),
        ("nested_arrays_5000.pdf", TooComplex, 1),
        ("pagetree_deep_3000.pdf", TooComplex, 0),
        ("pagetree_cycle.pdf", DamagedFile, 0),
        ("inline_image_no_EI.pdf", DamagedFile, 1),
        ("json_error_named.pdf", NotAPdf, 0),
        ("html_with_pdf_magic_inside.pdf", NotAPdf, 0),
        ("docx_named.pdf", NotAPdf, 0),
        ("png_named.pdf", NotAPdf, 0),
        ("zero_byte.pdf", EmptyFile, 0),
        ("one_byte.pdf", NotAPdf, 0),
    ],
)
async def test_what_can_not_be_read_is_said_and_the_next_file_goes_on(
    desk: Desk, name: str, error: type[RejectedFile], pages: int
) -> None:
    began = time.monotonic()
    with pytest.raises(error) as caught:
        await desk.drop(name)
    assert time.monotonic() - began < 60  # ten seconds a page on a machine of one's own
    assert caught.value.pages == pages
    assert await desk.names() == []
    await desk.drop(of_pages([f"The next file says {len(name)} pounds of salt."]))
    assert f"{len(name)} pounds" in (await desk.ask("How much salt does it say?")).text


@pytest.mark.parametrize(
    ("content", "name", "error"),
    [
        (b'{"ok": false, "error": "not_authed"}', "plan.pdf", NotAPdf),
        (b'{"ok": false, "error": "not_authed"}', "plan.txt", NotAPdf),
        (b"<!DOCTYPE html><title>Sign in</title>", "plan.md", NotAPdf),
        (b"<html>%PDF-1.7</html>", "plan.pdf", NotAPdf),
        (b"PK\x03\x04 nothing of a zip", "plan.docx", DamagedFile),
        (b"\x89PNG\r\n\x1a\n rest", "plan.pdf", NotAPdf),
        (b"MZ\x00\x01", "plan.txt", NotAPdf),
        (b"", "plan.txt", EmptyFile),
        (b"%PDF-1.7\ntruncated", "plan.pdf", DamagedFile),
        (PdfMaker(pages=["", "", "", ""]).build(), "plan.pdf", NoText),
    ],
)
async def test_other_contents_than_the_name_says(
    desk: Desk, content: bytes, name: str, error: type[RejectedFile]
) -> None:
    with pytest.raises(error):
        await desk.drop(content, name)
    assert await desk.names() == []


async def test_a_label_and_its_page_are_told_apart(desk: Desk) -> None:
    await desk.drop("labels_roman_then_arabic.pdf")
    answer = await desk.ask("At what pressure does valve V-105 open?")
    (citation,) = answer.citations
    assert page_reference(citation.page, citation.label, "en") == "p. 2 (PDF page 6)"


async def test_two_pages_with_one_label_are_cited_by_their_own_numbers(desk: Desk) -> None:
    await desk.drop("labels_prefix_duplicate.pdf")
    first = await desk.ask("At what pressure does valve V-100 open?")
    fourth = await desk.ask("At what pressure does valve V-103 open?")
    found = [(c.page, c.label) for a in (first, fourth) for c in a.citations]
    assert found == [(1, "1"), (4, "1")]


async def test_a_printed_number_is_not_taken_for_a_page(desk: Desk) -> None:
    await desk.drop("printed_page_numbers_no_labels.pdf")
    answer = await desk.ask("What is on page 43?")
    assert answer.outcome == "refused" or "43" in answer.text
    assert not answer.citations or all(c.page <= 4 for c in answer.citations)


async def test_a_page_that_could_not_be_read_is_named_where_it_matters(desk: Desk) -> None:
    receipt = await desk.drop("scan_mixed_text_p2.pdf")
    assert [page.number for page in receipt.unread] == [1, 3]
    answer = await desk.ask("How much is the rent?")
    assert answer.outcome == "refused"
    assert answer.citations == ()
    assert "Not everything could be read" in answer.text
    assert re.search(r"1.*3", answer.text)


async def test_nothing_is_answered_from_a_scan(desk: Desk) -> None:
    with pytest.raises(NoText):
        await desk.drop("scan_image_only_2p.pdf")
    answer = await desk.ask("What is the rent?")
    assert answer.outcome == "refused"
    assert "910" not in answer.text


async def test_a_missing_library_is_no_fault_of_the_file() -> None:
    assert not issubclass(SettingsError, RejectedFile)


async def test_the_running_header_is_in_one_passage_alone(desk: Desk) -> None:
    receipt = await desk.drop("header_footer_5p.pdf")
    passages = await desk.passages(receipt.version)
    assert sum("Rev C" in passage.text for passage in passages) == 1


async def test_the_section_is_cited_and_not_the_table_of_contents(desk: Desk) -> None:
    await desk.drop("toc_first_page.pdf")
    answer = await desk.ask("Which container is used for the disposal of coolant?")
    assert "K-4" in answer.text
    assert 3 in pages_of(answer)


@pytest.mark.parametrize("name", ["table_row_major_blanks.pdf", "table_column_major_blanks.pdf"])
async def test_a_blank_cell_takes_no_value_from_its_neighbour(desk: Desk, name: str) -> None:
    await desk.drop(name)
    answer = await desk.ask("What is the value of South in 2023?")
    assert answer.outcome == "refused" or "2023: (empty)" in answer.text
    assert not re.search(r"2023: \(?(?:45|61)", answer.text)


async def test_a_hidden_price_is_not_quoted(desk: Desk) -> None:
    receipt = await desk.drop("hidden_layer_draft.pdf")
    assert "hidden layer not read: Draft" in receipt.steps[0].summary
    assert "900" not in (await desk.ask("What is the draft price?")).text


async def test_an_attachment_is_said_to_be_unread(desk: Desk) -> None:
    receipt = await desk.drop("portfolio_attachment.pdf")
    assert "attachment not read: inner_contract.txt" in receipt.steps[0].summary


async def test_a_hostile_title_reaches_nobody(desk: Desk) -> None:
    receipt = await desk.drop(
        "metadata_title_hostile.pdf", "2f6d3e0a-1111-4222-8333-444455556666.pdf"
    )
    assert "<!channel>" not in receipt.title
    assert "\n" not in receipt.title
    assert len(receipt.title) <= 120


async def test_the_reason_for_doubt_is_on_the_receipt(desk: Desk) -> None:
    receipt = await desk.drop("xobject_fanout_4096.pdf")
    assert receipt.children < 100
    assert "doubtful text on 1" in receipt.steps[0].summary


@pytest.mark.nightly
async def test_five_hundred_pages_and_a_question_meanwhile(desk: Desk) -> None:
    receipt = await desk.drop("pages_500.pdf")
    assert receipt.pages == 500
    assert receipt.parents == 500
