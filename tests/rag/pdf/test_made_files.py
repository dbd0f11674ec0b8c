"""Files made here, so that other numbers, names and pages are tried than those of the cases."""

import re

import pytest

from rag.adapters.pdf.limits import Limits
from rag.errors import NoText, TooComplex, TooLarge
from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker, lines, of_pages, shown

OFF = "/OCProperties << /OCGs [900 0 R 901 0 R] /D << /OFF [901 0 R] >> >>"
LAYERS = {900: "<< /Type /OCG /Name (On) >>", 901: "<< /Type /OCG /Name (Old) >>"}


async def test_text_of_a_hidden_layer_is_left_out_and_of_a_shown_one_kept(read: Read) -> None:
    maker = PdfMaker(
        catalog=OFF, objects=LAYERS, resources="/Properties << /A 900 0 R /B 901 0 R >>"
    )
    maker.add_content(
        f"/OC /A BDC {shown('The rent is 812 euros.')} EMC\n"
        f"/OC /B BDC /Span BMC {shown('The rent is 999 euros.', y=700)} EMC EMC\n"
        f"{shown('It is due monthly.', y=650)}"
    )
    text = (await read(maker.build())).pages[0].text
    assert "812" in text
    assert "999" not in text
    assert "due monthly" in text


async def test_layers_that_are_off_by_default_are_hidden_unless_listed_as_on(read: Read) -> None:
    catalog = "/OCProperties << /OCGs [900 0 R 901 0 R] /D << /BaseState /OFF /ON [900 0 R] >> >>"
    maker = PdfMaker(
        catalog=catalog, objects=LAYERS, resources="/Properties << /A 900 0 R /B 901 0 R >>"
    )
    maker.add_content(
        f"/OC /A BDC {shown('Shown 14.')} EMC /OC /B BDC {shown('Hidden 15.', y=700)} EMC"
    )
    assert (await read(maker.build())).pages[0].text == "Shown 14."


@pytest.mark.parametrize(
    "unseen",
    [
        f"1 1 1 rg {shown('Pay 5 days.', y=600)} 0 g",
        f"1 g {shown('Pay 5 days.', y=600)} 0 g",
        shown("Pay 5 days.", y=600, size=1),
        f"q 0.1 0 0 0.1 0 0 cm {shown('Pay 5 days.', y=6000)} Q",
        shown("Pay 5 days.", y=-40),
        shown("Pay 5 days.", x=900),
        f"3 Tr {shown('Pay 5 days.', y=600)} 0 Tr",
    ],
)
async def test_text_that_nobody_sees_is_left_out(read: Read, unseen: str) -> None:
    maker = PdfMaker().add_content(
        f"{shown('The term is 45 days net.')}\n{unseen}\n{shown('End.', y=500)}"
    )
    assert (await read(maker.build())).pages[0].text == "The term is 45 days net.\nEnd."


async def test_white_text_on_a_dark_ground_is_read(read: Read) -> None:
    maker = PdfMaker().add_content(
        f"0.1 0.2 0.4 rg 50 740 400 40 re f 1 1 1 rg {shown('Quarterly figures')} 0 g {shown('All up.', y=600)}"
    )
    assert "Quarterly figures" in (await read(maker.build())).pages[0].text


async def test_filled_fields_and_comments_are_marked(read: Read) -> None:
    extras = (
        "/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (iban) /V (NL91 0417) /Rect [0 0 1 1] >> "
        "<< /Type /Annot /Subtype /Text /Contents (ask Mia) /Rect [0 0 1 1] >> "
        "<< /Type /Annot /Subtype /Text /Contents (gone) /F 2 /Rect [0 0 1 1] >>]"
    )
    text = (await read(PdfMaker(page_extras=extras).add("Bank form").build())).pages[0].text
    assert text.split("\n") == ["Bank form", "[form field iban] NL91 0417", "[annotation] ask Mia"]


async def test_labels_of_a_made_file(read: Read) -> None:
    labels = "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (B-) /St 7 >>] >>"
    maker = PdfMaker(catalog=labels)
    for n in range(4):
        maker.add(f"Fact {n * 11} is here.")
    assert [p.label for p in (await read(maker.build())).pages] == ["i", "ii", "B-7", "B-8"]


@pytest.mark.parametrize("gap", [45, 80, 120])
async def test_glued_words_are_set_apart_by_their_gaps(read: Read, gap: int) -> None:
    words = "Return every badge to the front desk before the last working day ends".split()
    array = f" {-gap} ".join(f"({w})" for w in words)
    maker = PdfMaker().add_content(f"BT /F1 12 Tf 60 760 Td [{array}] TJ ET")
    page = (await read(maker.build())).pages[0]
    assert page.text == " ".join(words)
    assert page.reason == ""


async def test_glued_words_without_gaps_are_flagged(read: Read) -> None:
    page = (
        await read(of_pages(["Returneverybadgetothefrontdeskbeforethelastworkingdayends"]))
    ).pages[0]
    assert page.state == "read"
    assert page.reason == "words run together"


def _table(rows: list[list[str]], by_columns: bool) -> str:
    cells = [
        (r, c, rows[r][c]) for r in range(len(rows)) for c in range(len(rows[0])) if rows[r][c]
    ]
    if by_columns:
        cells.sort(key=lambda cell: (cell[1], cell[0]))
    return "\n".join(shown(text, x=60 + 110 * c, y=700 - 24 * r) for r, c, text in cells)


@pytest.mark.parametrize("by_columns", [False, True])
async def test_blank_cells_of_other_tables_are_seen(read: Read, by_columns: bool) -> None:
    rows = [
        ["Site", "Q1", "Q2", "Q3"],
        ["Lyon", "3.1%", "", "4.0%"],
        ["Gdansk", "", "", "12"],
        ["Faro", "7", "8", ""],
    ]
    text = (await read(PdfMaker().add_content(_table(rows, by_columns)).build())).pages[0].text
    assert "Lyon | Q1: 3.1% | Q2: (empty) | Q3: 4.0%" in text
    assert "Gdansk | Q1: (empty) | Q2: (empty) | Q3: 12" in text
    assert "Faro | Q1: 7 | Q2: 8 | Q3: (empty)" in text


RULES = " ".join(f"50 {710 - 24 * n} m 500 {710 - 24 * n} l S" for n in range(5))


async def test_a_ruled_table_of_words_keeps_each_under_its_head(read: Read) -> None:
    rows = [
        ["Leave", "Paid", "Approved by", "Notice"],
        ["Annual", "yes", "Team lead", "two weeks"],
        ["Parental", "no", "", "seven weeks"],
        ["Study", "half", "Head of unit", "3 months"],
    ]
    content = f"{_table(rows, by_columns=False)}\n{RULES}"
    text = (await read(PdfMaker().add_content(content).build())).pages[0].text
    assert "Parental | Paid: no | Approved by: (empty) | Notice: seven weeks" in text
    assert "Study | Paid: half | Approved by: Head of unit | Notice: 3 months" in text


async def test_cells_that_nearly_touch_are_parted_where_their_column_begins(read: Read) -> None:
    rows = [
        ["Device", "Members", "Guests", "Least"],
        ["Kiln", "45 an hour", "120 euros an hour", "2 hours"],
        ["Loom", "6 an hour", "15 an hour", "30 minutes"],
        ["Press", "free", "22 an hour", "1 hour"],
    ]
    cells = [(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)]
    left = (60, 170, 260, 366)  # the longest guest price ends 8 points before the next column
    content = "\n".join(shown(text, x=left[c], y=700 - 24 * r) for r, c, text in cells)
    text = (await read(PdfMaker().add_content(content).build())).pages[0].text
    assert "Kiln | Members: 45 an hour | Guests: 120 euros an hour | Least: 2 hours" in text
    assert "Press | Members: free | Guests: 22 an hour | Least: 1 hour" in text


async def test_addresses_set_side_by_side_are_no_table(read: Read) -> None:
    rows = [
        ["Mill Ltd", "Tel. 030 1234", "IBAN DE12 3456"],
        ["Grain Street 4", "Fax 030 1235", "BIC ABCDEF"],
        ["Berlin", "info@mill.example", "VAT DE99"],
        ["Germany", "mill.example", "HRB 77"],
    ]
    content = f"{_table(rows, by_columns=False)}\n{RULES}"
    text = (await read(PdfMaker().add_content(content).build())).pages[0].text
    assert " | " not in text
    assert "Tel. 030 1234" in text


async def test_prose_is_never_taken_for_a_table(read: Read) -> None:
    text = (
        (await read(of_pages(["In 2023 and 2024 we sold 14 boats.", "In 2025 we sold 9 of them."])))
        .pages[0]
        .text
    )
    assert "|" not in text


async def test_a_broken_page_costs_only_itself(read: Read) -> None:
    maker = PdfMaker().add("Fact one is 11.")
    maker.add_content("BT /F1 12 Tf (open BI /W 1 /H 1 ID abc").add("Fact three is 33.")
    pages = (await read(maker.build())).pages
    assert [p.state for p in pages] == ["read", "unreadable", "read"]
    assert (pages[1].text, bool(pages[1].reason)) == ("", True)


async def test_bytes_before_the_header_and_other_names_do_not_matter(read: Read) -> None:
    assert (await read(b"\n\n" + of_pages(["The code is 71."]))).pages[0].text == "The code is 71."


async def test_limits_of_bytes_pages_and_characters(read: Read) -> None:
    made = of_pages(*([f"Fact {n} is {n * n + 3}."] for n in range(6)))
    with pytest.raises(TooLarge):
        await read(made, Limits(file_bytes=500))
    with pytest.raises(TooLarge) as caught:
        await read(made, Limits(pages=5))
    assert caught.value.pages == 6
    with pytest.raises(TooLarge):
        await read(made, Limits(file_characters=30))
    with pytest.raises(TooComplex):
        await read(made, Limits(page_characters=5))


async def test_no_text_says_how_many_pages_there_are(read: Read) -> None:
    with pytest.raises(NoText) as caught:
        await read(PdfMaker(pages=["", "", "", ""]).build())
    assert caught.value.pages == 4


async def test_large_lines_become_known_headings(read: Read) -> None:
    content = "\n".join(
        [
            shown("Lifting gear", size=18),
            lines(*["It is inspected once a year by the maker."] * 8, top=700),
        ]
    )
    assert ("Lifting gear", 1) in (await read(PdfMaker().add_content(content).build())).outline


async def test_a_word_cut_by_the_end_of_the_page_is_whole(read: Read) -> None:
    pages = (await read(of_pages(["Either side may ask for termi-"], ["nation in May."]))).pages
    assert re.search(r"\btermination$", pages[0].text)
    assert pages[1].text == "in May."


async def test_rows_are_read_as_printed_whatever_the_order_of_the_file(read: Read) -> None:
    rows = [
        ("Transport", "1,456", "1,050"),
        ("Licences", "78", "142"),
        ("Fees", "129", "58"),
        ("All", "1,663", "1,250"),
    ]
    values = [shown(f"{a}    {b}", x=400, y=700 - 20 * n) for n, (_, a, b) in enumerate(rows)]
    labels = [shown(label, y=700 - 20 * n) for n, (label, _, _) in enumerate(rows)]
    text = (await read(PdfMaker().add_content("\n".join([*values, *labels])).build())).pages[0].text
    assert text.split("\n") == [
        "Transport 1,456 1,050",
        "Licences 78 142",
        "Fees 129 58",
        "All 1,663 1,250",
    ]


async def test_two_columns_of_prose_are_not_read_across(read: Read) -> None:
    left = [shown(f"Left line {n} goes on and", x=50, y=760 - 16 * n, size=9) for n in range(12)]
    right = [
        shown(f"right line {n} with 4 and 5", x=320, y=760 - 16 * n, size=9) for n in range(12)
    ]
    text = (await read(PdfMaker().add_content("\n".join([*left, *right])).build())).pages[0].text
    assert text.index("Left line 11") < text.index("right line 0")


@pytest.mark.parametrize(
    "told",
    [
        "Please wait... If this message is not eventually replaced by the proper contents of it,",
        "The document you are trying to load requires Adobe Reader 8 or higher.",
    ],
)
async def test_the_placeholder_of_a_dynamic_form_is_no_document(read: Read, told: str) -> None:
    with pytest.raises(NoText):
        await read(of_pages([told, "your PDF viewer may not be able to display it."]))
