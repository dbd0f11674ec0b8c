from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reader import PdfReader
from rag.types import Extraction

FIXTURES = Path(__file__).parents[2] / "fixtures" / "pdf"

Read = Callable[..., Awaitable[Extraction]]


async def silent(key: str, numbers: Mapping[str, object]) -> None:
    """Progress that nobody looks at."""


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a fixture by its name, or the bytes of a file."""

    async def run(source: str | bytes, limits: Limits | None = None) -> Extraction:
        path = FIXTURES / source if isinstance(source, str) else tmp_path / "made.pdf"
        if isinstance(source, bytes):
            path.write_bytes(source)
        return await PdfReader(limits or Limits()).read(path, silent)

    return run
