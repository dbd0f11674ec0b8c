"""What is known of a file before and after it is read."""

import hashlib
from pathlib import Path

from rag.ports import DocumentStore
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
    """
    asked_for = version_id(upload.workspace, digest, upload.strategy)
    facts = {
        version.id: version
        for version in await store.version_facts(upload.workspace, digest)
        if upload.strategy in {None, version.strategy} or version.id == asked_for
    }
    same = [p for p in await store.placements(upload.workspace) if p.version in facts]
    here = [p for p in same if p.channel == upload.channel and p.name == upload.name]
    found = next(iter([*here, *same]), None)
    return (found, facts[found.version]) if found else None


def unread_pages(extraction: Extraction) -> tuple[Page, ...]:
    """Pages that have something on them which could not be read."""
    return tuple(page for page in extraction.pages if page.state in {"image", "unreadable"})


def told(extraction: Extraction) -> str:
    """The line of the trace about what was read."""
    count = len(extraction.pages)
    line = f"{count} page" if count == 1 else f"{count} pages"
    if unread := unread_pages(extraction):
        line += f" ({len(unread)} unreadable: {_numbers(unread)})"
    if recognized := [p for p in extraction.pages if p.reason == RECOGNIZED]:
        line += f"; read by OCR: {_numbers(recognized)}"
    if doubtful := [p for p in extraction.pages if p.state == "read" and not p.is_reliable]:
        line += f"; doubtful text on {_numbers(doubtful)}"
    return "; ".join([line, *extraction.notes])


def _numbers(pages: "list[Page] | tuple[Page, ...]") -> str:
    named = ", ".join(str(page.number) for page in pages[:_MOST_NAMED])
    return f"{named}, …" if len(pages) > _MOST_NAMED else named
