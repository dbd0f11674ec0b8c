"""What of a file's content was not read, or not as it stands: said in the receipt's language.

The reader tells it in English, as a kind with names after it (``attachment not read: a.xls``) or as
the reason of a page. What is not in these tables is shown as the reader says it.
"""

import re
from collections.abc import Iterable, Sequence

from bot.sentences import has, say
from rag.sentences import page_reference
from rag.types import Language, Page, Receipt

_LISTED_PAGES = 12
_LISTED_NAMES = 6
_NOTES = {
    "attachment not read": "note_attachment",
    "dynamic form (XFA) not read": "note_form",
    "hidden layer not read": "note_layer",
    "comments not read": "note_comments",
    "footnotes not read": "note_footnotes",
}
_REASONS = {
    "only an image: no text layer": "reason_image",
    "only a drawing: no text layer": "reason_drawing",
    "damaged": "reason_damaged",
    "too complex to read": "reason_complex",
    "too many characters": "reason_long",
    "reading it took too long": "reason_late",
    "reading it took too much memory": "reason_memory",
    "not read: the limit of the file was reached": "reason_limit",
    "a placeholder of a dynamic form": "reason_placeholder",
    "the picture of the page could not be read with certainty": "reason_uncertain",
    "the font has no character map": "reason_font",
    "wrongly encoded characters": "reason_encoding",
    "some characters have no meaning": "reason_meaningless",
    "the text layer is unreadable": "reason_layer",
    "parts of the text layer are unreadable": "reason_partly",
    "words run together": "reason_glued",
    "letters stand apart": "reason_apart",
}
_DETAIL = re.compile(r"\s*\([A-Za-z]+\)$")  # the name of an error, for the trace alone


def content_lines(receipt: Receipt, language: Language) -> list[str]:
    """A line for each kind of thing that whoever relies on the document should know."""
    lines = []
    if receipt.unread:
        lines.append(say("receipt_unread", language, pages=pages_told(receipt.unread, language)))
    if receipt.doubtful:
        lines.append(
            say("receipt_doubtful", language, pages=pages_told(receipt.doubtful, language))
        )
    if receipt.recognized:
        pages = _listed((_named(page, language) for page in receipt.recognized), language)
        lines.append(say("receipt_recognized", language, pages=pages))
    if receipt.notes:
        lines.append(say("receipt_notes", language, notes=notes_told(receipt.notes, language)))
    return lines


def pages_told(pages: Sequence[Page], language: Language) -> str:
    """Pages by number, each with its reason."""
    return _listed(
        (
            say(
                "with_reason",
                language,
                page=_named(page, language),
                reason=_reason(page, language),
            )
            for page in pages
        ),
        language,
    )


def notes_told(notes: Iterable[str], language: Language) -> str:
    """Each kind of note once, with the names of all that it is about."""
    kinds: dict[str, list[str]] = {}
    for note in notes:
        kind, _, name = note.partition(": ")
        kinds.setdefault(kind, []).extend([name] if name else [])
    return say("semicolon", language).join(_note(k, names, language) for k, names in kinds.items())


def _note(kind: str, names: Sequence[str], language: Language) -> str:
    told = say(_NOTES[kind], language) if kind in _NOTES else kind
    if not names:
        return told
    return say("note_of", language, note=told, names=_listed(names, language, _LISTED_NAMES))


def _reason(page: Page, language: Language) -> str:
    known = _REASONS.get(_DETAIL.sub("", page.reason)) or f"reason_{page.state}"
    return say(known, language) if has(known) else page.reason


def _named(page: Page, language: Language) -> str:
    return page_reference(page.number, page.label, language)


def _listed(items: Iterable[str], language: Language, most: int = _LISTED_PAGES) -> str:
    found = list(items)
    more = [f"… +{len(found) - most}"] if len(found) > most else []
    return say("comma", language).join([*found[:most], *more])
