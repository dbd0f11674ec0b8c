"""The reader of all files: finds out what a file is and has the right worker read it."""

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.process import Program
from rag.adapters.pdf.reader import PdfReader
from rag.adapters.pdf.reading import read_by_worker
from rag.adapters.pdf.spares import Spares
from rag.adapters.reading.kinds import kind_of
from rag.errors import DamagedFile, NotAPdf
from rag.ports import Progress
from rag.types import Extraction

_WORKER = "rag.adapters.reading.worker"
_PAGE_CHARACTERS = 2_000_000  # a text is one page, however long it is


@dataclass(frozen=True, slots=True)
class FileReader:
    """PDF, Word, Markdown and plain text, each in a process that can be killed."""

    limits: Limits = field(default_factory=Limits)
    spares: Spares = field(default_factory=Spares)

    async def read(self, path: Path, progress: Progress, name: str = "") -> Extraction:
        """Every page in order; without a name the file's own counts."""
        called = name or path.name
        kind = await asyncio.to_thread(kind_of, path, called, self.limits.file_bytes)
        if kind == "pdf":
            return await PdfReader(self.limits, self.spares).read(path, progress)
        limits = replace(self.limits, page_characters=_PAGE_CHARACTERS)
        try:
            return await read_by_worker(path, limits, progress, Program(_WORKER, kind))
        except DamagedFile as error:
            if kind == "word" and not called.lower().endswith(".docx"):
                raise NotAPdf from error
            raise
