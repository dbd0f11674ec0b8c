import pytest

from rag.text.titles import document_title, kept_name


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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caf\udce9.pdf", "caf\udce8.pdf"),
        ("a\0.docx", "a\ufffd.docx"),
        ("\ud83d.PDF", "\ud83c.PDF"),
        ("费" * 600 + "一.md", "费" * 600 + "二.md"),
        ("n" * 513, "n" * 514),
    ],
)
def test_names_that_a_database_refuses_stay_two(one: str, other: str) -> None:
    kept = kept_name(one), kept_name(other)
    assert kept[0] != kept[1]
    for was, name in zip((one, other), kept, strict=True):
        assert kept_name(name) == name
        assert len(name) <= 512
        name.encode()
        assert name.rpartition(".")[2][-4:] == was.rpartition(".")[2][-4:] or "." not in was


@pytest.mark.parametrize("name", ["费用 “2026”\\.pdf", "n" * 512, "\u202egpj.exe", "", " "])
def test_any_other_name_is_kept(name: str) -> None:
    assert kept_name(name) == name
