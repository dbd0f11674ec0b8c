"""Word, Markdown and plain text through the same reader as PDF files."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from rag.adapters.pdf.limits import Limits
from rag.adapters.reading.reader import FileReader
from rag.errors import DamagedFile, NotAPdf, NoText, RejectedFile, TooComplex, TooLarge
from rag.types import Extraction
from tests.support.pdfs import of_pages
from tests.support.words import PAGE, merged_table, word, word_with_hidden

Read = Callable[..., Awaitable[Extraction]]


async def silent(key: str, numbers: Mapping[str, object]) -> None:
    """Progress that nobody looks at."""


@pytest.fixture
def read(tmp_path: Path) -> Read:
    async def run(content: bytes, name: str, limits: Limits | None = None) -> Extraction:
        path = tmp_path / "without_a_name"
        path.write_bytes(content)
        return await FileReader(limits or Limits()).read(path, silent, name)

    return run


async def test_a_word_file_with_pages(read: Read) -> None:
    content = word(
        "# Lease", "## Deposit", "The deposit is 640 euros.", PAGE, "The rent is 912 euros.",
        "- pay early", [["Region", "2023", "2024"], ["South", "", "45"], ["North", "7", "8"]],
        title="Lease of the mill",
    )  # fmt: skip
    found = await read(content, "lease.docx")
    assert [p.text for p in found.pages] == [
        "Lease\nDeposit\nThe deposit is 640 euros.",
        "The rent is 912 euros.\n- pay early\nRegion | 2023 | 2024\n"
        "South | 2023: (empty) | 2024: 45\nNorth | 2023: 7 | 2024: 8",
    ]
    assert found.title == "Lease of the mill"
    assert found.levels == (("Lease", 1), ("Deposit", 2))


async def test_a_break_that_word_notes_twice_is_one(read: Read) -> None:
    parts = ("One is 11.", PAGE, "Two is 22.", PAGE, "Three is 33.")
    for rendered in (False, True):
        found = await read(word(*parts, rendered=rendered), "pages.docx")
        assert [p.text for p in found.pages] == ["One is 11.", "Two is 22.", "Three is 33."]


async def test_what_nobody_sees_in_a_word_file_is_left_out(read: Read) -> None:
    found = await read(word_with_hidden("The price is 75 euros.", " Was 99.", " Not 88."), "a.docx")
    assert found.pages[0].text == "The price is 75 euros."


async def test_a_merged_cell_holds_for_each_row(read: Read) -> None:
    rows = [["Site", "Year", "Staff"], ["Porto", "2023", "14"], ["", "2024", "19"]]
    text = (await read(merged_table(rows), "staff.docx")).pages[0].text
    assert "Porto | Year: 2024 | Staff: 19" in text


async def test_a_word_file_is_one_by_its_bytes(read: Read) -> None:
    assert (await read(word("Named wrongly: 31."), "wrong.pdf")).pages[0].text.endswith("31.")
    assert (await read(of_pages(["Truly a PDF: 32."]), "wrong.docx")).pages[0].text.endswith("32.")
    assert (await read(of_pages(["Truly a PDF: 33."]), "wrong.txt")).pages[0].text.endswith("33.")


MARKDOWN = """---
title: "House rules"
---
# Handbook #

Welcome to the *house*
and its **rules**. <!-- hidden 99 -->

Annual leave
------------
Staff get `25` days
of [leave](https://example.com/leave).

* one item
  goes on
* another

| Region | 2023 | 2024 |
|:--|--:|---|
| South | | 4 |

```python
# no heading
x = 1
```
> quoted
***
第一条 押金为
三百元。
"""


async def test_markdown_as_a_reader_sees_it(read: Read) -> None:
    found = await read(MARKDOWN.encode(), "rules.md")
    assert [p.text for p in found.pages] == [
        "Handbook\nWelcome to the house and its rules.\nAnnual leave\n"
        "Staff get 25 days of leave (https://example.com/leave).\n* one item goes on\n* another\n"
        "Region | 2023 | 2024\nSouth | 2023: (empty) | 2024: 4\n"
        "```\n# no heading\nx = 1\n```\nquoted\n第一条 押金为三百元。"
    ]
    assert found.title == "House rules"
    assert found.levels == (("Handbook", 1), ("Annual leave", 2))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom"])
async def test_texts_in_each_encoding(read: Read, encoding: str) -> None:
    text = "Die Miete beträgt 470 €.\r\nPunkt zwei: 你好。\r\n"
    content = b"\xfe\xff" + text.encode("utf-16-be") if "bom" in encoding else text.encode(encoding)
    found = await read(content, "miete.TXT")
    assert [p.text for p in found.pages] == ["Die Miete beträgt 470 €.\nPunkt zwei: 你好。"]


async def test_wrapped_text_is_rejoined_and_unwrapped_is_not(read: Read) -> None:
    wrapped = (
        "The keeper of the lighthouse writes the hours of light and the\n"
        "state of the lamp into the log every evening, and the harbour\n"
        "office reads it on the first day of each month of the year.\n\n"
        "Oil is ordered when fewer than 40 litres are left in the tank\n"
        "below the stairs.\n"
    )
    text = (await read(wrapped.encode(), "log.txt")).pages[0].text
    assert text.count("\n") == 1
    assert "and the state of the lamp" in text
    rows = "Door A is red.\nDoor B is blue.\nDoor C is green and leads to the yard."
    assert (await read(rows.encode(), "doors.txt")).pages[0].text == rows


@pytest.mark.parametrize(
    ("content", "name", "error"),
    [
        ("Größe".encode("latin-1"), "a.txt", NotAPdf),
        (b"text\x00text", "a.txt", NotAPdf),
        (b"\xff\xfe\x00", "a.md", NotAPdf),
        (b"just words", "a.pdf", NotAPdf),
        (b"just words", "a", NotAPdf),
        (b"PK\x03\x04" + b"x" * 40, "a.docx", DamagedFile),
        (b"PK\x03\x04" + b"x" * 40, "a.zip", NotAPdf),
        (b" \n \n", "a.txt", NoText),
        (word(), "a.docx", NoText),
    ],
)
async def test_what_is_no_text_is_rejected(
    read: Read, content: bytes, name: str, error: type[RejectedFile]
) -> None:
    with pytest.raises(error):
        await read(content, name)


async def test_limits_hold_for_texts_too(read: Read) -> None:
    with pytest.raises(TooLarge):
        await read(b"word " * 1000, "a.txt", Limits(file_bytes=4000))
    with pytest.raises(TooComplex):
        await read(b"word " * 500_000, "a.txt")
