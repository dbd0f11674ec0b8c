"""The text of a page by where its letters stand: its tables, its columns, its printed lines."""

import re
from dataclasses import dataclass, field

from rag.adapters.pdf.cells import Cell, PrintedLine, printed_lines
from rag.adapters.pdf.columns import read_columns
from rag.adapters.pdf.rendering import RenderedPage, Renderer
from rag.adapters.pdf.tables import Grid, columns_below, find_grids, has_rows, may_go_on, written
from rag.text.paragraphs import is_table_row

_SAME_TEXT = 0.05
_TORN = 1.1
_FEW_ROWS = 2
_MOST_BACK = 8  # pages, to where a table begins; those between are kept as they are read
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNENDED_FIGURE = re.compile(r"\d.*[^.!?:;,\s]\s*\Z")
_END_FIGURE = re.compile(r"(?<!\S)\(?[$€£¥]?\s?\d[\d.,]*\)?\s?%?\s*\Z")


@dataclass(slots=True)
class PrintedPages:
    """Pages of one file; ``below`` are the heads of the tables with which they end."""

    renderer: Renderer
    has_layers: bool = False
    """Whether layers are hidden: PDFium shows them, so that a page may not tell of the one before."""
    below: dict[int, tuple[Cell, ...]] = field(default_factory=dict)

    def text(self, number: int, text: str, *, may_run_across: bool, is_ruled: bool = False) -> str:
        """The same text as it is printed, where the order of the file tears it."""
        rendered = self.renderer.page(number)
        if rendered is None:
            return text
        by_lines = text if rendered.rotation or rendered.turn() else rendered.text()
        if _RIGHT_TO_LEFT.search(text) and _is_same(text, by_lines):
            return by_lines  # pypdf turns the words round, but not the figures among them
        merged = 2 * by_lines.count("\n") < text.count("\n") and _may_have_table(text)
        if may_run_across or is_ruled or merged or _may_have_table(by_lines):
            return self._by_place(number, rendered, text, by_lines)
        return _whole(text, by_lines)

    def _by_place(self, number: int, rendered: RenderedPage, text: str, by_lines: str) -> str:
        lines, grids = self._read(number, rendered, _MOST_BACK)
        if has_rows(lines, grids) and _is_same(text, "\n".join(line.text for line in lines)):
            return written(lines, grids)
        if not grids and (columns := read_columns(text, lines)) is not None:
            return columns
        return text if len(lines) > text.count("\n") else _whole(text, by_lines)

    def _read(
        self, number: int, rendered: RenderedPage, back: int
    ) -> tuple[list[PrintedLine], list[Grid]]:
        lines = printed_lines(rendered.glyphs())
        above = self._above(number, back) if not self.has_layers and may_go_on(lines) else ()
        grids = find_grids(lines, above)
        self.below[number] = columns_below(lines, grids)
        return lines, grids

    def _above(self, number: int, back: int) -> tuple[Cell, ...]:
        before = number - 1
        if before not in self.below and before > 0 and back > 0:
            rendered = self.renderer.page(before)
            if rendered is not None and _may_have_table(rendered.text()):
                self._read(before, rendered, back - 1)
        return self.below.get(before, ())


def _may_have_table(text: str) -> bool:
    lines = text.split("\n")
    if sum(1 for line in lines if is_table_row(line) or _END_FIGURE.search(line)) >= _FEW_ROWS:
        return True
    run = 0
    for line in lines:
        run = run + 1 if _UNENDED_FIGURE.search(line) else 0
        if run > _FEW_ROWS:
            return True
    return False


def _whole(text: str, by_lines: str) -> str:
    """The text by its printed lines, if the file tears these."""
    torn = text.count("\n") > _TORN * by_lines.count("\n") + 2
    return by_lines if torn and _is_same(text, by_lines) else text


def _is_same(text: str, other: str) -> bool:
    """Whether both hold the same characters, give or take a few."""
    size = len("".join(text.split()))
    return abs(size - len("".join(other.split()))) <= _SAME_TEXT * size
