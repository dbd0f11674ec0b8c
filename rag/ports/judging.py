"""What understands, judges and writes."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from rag.modes import Transform
from rag.ports.telling import Watch
from rag.types import (
    Candidate,
    Claim,
    Compression,
    Draft,
    Excerpt,
    Grading,
    Turn,
    Understanding,
    Verification,
)


class Reasoner(Protocol):
    """Everything that needs judgement. Stateless; raises `ModelUnavailable` when it can't judge."""

    @property
    def name(self) -> str: ...

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Transform = "auto",
    ) -> Understanding:
        """Makes a question stand on its own. ``documents`` are the titles that can be seen."""
        ...

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        """Other words for a question that found nothing. ``attempt`` counts from 1."""
        ...

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        """Judges all candidates at once."""
        ...

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        """The sentences that matter, verbatim, numbered from 1 in the order of the candidates."""
        ...

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Watch | None = None,
    ) -> Draft:
        """Writes from the excerpts alone. ``feedback`` are the claims that failed last time.

        ``watch`` is given the answer while it is written.
        """
        ...

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        """Judges every claim of a draft, in order, and whether together they answer the question."""
        ...


class Compressor(Protocol):
    """Chooses the sentences that matter in place of the `Reasoner`."""

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> Compression:
        """As the reasoner does: verbatim, numbered from 1 in the order of the candidates."""
        ...
