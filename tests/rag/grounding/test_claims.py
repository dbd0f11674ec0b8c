"""An answer is split into statements, each with what it cites."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.grounding.claims import split_claims
from rag.grounding.markers import cites_of, neutralised, without_markers

WORDS = st.lists(st.sampled_from("the limit is 140 euros a night in Lisbon".split()), min_size=1)
NUMBERS = st.lists(st.integers(1, 99), min_size=1, max_size=3, unique=True)


def pairs(answer):
    return [(claim.text, claim.cites) for claim in split_claims(answer)]


@pytest.mark.parametrize(
    ("written", "cites"),
    [
        ("x [1]", (1,)),
        ("x [1][2]", (1, 2)),
        ("x [1, 2]", (1, 2)),
        ("x [1，2、3]", (1, 2, 3)),
        ("x 【1】", (1,)),
        ("x ［2］", (2,)),
        ("x [2-4]", (2, 3, 4)),
        ("x [1] y [1]", (1,)),
        ("x [a] [2025-07-01]", ()),
    ],
)
def test_every_form_of_a_marker_is_read(written, cites):
    assert cites_of(written) == cites


def test_sentences_carry_their_own_citations():
    answer = "The limit is 140 EUR [1]. Ask the desk first [2, 3]."
    assert pairs(answer) == [("The limit is 140 EUR.", (1,)), ("Ask the desk first.", (2, 3))]


def test_a_marker_after_the_full_stop_belongs_to_the_sentence_before_it():
    answer = "The limit is 140 EUR.[1] Ask the desk first. [2][3]"
    assert pairs(answer) == [("The limit is 140 EUR.", (1,)), ("Ask the desk first.", (2, 3))]


def test_chinese_sentences():
    assert pairs("上限为140欧元。[1]退货期限为十四天【2】。") == [
        ("上限为140欧元。", (1,)),
        ("退货期限为十四天。", (2,)),
    ]


def test_half_a_rule_is_no_claim():
    assert pairs("一天以内的，由主管批准；五天以上的，由总经理批准。[1]") == [
        ("一天以内的，由主管批准；五天以上的，由总经理批准。", (1,))
    ]
    assert pairs("Clause 2. Pets need consent. [1]") == [("Clause 2. Pets need consent.", (1,))]


def test_list_items_lose_their_bullet_and_what_introduces_them_states_nothing():
    answer = "The tiers are:\n1. 2 percent [1]\n- 5 percent [2]\n• 8 percent [3]"
    assert pairs(answer) == [("2 percent", (1,)), ("5 percent", (2,)), ("8 percent", (3,))]


def test_table_rows_are_claims_and_their_heading_is_not():
    answer = "| City | Hotel |\n|---|---|\n| Lisbon | 140 EUR [1] |\n| Porto | 120 EUR [2] |"
    assert pairs(answer) == [("Lisbon | 140 EUR", (1,)), ("Porto | 120 EUR", (2,))]


def test_a_claim_without_a_marker_cites_nothing():
    assert pairs("This I made up.") == [("This I made up.", ())]


@pytest.mark.parametrize("empty", ["", "\n\n", "---", "[1]", "【1】\n***"])
def test_nothing_stated_is_no_claim(empty):
    assert split_claims(empty) == []


@given(st.lists(st.tuples(WORDS, NUMBERS), min_size=1, max_size=6))
def test_each_cited_sentence_comes_back_with_its_citations(parts):
    sentences = [(" ".join(words).capitalize() + " now.", numbers) for words, numbers in parts]
    answer = " ".join(f"{text} {''.join(f'[{n}]' for n in ns)}" for text, ns in sentences)
    assert pairs(answer) == [(text, tuple(ns)) for text, ns in sentences]


@given(st.text(alphabet="ab 1[],.【】\n|-:;；。", max_size=60))
def test_no_text_breaks_it_and_no_marker_stays(answer):
    for claim in split_claims(answer):
        assert cites_of(claim.text) == ()
        assert claim.text.strip()


@given(st.text(alphabet="ab [1]【2】,", max_size=40))
def test_a_neutralised_quotation_cites_nothing(text):
    assert cites_of(neutralised(text)) == ()
    assert without_markers(neutralised(text)) == neutralised(text).strip()
