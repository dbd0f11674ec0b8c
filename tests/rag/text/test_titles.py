import pytest

from rag.text.titles import document_title


@pytest.mark.parametrize(
    ("name", "metadata", "title"),
    [
        ("travel_policy-2024.pdf", "", "travel policy 2024"),
        ("UPPER.PDF", "untitled", "UPPER"),
        ("no_extension", "", "no extension"),
        ("Report_FY2018.pdf", "", "Report 2018"),
        ("员工手册.pdf", "x", "员工手册"),
        ("scan.pdf", "Boiler Manual", "Boiler Manual"),
        ("document (1).pdf", "Annual\nReport <!channel>" + "T" * 3000, "document (1)"),
        ("698bba535087fa9a7f9009e172a7f763.pdf", "Lease of Dock 7", "Lease of Dock 7"),
        ("untitled.pdf", "Microsoft Word - x.docx", "untitled"),
        ("", "", "Untitled"),
    ],
)
def test_a_document_is_called_by_its_file_name_if_that_says_something(
    name: str, metadata: str, title: str
) -> None:
    assert document_title(name, metadata) == title


def test_a_title_is_one_short_line_whatever_comes() -> None:
    title = document_title("a\nb\x00c\u202e" + "d" * 400 + ".pdf")
    assert "\n" not in title
    assert title.isprintable()
    assert len(title) <= 120
