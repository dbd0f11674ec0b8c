"""The reader of PDF files: each in its own process, each page in its own time."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reading import read_by_worker
from rag.adapters.pdf.sniffing import require_pdf
from rag.adapters.pdf.spares import Spares
from rag.ports import Progress
from rag.types import Extraction


@dataclass(frozen=True, slots=True)
class PdfReader:
    """Reads PDF files within limits, however they are made and whatever they are called."""

    limits: Limits = field(default_factory=Limits)
    spares: Spares = field(default_factory=Spares)

    async def read(self, path: Path, progress: Progress, _name: str = "") -> Extraction:
        """Every page in order, with what could not be read said page by page."""
        await asyncio.to_thread(require_pdf, path, self.limits.file_bytes)
        return await read_by_worker(path, self.limits, progress, spares=self.spares)
