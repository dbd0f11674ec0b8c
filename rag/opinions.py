"""What people think of answers: one vote each, with the state of the engine that gave the answer."""

import time
from collections import Counter
from dataclasses import dataclass

from rag.ports import OpinionStore
from rag.types import Doubt, KeptAnswer, Opinion

_ENOUGH = 3  # people
_DAYS = 30
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Opinions:
    """Keeps opinions, and finds documents that several people are not content with."""

    store: OpinionStore
    reasoner: str
    embedder: str

    async def note(self, workspace: str, kept: KeptAnswer, opinion: Opinion) -> bool:
        """Keeps what somebody said of an answer. False: it is not there any more."""
        return await self.store.note(workspace, kept.answer.id, opinion, self._snapshot(kept))

    async def doubts(self, workspace: str, document: str, version: str) -> list[Doubt]:
        """Answers citing a version that three people are not content with; once a version."""
        now = time.time_ns() // 1000
        since = now - _DAYS * 86_400 * _MICROSECONDS
        found = await self.store.doubts(workspace, version, since)
        people = {person for doubt in found for person in doubt.people}
        if len(people) < _ENOUGH:
            return []
        if not await self.store.claim_notice(workspace, document, version, now):
            return []
        return found

    def _snapshot(self, kept: KeptAnswer) -> dict[str, object]:
        """What gave the answer, as far as it isn't in the answer's own row."""
        answer = kept.answer
        return {
            "reasoner": self.reasoner,
            "embedder": self.embedder,
            "outcome": answer.outcome,
            "cited": [[c.document, c.version, c.page] for c in answer.citations],
            "visits": dict(Counter(step.node for step in answer.steps)),
        }
