"""A file opened in the worker, and what it says of itself besides its pages."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from pypdf import PdfReader
from pypdf.errors import (
    DependencyError,
    FileNotDecryptedError,
    LimitReachedError,
    WrongPasswordError,
)
from pypdf.generic import Destination, DictionaryObject

from rag.adapters.pdf.layers import hidden_layers

_MAX_OUTLINE = 5000
_MAX_NOTES = 20
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
        document = PdfReader(str(path))
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


def describe(document: PdfReader, most_pages: int) -> dict[str, object]:
    """The first message of the worker."""
    count = len(document.pages)
    if count > most_pages:
        return {"pages": count, "title": "", "labels": [], "outline": [], "notes": []}
    labels: list[str] = _attempt(lambda: [str(label) for label in document.page_labels], [])
    outline: list[tuple[str, int]] = _attempt(lambda: _outline(document), [])
    attachments: list[str] = _attempt(lambda: _attachments(document), [])
    forms: list[str] = _attempt(lambda: _forms(document), [])
    layers: list[str] = _attempt(lambda: _layers(document), [])
    return {
        "pages": count,
        "title": _attempt(lambda: _title(document), ""),
        "labels": labels,
        "outline": outline,
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


def _outline(document: PdfReader) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for entry in _flat(document.outline):
        page = document.get_destination_page_number(entry)
        if page is not None and entry.title:
            found.append((str(entry.title), page + 1))
        if len(found) >= _MAX_OUTLINE:
            break
    return found


def _flat(entries: Iterable[object]) -> Iterable[Destination]:
    for entry in entries:
        if isinstance(entry, list):
            yield from _flat(entry)
        elif isinstance(entry, Destination):
            yield entry


def _attachments(document: PdfReader) -> list[str]:
    names = [str(file.name) for file in document.attachment_list]
    return [f"attachment not read: {name}" for name in names[:_MAX_NOTES]]


def _forms(document: PdfReader) -> list[str]:
    form = document.root_object.get("/AcroForm")
    if form is not None and "/XFA" in form.get_object():
        return ["dynamic form (XFA) not read"]
    return []


def _layers(document: PdfReader) -> list[str]:
    layers = [document.get_object(n) for n in sorted(hidden_layers(document))[:_MAX_NOTES]]
    names = [str(layer.get("/Name", "")) for layer in layers if isinstance(layer, DictionaryObject)]
    return [f"hidden layer not read: {name}" for name in names]
