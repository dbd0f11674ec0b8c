"""What stands around a quotation, on its own page."""

from rag.grounding.context import around
from rag.types import Candidate, Excerpt, Passage, Span

PAGE = (
    "2\nLeave\nFull-time employees have 27 days.\nAsk in the portal. It is quick.\nTell your team."
)
NEXT = "This is page six."


def excerpt(text: str = PAGE + NEXT, page: int = 5) -> Excerpt:
    end = len(text) - len(NEXT)
    spans = (Span(5, 0, end), Span(6, end, len(text)))
    passage = Passage("p", "v", 1, "", text, spans)
    return Excerpt(1, Candidate(passage, "T", "d", 1.0, (), {}), page, "the excerpt")


def test_neighbours_of_the_quoted_sentence_on_its_page() -> None:
    assert around(excerpt(), "Full-time employees have 27 days.") == PAGE
    assert around(excerpt(), "full-time employees  have 27 days") == PAGE
    assert around(excerpt(page=6), "This is page six.") == NEXT


def test_a_short_line_that_stands_in_the_quotation_is_not_it() -> None:
    text = "7\n" + "Something long before it. " * 20 + "\nThey have 27 days." + NEXT
    assert around(excerpt(text), "They have 27 days.").endswith("They have 27 days.")


def test_long_neighbours_are_left_out_and_an_unknown_quotation_is_the_excerpt() -> None:
    text = "B" * 900 + ".\nThey have 27 days.\n" + "A" * 900 + "." + NEXT
    assert around(excerpt(text), "They have 27 days.") == "They have 27 days."
    assert around(excerpt(text), "Nothing of the kind") == "the excerpt"
    assert around(excerpt(page=9), "They have 27 days.") == "the excerpt"
