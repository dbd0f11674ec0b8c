"""Parents and children: nothing lost, nothing twice, every character with its page."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.text.children import cut_children
from rag.text.parents import MAX_CHARACTERS, split_parents
from rag.text.sentences import sentences
from rag.types import Page, Passage, Strategy

WORDS = st.sampled_from(
    [
        "The fee is 40 euros. ",
        "第三条 乙方应当付款。",
        "2.1 Scope\n",
        "Article 9. It ends.\n",
        "- an item\n",
        "a long clause without an end, ",
        "\n",
        "1 Leak ..... 2\n",
        "ends here.\n",
        "x" * 700 + " ",
        "\U0001f600 ",
        "| a | b |\n",
    ]
)
TEXTS = st.lists(WORDS, max_size=40).map("".join)
PAGES = st.lists(TEXTS, min_size=1, max_size=6).map(
    lambda texts: [Page(n, str(n), t) for n, t in enumerate(texts, 1)]
)
STRATEGIES: tuple[Strategy, ...] = ("recursive", "fixed", "semantic")


def _children(passage: Passage, strategy: Strategy, size: int = 256):
    pairs = max(len(sentences(passage.text)) - 1, 0)
    return cut_children(
        passage,
        strategy,
        size,
        [0.9, 0.1][:pairs] * pairs if pairs < 2 else [0.5 + (n % 3) / 10 for n in range(pairs)],
    )


@given(PAGES)
@settings(max_examples=60, deadline=None)
def test_every_character_is_in_exactly_one_parent_with_its_page(pages: list[Page]) -> None:
    passages = split_parents("v1", "T", pages)
    by_page: dict[int, str] = {}
    for passage in passages:
        assert "".join(passage.text[s.start : s.end] for s in passage.spans) == passage.text
        for span in passage.spans:
            by_page[span.page] = by_page.get(span.page, "") + passage.text[span.start : span.end]
    for page in pages:
        if page.text.strip():
            assert by_page[page.number].startswith(page.text)
            assert len(by_page[page.number]) <= len(page.text) + 1  # the glue between pages
        else:
            assert page.number not in by_page


@given(PAGES)
@settings(max_examples=40, deadline=None)
def test_parents_are_bounded_and_their_pages_never_go_back(pages: list[Page]) -> None:
    passages = split_parents("v1", "T", pages)
    assert [p.id for p in passages] == [f"v1:{n}" for n in range(len(passages))]
    assert all(len(p.text) <= MAX_CHARACTERS for p in passages)
    assert all(p.text.strip() for p in passages)
    order = [span.page for p in passages for span in p.spans]
    assert order == sorted(order)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(pages=PAGES)
@settings(max_examples=30, deadline=None)
def test_children_are_pieces_of_their_parent_and_cover_it(
    strategy: Strategy, pages: list[Page]
) -> None:
    for passage in split_parents("v1", "T", pages):
        children = _children(passage, strategy)
        covered: set[int] = set()
        for child in children:
            assert child.text == passage.text[child.start : child.end]
            assert child.text.strip() == child.text != ""
            assert len(child.text.encode()) <= 6000
            assert passage.first_page <= child.first_page <= child.last_page <= passage.last_page
            assert child.id == f"{passage.id}.{child.ordinal}"
            covered.update(range(child.start, child.end))
        solid = {i for i, c in enumerate(passage.text) if not c.isspace()}
        assert solid <= covered


def test_a_clause_is_carried_over_the_page_with_the_page_of_each_half() -> None:
    pages = [
        Page(4, "4", "Section 8. The supplier keeps the records for a period of"),
        Page(5, "5", "", "empty"),
        Page(6, "6", "nine years after delivery.\nSection 9. It ends."),
    ]
    first, second = split_parents("v", "Deal", pages)
    assert first.text.startswith(
        "Section 8. The supplier keeps the records for a period of nine years"
    )
    assert (first.first_page, first.last_page) == (4, 6)
    assert first.pages_of(0, 20) == (4, 4)
    assert first.heading == "Deal › Section 8"
    assert (second.first_page, second.heading) == (6, "Deal › Section 9")


def test_chinese_pages_join_without_a_space() -> None:
    pages = [
        Page(1, "1", "第五条 乙方应当在收到"),
        Page(2, "2", "通知后十日内答复。\n第六条 终止。"),
    ]
    first, second = split_parents("v", "合同", pages)
    assert first.text.strip() == "第五条 乙方应当在收到通知后十日内答复。"
    assert second.text == "第六条 终止。"


def test_chapters_stand_in_the_heading_of_their_clauses() -> None:
    pages = [
        Page(
            1,
            "1",
            "第一章 总则\n第一条 为了规范。\n第二条 适用于员工。\n第二章 薪酬\n第三条 按月支付。",
        )
    ]
    headings = [p.heading for p in split_parents("v", "规章", pages)]
    assert headings == [
        "规章 › 第一章 总则 › 第一条",
        "规章 › 第一章 总则 › 第二条",
        "规章 › 第二章 薪酬 › 第三条",
    ]


def test_contents_are_not_sections() -> None:
    pages = [
        Page(1, "1", "Contents\n1 Leak test ........ 2\n2 Torque ........ 3"),
        Page(2, "2", "1 Leak test\nApply 3 bar for ten minutes."),
    ]
    contents, section = split_parents("v", "M", pages)
    assert contents.heading == "M"
    assert section.heading == "M › 1 Leak test"


def test_pages_without_headings_are_parents_that_keep_sentences_whole() -> None:
    pages = [Page(n, str(n), f"Fact {n} is stated. The rest of it goes on") for n in (1, 2)]
    pages.append(Page(3, "3", "to here. And so on."))
    passages = split_parents("v", "T", pages)
    assert [p.first_page for p in passages] == [1, 2, 3] or passages[1].last_page == 3
    assert any("goes on to here." in p.text for p in passages)


def test_lines_known_by_the_outline_are_headings() -> None:
    pages = [
        Page(
            1,
            "1",
            "Getting paid\n" + "You are paid monthly. " * 60 + "\nGoing home\nYou may go home.",
        )
    ]
    found = split_parents("v", "H", pages, [("Getting paid", 1), ("Going  Home", 1)])
    assert [p.heading for p in found] == ["H › Getting paid", "H › Going home"]


def test_children_end_where_sentences_end() -> None:
    text = " ".join(f"Sentence number {n} says that the value is {n * 3} units." for n in range(80))
    (passage,) = split_parents("v", "T", [Page(1, "1", text[:3900].rsplit(". ", 1)[0] + ".")])
    for strategy in ("recursive", "fixed"):
        children = _children(passage, strategy, 512)
        assert len(children) > 4
        assert all(c.text.endswith(".") and c.text.startswith("Sentence") for c in children)


def test_neighbouring_children_overlap_by_a_tenth() -> None:
    text = " ".join(f"Row {n} ok." for n in range(200))
    (passage,) = split_parents("v", "T", [Page(1, "1", text)])
    children = _children(passage, "recursive", 256)
    overlaps = [a.end - b.start for a, b in pairwise(children)]
    assert all(0 < overlap <= 26 for overlap in overlaps)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(pages=PAGES, size=st.sampled_from([256, 512, 1024]), spaces=st.integers(0, 40))
@settings(max_examples=30, deadline=None)
def test_no_child_lies_in_the_one_before_or_repeats_more_than_a_tenth(
    strategy: Strategy, pages: list[Page], size: int, spaces: int
) -> None:
    end = pages[-1].text + "The last word is said here" + "\n " * spaces
    for passage in split_parents("v1", "T", [*pages, Page(len(pages) + 1, "e", end)]):
        for before, after in pairwise(_children(passage, strategy, size)):
            assert before.start < after.start
            assert before.end < after.end
            assert before.end - after.start <= size / 10


@pytest.mark.parametrize("space", [" ", "\n", "\u3000", "\n \t"])
def test_white_space_at_the_end_makes_no_child_of_its_own(space: str) -> None:
    for words in range(20, 50):
        text = "One word. " * words + "So be it.\nYes."
        (plain,) = split_parents("v", "T", [Page(1, "1", text)])
        expected = [c.text for c in _children(plain, "fixed")]
        for count in range(1, 60, 7):
            (passage,) = split_parents("v", "T", [Page(1, "1", text + space * count)])
            assert [c.text for c in _children(passage, "fixed")] == expected


def test_semantic_cuts_fall_where_similarity_drops() -> None:
    topics = [
        "The boiler is hot and it must be checked. ",
        "Wages are paid on the last day of a month. ",
    ]
    text = "".join(t * 4 for t in topics).strip()
    (passage,) = split_parents("v", "T", [Page(1, "1", text)])
    children = cut_children(passage, "semantic", 512, [0.95] * 3 + [0.2] + [0.95] * 3)
    assert [c.text.split()[0] for c in children] == ["The", "Wages"]
    with pytest.raises(ValueError, match="similarities"):
        cut_children(passage, "semantic", 512, [0.5])


def test_a_table_of_contents_without_leaders_begins_no_section() -> None:
    entries = "Contents\n1 Pay\n3\n1.1 Salaries\n3\n2 Leave\n9\nAppendix A Forms\n14"
    pages = [
        Page(2, "ii", entries),
        Page(3, "1", "1 Pay\n1\n1 Pay\nSection 1.1 Salaries\nThey are paid monthly."),
    ]
    contents, section = split_parents("v", "H", pages)
    assert (contents.text.strip(), contents.heading) == (entries, "H")
    assert section.heading == "H › 1 Pay › Section 1.1 Salaries"


def test_a_section_longer_than_a_parent_is_cut_evenly_between_sentences() -> None:
    text = "3 Duties\n" + " ".join(
        f"Duty {n} is to be done by noon of the day." for n in range(110)
    )
    passages = split_parents("v", "T", [Page(1, "1", text)])
    assert len(passages) == 2
    assert all(p.heading == "T › 3 Duties" for p in passages)
    assert min(len(p.text) for p in passages) > 2000


def test_a_text_without_any_end_is_still_cut() -> None:
    passages = split_parents("v", "T", [Page(1, "1", "word " * 2000), Page(2, "2", "字" * 9000)])
    assert max(len(p.text) for p in passages) <= MAX_CHARACTERS
    for passage in passages:
        for strategy in STRATEGIES:
            children = _children(passage, strategy)
            assert max(len(c.text) for c in children) <= 600


def test_four_byte_characters_stay_under_the_cap_of_bytes() -> None:
    (passage,) = split_parents("v", "T", [Page(1, "1", "\U0001f600" * 3900)])
    children = cut_children(passage, "fixed", 5000)
    assert len(children) > 1
    assert all(len(c.text.encode()) <= 6000 for c in children)
    assert "".join(c.text for c in children) == passage.text
