"""Word files: paragraphs, headings, rows with their heads, by page where the file has pages.

Only what a reader sees is taken: no deleted or hidden text, no fields' instructions.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml.ns import qn

from rag.adapters.reading.notes import Notes, running_lines
from rag.adapters.reading.numbering import write_numbers
from rag.adapters.reading.runs import PAGE, is_on, pieces
from rag.adapters.reading.texts import NotReadable, Text
from rag.text.paragraphs import is_list_item
from rag.text.rows import looks_headed, rows_with_heads

_P, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_RENDERED = qn("w:lastRenderedPageBreak")
_SKIPPED = frozenset({qn("w:del"), qn("w:moveFrom"), qn("w:pPr"), qn("w:rPr")})
_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)
_LIST_STYLE = re.compile(r"list (?:bullet|number)", re.IGNORECASE)
_CONTENTS_STYLE = re.compile(r"toc \d", re.IGNORECASE)
_TITLE_LEVEL = 1


def read_word(path: Path) -> Text:
    """The document's text. Raises `NotReadable` for what is no Word document or a broken one."""
    try:
        document = Document(str(path))
    except Exception as error:  # whatever a package lacks or has too much of
        raise NotReadable("damaged") from error
    write_numbers(document)
    walk = _Walk(document, below=Notes.of(document))
    walk.all()
    title = str(document.core_properties.title or "")
    return Text(walk.pages, walk.headings, walk.levels, title, walk.notes())


@dataclass(slots=True)
class _Walk:
    """``pages`` and ``headings`` have one entry a page; ``hard`` tells of a break just set."""

    document: WordDocument
    pages: list[list[str]] = field(default_factory=lambda: [[]])
    headings: list[list[str]] = field(default_factory=lambda: [[]])
    levels: list[tuple[str, int]] = field(default_factory=list)
    hard: bool = False
    below: Notes = field(default_factory=Notes)

    def all(self) -> None:
        for line in running_lines(self.document, "header"):
            self.pages[0].append(line)
        body: Any = self.document.element.body
        self._blocks(body)
        for line in running_lines(self.document, "footer"):
            self.pages[-1].append(line)
        while len(self.pages) > 1 and not self.pages[-1]:
            self.pages.pop()
            self.headings.pop()

    def notes(self) -> list[str]:
        parts = {
            str(part.partname).rsplit("/", 1)[-1]
            for part in self.document.part.package.iter_parts()
        }
        return ["comments not read"] if "comments.xml" in parts else []

    def _blocks(self, parent: Any) -> None:  # noqa: ANN401 - lxml's elements have no types
        for child in parent:
            if child.tag == _P:
                self._paragraph(child)
            elif child.tag == _TABLE:
                self._table(child)
            elif child.tag not in _SKIPPED and isinstance(child.tag, str):
                self._blocks(child)  # content controls and the like

    def _paragraph(self, element: Any) -> None:  # noqa: ANN401
        style = self._style(element)
        if _CONTENTS_STYLE.match(style):
            return
        if is_on(element.find(f"{qn('w:pPr')}/{qn('w:pageBreakBefore')}")):
            self._turn(rendered=False)
        text = "".join(pieces(element))
        level = self._level(element, style)
        if not level and _LIST_STYLE.match(style) and text.strip() and not is_list_item(text):
            text = f"- {text.strip(' ')}"
        self._lines(text, level)
        self._notes(element)
        section = element.find(f"{qn('w:pPr')}/{qn('w:sectPr')}")
        if section is not None and _starts_page(section):
            self._turn(rendered=False)

    def _lines(self, text: str, level: int) -> None:
        for part in re.split(f"({PAGE}\r?)", text):
            if part.startswith(PAGE):
                self._turn(rendered=part.endswith("\r"))
            else:
                for line in filter(
                    None, (" ".join(raw.split(" ")).strip() for raw in part.split("\n"))
                ):
                    self._line(line, level)

    def _line(self, line: str, level: int) -> None:
        self.hard = False
        self.pages[-1].append(line)
        if level:
            self.headings[-1].append(line)
            self.levels.append((line, level))

    def _notes(self, element: Any) -> None:  # noqa: ANN401
        for line in self.below.under(element):
            self._line(line, 0)

    def _turn(self, *, rendered: bool) -> None:
        """Word notes a break that it rendered once more after one that was set."""
        if rendered and self.hard:
            self.hard = False
            return
        self.hard = not rendered
        self.pages.append([])
        self.headings.append([])

    def _table(self, element: Any) -> None:  # noqa: ANN401
        rows: list[list[str]] = []
        for row in element.iter(_ROW):
            if (
                row.getparent() is not element
                or row.find(f"{qn('w:trPr')}/{qn('w:del')}") is not None
            ):
                continue
            cells = _cells(row, rows[-1] if rows else [])
            if _RENDERED in {found.tag for found in row.iter(_RENDERED)} and rows:
                self._rows(element, rows)
                self._turn(rendered=True)
                rows = rows[:1] if looks_headed(rows) else []
            rows.append(cells)
        self._rows(element, rows)
        self._notes(element)

    def _rows(self, element: Any, rows: list[list[str]]) -> None:  # noqa: ANN401
        marked = next(element.iter(qn("w:tblHeader")), None)
        headed = is_on(marked) or looks_headed(rows)
        for line in rows_with_heads(rows, headed=headed):
            self._line(line, 0)

    def _style(self, element: Any) -> str:  # noqa: ANN401
        named = element.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
        if named is None:
            return ""
        key = named.get(qn("w:val"))
        for style in self.document.styles.element.iter(qn("w:style")):
            if style.get(qn("w:styleId")) == key:
                name = style.find(qn("w:name"))
                return str(name.get(qn("w:val"))) if name is not None else str(key)
        return str(key)

    def _level(self, element: Any, style: str) -> int:  # noqa: ANN401
        if match := _HEADING_STYLE.match(style):
            return int(match.group(1))
        if style.casefold() == "title":
            return _TITLE_LEVEL
        outline = element.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
        rank = int(outline.get(qn("w:val"), "9")) if outline is not None else 9
        return rank + 1 if rank < 9 else 0  # noqa: PLR2004 - Word's number for body text


def _starts_page(section: Any) -> bool:  # noqa: ANN401
    kind = section.find(qn("w:type"))
    return kind is None or kind.get(qn("w:val")) != "continuous"


def _cells(row: Any, above: list[str]) -> list[str]:  # noqa: ANN401
    """Texts by column; a merged cell is repeated in each row and column that it spans."""
    skipped = row.find(f"{qn('w:trPr')}/{qn('w:gridBefore')}")
    found = [""] * (int(skipped.get(qn("w:val"), "0")) if skipped is not None else 0)
    for cell in row:
        if cell.tag != _CELL:
            continue
        properties = cell.find(qn("w:tcPr"))
        span = properties.find(qn("w:gridSpan")) if properties is not None else None
        merge = properties.find(qn("w:vMerge")) if properties is not None else None
        text = " ".join("".join(pieces(cell)).split())
        if merge is not None and merge.get(qn("w:val")) != "restart" and len(found) < len(above):
            text = above[len(found)]
        found.extend([text] * (int(span.get(qn("w:val"), "1")) if span is not None else 1))
    return found
