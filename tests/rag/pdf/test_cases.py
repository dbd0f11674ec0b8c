"""Files that went wrong elsewhere, each with what it must give here."""

import pytest

from rag.errors import (
    DamagedFile,
    EmptyFile,
    NotAPdf,
    NoText,
    PasswordProtected,
    RejectedFile,
    TooComplex,
)
from tests.rag.pdf.conftest import Read


@pytest.mark.parametrize(
    ("name", "page", "text"),
    [
        ("control_3p.pdf", 2, "Hotel limits\nThe nightly hotel limit is 140 euros in Lisbon."),
        ("spaces_lost_kerning_60.pdf", 1, "Report the leak to the duty officer within two hours"),
        ("spaces_as_small_kerning.pdf", 1, "Report the leak to the duty officer within two hours"),
        ("letters_each_own_tm.pdf", 1, "Invoice total 4,310.50 EUR"),
        ("letters_spaced_wide.pdf", 1, "TERMINATION CLAUSE\nNotice period: 30 days."),
        ("cover_blank_then_text.pdf", 3, "Clause 1. The deposit equals three months of rent."),
        ("cover_blank_then_text.pdf", 5, "Clause 2. Pets need written consent."),
        ("labels_roman_then_arabic.pdf", 6, "Marker fact 6: valve V-105 opens at 6.5 bar."),
        ("printed_page_numbers_no_labels.pdf", 3, "Article 3: the fee in year 3 is 120 euros."),
        (
            "enc_empty_user_aes256.pdf",
            3,
            "Approval\nTrips above 2,500 euros need approval by the finance lead.",
        ),
        (
            "enc_empty_user_rc4_128.pdf",
            2,
            "Hotel limits\nThe nightly hotel limit is 140 euros in Lisbon.",
        ),
        ("scan_mixed_text_p2.pdf", 2, "Typed page 2: the deposit is 500 euros."),
        ("lone_surrogate_via_tounicode.pdf", 1, "smile ends the sentence."),
        ("emoji_pair_via_tounicode.pdf", 1, "smile\U0001f600 ends the sentence."),
        ("nul_via_tounicode.pdf", 1, "the limit is 750 euros."),
        ("nul_in_literal_string.pdf", 1, "budget is 123 k"),
        (
            "cjk_zh_cidfont_no_tounicode.pdf",
            1,
            "年度报告\n营业收入为三千二百万元。\n退货期限为十四天。",
        ),
        ("cjk_ja_cidfont.pdf", 1, "就業規則\n有給休暇は年間二十日です。"),
        ("cjk_ko_cidfont.pdf", 1, "여행 규정\n숙박비 한도는 십만 원입니다."),
        ("fullwidth_digits_ja.pdf", 1, "宿泊費の上限は140ユーロです。"),
        (
            "ligatures_fb01.pdf",
            1,
            "The office fire drill and floor certificate are efficient.\nA suffix for different traffic.",
        ),
        ("nfd_accents.pdf", 1, "Müller erhält für Überstunden einen Ausgleich."),
        ("annotation_only_text.pdf", 1, "[annotation] Reviewer note: cap is 20 percent"),
        ("hidden_layer_draft.pdf", 1, "FINAL price 750 euros"),
        ("injection_white_1pt.pdf", 1, "Supplier handbook: the payment term is 45 days net."),
        ("rotate_key_90.pdf", 2, "Hotel limits\nThe nightly hotel limit is 140 euros in Lisbon."),
        (
            "rotated_text_matrix_90.pdf",
            1,
            "Pump P-7 is serviced every 90 days.\nSeal kit part number is SK-2210.",
        ),
        ("header_footer_5p.pdf", 3, "Chiller C1 runs at 7 C."),
        ("UPPER.PDF", 1, "Named file fact: door code is 5512."),
    ],
)
async def test_a_page_reads_as_it_looks(read: Read, name: str, page: int, text: str) -> None:
    extraction = await read(name)
    assert [p.number for p in extraction.pages] == list(range(1, len(extraction.pages) + 1))
    assert extraction.pages[page - 1].text == text
    assert extraction.pages[page - 1].state == "read"


@pytest.mark.parametrize("name", ["table_row_major_blanks.pdf", "table_column_major_blanks.pdf"])
async def test_a_value_stays_under_its_column(read: Read, name: str) -> None:
    text = (await read(name)).pages[0].text
    assert "South | 2023: (empty) | 2024: (45) | 2025: 61" in text
    assert "East | 2023: 877 | 2024: 902 | 2025: (empty)" in text


async def test_words_cut_at_line_ends_are_whole(read: Read) -> None:
    text = (await read("hyphenated_lines.pdf")).pages[0].text
    assert "early termination by either party with sixty days notice. Well-known risks" in text


async def test_the_running_header_is_kept_once(read: Read) -> None:
    pages = (await read("header_footer_5p.pdf")).pages
    assert "Doc 778 Rev C" in pages[0].text
    assert not any("Rev C" in page.text or "of 5" in page.text for page in pages[1:])


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("zero_byte.pdf", EmptyFile),
        ("one_byte.pdf", NotAPdf),
        ("json_error_named.pdf", NotAPdf),
        ("html_login_named.pdf", NotAPdf),
        ("html_with_pdf_magic_inside.pdf", NotAPdf),
        ("docx_named.pdf", NotAPdf),
        ("png_named.pdf", NotAPdf),
        ("enc_real_password_aes256.pdf", PasswordProtected),
        ("pagetree_cycle.pdf", DamagedFile),
        ("inline_image_no_EI.pdf", DamagedFile),
        ("blank_pages_3.pdf", NoText),
        ("no_pages.pdf", NoText),
        ("ocr_layer_garbage.pdf", NoText),
        ("outlined_text_no_text_layer.pdf", NoText),
        ("xfa_please_wait.pdf", NoText),
        ("flate_bomb_nested_x2_60MB.pdf", TooComplex),
        ("flate_bomb_nested_x3_120MB.pdf", TooComplex),
        ("huge_text_one_page_3MB.pdf", TooComplex),
        ("many_ops_2M.pdf", TooComplex),
        ("nested_arrays_5000.pdf", TooComplex),
    ],
)
async def test_what_can_not_become_a_document_says_why(
    read: Read, name: str, error: type[RejectedFile]
) -> None:
    with pytest.raises(error):
        await read(name)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("labels_roman_then_arabic.pdf", "i ii iii iv 1 2 3 4"),
        ("labels_prefix_duplicate.pdf", "1 2 3 1 2 A-1 A-2"),
        ("labels_unknown_style.pdf", "1 2 3 4"),
        ("labels_odd_nums.pdf", "1 2 3 4"),
        ("labels_kids_not_array.pdf", "1 2 3"),
        ("printed_page_numbers_no_labels.pdf", "1 2 3 4"),
    ],
)
async def test_labels_are_for_display_and_never_fail_a_file(
    read: Read, name: str, labels: str
) -> None:
    pages = (await read(name)).pages
    assert [page.label for page in pages] == labels.split()


async def test_pages_of_images_are_named_as_unread(read: Read) -> None:
    pages = (await read("scan_mixed_text_p2.pdf")).pages
    assert [page.state for page in pages] == ["image", "read", "image"]


async def test_attachments_are_stated_as_not_read(read: Read) -> None:
    notes = (await read("portfolio_attachment.pdf")).notes
    assert notes == ("attachment not read: inner_contract.txt",)


async def test_a_hostile_title_is_not_passed_on(read: Read) -> None:
    assert (await read("metadata_title_hostile.pdf")).title == ""


async def test_a_page_of_thirty_thousand_characters_reads_fast(read: Read) -> None:
    page = (await read("cjk_30k_chars_one_page.pdf")).pages[0]
    assert page.state == "read"
    assert len(page.text) > 29_000


async def test_a_hidden_layer_is_stated_as_not_read(read: Read) -> None:
    assert (await read("hidden_layer_draft.pdf")).notes == ("hidden layer not read: Draft",)
