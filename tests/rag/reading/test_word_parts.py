"""What stands in Word files apart from plain runs: notes, symbols, formulas, headers, odd rows."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from docx import Document
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Pt

from rag.errors import DamagedFile
from tests.rag.reading.test_reading import Read, read

__all__ = ["read"]

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
_SUM = "<m:r><m:t>E=mc</m:t></m:r><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"


def _saved(build: Callable[[Any], object]) -> bytes:
    document = Document()
    build(document)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _paragraph(inside: str) -> bytes:
    xml = f"<w:p {nsdecls('w')} {_MATH}>{inside}</w:p>"
    return _saved(lambda document: document.element.body.insert(0, parse_xml(xml)))


def _run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


async def _text(read: Read, content: bytes) -> str:
    return (await read(content, "a.docx")).pages[0].text


@pytest.mark.parametrize(
    ("inside", "seen"),
    [
        (_run("at ") + '<w:r><w:sym w:font="Symbol" w:char="F0B3"/></w:r>' + _run(" 5"), "at ≥ 5"),
        (_run("Yes ") + '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>', "Yes ☑"),
        (_run("Sum: ") + f"<m:oMath>{_SUM}</m:oMath>", "Sum: E=mcx^2"),
        ("<w:r><w:ruby><w:rt>" + _run("かん") + "</w:rt><w:rubyBase>" + _run("漢") + "</w:rubyBase></w:ruby></w:r>", "漢"),
        (
            "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>"
            + _run("Click here") + "</w:sdtContent></w:sdt><w:sdt><w:sdtContent>"
            + _run("Ann Lee") + "</w:sdtContent></w:sdt>",
            "Ann Lee",
        ),
        (_run("Seen. ") + _run("Secret", "<w:vanish/>") + _run("Tiny", '<w:sz w:val="2"/>'), "Seen."),
    ],
    ids=["sign", "box", "formula", "reading", "placeholder", "hidden"],
)  # fmt: skip
async def test_a_paragraph_as_it_is_shown(read: Read, inside: str, seen: str) -> None:
    assert await _text(read, _paragraph(inside)) == seen


@pytest.mark.parametrize("kind", ["footnote", "endnote"])
async def test_notes_stand_under_what_refers_to_them(read: Read, kind: str) -> None:
    main = _paragraph(_run("Delivery is free") + f'<w:r><w:{kind}Reference w:id="2"/></w:r>')
    note = f'<w:{kind} w:id="2"><w:p>{_run("Only above 500 EUR.")}</w:p></w:{kind}>'
    named = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}s+xml"
    added = {
        "[Content_Types].xml": f'<Override PartName="/word/{kind}s.xml" ContentType="{named}"/></Types>',
        "word/_rels/document.xml.rels": (
            f'<Relationship Id="rId77" Type="{_RELATIONS}/{kind}s" Target="{kind}s.xml"/></Relationships>'
        ),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(main)) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            content = before.read(name).decode("latin-1")
            if name in added:
                content = content[: content.rindex("</")] + added[name]
            after.writestr(name, content.encode("latin-1"))
        after.writestr(f"word/{kind}s.xml", f"<w:{kind}s {nsdecls('w')}>{note}</w:{kind}s>")
    found = await read(out.getvalue(), "a.docx")
    assert found.pages[0].text == f"Delivery is free\n[{kind}] Only above 500 EUR."
    assert found.notes == ()


async def test_headers_of_the_first_page_and_tables_in_them(read: Read) -> None:
    def build(document: Any) -> None:
        document.add_paragraph("Body.")
        section = document.sections[0]
        section.header.paragraphs[0].text = "ACME"
        table = section.header.add_table(1, 2, Pt(200))
        table.cell(0, 0).text, table.cell(0, 1).text = "Doc no 4711", "Rev B"
        section.different_first_page_header_footer = True
        section.first_page_header.paragraphs[0].text = "Confidential"

    assert await _text(read, _saved(build)) == "Confidential\nACME\nDoc no 4711 | Rev B\nBody."


def _table(document: Any, *rows: tuple[str, ...]) -> Any:
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            table.cell(number, column).text = text
    return table


async def test_a_deleted_row_is_gone_and_one_set_in_stays_in_its_columns(read: Read) -> None:
    def build(document: Any) -> None:
        table = _table(
            document,
            ("City", "2022", "2023"),
            ("Oslo", "1", "2"),
            ("Bonn", "3", "4"),
            ("x", "y", "5"),
        )
        deleted, set_in = table.rows[1]._tr, table.rows[3]._tr
        deleted.get_or_add_trPr().append(OxmlElement("w:del"))
        for cell in set_in.findall(qn("w:tc"))[:2]:
            set_in.remove(cell)
        before = OxmlElement("w:gridBefore")
        before.set(qn("w:val"), "2")
        set_in.get_or_add_trPr().insert(0, before)

    lines = (await _text(read, _saved(build))).split("\n")
    assert lines[1:] == ["Bonn | 2022: 3 | 2023: 4", "(empty) | 2022: (empty) | 2023: 5"]


async def test_heads_over_heads(read: Read) -> None:
    def build(document: Any) -> None:
        table = _table(
            document,
            ("", "Men", "", "Women", ""),
            ("City", "2022", "2023", "2022", "2023"),
            ("Oslo", "12", "", "14", "15"),
        )
        for first in (1, 3):
            merged = table.cell(0, first).merge(table.cell(0, first + 1))
            merged.text = merged.text.strip()

    assert (await _text(read, _saved(build))).split("\n")[-1] == (
        "Oslo | Men 2022: 12 | Men 2023: (empty) | Women 2022: 14 | Women 2023: 15"
    )


async def test_an_archive_that_is_no_document(read: Read) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<x/>")
    with pytest.raises(DamagedFile):
        await read(out.getvalue(), "a.docx")
