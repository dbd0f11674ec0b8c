"""A file opened in the worker, and what it says of itself besides its pages."""

import re
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from pypdf import PdfReader
from pypdf.errors import (
    DependencyError,
    FileNotDecryptedError,
    LimitReachedError,
    WrongPasswordError,
)
from pypdf.generic import ArrayObject, Destination, DictionaryObject

from rag.adapters.pdf.layers import hidden_layers

_MAX_OUTLINE = 5000
_MAX_NOTES = 20
_CATALOG = re.compile(rb"(\d{1,9})\s+(\d{1,5})\s+obj\s*<<[^>]{0,200}/Type\s*/Catalog\b")
_END = 1024
_T = TypeVar("_T")


class OpenFailed(Exception):
    """The file as a whole can't be read: ``reason`` is password, damaged, complex or dependency."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def open_document(path: Path) -> PdfReader:
    """The document with its page tree read, by the empty password if it needs one."""
    try:
        return _opened(str(path))
    except OpenFailed as failure:
        ending = _missing_end(path) if failure.reason == "damaged" else b""
        if not ending:
            raise
        return _opened(BytesIO(path.read_bytes() + ending))


def _opened(source: str | BytesIO) -> PdfReader:
    try:
        document = PdfReader(source)
        unlocked = not document.is_encrypted or bool(document.decrypt(""))
        len(document.pages if unlocked else ())
    except DependencyError as error:
        raise OpenFailed("dependency", str(error)) from error
    except (FileNotDecryptedError, WrongPasswordError) as error:
        raise OpenFailed("password") from error
    except (LimitReachedError, RecursionError, MemoryError) as error:
        raise OpenFailed("complex", type(error).__name__) from error
    except Exception as error:
        raise OpenFailed("damaged", type(error).__name__) from error
    if not unlocked:
        raise OpenFailed("password")
    return document


def _missing_end(path: Path) -> bytes:
    """What a file that was cut off lacks for pypdf to look for its objects; none if it has that."""
    content = path.read_bytes()
    catalogs = _CATALOG.findall(content)
    if b"startxref" in content[-_END:] or b"/Encrypt" in content or not catalogs:
        return b""
    number, generation = catalogs[-1]
    root = b"/Root %b %b R" % (number, generation)
    return b"\ntrailer\n<< %b >>\nstartxref\n0\n%%%%EOF\n" % root


def describe(document: PdfReader, most_pages: int) -> dict[str, object]:
    """The first message of the worker."""
    count = len(document.pages)
    if count > most_pages:
        return {"pages": count, "title": "", "labels": [], "outline": [], "notes": []}
    labels: list[str] = _attempt(lambda: [str(label) for label in document.page_labels], [])
    outline: list[tuple[str, int, int]] = _attempt(lambda: _outline(document), [])
    attachments: list[str] = _attempt(lambda: _attachments(document), [])
    forms: list[str] = _attempt(lambda: _forms(document), [])
    layers: list[str] = _attempt(lambda: _layers(document), [])
    return {
        "pages": count,
        "title": _attempt(lambda: _title(document), ""),
        "labels": labels,
        "outline": [(title, page) for title, page, _ in outline],
        "levels": _levels(outline),
        "is_dynamic": count == 1 and _attempt(lambda: _is_dynamic(document), default=False),
        "notes": [*attachments, *forms, *layers],
    }


def _attempt(read: Callable[[], _T], default: _T) -> _T:
    try:
        return read()
    except (Exception, RecursionError):  # noqa: BLE001 - one bad field never fails a file
        return default


def _title(document: PdfReader) -> str:
    title = document.metadata.title if document.metadata else None
    return str(title or "")


def _outline(document: PdfReader) -> list[tuple[str, int, int]]:
    """Title, page and depth of each entry."""
    found: list[tuple[str, int, int]] = []
    for entry, depth in _flat(document.outline, 1):
        page = document.get_destination_page_number(entry)
        if page is not None and entry.title:
            found.append((str(entry.title), page + 1, depth))
        if len(found) >= _MAX_OUTLINE:
            break
    return found


def _flat(entries: Iterable[object], depth: int) -> Iterable[tuple[Destination, int]]:
    for entry in entries:
        if isinstance(entry, list):
            yield from _flat(entry, depth + 1)
        elif isinstance(entry, Destination):
            yield entry, depth


def _levels(outline: Sequence[tuple[str, int, int]]) -> list[tuple[str, int]]:
    """How deep the headings stand, unless all stand alike, which says nothing.

    One entry around all others is the document itself: it is no level. A title that is met at
    several depths belongs to the deepest: so it ends no chapter.
    """
    depths = [depth for _, _, depth in outline]
    if len(set(depths)) <= 1:
        return []
    over = 1 if depths.count(1) == 1 and depths[0] == 1 else 0
    deepest: dict[str, int] = {}
    for title, _, depth in outline:
        deepest[title] = max(deepest.get(title, 1), depth - over)
    return list(deepest.items())


def _attachments(document: PdfReader) -> list[str]:
    names = [str(file.name) for file in document.attachment_list]
    return [f"attachment not read: {name}" for name in names[:_MAX_NOTES]]


def _forms(document: PdfReader) -> list[str]:
    form = document.root_object.get("/AcroForm")
    if form is not None and "/XFA" in form.get_object():
        return ["dynamic form (XFA) not read"]
    return []


def _is_dynamic(document: PdfReader) -> bool:
    """Whether the form brings its own pages, so that those of the file only say so."""
    form = document.root_object.get("/AcroForm", DictionaryObject()).get_object()
    fields = form.get("/Fields", ArrayObject()).get_object()
    return "/XFA" in form and (bool(document.root_object.get("/NeedsRendering")) or not fields)


def _layers(document: PdfReader) -> list[str]:
    layers = [document.get_object(n) for n in sorted(hidden_layers(document))[:_MAX_NOTES]]
    names = [str(layer.get("/Name", "")) for layer in layers if isinstance(layer, DictionaryObject)]
    return [f"hidden layer not read: {name}" for name in names]
