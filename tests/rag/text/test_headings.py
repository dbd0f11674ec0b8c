import pytest

from rag.text.headings import heading_of, is_contents_line


@pytest.mark.parametrize(
    ("line", "text", "clause"),
    [
        ("第十二条 乙方应当在三十日内付款。", "第十二条", True),
        ("第三章 附则", "第三章 附则", False),
        ("Article 7: the fee in year 7 is 100 euros.", "Article 7", True),
        ("Section 4. The contractor must keep it.", "Section 4", True),
        ("Section 4.2 Insurance", "Section 4.2 Insurance", True),
        ("§ 12 Kündigung", "§ 12 Kündigung", True),
        ("Clause 9. Pets need written consent.", "Clause 9", True),
        ("CHAPTER III Final provisions", "CHAPTER III Final provisions", False),
        ("2.1 Annual leave", "2.1 Annual leave", False),
        ("3 Disposal of coolant", "3 Disposal of coolant", False),
        ("## Scope", "Scope", False),
    ],
)
def test_headings_are_told_by_their_form(line: str, text: str, clause: bool) -> None:
    heading = heading_of(line)
    assert heading is not None
    assert (heading.text, heading.clause) == (text, clause)


@pytest.mark.parametrize(
    "line",
    [
        "1 Leak test procedure ........ 2",
        "2.3 Torque . . . . . . . 14",
        "第一章 总则…………………3",
        "Section 4 applies to contractors.",
        "Article 5, paragraph 2, is repealed.",
        "第三条的规定不适用。",
        "3 January 2024 was a Wednesday",
        "5 days of leave",
        "12 East 877 902",
        "2.1.1 Full-time employees have 27 days of paid leave. They may carry five.",
        "The pump runs.",
        "",
    ],
)
def test_other_lines_are_not_headings(line: str) -> None:
    assert heading_of(line) is None


def test_leaders_make_a_line_of_contents() -> None:
    assert is_contents_line("4 Warranty ............ xii")
    assert is_contents_line("附录 …… 18")
    assert not is_contents_line("He paused... 2")
    assert not is_contents_line("." * 200_000 + "z")
