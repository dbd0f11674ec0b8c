"""Judgement without a model: rules, terms and the embedder. It answers only by quoting.

What computes runs in a thread: the first Chinese question alone loads a dictionary for a second.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from rag.adapters.reasoners.extractive.ambiguity import choices_of
from rag.adapters.reasoners.extractive.asked import analyse
from rag.adapters.reasoners.extractive.calendar_words import resolved
from rag.adapters.reasoners.extractive.comparing import sides
from rag.adapters.reasoners.extractive.excerpts import excerpts_of
from rag.adapters.reasoners.extractive.follow_up import stand_alone
from rag.adapters.reasoners.extractive.quoting import (
    draft_text,
    located,
    quotations,
    without_failed,
)
from rag.adapters.reasoners.extractive.relevance import THRESHOLD, Scored, score_windows
from rag.adapters.reasoners.extractive.rewording import reworded
from rag.adapters.reasoners.extractive.routing import (
    catalogue,
    intent_of,
    is_small_talk,
    named_document,
    without_greeting,
)
from rag.adapters.reasoners.extractive.semantic import Cautious, Nearness
from rag.adapters.reasoners.extractive.windows import source_of_candidate
from rag.grounding.checks import check_claim
from rag.grounding.evidence import bare
from rag.modes import Transform
from rag.ports import Embedder, Watch
from rag.text.language import detect
from rag.types import (
    Assessment,
    Candidate,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Judgement,
    Turn,
    Understanding,
    Usage,
    Verification,
)


class ExtractiveReasoner:
    """A `Reasoner` that needs no key and no network. It holds nothing but a cache of vectors."""

    def __init__(self, embedder: Embedder, *, cautious: bool = False) -> None:
        self._nearness = Cautious(embedder) if cautious else Nearness(embedder)

    @property
    def name(self) -> str:
        """Told with each answer, so that nobody takes a quotation for a written answer."""
        return "extractive"

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Transform = "auto",
    ) -> Understanding:
        """Route, intent and a question that stands alone, by rules; a comparison by its sides."""
        understood = await asyncio.to_thread(_understood, question, history, today, documents)
        apart = transform == "decompose" or (
            transform == "auto" and understood.intent in {"comparison", "trend"}
        )
        queries = sides(understood.standalone) if apart else ()
        return replace(understood, queries=queries) if queries else understood

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        """The same question with other queries; the question itself stays what it was."""
        queries = await asyncio.to_thread(reworded, understanding.standalone, attempt)
        return replace(understanding, queries=queries or understanding.queries, usage=Usage())

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        """A candidate is relevant if one of its sentences reaches the threshold."""
        scored = await self._score_candidates(understanding, candidates)
        judgements = {}
        for number in range(1, len(candidates) + 1):
            own = [s for s in scored if s.window.source.number == number]
            judgements[number] = _judged(max(own, key=lambda s: s.score, default=None))
        choices = (
            ()
            if understanding.document
            else choices_of(scored, candidates, understanding.standalone)
        )
        return Grading(judgements, judge=self.name, choices=choices)

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        """The best sentences of each candidate with what they need, an excerpt a page."""
        scored = await self._score_candidates(understanding, candidates)
        broad = understanding.intent in {"summary", "comparison", "trend"}
        return excerpts_of(candidates, scored, broad=broad)

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Watch | None = None,  # noqa: ARG002 - a quotation is there at once
    ) -> Draft:
        """Quotes the best sentences; an empty draft if none reaches the threshold."""
        scored = await self._score_excerpts(understanding, excerpts)
        pieces = await asyncio.to_thread(
            quotations, scored, excerpts, THRESHOLD, understanding.intent
        )
        pieces = without_failed(pieces, [claim.text for claim in feedback])
        confidence = max((s.score for s in scored), default=0.0) if pieces else 0.0
        return Draft(
            draft_text(pieces), Assessment(confidence=confidence, source_traced=bool(pieces))
        )

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        """A claim is supported if it is a quotation. On topic: one of them reaches the threshold."""
        checked = await asyncio.to_thread(_checked, claims, excerpts)
        said = {bare(claim.text) for claim in checked if claim.verdict == "supported"}
        scored = await self._score_excerpts(understanding, excerpts)
        best = max((s.score for s in scored if bare(s.window.text) in said), default=0.0)
        return Verification(checked, on_topic=best >= THRESHOLD)

    async def _score_candidates(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Scored]:
        sources = [source_of_candidate(n, c) for n, c in enumerate(candidates, start=1)]
        asked = await asyncio.to_thread(
            analyse, understanding.standalone, tuple(understanding.queries)
        )
        return await score_windows(asked, sources, self._nearness)

    async def _score_excerpts(
        self, understanding: Understanding, excerpts: Sequence[Excerpt]
    ) -> list[Scored]:
        """Scores as in the whole passages, so that grading and writing agree."""
        candidates = list({e.candidate.passage.id: e.candidate for e in excerpts}.values())
        return located(await self._score_candidates(understanding, candidates), excerpts)


def _understood(
    question: str, history: Sequence[Turn], today: date, documents: Sequence[str]
) -> Understanding:
    language = detect(question)
    talk = is_small_talk(question)
    bare = without_greeting(question)
    route, document = catalogue(bare, documents)
    if route == "catalogue" and not talk:
        return Understanding(bare, language, route, intent_of(bare), document=document)
    alone = stand_alone(bare, history)
    if talk and not alone.follow_up:
        return Understanding(question, language, "small_talk")
    return Understanding(
        standalone=resolved(alone.text, today),
        language=language,
        route="documents",
        intent=intent_of(alone.text),
        queries=tuple(resolved(query, today) for query in alone.queries),
        document=named_document(bare, documents),
        follow_up=alone.follow_up,
    )


def _checked(claims: Sequence[Claim], excerpts: Sequence[Excerpt]) -> tuple[Claim, ...]:
    return tuple(check_claim(claim, excerpts).applied(claim) for claim in claims)


def _judged(best: Scored | None) -> Judgement:
    if best is None:
        return Judgement(relevant=False, reason="nothing on it can be quoted")
    found = best.features
    reasons = [f"{found.coverage:.0%} of the terms"]
    if not found.anchored:
        reasons.append("a number, year or code asked for is not there")
    if found.strangers:
        reasons.append("a name asked for is not there")
    if found.gap:
        reasons.append("a term asked for is nowhere")
    if found.kind == 0:
        reasons.append("not the kind of answer asked for")
    return Judgement(best.score >= THRESHOLD, "; ".join(reasons), round(best.score, 3))
