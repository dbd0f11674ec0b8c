"""The real engine in a temporary home, and questions to it."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rag.bootstrap import Opening, open_engine
from rag.config import RagSettings
from rag.service import Footnote
from rag.types import Audience, Question, Receipt, Upload
from tests.support.pdfs import of_pages

ASKED_AT = datetime(2025, 3, 14, 12, tzinfo=UTC)


@asynccontextmanager
async def opened(home: Path, **settings: Any) -> AsyncIterator[Footnote]:
    """The engine with the fast local embedder, untouched by the caller's environment."""
    given: dict[str, Any] = {
        "embedder": "use",
        "footnote_home": home,
        "answer_model": "",
        "database_url": "",
    }
    found = RagSettings(_env_file=None, **(given | settings))
    engine = await open_engine(found, Opening(share=False))
    try:
        yield engine
    finally:
        await engine.close()


def audience(*channels: str, key: str = "", workspace: str = "W1") -> Audience:
    return Audience(workspace, key or f"channel:{channels[0]}", frozenset(channels))


def question(  # noqa: PLR0913 - a question has that many sides
    text: str,
    job: str,
    *,
    thread: str = "",
    channels: Collection[str] = ("C1",),
    key: str = "",
    asker: str = "U1",
    workspace: str = "W1",
) -> Question:
    return Question(
        text=text,
        audience=audience(*channels, key=key, workspace=workspace),
        thread=thread or f"thread of {job}",
        asker=asker,
        job=job,
        asked_at=ASKED_AT,
    )


async def drop(
    engine: Footnote,
    path: Path,
    *pages: str,
    name: str = "",
    channel: str = "C1",
    workspace: str = "W1",
    source_file: str = "",
) -> Receipt:
    """Ingests a file; with texts it is made first, a page of lines for each."""
    if pages:
        path.write_bytes(of_pages(*(page.splitlines() for page in pages)))  # noqa: ASYNC240 - a few bytes
    upload = Upload(path, name or path.name, workspace, channel, "U1", source_file or path.name)
    return await engine.ingest(upload)
