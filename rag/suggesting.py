"""Questions to offer with a document: only such as it is found to answer."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from rag import access
from rag.graphs.answer.retrieval import Retriever
from rag.grounding.instructions import addresses_assistant
from rag.ports import DocumentStore, Reasoner
from rag.text.questions import ranked_questions
from rag.types import Audience, Passage, Placement, Visible

_OFFERED = 3
_TRIED = 8  # questions; each costs a search and the terms of a few passages
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Suggesting:
    """Tries questions before they are offered: a button must not lead to "found nothing".

    A question is kept if the first passage that a search brings is one of the document, and if
    ``judge``, who needs no model, quotes an answer from what it brings.
    """

    retriever: Retriever
    judge: Reasoner
    store: DocumentStore

    async def of(self, placed: Placement, passages: Sequence[Passage]) -> tuple[str, ...]:
        """Up to three, in the order of the document. Never fails: then none is offered."""
        try:
            return await self._answered(placed, passages)
        except Exception:  # noqa: BLE001 - the document answers already, its questions are an extra
            _log.exception("questions could not be tried")
            return ()

    async def _answered(self, placed: Placement, passages: Sequence[Passage]) -> tuple[str, ...]:
        audience = Audience(placed.workspace, placed.channel, frozenset({placed.channel}))
        visible = access.visible(await self.store.placements(placed.workspace), audience)
        ranked = await asyncio.to_thread(ranked_questions, placed.title, passages, _OFFERED, _talks)
        kept: list[tuple[int, str]] = []
        for place, question in ranked[:_TRIED]:
            if len(kept) < _OFFERED and await self._is_answered(question, placed, visible):
                kept.append((place, question))
        return tuple(question for _, question in sorted(kept))

    async def _is_answered(self, question: str, placed: Placement, visible: Visible) -> bool:
        titles = sorted({p.title for p in visible.placements})
        understood = await self.judge.understand(question, (), datetime.now(UTC).date(), titles)
        if understood.route != "documents":
            return False
        found = await self.retriever.retrieve(understood.queries or (question,), visible)
        if not found or found[0].document != placed.document:
            return False
        grading = await self.judge.grade(understood, found)
        relevant = [c for n, c in enumerate(found, 1) if grading.judgements[n].relevant]
        excerpts = await self.judge.compress(understood, relevant)
        draft = await self.judge.generate(understood, excerpts, ())
        return bool(draft.text)


def _talks(heading: str) -> bool:
    """Whether a heading talks to the assistant: no question is made of it."""
    return any(map(addresses_assistant, heading.split("›")))
