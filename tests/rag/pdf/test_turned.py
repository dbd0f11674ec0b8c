"""Pages that are turned, as wide tables often are: a value still stands under its column."""

import pytest

from tests.rag.pdf.conftest import Read
from tests.rag.pdf.test_boxes import READ, table
from tests.support.pdfs import PdfMaker, shown


@pytest.mark.parametrize("turned", [90, 180, 270])
async def test_a_turned_page(read: Read, turned: int) -> None:
    found = await read(PdfMaker(page_extras=f"/Rotate {turned}").add_content(table()).build())
    assert found.pages[0].text.split("\n") == READ


@pytest.mark.parametrize(
    ("matrix", "turned"),
    [
        ("0 1 -1 0 595 0", 90),
        ("0 -1 1 0 0 842", 270),
        ("-1 0 0 -1 595 842", 180),
        ("0 1 -1 0 595 0", 0),
    ],
)
async def test_a_page_whose_text_is_turned(read: Read, matrix: str, turned: int) -> None:
    content = f"q {matrix} cm {table(500)} Q"
    found = await read(PdfMaker(page_extras=f"/Rotate {turned}").add_content(content).build())
    assert found.pages[0].text.split("\n") == READ


async def test_a_line_up_the_margin_turns_no_page(read: Read) -> None:
    margin = "BT /F1 8 Tf 0 1 -1 0 20 300 Tm (Ref. 12/2024 B) Tj ET"
    found = await read(PdfMaker().add_content(f"{table()}\n{margin}").build())
    assert [line for line in found.pages[0].text.split("\n") if "|" in line] == READ


async def test_turned_prose_stays_in_its_order(read: Read) -> None:
    lines = "\n".join(
        f"BT /F1 12 Tf 0 -1 1 0 {300 - 20 * n} 700 Tm ({text}) Tj ET"
        for n, text in enumerate(
            ("Valve V-9 opens at 6.5 bar.", "It closes at 5.1 bar.", "End 1 2.")
        )
    )
    found = await read(PdfMaker().add_content(lines + shown("9", y=30)).build())
    assert found.pages[0].text.split("\n")[:2] == [
        "Valve V-9 opens at 6.5 bar.",
        "It closes at 5.1 bar.",
    ]
