"""Pages as extracted made into pages as kept: judged, without running lines, words whole."""

import re
from collections.abc import Sequence

from rag.adapters.pdf.cleaned import one_line
from rag.adapters.pdf.raw import RawFile, RawPage
from rag.adapters.pdf.stamps import stamp_notes, without_stamps
from rag.text.paragraphs import rejoin_lines
from rag.text.quality import assess
from rag.text.running_lines import drop_running_lines
from rag.types import Extraction, Page

_CUT_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+-$")
_REST_OF_WORD = re.compile(r"[a-zß-öø-ÿ]+[^\s\w]*")
_PLACEHOLDER = re.compile(
    r"please wait\b.{0,400}\b(?:viewer|reader)\b.{0,200}\b(?:display|support|open)|"
    r"if this message is not (?:eventually )?replaced|"
    r"\brequires (?:a newer version of )?adobe (?:acrobat|reader)\b.{0,200}\b(?:upgrade|download|higher|later)\b",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_PLACEHOLDER = 2500
_LONGEST_WORD = 80
_LAST = 500  # characters: the last lines of a page
_MAX_LABEL = 20
_MOST_NAMED = 5


def finish(file: RawFile, raw: Sequence[RawPage]) -> Extraction:
    """The extraction: running lines kept once, lines made paragraphs."""
    labels = _labels(file, len(raw))
    raw = without_stamps(raw)
    texts = _rejoined(raw) if file.wrapped else [page.text for page in raw]
    pages = tuple(
        _page(page, label, text, dynamic=file.is_dynamic)
        for page, label, text in zip(raw, labels, texts, strict=True)
    )
    large = [(heading, page.number) for page in raw for heading in page.headings]
    outline = [(one_line(text), page) for text, page in file.outline]
    known = tuple(dict.fromkeys([*outline, *sorted(large, key=lambda entry: entry[1])]))
    levels = tuple((one_line(text), level) for text, level in file.levels)
    notes = (*map(one_line, (*file.notes, *_unseen(raw))), *stamp_notes(raw))
    title = one_line(file.title) if file.title.isprintable() else ""
    return Extraction(pages, title, known, levels, notes)


def _unseen(raw: Sequence[RawPage]) -> list[str]:
    """What was left out since nobody sees it, by the reason, with its pages."""
    found: dict[str, list[str]] = {}
    for page in raw:
        for why in page.unseen:
            found.setdefault(why, []).append(str(page.number))
    return [
        f"hidden text left out ({why}): page {', '.join(numbers[:_MOST_NAMED])}"
        + (", …" if len(numbers) > _MOST_NAMED else "")
        for why, numbers in found.items()
    ]


def _rejoined(raw: Sequence[RawPage]) -> list[str]:
    texts = [page.text if page.state == "read" else "" for page in raw]
    bodies, running = drop_running_lines(texts)
    return [
        _joined(body, page, running)
        for body, page in zip(_whole_words(bodies, running), raw, strict=True)
    ]


def _joined(body: str, page: RawPage, running: frozenset[str]) -> str:
    """As its worker made it, unless the page is now another or has lines that stand alone."""
    is_same = body == page.text and bool(page.joined)
    if is_same and not (running and any(line.strip() in running for line in body.split("\n"))):
        return page.joined
    return rejoin_lines(body, running.union(page.headings))


def _labels(file: RawFile, count: int) -> list[str]:
    given = [one_line(label)[:_MAX_LABEL] for label in file.labels]
    given += [""] * (count - len(given))
    return [label or str(number) for number, label in enumerate(given[:count], 1)]


def _page(raw: RawPage, label: str, text: str, *, dynamic: bool) -> Page:
    if raw.state != "read":
        return Page(raw.number, label, "", raw.state, raw.reason)
    if not text.strip():
        return Page(raw.number, label, "", "empty", raw.reason)
    if len(text) < _LONGEST_PLACEHOLDER and (dynamic or _PLACEHOLDER.search(text)):
        return Page(raw.number, label, "", "unreadable", "a placeholder of a dynamic form")
    quality = raw.quality if raw.quality and text == raw.joined else assess(text)
    if quality.verdict == "unusable":
        return Page(raw.number, label, "", "unreadable", quality.reason)
    return Page(raw.number, label, text, "read", raw.reason or quality.reason)


def _whole_words(texts: Sequence[str], running: frozenset[str]) -> list[str]:
    """A word that is cut at the end of a page moved there whole, past headers and footers."""
    found = list(texts)
    for index in range(len(found) - 1):
        if "-" not in found[index][-_LAST:]:
            continue
        lines, following = found[index].split("\n"), found[index + 1].split("\n")
        last, first = _own(lines, -1, running), _own(following, 1, running)
        cut = _CUT_WORD.search(lines[last][-_LONGEST_WORD:].rstrip())
        rest = _REST_OF_WORD.match(following[first])
        if cut and rest:
            lines[last] = lines[last].rstrip()[:-1] + rest.group()
            following[first] = following[first][rest.end() :].lstrip(" ")
            found[index], found[index + 1] = "\n".join(lines), "\n".join(following)
    return found


def _own(lines: Sequence[str], step: int, running: frozenset[str]) -> int:
    """The first line from one end that does not come from page to page."""
    places = range(len(lines))[::step]
    return next((place for place in places if lines[place].strip() not in running), places[0])
