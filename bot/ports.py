"""What the bot needs of the engine, so that listeners and jobs can be given another one."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from pathlib import Path
from typing import Protocol

from rag.duties import Duties
from rag.modes import Modes
from rag.types import (
    Answer,
    AskedBefore,
    Audience,
    Citation,
    Comparison,
    Doubt,
    KeptAnswer,
    Opinion,
    Overview,
    PagePicture,
    Placement,
    Preference,
    Question,
    Receipt,
    Source,
    Upload,
    Vote,
)

Progress = Callable[[str, Mapping[str, object]], Awaitable[None]]


class Engine(Protocol):
    """`rag.service.Footnote`, as far as it is used here."""

    @property
    def reasoner_name(self) -> str:
        """See the engine."""
        ...

    @property
    def modes(self) -> Modes:
        """See the engine."""
        ...

    @property
    def is_indexing(self) -> bool:
        """See the engine."""
        ...

    @property
    def indexing_failure(self) -> Exception | None:
        """See the engine."""
        ...

    @property
    def duties(self) -> Duties:
        """See the engine."""
        ...

    async def ask(self, question: Question, progress: Progress) -> Answer:
        """See the engine."""
        ...

    async def ingest(self, upload: Upload, progress: Progress) -> Receipt:
        """See the engine."""
        ...

    async def purge(self) -> int:
        """See the engine."""
        ...

    async def forget(self, document: str, audience: Audience) -> list[Placement]:
        """See the engine."""
        ...

    async def restore(self, document: str, audience: Audience) -> list[Placement]:
        """See the engine."""
        ...

    async def forgotten(self, audience: Audience) -> list[Placement]:
        """See the engine."""
        ...

    async def compare_document(
        self, document: str, audience: Audience, channel: str = ""
    ) -> Comparison:
        """See the engine."""
        ...

    async def histograms(self, comparison: Comparison) -> bytes:
        """See the engine."""
        ...

    async def is_forgotten(self, workspace: str, source_file: str, channel: str) -> bool:
        """See the engine."""
        ...

    async def forget_file(
        self, workspace: str, source_file: str, channel: str | None = None, keep: str = ""
    ) -> list[Placement]:
        """See the engine."""
        ...

    async def documents(self, audience: Audience) -> list[Placement]:
        """See the engine."""
        ...

    async def trace_at(self, address: str, asker: str, audience: Audience) -> KeptAnswer:
        """See the engine."""
        ...

    async def trace(self, answer: str, asker: str, audience: Audience) -> KeptAnswer:
        """See the engine."""
        ...

    async def last_trace(self, asker: str, thread_prefix: str, audience: Audience) -> KeptAnswer:
        """See the engine."""
        ...

    async def source(self, answer: str, number: int, audience: Audience) -> Source:
        """See the engine."""
        ...

    async def recheck(self, answer: str, audience: Audience) -> None:
        """See the engine."""
        ...

    async def has_more(self, answer: str, public: Audience, alone: Audience) -> bool:
        """See the engine."""
        ...

    async def published_at(self, workspace: str, address: str) -> KeptAnswer | None:
        """See the engine."""
        ...

    async def page_picture(self, path: Path, citation: Citation, audience: Audience) -> PagePicture:
        """See the engine."""
        ...

    async def note_opinion(self, workspace: str, kept: KeptAnswer, opinion: Opinion) -> bool:
        """See the engine."""
        ...

    async def doubts(self, workspace: str, document: str, version: str) -> list[Doubt]:
        """See the engine."""
        ...

    async def note_address(self, workspace: str, answer: str, address: str) -> None:
        """See the engine."""
        ...

    async def vote_at(self, workspace: str, address: str, vote: Vote) -> bool:
        """See the engine."""
        ...

    async def overview(self, workspace: str, since: datetime) -> Overview:
        """See the engine."""
        ...

    async def recent(self, workspace: str, asker: str, most: int) -> list[AskedBefore]:
        """See the engine."""
        ...

    async def unanswered(
        self, workspace: str, channels: Collection[str], since: datetime, most: int
    ) -> list[AskedBefore]:
        """See the engine."""
        ...

    async def preferences(self, workspace: str) -> list[Preference]:
        """See the engine."""
        ...

    async def prefer(self, workspace: str, choice: Preference) -> None:
        """See the engine."""
        ...

    async def health(self) -> dict[str, int | str]:
        """See the engine."""
        ...

    async def picture(self, graph: str) -> bytes:
        """See the engine."""
        ...

    async def path_picture(self, answer: Answer) -> bytes:
        """See the engine."""
        ...
