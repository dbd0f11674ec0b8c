"""Pages that are cropped or have no proper size, and blanks that nobody sees."""

import pytest

from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker, shown

TABLE = [["Region", "2022", "2023"], ["North", "12", "45"], ["South", "", "61"], ["East", "7", ""]]
READ = [
    "Region | 2022 | 2023",
    "North | 2022: 12 | 2023: 45",
    "South | 2022: (empty) | 2023: 61",
    "East | 2022: 7 | 2023: (empty)",
]


def table(top: float = 700) -> str:
    return "\n".join(
        shown(cell, x=60 + 130 * column, y=top - 20 * row)
        for row, cells in enumerate(TABLE)
        for column, cell in enumerate(cells)
        if cell
    )


@pytest.mark.parametrize(
    "blanks",
    [
        shown("   ", x=900),
        "BT 3 Tr /F1 12 Tf 60 600 Td ( ) Tj () Tj [( ) -300 ( )] TJ 0 Tr ET",
        f"1 g {shown('  ', y=600)} 0 g",
        shown("  ", y=600, size=1),
    ],
    ids=["off the page", "invisible", "white", "tiny"],
)
async def test_blanks_that_nobody_sees_hide_nothing(read: Read, blanks: str) -> None:
    found = await read(PdfMaker().add_content(f"{table()}\n{blanks}").build())
    assert found.pages[0].text.split("\n") == READ
    assert found.notes == ()


async def test_a_hidden_word_is_never_shown_with_a_table(read: Read) -> None:
    content = (
        f"{table()}\n1 g {shown('Secret', y=600)} {shown('  ', y=580)} {shown('  ', y=580)} 0 g"
    )
    found = await read(PdfMaker().add_content(content).build())
    assert "Secret" not in found.pages[0].text


async def test_what_is_cropped_off_is_left_out_and_the_table_is_still_one(read: Read) -> None:
    content = f"{table()}\n{shown('Print job 4711 of March', y=815)}"
    maker = PdfMaker(page_extras="/CropBox [30 60 560 790]").add_content(content)
    found = await read(maker.build())
    assert found.pages[0].text.split("\n") == READ
    assert found.notes == ("hidden text left out (outside what is shown): page 1",)


@pytest.mark.parametrize(
    "box", ["", "[0 0 0 0]", "[0 0 (a) 5]", "[0 0 595]", "[595 842 0 0]", "null"]
)
async def test_a_page_without_a_proper_size_is_read(read: Read, box: str) -> None:
    made = PdfMaker().add("The cap is 150 EUR.").build()
    mediabox = b"/MediaBox [0 0 595 842]"
    content = made.replace(mediabox, f"/MediaBox {box}".encode() if box else b"")
    [page] = (await read(content)).pages
    assert page.text == "The cap is 150 EUR."
