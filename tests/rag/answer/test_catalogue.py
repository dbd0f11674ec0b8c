"""Answers from the registry."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rag.graphs.answer.catalogue import (
    listing,
    named,
    opening_lines,
    outline,
)
from rag.types import Passage, Placement, Span, Visible
from tests.rag.reasoners.documents import candidate
from tests.support.made import NOON, placement


def document(title: str, *, minutes: int = 0, **fields: object) -> Placement:
    made = placement(f"v {title}", f"{title}.pdf", minutes=minutes)
    return replace(made, title=title, **fields)  # type: ignore[arg-type]  # any field


def visible(*documents: Placement) -> Visible:
    return Visible("W1", documents)


def test_documents_are_listed_newest_first() -> None:
    found = listing(visible(document("Old"), document("New", minutes=5, pages=1)), "en")
    assert found.splitlines() == [
        "I can search 2 documents here:",
        "• New – 1 page",
        "• Old – 2 pages",
    ]


def test_content_that_is_placed_twice_is_listed_once_by_its_newest_name() -> None:
    first = document("Rules")
    again = replace(first, title="Rules again", placed_at=NOON + timedelta(hours=1))
    assert listing(visible(first, again), "en").splitlines() == [
        "I can search one document here:",
        "• Rules again – 2 pages",
    ]


def test_pages_that_could_not_be_read_are_told() -> None:
    assert "• Scan – 9 pages (2 could not be read)" in listing(
        visible(document("Scan", pages=9, unreadable=(1, 2))), "en"
    )


def test_an_empty_library_is_said_to_be_empty() -> None:
    assert listing(visible(), "en").startswith("There are no documents here yet")
    assert "还没有文档" in listing(visible(), "zh")


def test_a_long_list_ends_with_how_many_there_are_besides() -> None:
    many = visible(*(document(f"Doc {n}", minutes=n) for n in range(37)))
    lines = listing(many, "en").splitlines()
    assert lines[0] == "I can search 37 documents here:"
    assert lines[1] == "• Doc 36 – 2 pages"
    assert lines[-1] == "… and 7 more."
    assert len(lines) == 32


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("handbook", "Employee handbook"),
        ("the EMPLOYEE Handbook", "Employee handbook"),
        ("travel policy 2024", "Travel policy"),
        ("员工守则", "员工守则"),
        ("守则", "员工守则"),
        ("zebra", None),
        ("", None),
        ("?!", None),
    ],
)
def test_a_named_document_is_the_one_that_shares_the_most_words(
    name: str, title: str | None
) -> None:
    library = visible(
        document("Employee handbook"), document("Travel policy"), document("员工守则")
    )
    found = named(library, name)
    assert (found and found.title) == title


def test_no_document_is_meant_where_there_is_none() -> None:
    assert named(visible(), "handbook") is None


@pytest.mark.parametrize(("count", "shown"), [(0, 0), (1, 1), (6, 6), (8, 8), (9, 8), (100, 8)])
def test_an_outline_is_spread_from_the_first_section_to_the_last(count: int, shown: int) -> None:
    text = "Employees have 27 days of leave."
    span = (Span(1, 0, len(text)),)
    passages = [Passage(f"p{n}", "v1", n, f"§ {n}", text, span) for n in range(count)]
    found = outline(passages)
    assert len(found) == shown
    assert (found[:1], found[-1:]) == (passages[:1], passages[-1:])


def test_an_outline_leaves_out_what_says_nothing_and_tells_a_section_once() -> None:
    heading = candidate("2 Leave", heading="2").passage
    told = candidate("Employees have 27 days of leave.", heading="2").passage
    again = candidate("Contractors have no leave at all.", heading="2").passage
    assert outline([heading, told, again]) == [told]


def test_the_opening_line_is_the_first_whole_sentence_with_its_page() -> None:
    text = "2 Leave\nEmployees have 27 days of leave. More on that is said below."
    found = opening_lines([candidate(text, ends=(7,)), candidate("No full stop", title="Other")])
    assert [(e.text, e.page) for e in found.excerpts] == [("Employees have 27 days of leave.", 2)]
    assert [(c.cites, c.verdict) for c in found.claims] == [((1,), "supported")]


def test_a_page_that_was_not_read_well_is_not_quoted() -> None:
    text = "Employees have 27 days of leave."
    assert opening_lines([candidate(text, unreliable=(1,))]).excerpts == ()
    assert opening_lines([candidate("\n")]).excerpts == ()
