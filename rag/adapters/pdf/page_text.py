"""The text of one page, by whichever way gives words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import LimitReachedError

from rag.adapters.pdf.annotations import marked_texts
from rag.adapters.pdf.cells import printed_lines
from rag.adapters.pdf.content import Content
from rag.adapters.pdf.layers import hidden_layers
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.raw import DAMAGED
from rag.adapters.pdf.rendering import RenderedPage, Renderer
from rag.adapters.pdf.tables import find_grids, has_rows, written
from rag.text.cleaning import clean
from rag.text.paragraphs import is_table_row
from rag.text.quality import assess
from rag.text.spacing import join_spaced_letters

_TOO_COMPLEX = "too complex to read"
_GOOD = 0.99
_SAME_TEXT = 0.05
_TORN = 1.1
_FEW_ROWS = 2
_FIGURE = re.compile(r"\s*\(?[$€£¥]?\s?\d[\d.,]*\)?\s?%?\s*")


@dataclass(slots=True)
class PageReader:
    """Reads pages of an open document one by one; no page can fail another."""

    document: PdfReader
    path: Path
    limits: Limits
    hidden: frozenset[int] = field(init=False)
    renderer: Renderer = field(init=False)

    def __post_init__(self) -> None:
        self.hidden = hidden_layers(self.document)
        self.renderer = Renderer(self.path)

    def read(self, number: int) -> dict[str, object]:
        """The message about a page: its text, or why there is none."""
        try:
            return self._read(number)
        except (LimitReachedError, RecursionError, MemoryError) as error:
            reason = f"{_TOO_COMPLEX} ({type(error).__name__})"
            return _message(number, state="unreadable", reason=reason, limited=True)
        except Exception as error:  # noqa: BLE001 - damaged pages raise whatever they come upon
            reason = f"{DAMAGED} ({type(error).__name__})"
            return _message(number, state="unreadable", reason=reason)

    def _read(self, number: int) -> dict[str, object]:
        page = self.document.pages[number - 1]
        content = Content.of(page, self.document, self.hidden)
        text = self._best_text(number, content)
        extra = marked_texts(page)
        if len(text) > self.limits.page_characters:
            return _message(number, state="unreadable", reason="too many characters", limited=True)
        whole = "\n".join(part for part in (text, *extra) if part.strip())
        if not clean(whole).strip():
            state, reason = content.without_text()
            return _message(number, state=state, reason=reason)
        picture = not clean(text).strip() and content.without_text()[0] == "image"
        return _message(number, text=whole, headings=content.large_lines(), picture=picture)

    def _best_text(self, number: int, content: Content) -> str:
        """PDFium's text never stands in where something was hidden: it would show it."""
        text = content.extract()
        if not text.strip() or len(text) > self.limits.page_characters:
            return text
        rendered = None if content.has_hidden else self.renderer.page(number)
        score = _score(text)
        if score <= _GOOD:
            for other in _other_ways(content, rendered):
                if _score(other) > score and len(other) > len(text) // 2:
                    text, score = other, _score(other)
        return _as_printed(text, rendered) if rendered else text


def _other_ways(content: Content, rendered: RenderedPage | None) -> Iterator[str]:
    ways: list[Callable[[], str]] = [
        lambda: content.extract(least_gap=100),
        lambda: content.extract(least_gap=45),
        lambda: content.extract(least_gap=25),
    ]
    if rendered:
        ways.insert(0, rendered.text)
    return (way() for way in ways)


def _as_printed(text: str, rendered: RenderedPage) -> str:
    """The same text by its printed lines and tables, where the order of the file tears them."""
    if rendered.rotation:
        return text
    by_lines = rendered.text()
    if _may_have_table(by_lines):
        lines = printed_lines(rendered.glyphs())
        grids = find_grids(lines)
        if has_rows(lines, grids) and _is_same(text, "\n".join(line.text for line in lines)):
            return written(lines, grids)
    torn = text.count("\n") > _TORN * by_lines.count("\n") + 2
    return by_lines if torn and _is_same(text, by_lines) else text


def _may_have_table(text: str) -> bool:
    lines = text.split("\n")
    return sum(1 for line in lines if is_table_row(line) or _FIGURE.fullmatch(line)) >= _FEW_ROWS


def _is_same(text: str, other: str) -> bool:
    """Whether both hold the same characters, give or take a few."""
    size = len("".join(text.split()))
    return abs(size - len("".join(other.split()))) <= _SAME_TEXT * size


def _score(text: str) -> float:
    return assess(join_spaced_letters(clean(text))).score


def _message(number: int, **found: object) -> dict[str, object]:
    """``picture``: there is an image, and no text but that of annotations."""
    rest = {"text": "", "state": "read", "reason": "", "limited": False, "picture": False}
    return {"number": number, "headings": (), **rest, **found}
