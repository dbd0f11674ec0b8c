"""Asks the questions of a set, of the search alone and of the whole engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from rag import access
from rag.evaluation.library import AUDIENCE, Tell
from rag.evaluation.scores import auroc, hits, shares
from rag.evaluation.sets import Item
from rag.graphs.answer.retrieval import Retriever
from rag.service import Footnote
from rag.types import Answer, Candidate, Question, Visible

_EVERY = 10  # questions between words of progress
_DEEP = 20  # passages: enough for ten pages


@dataclass(frozen=True, slots=True)
class Search:
    """The search of an engine, over everything or within one document."""

    engine: Footnote
    tell: Tell

    async def pages(self, items: Sequence[Item]) -> dict[str, object]:
        """Gold pages found, across all documents and within the right one; the right one first."""
        seen = access.visible(await self.engine.documents(AUDIENCE), AUDIENCE)
        answerable = [item for item in items if item.answerable and item.gold]
        across, within, first = [], [], []
        for number, item in enumerate(answerable, 1):
            gold = {(item.document, page) for page in item.gold}
            ranked = _pages(await self._found(item, seen))
            across.append(hits(ranked, gold))
            first.append(bool(ranked) and ranked[0][0] == item.document)
            own = [p for p in seen.placements if p.name == item.document]
            ranked = _pages(await self._found(item, access.visible(own, AUDIENCE)))
            within.append(hits(ranked, gold))
            self._progress("searched", number, len(answerable))
        right = round(sum(first) / len(first), 3) if first else None
        return {
            "questions": len(answerable),
            "across": shares(across),
            "within": shares(within),
            "right document first": right,
        }

    async def articles(self, items: Sequence[Item]) -> dict[str, object]:
        """Gold articles or passages found among all."""
        seen = access.visible(await self.engine.documents(AUDIENCE), AUDIENCE)
        asked = [item for item in items if item.gold]
        found = []
        for number, item in enumerate(asked, 1):
            ranked = [c.passage.heading for c in await self._found(item, seen)]
            found.append(hits(ranked, item.gold))
            self._progress("searched", number, len(asked))
        return {"questions": len(asked), "across": shares(found)}

    async def _found(self, item: Item, seen: Visible) -> list[Candidate]:
        if not seen.placements:
            return []
        titles = sorted({p.title for p in seen.placements})
        today = datetime.now(UTC).date()
        understood = await self.engine.asking.reasoner.understand(
            item.question, item.history, today, titles
        )
        upkeep = self.engine.maintenance
        mode = self.engine.modes.retrieval
        search = Retriever(
            upkeep.embedder,
            upkeep.index,
            upkeep.store,
            "hybrid" if mode == "auto" else mode,
            top_k=_DEEP,
        )
        return await search.retrieve(understood.queries or (understood.standalone,), seen)

    def _progress(self, what: str, number: int, total: int) -> None:
        if number % _EVERY == 0 or number == total:
            self.tell(f"{what} {number}/{total}")


async def refusals(engine: Footnote, items: Sequence[Item], tell: Tell) -> dict[str, object]:
    """What the whole engine answers and refuses; the AUROC of its best relevance score."""
    counts: dict[str, dict[str, int]] = {"answerable": {}, "unanswerable": {}}
    scored: list[tuple[float, bool]] = []
    for number, item in enumerate(items, 1):
        answer = await engine.ask(_question(item))
        counts["answerable" if item.answerable else "unanswerable"].setdefault(answer.outcome, 0)
        counts["answerable" if item.answerable else "unanswerable"][answer.outcome] += 1
        scored.append((_relevance(answer), item.answerable))
        if number % _EVERY == 0 or number == len(items):
            tell(f"asked {number}/{len(items)}")
    return {"questions": len(items), "auroc": auroc(scored), **counts}


def _question(item: Item) -> Question:
    return Question(
        text=item.question,
        audience=AUDIENCE,
        thread=f"evaluation/{item.id}",
        asker="evaluation",
        job=f"evaluation:{item.id}:{datetime.now(UTC).timestamp()}",
        asked_at=datetime.now(UTC),
    )


def _relevance(answer: Answer) -> float:
    """The best score that a grading gave, of the first look; 0 where there was nothing."""
    graded = [step.details.get("best") for step in answer.steps if step.node == "grade_documents"]
    scores = [float(score) for score in graded if isinstance(score, int | float)]
    return scores[0] if scores else 0.0


def _pages(found: Sequence[Candidate]) -> list[tuple[str, int]]:
    """The page of each candidate's best hit, in order, then those of its other hits."""
    ranked: dict[tuple[str, int], None] = {}
    for position in range(max((len(c.hits) for c in found), default=0)):
        for candidate in found:
            if position < len(candidate.hits):
                page, _ = candidate.passage.pages_of(*candidate.hits[position])
                ranked[candidate.name, page] = None
    return list(ranked)
