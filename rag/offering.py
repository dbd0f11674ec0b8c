"""Whether a person alone may see a better answer than the one that everybody there could get."""

from dataclasses import dataclass
from datetime import UTC, datetime

from rag import access
from rag.graphs.answer.retrieval import Retriever
from rag.ports import AnswerStore, DocumentStore, Reasoner, Spending
from rag.types import Answer, Audience, Understanding


@dataclass(frozen=True, slots=True)
class Offering:
    """One search among what only that person sees, and one judgement of what it finds."""

    documents: DocumentStore
    answers: AnswerStore
    retriever: Retriever
    reasoner: Reasoner
    spending: Spending

    async def has_more(self, answer: str, public: Audience, alone: Audience) -> bool:
        """Whether something relevant lies beyond what the public answer was made from."""
        kept = await self.answers.get(alone.workspace, answer)
        if kept is None or alone.channels <= public.channels:
            return False
        placements = await self.documents.placements(alone.workspace)
        more = access.beyond(placements, public, alone)
        if not more.placements:
            return False
        understood = _understood(kept.answer)
        found = await self.retriever.retrieve(understood.queries, more)
        if not found:
            return False
        grading = await self.reasoner.grade(understood, found)
        today = datetime.now(UTC).date()
        await self.spending.note(alone.workspace, answer, today, grading.usage)
        # What was not judged is kept for an answer; an offer needs somebody who says yes.
        return any(judged.relevant for judged in grading.judgements.values())


def _understood(answer: Answer) -> Understanding:
    return Understanding(
        standalone=answer.standalone,
        language=answer.language,
        route="documents",
        queries=(answer.standalone,),
    )
