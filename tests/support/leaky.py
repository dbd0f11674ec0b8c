"""A reasoner that finds everything relevant, says all that it is given, and notes it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rag.graphs.answer.candidates import whole
from rag.types import (
    Candidate,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Judgement,
    Turn,
    Understanding,
    Verification,
)


@dataclass
class LeakyReasoner:
    """`Reasoner`. ``given`` is all that reached it: what isn't in there can't be told by a model."""

    given: list[str] = field(default_factory=list)
    name: str = "leaky"

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: str = "auto",
    ) -> Understanding:
        said = [turn.text for turn in history]
        self.given += [*said, *documents]
        return Understanding(
            standalone=" ".join([question, *said]),
            language="en",
            route="catalogue" if question.startswith("list") else "documents",
            queries=(question,),
            follow_up=bool(said),
        )

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        return understanding

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        for c in candidates:
            self.given += [c.title, c.name, c.passage.heading, c.passage.text]
        return Grading({n: Judgement(relevant=True) for n, _ in enumerate(candidates, 1)}, "leaky")

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        return whole(candidates)

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Any = None,
    ) -> Draft:
        return Draft("\n".join(f"{e.text.strip().rstrip('.')} [{e.number}]." for e in excerpts))

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        return Verification(tuple(Claim(c.text, c.cites, "supported", c.text) for c in claims))
