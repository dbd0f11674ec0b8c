"""Word files made by a few lines, so that tests know all that is in them."""

import io
from collections.abc import Sequence
from typing import Any

from docx import Document
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

PAGE = "\f"


def word(*parts: str | Sequence[Sequence[str]], title: str = "", rendered: bool = False) -> bytes:
    """A document of paragraphs, headings (``# Title``), list items (``- item``), tables and pages.

    ``rendered``: as Word saves it, which notes each page once more where it rendered it.
    """
    document = Document()
    document.core_properties.title = title
    noted = False
    for part in parts:
        if not isinstance(part, str):
            _table(document, part)
        elif part == PAGE:
            document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
            noted = rendered
        else:
            paragraph = _paragraph(document, part)
            if noted:
                paragraph.runs[0]._r.insert(0, OxmlElement("w:lastRenderedPageBreak"))
            noted = False
    return _bytes(document)


def _paragraph(document: Any, part: str) -> Any:
    level = len(part) - len(part.lstrip("#"))
    if level:
        return document.add_heading(part.lstrip("# "), level)
    if part.startswith("- "):
        return document.add_paragraph(part[2:], style="List Bullet")
    return document.add_paragraph(part)


def _table(document: Any, rows: Sequence[Sequence[str]]) -> Any:
    table = document.add_table(len(rows), len(rows[0]))
    for row, cells in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    return table


def word_with_hidden(shown: str, hidden: str, deleted: str) -> bytes:
    """A paragraph of three runs: one that is seen, one that is hidden, one that was deleted."""
    document = Document()
    paragraph = document.add_paragraph(shown)
    paragraph.add_run(hidden).font.hidden = True
    gone = OxmlElement("w:del")
    run = OxmlElement("w:r")
    text = OxmlElement("w:delText")
    text.text = deleted
    run.append(text)
    gone.append(run)
    paragraph._p.append(gone)
    return _bytes(document)


def merged_table(rows: Sequence[Sequence[str]]) -> bytes:
    """A table whose first column is one merged cell below its head."""
    document = Document()
    table = _table(document, rows)
    for number in range(1, len(rows)):
        properties = table.cell(number, 0)._tc.get_or_add_tcPr()
        merge = OxmlElement("w:vMerge")
        if number == 1:
            merge.set(qn("w:val"), "restart")
        properties.append(merge)
    return _bytes(document)


def _bytes(document: Any) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()
