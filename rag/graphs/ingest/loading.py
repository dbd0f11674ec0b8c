"""What is known of a file before and after it is read."""

import hashlib
from pathlib import Path

from rag.ports import DocumentStore
from rag.types import Extraction, Page, Placement, Strategy, Upload

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
    store: DocumentStore, upload: Upload, digest: str, version: str
) -> Placement | None:
    """A placement of this content, in its own place if it is there; none if it must be read.

    If the uploader insists on a strategy, content that was cut in another way is other content.
    """
    held = await store.placements(upload.workspace)
    wanted = version
    if upload.strategy is None and not any(p.version == wanted for p in held):
        wanted = await store.find_version(upload.workspace, digest) or version
    same = [p for p in held if p.version == wanted]
    here = [p for p in same if p.channel == upload.channel and p.name == upload.name]
    return next(iter([*here, *same]), None)


def unread_pages(extraction: Extraction) -> tuple[Page, ...]:
    """Pages that have something on them which could not be read."""
    return tuple(page for page in extraction.pages if page.state in {"image", "unreadable"})


def told(extraction: Extraction) -> str:
    """The line of the trace about what was read."""
    count = len(extraction.pages)
    line = f"{count} page" if count == 1 else f"{count} pages"
    if unread := unread_pages(extraction):
        line += f" ({len(unread)} unreadable: {_numbers(unread)})"
    if doubtful := [p for p in extraction.pages if p.state == "read" and p.reason]:
        line += f"; doubtful text on {_numbers(doubtful)}"
    return "; ".join([line, *extraction.notes])


def _numbers(pages: "list[Page] | tuple[Page, ...]") -> str:
    named = ", ".join(str(page.number) for page in pages[:_MOST_NAMED])
    return f"{named}, …" if len(pages) > _MOST_NAMED else named
