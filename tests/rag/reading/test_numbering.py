"""The numbers that Word sets before paragraphs by itself."""

import io
from typing import Any

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from rag.adapters.reading.numerals import numeral
from tests.rag.reading.test_reading import Read, read

__all__ = ["read"]

Level = tuple[str, str]  # the form of its number and the text around it


def _define(document: Any, key: int, *levels: Level, extra: str = "", start: int = 1) -> None:
    """A list under its number, with what more its first level says."""
    parts = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>'
        f'{extra if not n else ""}<w:lvlText w:val="{text}"/></w:lvl>'
        for n, (form, text) in enumerate(levels)
    )
    root = document.part.numbering_part.element
    abstract = f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{key}">{parts}</w:abstractNum>'
    root.insert(0, parse_xml(abstract))
    _again(document, key, key)


def _again(document: Any, number: int, key: int, restart: str = "") -> None:
    """One more list that is counted with another, unless it restarts."""
    inner = f'<w:abstractNumId w:val="{key}"/>{restart}'
    entry = f'<w:num {nsdecls("w")} w:numId="{number}">{inner}</w:num>'
    document.part.numbering_part.element.append(parse_xml(entry))


def _item(paragraph: Any, number: int, level: int = 0) -> None:
    inner = f'<w:ilvl w:val="{level}"/><w:numId w:val="{number}"/>'
    paragraph._p.get_or_add_pPr().append(parse_xml(f"<w:numPr {nsdecls('w')}>{inner}</w:numPr>"))


def _bytes(document: Any) -> bytes:
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


async def _lines(read: Read, document: Any) -> list[str]:
    found = await read(_bytes(document), "made.docx")
    return [line for page in found.pages for line in page.text.split("\n")]


async def test_levels_count_each_in_the_one_above(read: Read) -> None:
    document = Document()
    _define(document, 70, ("decimal", "%1."), ("lowerLetter", "(%2)"), ("lowerRoman", "%3)"))
    for text, level in [("Fees", 0), ("yearly", 1), ("in May", 2), ("in June", 2), ("once", 1),
                        ("Terms", 0), ("notice", 1)]:  # fmt: skip
        _item(document.add_paragraph(text), 70, level)
    assert await _lines(read, document) == [
        "1. Fees", "(a) yearly", "i) in May", "ii) in June", "(b) once", "2. Terms", "(a) notice",
    ]  # fmt: skip


async def test_headings_have_their_numbers_by_their_style(read: Read) -> None:
    document = Document()
    _define(document, 71, ("upperRoman", "Part %1"), ("decimal", "%1.%2"), extra="<w:isLgl/>")
    root = document.part.numbering_part.element
    for level, style in enumerate(("Heading1", "Heading2")):
        element = root.find(qn("w:abstractNum")).findall(qn("w:lvl"))[level]
        element.insert(2, parse_xml(f'<w:pStyle {nsdecls("w")} w:val="{style}"/>'))
        if level:
            element.insert(3, parse_xml(f"<w:isLgl {nsdecls('w')}/>"))
        link = f'<w:numPr {nsdecls("w")}><w:numId w:val="71"/></w:numPr>'
        document.styles[f"Heading {level + 1}"].element.get_or_add_pPr().append(parse_xml(link))
    document.add_heading("Lease", 1)
    document.add_heading("Rent", 2)
    document.add_paragraph("It is 912 euros.")
    document.add_heading("Deposit", 2)
    document.add_heading("House rules", 1)
    document.add_heading("Quiet hours", 2)
    found = await read(_bytes(document), "made.docx")
    assert [text for text, _ in found.levels] == [
        "Part 1 Lease", "1.1 Rent", "1.2 Deposit", "Part 2 House rules", "2.1 Quiet hours",
    ]  # fmt: skip


async def test_clauses_in_chinese(read: Read) -> None:
    document = Document()
    _define(document, 72, ("chineseCounting", "第%1条"), start=9)
    for text in ("租金", "押金", "违约"):
        _item(document.add_paragraph(text), 72)
    assert await _lines(read, document) == ["第九条 租金", "第十条 押金", "第十一条 违约"]


async def test_a_list_that_begins_anew_and_one_that_goes_on(read: Read) -> None:
    document = Document()
    _define(document, 73, ("decimal", "%1)"))
    _again(document, 74, 73)
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    _again(document, 75, 73, restart)
    for text, number in [("a", 73), ("b", 74), ("c", 75), ("d", 75), ("e", 73)]:
        _item(document.add_paragraph(text), number)
    assert await _lines(read, document) == ["1) a", "2) b", "5) c", "6) d", "7) e"]


async def test_no_number_where_a_paragraph_takes_itself_out(read: Read) -> None:
    document = Document()
    _item(document.add_paragraph("one", style="List Number"), 0)
    document.add_paragraph("two", style="List Number")
    document.add_paragraph("three", style="List Bullet")
    assert await _lines(read, document) == ["- one", "1. two", "- three"]


async def test_rows_that_are_numbered_in_their_cells(read: Read) -> None:
    document = Document()
    _define(document, 76, ("decimal", "%1."))
    table = document.add_table(3, 2)
    for row, (name, price) in enumerate([("Berth", "2024"), ("North", "40"), ("South", "50")]):
        table.cell(row, 0).text, table.cell(row, 1).text = name, price
        if row:
            _item(table.cell(row, 0).paragraphs[0], 76)
    assert await _lines(read, document) == [
        "Berth | 2024",
        "1. North | 2024: 40",
        "2. South | 2024: 50",
    ]


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [
        (4, "upperRoman", "IV"),
        (1999, "lowerRoman", "mcmxcix"),
        (5000, "upperRoman", "5000"),
        (28, "lowerLetter", "bb"),
        (7, "decimalZero", "07"),
        (12, "ordinal", "12th"),
        (22, "ordinal", "22nd"),
        (10, "chineseCounting", "十"),
        (21, "chineseCounting", "二十一"),
        (101, "chineseCountingThousand", "一百零一"),
        (110, "japaneseCounting", "一百一十"),
        (2024, "ideographDigital", "二〇二四"),
        (3, "ideographTraditional", "丙"),
        (3, "none", ""),
        (3, "something else", "3"),
        (0, "lowerLetter", "0"),
    ],
)
def test_numbers_in_the_ways_in_which_word_counts(value: int, form: str, expected: str) -> None:
    assert numeral(value, form) == expected
