"""Nodes that understand the question and find what may answer it."""

from collections.abc import Sequence
from dataclasses import replace

from rag.errors import ModelUnavailable
from rag.graphs.answer.candidates import alternating, described, readable, web_excerpts
from rag.graphs.answer.choosing import SURE_MARGIN, asks_back, mode_for, transform_for
from rag.graphs.answer.ports_of_nodes import NodePorts
from rag.graphs.answer.state import AnswerState, Searched
from rag.graphs.answer.tracing import Visit
from rag.modes import Modes
from rag.types import Candidate, Grading, Judgement


class Searching(NodePorts):
    """From the question to the passages that are judged relevant."""

    async def understand(self, state: AnswerState) -> Visit:
        """Makes the question stand on its own and decides its route."""
        modes, visible = state.get("modes", Modes()), state["visible"]
        titles = sorted({p.title for p in visible.placements})
        asked = (state["question"], state["history"], state["today"], titles)
        transform = transform_for(modes.transform, state["question"], visible)
        if transform == "auto":
            understood = await self.reasoner.understand(*asked)
        else:
            understood = await self.reasoner.understand(*asked, transform=transform)
        summary = f"{understood.route}, {understood.intent}, {understood.language}"
        if understood.follow_up:
            summary += f"; follow-up, read as “{understood.standalone}”"
        web = modes.web and self.web is not None
        how = "model" if understood.usage.calls else "rules"
        update = {"understanding": understood, "web": web}
        return Visit(update, summary, understood.usage, {"how": how, "transform": transform})

    async def retrieve(self, state: AnswerState) -> Visit:
        """Searches what this audience may see: all queries, or one side of a comparison."""
        understood, modes = state["understanding"], state.get("modes", Modes())
        queries = (state["query"],) if "side" in state else understood.queries
        mode = mode_for(modes.retrieval, understood)
        search = replace(self.retriever, mode=mode, top_k=modes.top_k)
        found = await search.retrieve(
            queries or (understood.standalone,),
            state["visible"],
            strict=state.get("strict", False),
        )
        searched = Searched(state.get("rounds", 0), state.get("side", 0), tuple(found))
        details = {
            "how": f"{mode}, strict" if state.get("strict") else mode,
            "queries": list(queries),
            "passages": [described(c) for c in found],
        }
        return Visit({"searched": [searched]}, f"{len(found)} passages", details=details)

    async def rerank(self, state: AnswerState) -> Visit:
        """Puts the candidates of all sides together, in a better order if a reranker gives one."""
        modes, this = state.get("modes", Modes()), state.get("rounds", 0)
        sides = sorted((s for s in state["searched"] if s.round == this), key=lambda s: s.side)
        found = alternating([s.candidates for s in sides], modes.top_k)
        update = {"candidates": found, "scores": [], "rounds": this + 1}
        if self.reranker is None or not modes.rerank or not found:
            return Visit(update, "order of the search kept", details={"how": "none"})
        name = self.reranker.name
        try:
            query = state["understanding"].standalone
            scores = await self.reranker.score(query, [readable(c) for c in found])
        except ModelUnavailable as error:
            why = f"failed, order of the search kept: {error}"
            return Visit(update, why, details={"how": name})
        if scores is None:
            return Visit(update, "another language, order kept", details={"how": name})
        ranked = sorted(zip(scores, found, strict=True), key=lambda pair: -pair[0])
        update |= {"candidates": [c for _, c in ranked], "scores": [s for s, _ in ranked]}
        mean = round(sum(scores) / len(scores), 4)
        details = {"how": name, "mean_score": mean, "order": [described(c) for _, c in ranked]}
        return Visit(update, f"{len(found)} passages, mean score {mean:g}", details=details)

    async def grade_documents(self, state: AnswerState) -> Visit:
        """Keeps the candidates that bear on the question, and those that nobody judged."""
        candidates = state["candidates"]
        if not candidates:
            return Visit({"relevant": [], "choices": ()}, "0/0 relevant", details={"best": 0.0})
        grading = self._by_reranker(state) or await self.reasoner.grade(
            state["understanding"], candidates
        )
        verdicts = [grading.judgements.get(n) for n in range(1, len(candidates) + 1)]
        pairs = list(zip(candidates, verdicts, strict=True))
        relevant = [c for c, v in pairs if v is None or v.relevant]
        choices = grading.choices if asks_back(state, relevant) else ()
        update = {"grading": grading, "relevant": relevant, "choices": choices}
        summary = f"{len(relevant)}/{len(candidates)} relevant"
        return Visit(update, summary, grading.usage, _graded(grading, pairs))

    def _by_reranker(self, state: AnswerState) -> Grading | None:
        """A cross-encoder that is sure of its best passage saves the call."""
        scores = state.get("scores", [])
        if self.savings.grade_by != "reranker" or self.reranker is None or not scores:
            return None
        threshold = self.reranker.threshold
        if threshold is None or max(scores) < threshold + SURE_MARGIN:
            return None
        judged = {n: Judgement(s >= threshold, "", s) for n, s in enumerate(scores, 1)}
        return Grading(judged, self.reranker.name)

    async def rewrite_query(self, state: AnswerState) -> Visit:
        """Tries other words."""
        attempt = state.get("rewrites", 0) + 1
        rewritten = await self.reasoner.rewrite(state["understanding"], attempt)
        summary = f"{attempt}: {'; '.join(rewritten.queries)}"
        update = {"understanding": rewritten, "rewrites": attempt, "strict": False}
        return Visit(update, summary, rewritten.usage)

    async def web_search(self, state: AnswerState) -> Visit:
        """Looks on the web, once; from then on the documents' pages are out of the answer."""
        update: dict[str, object] = {"from_web": True, "excerpts": [], "claims": []}
        if self.web is None:
            return Visit(update, "no web search is set")
        try:
            pages = await self.web.search(state["understanding"].standalone)
        except ModelUnavailable as error:
            return Visit(update, f"failed: {error}")
        update["excerpts"] = web_excerpts(pages)
        return Visit(update, f"{len(pages)} pages", details={"urls": [p.url for p in pages]})


def _graded(
    grading: Grading, pairs: Sequence[tuple[Candidate, Judgement | None]]
) -> dict[str, object]:
    judged = [v for _, v in pairs if v is not None]
    return {
        "how": grading.how or ("batch" if grading.usage.calls else grading.judge),
        "judge": grading.judge,
        "best": max((v.score or float(v.relevant) for v in judged), default=0.0),
        "unjudged": len(pairs) - len(judged),
        "dropped": [
            {**described(c), "why": v.reason} for c, v in pairs if v is not None and not v.relevant
        ],
    }
