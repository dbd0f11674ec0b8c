import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.text.cleaning import clean, join_hyphens, narrow_spaces
from rag.text.spacing import join_spaced_letters, undouble


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("the limit\x00 is 75\x070 euros.", "the limit is 750 euros."),
        ("smile\ud83d ends", "smile ends"),
        ("\uf0b7 one\n\uf0a7 two \uf078 yes \uf06f no \ue001", "• one\n▪ two ☒ yes ☐ no \ue001"),
        ("smile\ud83d\ude00 ends", "smile\U0001f600 ends"),
        ("o\ufb03ce \ufb01re \ufb02oor", "office fire floor"),
        ("Mu\u0308ller", "Müller"),
        ("soft\u00adhyphen", "softhyphen"),
        ("a\u200bb\ufeffc\u202ed", "abcd"),
        ("non\u00a0breaking", "non breaking"),
        ("上限は１４０ユーロ", "上限は140ユーロ"),
        ("可以！对；不（一）：好，", "可以！对；不（一）：好，"),
        ("45\u00b2 and 1,204\u00b9", "45^2 and 1,204^1"),
        ("2\u00bd days", "2 1/2 days"),
        ("one\r\ntwo\rthree\x0cfour", "one\ntwo\nthree\nfour"),
        ("tab\tstays", "tab\tstays"),
        ("hid\U000e0041den", "hidden"),
    ],
)
def test_characters_become_safe_and_comparable(raw: str, expected: str) -> None:
    assert clean(raw) == expected


@given(st.text())
def test_clean_text_can_be_stored_and_loses_no_letter_or_digit(raw: str) -> None:
    cleaned = clean(raw)
    cleaned.encode()
    assert not any(ord(c) < 32 and c not in "\n\t" for c in cleaned)
    ascii_letters = [c for c in raw if c.isascii() and c.isalnum()]
    kept = iter(cleaned)
    assert all(c in kept for c in ascii_letters)


@given(st.text())
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    once = clean(raw)
    assert clean(once) == once


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("early termi-\nnation by either", "early termination by either"),
        ("a self-\nservice desk", "a self-service desk"),
        ("Well-known risks", "Well-known risks"),
        ("a cost-\nplus price; cost-plus", "a cost-plus price; cost-plus"),
        (
            "they pro-\nvide state-\nments and under-\nstand",
            "they provide statements and understand",
        ),
        ("a state-\nof-the-art high-\nest long-\nterm", "a state-of-the-art highest long-term"),
        ("in 2024-\n2025", "in 2024-2025"),
        ("Anglo-\nSaxon", "Anglo-Saxon"),
        ("a dash -\nhere", "a dash -\nhere"),
    ],
)
def test_words_cut_at_a_line_end_are_joined_and_real_hyphens_stay(raw: str, expected: str) -> None:
    assert join_hyphens(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("T E R M I N A T I O N  C L A U S E", "TERMINATION CLAUSE"),
        ("I n v o i c e  t o t a l  4 , 3 1 0 . 5 0  E U R", "Invoice total 4,310.50 EUR"),
        ("N e t  w e i g h t  9 8 , 0 0 1 . 2 5  k g", "Net weight 98,001.25 kg"),
        ("De p o s i t  t o t a l  7 , 2 1 5 . 8 0  GB P", "Deposit total 7,215.80 GBP"),
        ("T O T A L  in a  y e a r", "TOTAL in a year"),
        ("第 一 章  总 则", "第一章 总则"),
        ("A B C D E", "A B C D E"),
        ("1 2 3 4", "1 2 3 4"),
        ("a plain line", "a plain line"),
    ],
)
def test_spaced_letters_become_words_but_rows_stay(raw: str, expected: str) -> None:
    assert join_spaced_letters(raw) == expected


def test_doubled_glyphs_become_single_if_most_words_are() -> None:
    assert (
        undouble("TThhee mmoonntthhllyy rreenntt aammoouunnttss ttoo")
        == "The monthly rent amounts to"
    )
    assert undouble("The bookkeeper will look") == "The bookkeeper will look"


def test_runs_of_spaces_become_one_and_an_indent_stays() -> None:
    assert narrow_spaces("a   b  \n    code") == "a b\n    code"


def test_a_page_of_one_run_of_letters_takes_no_time() -> None:
    join_hyphens(clean("条款" * 50_000))
    narrow_spaces(" " * 100_000)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("by E-\nMail", "by E-Mail"),
        ("the X-\nray room", "the X-ray room"),
        ("a 30-\nday term", "a 30-day term"),
        ("3-\nfach", "3-fach"),
        ("valve SK-\n2210 opens", "valve SK-2210 opens"),
        ("in twenty-\nfive units", "in twenty-five units"),
        ("a sum of 12 -\nTotal", "a sum of 12 -\nTotal"),
        ("of 1990-\nTotal", "of 1990-\nTotal"),
        ("a termi-\nnation", "a termination"),
    ],
)
def test_short_words_and_codes_keep_the_hyphen_of_a_line_end(text: str, whole: str) -> None:
    assert join_hyphens(text) == whole


def test_a_line_that_stands_there_twice_is_read_once() -> None:
    page = "PPAAYYMMEENNTT TTEERRMMSS AANNDD FFEEEESS\nThe committee needs coffee for 1100 euros."
    assert undouble(page) == "PAYMENT TERMS AND FEES\nThe committee needs coffee for 1100 euros."
    for kept in ("AABBCC\nof 1100", "112233445566", "aaaaaaaaaaaaaa", "a a b b c c"):
        assert undouble(kept) == kept
