"""From a checked draft to what people read."""

from dataclasses import replace

import pytest

from rag.graphs.answer.publishing import published
from rag.grounding.claims import split_claims
from rag.types import Citation, Claim, Excerpt, Outcome, Verdict
from tests.rag.reasoners.documents import candidate

LEAVE = candidate(
    "Employees have 27 days. Contractors have none.", document="d1", title="Handbook", ends=(23,)
)
HOTELS = candidate("A hotel may cost 120 EUR.", document="d2", title="Travel")
EXCERPTS = [
    Excerpt(1, LEAVE, 1, "Employees have 27 days."),
    Excerpt(2, LEAVE, 2, "Contractors have none."),
    Excerpt(3, HOTELS, 1, "A hotel may cost 120 EUR."),
    Excerpt(4, HOTELS, 1, "Meals may cost 40 EUR."),
]


def judged(draft: str, *verdicts: Verdict, evidence: str = "") -> list[Claim]:
    claims = split_claims(draft)
    rest: list[Verdict] = ["supported"] * (len(claims) - len(verdicts))
    given = [*verdicts, *rest]
    return [replace(c, verdict=v, evidence=evidence) for c, v in zip(claims, given, strict=True)]


def publish(
    draft: str, *verdicts: Verdict, language: str = "en", evidence: str = ""
) -> tuple[Outcome, str, list[Citation], list[Claim]]:
    return published(draft, judged(draft, *verdicts, evidence=evidence), EXCERPTS, language)


def test_citations_are_numbered_in_the_order_of_use() -> None:
    outcome, text, citations, ledger = publish("Hotels: 120 EUR [3]. Leave: 27 days [1].")
    assert outcome == "answered"
    assert text == "Hotels: 120 EUR [1]. Leave: 27 days [2]."
    assert [(c.number, c.document, c.page) for c in citations] == [(1, "d2", 1), (2, "d1", 1)]
    assert [c.cites for c in ledger] == [(1,), (2,)]


def test_a_page_is_one_citation_however_many_excerpts_it_gave() -> None:
    _, text, citations, _ = publish("Hotels 120 EUR [3], meals 40 EUR [4]. Both are limits [3][4].")
    assert text == "Hotels 120 EUR [1], meals 40 EUR [1]. Both are limits [1]."
    assert len(citations) == 1


def test_two_pages_of_a_document_are_two_citations() -> None:
    _, text, citations, _ = publish("27 days for employees [1]. None for contractors [2].")
    assert text == "27 days for employees [1]. None for contractors [2]."
    assert [(c.document, c.page) for c in citations] == [("d1", 1), ("d1", 2)]


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("Of both [1, 3].", "Of both [1][2]."),
        ("Of both [1-3].", "Of both [1][2][3]."),
        ("Of both 【1】【3】.", "Of both [1][2]."),
        ("Of both [3][1].", "Of both [1][2]."),
        ("Of both [1] [1].", "Of both [1]."),
        ("Since [2024] it is so [3].", "Since [2024] it is so [1]."),
        ("年假［1，3］。", "年假 [1][2]。"),
    ],
)
def test_however_a_draft_writes_its_markers_they_are_published_alike(draft: str, text: str) -> None:
    _, published_text, citations, _ = publish(draft)
    assert published_text == text
    assert [c.number for c in citations] == list(range(1, len(citations) + 1))


def test_what_is_not_supported_is_left_out_and_said() -> None:
    outcome, text, citations, ledger = publish(
        "Employees have 27 days [1]. Managers have 40 [2]. Hotels cost 120 EUR [3].",
        "supported",
        "contradicted",
    )
    assert outcome == "partial"
    assert text == (
        "Employees have 27 days. [1]\nHotels cost 120 EUR. [2]\n"
        "_1 statement left out: not supported by the pages._"
    )
    assert [c.page for c in citations] == [1, 1]
    assert [(c.verdict, c.cites) for c in ledger] == [
        ("supported", (1,)),
        ("contradicted", ()),
        ("supported", (2,)),
    ]


def test_what_was_left_out_is_said_in_the_language_of_the_question() -> None:
    _, text, _, _ = publish(
        "年假27天[1]。住宿120[3]。伙食40[4]。",
        "supported",
        "unverifiable",
        "unverifiable",
        language="zh",
    )
    assert "略去 2 句" in text


def test_a_marker_that_points_at_nothing_is_dropped() -> None:
    draft = "Employees have 27 days [1]. Hotels cost 120 EUR [9]."
    outcome, text, citations, _ = publish(draft)
    assert outcome == "answered"
    assert text == "Employees have 27 days [1]. Hotels cost 120 EUR."
    assert [c.number for c in citations] == [1]


def test_the_quote_of_a_page_stands_on_that_page() -> None:
    _, _, citations, _ = publish(
        "27 days, but none for contractors [1][2].", evidence="contractors have  none."
    )
    assert [c.quote for c in citations] == ["Employees have 27 days.", "contractors have  none."]


def test_without_evidence_the_excerpt_is_quoted() -> None:
    _, _, citations, _ = publish("Hotels cost 120 EUR [3].")
    assert citations[0].quote == "A hotel may cost 120 EUR."
    assert (citations[0].title, citations[0].label) == ("Travel", "1")
