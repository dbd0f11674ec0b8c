"""Letters that are set one by one, with blanks or without, come out as the words that they make."""

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker, shown

FACT = "Late fee is 3.5 percent after 14 days, at least 12.50"


def _placed(text: str, steps: list[float], *, blanks: bool, size: float = 11) -> str:
    shows, x = [], 40.0
    for letter, step in zip(text, steps, strict=True):
        if blanks or letter != " ":
            shows.append(f"1 0 0 1 {x:.2f} 700 Tm ({letter}) Tj")
        x += step
    return f"BT /F1 {size} Tf {' '.join(shows)} ET"


@pytest.mark.parametrize("blanks", [True, False])
@pytest.mark.parametrize("gap", [0.0, 0.5, 1.1, 1.6, 2.2, 3.0, 4.0])
async def test_letters_that_are_set_apart(read: Read, gap: float, blanks: bool) -> None:
    steps = [stringWidth(letter, "Helvetica", 11) + gap for letter in FACT]
    made = PdfMaker().add_content(_placed(FACT, steps, blanks=blanks)).build()
    assert (await read(made)).pages[0].text == FACT


@pytest.mark.parametrize(
    ("step", "blanks"),
    [(6.5, True), (7.5, True), (8.5, True), (9.5, True), (8.0, False), (9.5, False)],
)
async def test_letters_in_steps_of_one_width(read: Read, step: float, blanks: bool) -> None:
    content = _placed(FACT, [step] * len(FACT), blanks=blanks)
    assert (await read(PdfMaker().add_content(content).build())).pages[0].text == FACT


async def test_cells_of_letters_and_figures_are_no_word(read: Read) -> None:
    content = "\n".join(
        shown(cell, x=60 + 40 * column, y=700 - 20 * row)
        for row, cells in enumerate(("ABCDEFGHIK", "XOXXOOXOXO", "1050230411"))
        for column, cell in enumerate(cells)
    )
    text = (await read(PdfMaker().add_content(content).build())).pages[0].text
    assert "1050230411" not in text


async def test_prose_of_short_words_stays_as_it_is(read: Read) -> None:
    prose = "I saw a cat, a dog and a bird on a roof as I went by a house in town."
    assert (await read(PdfMaker().add(prose).build())).pages[0].text == prose
