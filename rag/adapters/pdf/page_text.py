"""The text of one page, by whichever way gives words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import LimitReachedError

from rag.adapters.pdf.annotations import marked_texts
from rag.adapters.pdf.content import Content
from rag.adapters.pdf.layers import hidden_layers
from rag.adapters.pdf.letters import stand_apart, with_words
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.printed import PrintedPages
from rag.adapters.pdf.raw import DAMAGED
from rag.adapters.pdf.rendering import RenderedPage, Renderer
from rag.text.cleaning import clean
from rag.text.quality import assess
from rag.text.spacing import join_spaced_letters
from rag.types import RECOGNIZED

_TOO_COMPLEX = "too complex to read"
_GOOD = 0.99
_RULES = 4  # strokes or fills: the lines of a table, perhaps
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_MOST_LOST = 0.3
_STAMP = 100  # letters: a page number, a stamp, a line of a fax machine
_LOOKS_APART = re.compile("\\S(?:  |\t)|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(slots=True)
class PageReader:
    """Reads pages of an open document one by one; no page can fail another."""

    document: PdfReader
    path: Path
    limits: Limits
    hidden: frozenset[int] = field(init=False)
    renderer: Renderer = field(init=False)
    printed: PrintedPages = field(init=False)

    def __post_init__(self) -> None:
        self.hidden = hidden_layers(self.document)
        self.renderer = Renderer(self.path)
        self.printed = PrintedPages(self.renderer, has_layers=bool(self.hidden))

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
        text = _with_unmapped(self._best_text(number, content))
        if not content.has_hidden and any(map(stand_apart, text.split("\n"))):
            rendered = self.renderer.page(number)
            is_upright = rendered is not None and not rendered.turn()
            text = with_words(text, rendered.letters()) if rendered and is_upright else text
        extra = marked_texts(page, self.hidden)
        if len(text) > self.limits.page_characters:
            return _message(number, state="unreadable", reason="too many characters", limited=True)
        whole = "\n".join(part for part in (text, *extra) if part.strip())
        if not clean(whole).strip():
            state, reason = content.without_text()
            return _message(number, state=state, reason=reason, unseen=content.unseen)
        typed = "".join(clean(text).split())
        picture = not typed and content.without_text()[0] == "image"
        stamped = content.is_scan and 0 < len(typed) <= _STAMP
        found = {"headings": content.large_lines(), "picture": picture, "stamped": stamped}
        if content.is_recognized:
            found["reason"] = RECOGNIZED
        return _message(number, text=whole, unseen=content.unseen, **found)

    def _best_text(self, number: int, content: Content) -> str:
        """PDFium's text never stands in where something was hidden: it would show it."""
        text = content.extract()
        if not text.strip() or len(text) > self.limits.page_characters:
            return text
        score = _score(text)
        if score > _GOOD and content.is_plain and not _looks_apart(text):
            return text
        rendered = None if content.has_hidden else self.renderer.page(number)
        if score <= _GOOD:
            for other in _other_ways(content, rendered):
                if _score(other) > score and len(other) > len(text) // 2:
                    text, score = other, _score(other)
        if rendered is None:
            return text
        return self.printed.text(
            number,
            text,
            may_run_across=content.may_run_across,
            is_ruled=content.paints >= _RULES or content.has_cells,
        )


def _other_ways(content: Content, rendered: RenderedPage | None) -> Iterator[str]:
    ways: list[Callable[[], str]] = [
        lambda: content.extract(least_gap=100),
        lambda: content.extract(least_gap=45),
        lambda: content.extract(least_gap=25),
    ]
    if rendered:
        ways.insert(0, rendered.text)
    return (way() for way in ways)


def _looks_apart(text: str) -> bool:
    if text.isascii() and "  " not in text and "\t" not in text:
        return False
    return bool(_LOOKS_APART.search(text))


def _score(text: str) -> float:
    return assess(join_spaced_letters(clean(text))).score


def _with_unmapped(text: str) -> str:
    """A text of which much is control characters: these stand for glyphs that have no meaning."""
    lost = len(_CONTROLS.findall(text))
    return _CONTROLS.sub("\ufffd", text) if lost > _MOST_LOST * len("".join(text.split())) else text


def _message(number: int, **found: object) -> dict[str, object]:
    """``picture``: there is an image, and no text but that of annotations.

    ``stamped``: there is an image of a page, and a few words typed on it.
    """
    rest = {"text": "", "state": "read", "reason": "", "limited": False, "unseen": ()}
    kinds = {"picture": False, "stamped": False}
    return {"number": number, "headings": (), **rest, **kinds, **found}
