"""Which document is meant where none is named, and how many pages it has."""

from dataclasses import replace

import pytest

from rag.graphs.answer.catalogue import asks_for_pages, meant, opening_lines, outline, page_count
from rag.types import Passage, Placement, Span, Visible
from tests.rag.reasoners.documents import candidate
from tests.support.made import placement


def document(title: str, **fields: object) -> Placement:
    made = placement(f"v {title}", f"{title}.pdf")
    return replace(made, title=title, **fields)  # type: ignore[arg-type]  # any field


@pytest.mark.parametrize(
    ("question", "found"),
    [("summarise this document", True), ("how many pages has it?", True), ("what is it?", False)],
)
def test_the_only_document_is_meant_where_none_is_named(question: str, found: bool) -> None:
    alone = Visible("W1", (document("Rules"),))
    several = Visible("W1", (document("Rules"), document("Prices")))
    assert (meant(alone, "", question) is not None) is found
    assert meant(several, "", question) is None
    assert meant(several, "the prices", question) == several.placements[1]


def test_pages_are_counted_from_the_registry() -> None:
    assert page_count(document("Rules", pages=3), "en") == "Rules has 3 pages."
    assert page_count(document("Rules", pages=1), "en") == "Rules has 1 page."
    assert "1 could not be read" in page_count(document("Scan", pages=3, unreadable=(2,)), "en")
    assert page_count(document("守则", pages=3), "zh") == "《守则》共 3 页。"
    assert asks_for_pages("这份文件有多少页？")


def test_where_headings_are_the_title_each_page_is_told() -> None:
    pages = [
        Passage(f"p{n}", "v1", n, "Rules", f"These are the rules of page {n}.", (Span(n, 0, 32),))
        for n in range(1, 4)
    ]
    assert outline(pages, "rules") == pages
    assert outline(pages, "Prices") == pages[:1]


def test_a_heading_is_told_once_and_not_if_it_is_the_title() -> None:
    told = candidate("Annual leave is 27 days long.")
    headed = replace(told, passage=replace(told.passage, heading="Annual leave"))
    titled = replace(told, passage=replace(told.passage, heading=told.title))
    other = replace(told, passage=replace(told.passage, heading="3 Time off"))
    assert opening_lines([headed]).text == "• Annual leave is 27 days long. [1]"
    assert opening_lines([titled]).text == "• Annual leave is 27 days long. [1]"
    assert opening_lines([other]).text == "• *3 Time off*: Annual leave is 27 days long. [1]"


def test_of_many_sections_the_first_of_each_chapter_is_told() -> None:
    made = [
        Passage(
            f"p{chapter}.{n}",
            "v1",
            n,
            f"Rules › {chapter} Chapter › Section {chapter}.{n}",
            f"This is rule {n} of {chapter}.",
            (Span(n, 0, 18),),
        )
        for chapter in range(1, 5)
        for n in range(1, 6)
    ]
    told = outline(made, "rules")
    assert [p.id for p in told] == ["p1.1", "p2.1", "p3.1", "p4.1"]
    shown = candidate("This is rule 1 of it.")
    shown = replace(shown, passage=replace(shown.passage, heading=told[0].heading))
    assert opening_lines([shown]).text == "• *Section 1.1*: This is rule 1 of it. [1]"
