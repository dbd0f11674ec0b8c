"""The cited page, drawn from the very bytes that the answer cites."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rag import access
from rag.errors import ContentChanged, UnknownDocument
from rag.ports import DocumentStore, PagePainter
from rag.types import Audience, Citation, PagePicture

_KEPT = 12
_FRESH_SECONDS = 300.0
_PDF = b"%PDF-"
_HEAD = 1024  # bytes before the mark that a PDF may have

Key = tuple[str, int, tuple[str, ...]]


@dataclass(slots=True)
class Drawn:
    """The last pictures, in memory only and for minutes: they are somebody's document."""

    clock: Callable[[], float] = time.monotonic
    _kept: "OrderedDict[Key, tuple[float, PagePicture]]" = field(default_factory=OrderedDict)

    def get(self, key: Key) -> PagePicture | None:
        """The picture, while it is fresh."""
        self._drop_old()
        return self._kept[key][1] if key in self._kept else None

    def keep(self, key: Key, picture: PagePicture) -> None:
        """Keeps it in place of the oldest one."""
        self._drop_old()
        self._kept[key] = (self.clock(), picture)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def _drop_old(self) -> None:
        now = self.clock()
        while self._kept and now - next(iter(self._kept.values()))[0] >= _FRESH_SECONDS:
            self._kept.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Proving:
    """Draws pages for those who may see them."""

    store: DocumentStore
    painter: PagePainter
    drawn: Drawn = field(default_factory=Drawn)

    async def picture(self, path: Path, citation: Citation, audience: Audience) -> PagePicture:
        """The page that a citation names, from a file fetched just now.

        Raises:
            UnknownDocument: this audience may not see what is cited, or not any more.
            ContentChanged: the file has other bytes now than those that are cited.
            RejectedFile: the page can't be drawn.
        """
        visible = access.visible(await self.store.placements(audience.workspace), audience)
        if citation.version not in visible.versions:
            raise UnknownDocument(citation.document)
        digest, is_pdf = await asyncio.to_thread(_look, path)
        same = await self.store.version_facts(audience.workspace, digest)
        if citation.version not in {version.id for version in same}:
            raise ContentChanged(citation.version)
        return await self._picture(path, digest, citation) if is_pdf else PagePicture()

    async def _picture(self, path: Path, digest: str, citation: Citation) -> PagePicture:
        quotes = quotes_of(citation)
        key = (digest, citation.page, quotes)
        if known := self.drawn.get(key):
            return known
        picture = await self.painter.paint(path, citation.page, quotes)
        self.drawn.keep(key, picture)
        return picture


def quotes_of(citation: Citation) -> tuple[str, ...]:
    """What is to be seen on the page; answers of old have one quotation each."""
    quotes: Sequence[str] = citation.quotes or (citation.quote,)
    return tuple(quote for quote in quotes if quote.strip())


def _look(path: Path) -> tuple[str, bool]:
    """The SHA-256 of the bytes, and whether they are a PDF's."""
    with path.open("rb") as file:
        is_pdf = _PDF in file.read(_HEAD)
        file.seek(0)
        return hashlib.file_digest(file, "sha256").hexdigest(), is_pdf
