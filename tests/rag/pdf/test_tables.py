"""Tables that are easily read wrongly: signs, heads over heads, heads that come again, marks."""

from collections.abc import Sequence

import pytest

from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker, shown

THREE = (60, 300, 380, 460)
FIVE = (60, 220, 300, 380, 460)


def placed(rows: Sequence[Sequence[str]], at: Sequence[float], top: float = 700) -> str:
    return "\n".join(
        shown(cell.replace("€", "\x80"), x=x, y=top - 20 * number)
        for number, row in enumerate(rows)
        for x, cell in zip(at, row, strict=True)
        if cell
    )


async def _lines(read: Read, *pages: str) -> list[list[str]]:
    maker = PdfMaker()
    for page in pages:
        maker.add_content(page)
    return [page.text.split("\n") for page in (await read(maker.build())).pages]


async def test_a_currency_sign_stays_behind_its_figure(read: Read) -> None:
    rows = [
        ("Item", "Jan", "Feb", "Mar"),
        ("Apples", "1,20 €", "", "1,35 €"),
        ("Pears", "", "2,10 €", ""),
        ("Plums", "3,00 €", "3,10 €", "3,20 €"),
    ]
    [lines] = await _lines(read, placed(rows, THREE))
    assert lines[1:] == [
        "Apples | Jan: 1,20 € | Feb: (empty) | Mar: 1,35 €",
        "Pears | Jan: (empty) | Feb: 2,10 € | Mar: (empty)",
        "Plums | Jan: 3,00 € | Feb: 3,10 € | Mar: 3,20 €",
    ]


async def test_a_currency_sign_in_a_column_of_its_own_goes_to_what_follows(read: Read) -> None:
    rows = [("Item", "2021", "", "2022"), ("Rent", "120", "$", "135"), ("Power", "61", "$", "70")]
    [lines] = await _lines(read, placed(rows, (60, 300, 365, 380)))
    assert lines[1:] == ["Rent | 2021: 120 | 2022: $ 135", "Power | 2021: 61 | 2022: $ 70"]


async def test_heads_that_come_again_are_told_apart_by_those_above(read: Read) -> None:
    rows = [
        ("", "Men", "", "Women", ""),
        ("City", "2022", "2023", "2022", "2023"),
        ("Oslo", "12", "", "14", "15"),
        ("Bergen", "", "22", "24", ""),
    ]
    [lines] = await _lines(read, placed(rows, FIVE))
    assert lines[2:] == [
        "Oslo | Men 2022: 12 | Men 2023: (empty) | Women 2022: 14 | Women 2023: 15",
        "Bergen | Men 2022: (empty) | Men 2023: 22 | Women 2022: 24 | Women 2023: (empty)",
    ]


@pytest.mark.parametrize("again", [True, False], ids=["heads again", "rows go on"])
async def test_what_stands_over_the_rows_of_the_next_page_is_no_label(
    read: Read, again: bool
) -> None:
    head = [("Item", "2022", "2023")]
    pages = [
        shown("ACME price list", y=800)
        + "\n"
        + placed(
            [
                *(head if again or page == 0 else []),
                *((f"P{page}{n}", "", f"{n}7") for n in range(4)),
            ],
            (60, 220, 340),
        )
        for page in range(3)
    ]
    for number, lines in enumerate(await _lines(read, *pages)):
        assert f"P{number}0 | 2022: (empty) | 2023: 07" in lines
        assert not any("2022: 2022" in line for line in lines)


@pytest.mark.parametrize(
    ("rows", "last"),
    [
        (
            [("Feature", "Basic", "Pro"), ("SSO", "", "x"), ("API", "x", "x"), ("Log", "", "x")],
            "Log | Basic: (empty) | Pro: x",
        ),
        (
            [
                ("Role", "Deputy", "Backup"),
                ("Chair", "Anna", "Ben"),
                ("Clerk", "", "Cara"),
                ("Guard", "Dan", ""),
            ],
            "Guard | Deputy: Dan | Backup: (empty)",
        ),
    ],
    ids=["marks", "names"],
)
async def test_a_table_without_figures_or_rules(
    read: Read, rows: list[tuple[str, str, str]], last: str
) -> None:
    [lines] = await _lines(read, placed(rows, (60, 220, 340)))
    assert lines[-1] == last


async def test_single_letters_and_figures_by_turns_are_no_word(read: Read) -> None:
    rows = [
        ("Kind", "2022", "2023", "Site", "2024"),
        ("A", "1", "", "X", "5"),
        ("B", "", "2", "Y", ""),
        ("C", "3", "4", "Z", "7"),
    ]
    [lines] = await _lines(read, placed(rows, FIVE))
    assert lines[-1] == "C | 2022: 3 | 2023: 4 | Site: Z | 2024: 7"
