"""What is known of a file before and after it is read."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from rag.errors import Superseded
from rag.ports import DocumentStore
from rag.text.titles import document_title
from rag.types import RECOGNIZED, Extraction, Page, Placement, Strategy, Upload, VersionFacts

_BLOCK = 1024 * 1024
_MOST_NAMED = 12


def digest_of(path: Path) -> str:
    """SHA-256 of the bytes. Blocks: call it in a thread."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def version_id(workspace: str, digest: str, strategy: Strategy | None) -> str:
    """The id of content cut in one way; the same bytes in another workspace are another."""
    key = "\x1f".join((workspace, digest, strategy or "auto"))
    return "v" + hashlib.sha256(key.encode()).hexdigest()[:24]


async def live_placement(
    store: DocumentStore, upload: Upload, digest: str
) -> tuple[Placement, VersionFacts] | None:
    """A placement of this content, in its own place if it is there; none if it must be read.

    If the uploader insists on a strategy, content that was cut in another way is other content.
    Raises `Superseded` if its place is taken by other content that was dropped later.
    """
    asked_for = version_id(upload.workspace, digest, upload.strategy)
    facts = {
        version.id: version
        for version in await store.version_facts(upload.workspace, digest)
        if upload.strategy in {None, version.strategy} or version.id == asked_for
    }
    live = await store.placements(upload.workspace)
    here = [p for p in live if p.channel == upload.channel and p.name == upload.name]
    _refuse_late(upload, [p for p in here if p.version not in facts])
    found = next((p for p in [*here, *live] if p.version in facts), None)
    return (found, facts[found.version]) if found else None


def _refuse_late(upload: Upload, here: Iterable[Placement]) -> None:
    """Spares reading what could not be stored; whether it can is decided by the store."""
    for placed in here:
        if placed.dropped_at and upload.dropped_at and placed.dropped_at > upload.dropped_at:
            raise Superseded(upload.name, placed.number)


def title_here(upload: Upload, known: Placement) -> str:
    """The title of content that was read before; the name that it has elsewhere is not told.

    A title that does not come from that name is the file's own.
    """
    own = "" if known.title == document_title(known.name) else known.title
    return document_title(upload.name, own)


def unread_pages(pages: Iterable[Page]) -> tuple[Page, ...]:
    """Pages that have something on them which could not be read."""
    return tuple(page for page in pages if page.state in {"image", "unreadable"})


def recognized_pages(pages: Iterable[Page]) -> tuple[Page, ...]:
    """Pages that were read from their picture."""
    return tuple(page for page in pages if page.reason == RECOGNIZED)


def doubtful_pages(pages: Iterable[Page]) -> tuple[Page, ...]:
    """Pages whose text is searched but never quoted from."""
    return tuple(page for page in pages if page.state == "read" and not page.is_reliable)


def told(extraction: Extraction) -> str:
    """The line of the trace about what was read."""
    count = len(extraction.pages)
    line = f"{count} page" if count == 1 else f"{count} pages"
    if unread := unread_pages(extraction.pages):
        line += f" ({len(unread)} unreadable: {_numbers(unread)})"
    if recognized := recognized_pages(extraction.pages):
        line += f"; read by OCR: {_numbers(recognized)}"
    if doubtful := doubtful_pages(extraction.pages):
        line += f"; doubtful text on {_numbers(doubtful)}"
    return "; ".join([line, *extraction.notes])


def _numbers(pages: Sequence[Page]) -> str:
    named = ", ".join(str(page.number) for page in pages[:_MOST_NAMED])
    return f"{named}, …" if len(pages) > _MOST_NAMED else named
