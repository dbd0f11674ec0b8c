"""The real engine on a folder of its own, for tests that drop files and ask."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from uuid import uuid4

from rag import access
from rag.bootstrap import open_engine
from rag.config import RagSettings
from rag.service import Footnote
from rag.types import Answer, Audience, Passage, Question, Receipt, Strategy, Upload

FIXTURES = Path(__file__).parents[1] / "fixtures" / "pdf"


@dataclass
class Scene:
    """One engine for many tests: each takes a channel of its own, and sees nothing of others."""

    engine: Footnote
    folder: Path
    settings: RagSettings
    numbers: "count[int]" = field(default_factory=count)

    def desk(self) -> "Desk":
        """A channel in a workspace that nobody has used, so that nothing was read before."""
        number = next(self.numbers)
        return Desk(self, f"C{number}", f"W{number}")


@dataclass
class Desk:
    """What somebody does in one channel."""

    scene: Scene
    channel: str
    workspace: str

    @property
    def audience(self) -> Audience:
        return Audience(self.workspace, f"channel:{self.channel}", frozenset({self.channel}))

    async def drop(
        self,
        source: str | bytes,
        name: str = "",
        *,
        strategy: Strategy | None = None,
        source_file: str = "",
    ) -> Receipt:
        """A fixture by its name, or the bytes of a file, under a name."""
        path = FIXTURES / source if isinstance(source, str) else self._written(source)
        called = name or (source if isinstance(source, str) else "made.pdf")
        upload = Upload(path, called, self.workspace, self.channel, "U1", source_file, strategy)
        return await self.scene.engine.ingest(upload)

    async def ask(self, text: str) -> Answer:
        """A question in a conversation of its own."""
        job = f"job-{uuid4().hex}"
        now = datetime.now(UTC)
        return await self.scene.engine.ask(Question(text, self.audience, job, "U1", job, now))

    async def names(self) -> list[str]:
        """What can be asked about here."""
        return [p.name for p in await self.scene.engine.documents(self.audience)]

    async def passages(self, version: str) -> list[Passage]:
        """The parents of a version that is live here."""
        store = self.scene.engine.documents_store
        visible = access.visible(await store.placements(self.workspace), self.audience)
        return await store.passages_of(visible, version)

    def _written(self, content: bytes) -> Path:
        path = self.scene.folder / f"dropped-{next(self.scene.numbers)}"
        path.write_bytes(content)
        return path


@asynccontextmanager
async def open_scene(folder: Path, **changed: object) -> AsyncIterator[Scene]:
    """Opens the engine with the fast embedder, and closes it."""
    plain = RagSettings(_env_file=None, footnote_home=folder / "home", embedder="use")
    settings = plain.model_copy(update=changed)
    engine = await open_engine(settings)
    try:
        yield Scene(engine, folder, settings)
    finally:
        await engine.close()


def pages_of(answer: Answer) -> set[int]:
    """The physical pages that an answer cites."""
    return {citation.page for citation in answer.citations}
