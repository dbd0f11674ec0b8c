"""What reads files and paints pages and graphs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from rag.ports.telling import Progress
from rag.types import Extraction, PagePicture


class Reader(Protocol):
    """Reads the pages of a file outside this process."""

    async def read(self, path: Path, progress: Progress, name: str, /) -> Extraction:
        """Every page in order; ``name`` is what the file was called by who dropped it.

        Raises a `RejectedFile` if the file as a whole can't be read.
        """
        ...


class PagePainter(Protocol):
    """Draws pages of PDF files outside this process."""

    async def paint(self, path: Path, page: int, quotes: Sequence[str]) -> PagePicture:
        """A physical page with these quotations highlighted. Raises a `RejectedFile`."""
        ...


class PicturePainter(Protocol):
    """Paints a picture that is given as SVG, as a PNG."""

    async def paint(self, svg: str) -> bytes: ...


class GraphPainter(Protocol):
    """Draws Mermaid text as a PNG, offline."""

    async def paint(self, mermaid: str) -> bytes: ...
