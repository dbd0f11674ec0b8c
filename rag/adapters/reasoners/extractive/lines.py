"""Tells sentences, list items, table rows and headings apart, and what is none of them."""

import re
from collections.abc import Sequence
from typing import Literal

from rag.grounding.dates import moments
from rag.grounding.instructions import instructed
from rag.text.language import detect

LineKind = Literal["sentence", "item", "row", "head", "noise"]

CAPTION = re.compile(r"^\s*(?:table|表)\s*([\d一二三四五六七八九十]+)", re.IGNORECASE)
_TOC = re.compile(r"(?:\.{3,}|…{2,}|(?:\s\.){3,}|·{3,})\s*[\divxlc]+\s*$", re.IGNORECASE)
_ITEM = re.compile(
    r"^\s*(?:[-*•·–▪◦]|\(?(?:\d{1,2}|[a-z])(?:[.)](?=\s)|、)|[（(][一二三四五六七八九十\d]+[)）])\s*\S"
)
_TERMINAL = re.compile(r"[.!?。！？；;][\"'”’)\]）」』]*$")
_CELLS = re.compile(r"\s*\|\s*|\t+|\s{2,}")
_NUMERIC = re.compile(r"[€£$¥]?\s?\(?\d[\d,.]*\)?(?:%|元|天|日|周|个?月|年|小时|人|次)?")
_PAGE_LINE = re.compile(r"^(?:page \d+ of \d+.*|- ?\d+ ?-|\d+|第 ?\d+ ?页.*)$", re.IGNORECASE)
_UNIT_END = re.compile(
    r"\d[)%]?(?:\s?(?:weeks?|days?|months?|years?|hours?|元|天|日|周|月|年))?$", re.IGNORECASE
)
_FIGURES_SHARE = 1 / 3  # of the cells of a table row are figures, or it ends with one
_HEAD_WORDS = 12
_TITLE_WORDS = 6  # a longer first line with numbers says something: document, revision, date
_HEAD_CHINESE = 20  # characters


def kind_of(text: str, spans: Sequence[tuple[int, int]], i: int) -> LineKind:
    """What the ``i``-th of the statements of a text is."""
    start, end = spans[i]
    line = text[start:end]
    if _is_noise(text, start, line) or (start, end) in instructed(text):
        return "noise"
    if _ITEM.match(line) and len(line) > _HEAD_WORDS:
        return "item"
    if not _TERMINAL.search(line):
        if _is_row(line):
            return "row"
        if _is_head(text, spans, i):
            return "head"
    return "sentence"


def cells(row: str) -> list[str]:
    """The cells of a table row, as far as they can be told apart."""
    parts = [part for part in _CELLS.split(row.strip(" |")) if part]
    return parts if len(parts) > 1 else row.split()


def numeric_cells(row: str) -> int:
    """How many cells of a row are numbers."""
    return sum(bool(_NUMERIC.fullmatch(cell)) for cell in cells(row))


def _is_noise(whole: str, start: int, text: str) -> bool:
    """Lines of a table of contents, and page numbers."""
    return bool(_TOC.search(_line(whole, start)) or _PAGE_LINE.match(text))


def _line(text: str, position: int) -> str:
    end = text.find("\n", position)
    return text[text.rfind("\n", 0, position) + 1 : end if end >= 0 else len(text)]


def _is_row(line: str) -> bool:
    """Cells that are set apart, or figures side by side that are no date."""
    if len(_CELLS.split(line.strip(" |"))) > 1 and not CAPTION.match(line):
        return True
    _, text = moments(line)
    count = numeric_cells(text)
    figures = count >= _FIGURES_SHARE * len(cells(text)) or bool(_UNIT_END.search(text))
    return count > (0 if detect(text) == "zh" and " " in text else 1) and figures


def _is_head(text: str, spans: Sequence[tuple[int, int]], i: int) -> bool:
    """A short line without a full stop that something follows, and that gives no figure."""
    line = text[spans[i][0] : spans[i][1]]
    last = i + 1 == len(spans)
    if line.endswith((":", "：")):
        return True
    if last or "\n" not in text[spans[i][1] : spans[i + 1][0] + 1]:
        return False
    if CAPTION.match(line):
        return True
    if not spans[i][0] and not re.search(r"\d\W*$", line):
        return len(line.split()) <= _TITLE_WORDS  # the title, which may have a number in it
    short = len(line.split()) <= _HEAD_WORDS and (line.isascii() or len(line) <= _HEAD_CHINESE)
    return short and not re.search(r"\d\s*\D*$", re.sub(r"^\s*[\d.]+", "", line))
