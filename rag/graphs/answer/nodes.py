"""The nodes of the answer graph; each reads the state and says what it did in a line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag.graphs.answer import catalogue
from rag.graphs.answer.publishing import published
from rag.graphs.answer.retrieval import Retriever, candidate_of
from rag.graphs.answer.state import AnswerState
from rag.graphs.answer.tracing import Visit
from rag.grounding.checks import check_claim
from rag.grounding.claims import split_claims
from rag.ports import Reasoner
from rag.sentences import page_reference, say
from rag.types import Candidate, Claim, Language, Placement, Visible

_REFUSAL_NAMES = 3
_THANKS = re.compile(r"\b(?:thanks|thank|thx|cheers)\b|谢|感谢", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:who|what|how|help)\b|谁|什么|怎么|帮助", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AnswerNodes:
    """Nodes as bound methods; the fields are what lives as long as the process."""

    reasoner: Reasoner
    retriever: Retriever

    async def understand(self, state: AnswerState) -> Visit:
        """Makes the question stand on its own and decides its route."""
        titles = sorted({p.title for p in state["visible"].placements})
        understood = await self.reasoner.understand(
            state["question"], state["history"], state["today"], titles
        )
        summary = f"{understood.route}, {understood.intent}, {understood.language}"
        if understood.follow_up:
            summary += f"; follow-up, read as “{understood.standalone}”"
        return Visit({"understanding": understood}, summary, understood.usage)

    async def reply(self, state: AnswerState) -> Visit:
        """Answers a greeting, thanks, or "what can you do"."""
        understood = state["understanding"]
        text = say(_reply_key(state["question"]), understood.language)
        return Visit({"outcome": "replied", "text": text, "citations": [], "claims": []}, "replied")

    async def list_documents(self, state: AnswerState) -> Visit:
        """Lists the documents, or says what a named one covers, from the registry."""
        understood, visible = state["understanding"], state["visible"]
        found = catalogue.named(visible, understood.document) if understood.document else None
        if found is not None:
            return await self._summary(found, visible, understood.language)
        text = catalogue.listing(visible, understood.language)
        count = len(visible.versions)
        update = {"outcome": "listed", "text": text, "citations": [], "claims": []}
        return Visit(update, f"{count} documents")

    async def retrieve(self, state: AnswerState) -> Visit:
        """Searches what this audience may see, by vector and by BM25."""
        understood = state["understanding"]
        queries = understood.queries or (understood.standalone,)
        found = await self.retriever.retrieve(
            queries, state["visible"], strict=state.get("strict", False)
        )
        summary = f"{self.retriever.mode}, {len(queries)} queries: {len(found)} passages"
        details = {"passages": [_place(c) for c in found]}
        return Visit({"candidates": found}, summary, details=details)

    async def grade_documents(self, state: AnswerState) -> Visit:
        """Keeps the candidates that bear on the question, and those that nobody judged."""
        candidates = state["candidates"]
        if not candidates:
            return Visit({"relevant": []}, "0/0 relevant")
        grading = await self.reasoner.grade(state["understanding"], candidates)
        verdicts = [grading.judgements.get(n) for n in range(1, len(candidates) + 1)]
        relevant = [c for c, v in zip(candidates, verdicts, strict=True) if v is None or v.relevant]
        details = {
            "judge": grading.judge,
            "dropped": [
                {**_place(c), "why": v.reason}
                for c, v in zip(candidates, verdicts, strict=True)
                if v is not None and not v.relevant
            ],
        }
        summary = f"{grading.judge}: {len(relevant)}/{len(candidates)} relevant"
        update = {"grading": grading, "relevant": relevant}
        return Visit(update, summary, grading.usage, details)

    async def rewrite_query(self, state: AnswerState) -> Visit:
        """Tries other words."""
        attempt = state.get("rewrites", 0) + 1
        rewritten = await self.reasoner.rewrite(state["understanding"], attempt)
        summary = f"{attempt}: {'; '.join(rewritten.queries)}"
        update = {"understanding": rewritten, "rewrites": attempt}
        return Visit(update, summary, rewritten.usage)

    async def compress(self, state: AnswerState) -> Visit:
        """Keeps the sentences that matter, with their pages."""
        excerpts = await self.reasoner.compress(state["understanding"], state["relevant"])
        pages = {(e.candidate.document, e.page) for e in excerpts}
        summary = f"{len(excerpts)} excerpts from {len(pages)} pages"
        return Visit({"excerpts": excerpts}, summary)

    async def generate(self, state: AnswerState) -> Visit:
        """Writes the answer from the excerpts alone."""
        again = "draft" in state
        failed = [c for c in state.get("claims", []) if c.verdict != "supported"]
        draft = await self.reasoner.generate(state["understanding"], state["excerpts"], failed)
        update: dict[str, object] = {"draft": draft}
        if again:
            update["regenerations"] = state.get("regenerations", 0) + 1
        confidence = draft.assessment.confidence
        return Visit(
            update,
            f"{len(draft.text)} characters, confidence {confidence:.2f}",
            draft.usage,
            {"confidence": confidence},
        )

    async def verify(self, state: AnswerState) -> Visit:
        """Checks every claim against its pages; what rules leave open goes to the reasoner."""
        excerpts = state["excerpts"]
        stated = split_claims(state["draft"].text)
        checks = [check_claim(claim, excerpts) for claim in stated]
        judged = await self.reasoner.verify(state["understanding"], stated, excerpts)
        claims = [
            verdict if check.outcome == "undecided" else check.applied(claim)
            for claim, check, verdict in zip(stated, checks, judged.claims, strict=True)
        ]
        contradicted = [c for c in claims if c.verdict == "contradicted"]
        second = state.get("regenerations", 0) == 1
        update = {
            "claims": claims,
            "on_topic": judged.on_topic,
            "strict": bool(contradicted) and second,
        }
        details = {"failed": [c.reason for c in claims if c.verdict != "supported"]}
        return Visit(update, _verdicts(claims, on_topic=judged.on_topic), judged.usage, details)

    async def publish(self, state: AnswerState) -> Visit:
        """Puts together what is supported and the pages that it cites."""
        outcome, text, citations, ledger = published(
            state["draft"].text,
            state["claims"],
            state["excerpts"],
            state["understanding"].language,
        )
        update = {"outcome": outcome, "text": text, "citations": citations, "claims": ledger}
        return Visit(update, f"{outcome}: {len(citations)} pages cited")

    async def refuse(self, state: AnswerState) -> Visit:
        """Says that nothing was found, without sources, and what to do next."""
        understood, visible = state["understanding"], state["visible"]
        key = "refusal" if visible.versions else "refusal_empty"
        text = say(key, understood.language)
        if hint := _unread(visible, understood.language):
            text += " " + hint
        claims = [replace(c, cites=()) for c in state.get("claims", [])]
        update = {"outcome": "refused", "text": text, "citations": [], "claims": claims}
        return Visit(update, "nothing found" if not claims else "nothing supported")

    async def _summary(self, document: Placement, visible: Visible, language: Language) -> Visit:
        store = self.retriever.store
        passages = await store.passages_of(visible, document.version)
        pages = (await store.pages(visible, [document.version]))[document.version]
        candidates = [candidate_of(p, pages, visible) for p in catalogue.outline(passages)]
        excerpts, claims = catalogue.opening_lines(candidates)
        draft = "\n".join(f"• {c.text} [{c.cites[0]}]" for c in claims)
        _, text, citations, ledger = published(draft, claims, excerpts, language)
        heading = say("summary", language, title=document.title, pages=document.pages)
        update = {
            "outcome": "listed",
            "text": f"{heading}\n{text}",
            "citations": citations,
            "claims": ledger,
        }
        return Visit(update, f"what “{document.title}” covers: {len(excerpts)} excerpts")


def _reply_key(question: str) -> str:
    """Which reply a bit of small talk gets."""
    if _THANKS.search(question):
        return "thanks"
    return "about" if _ABOUT.search(question) else "hello"


def _place(candidate: Candidate) -> dict[str, object]:
    passage = candidate.passage
    return {
        "passage": passage.id,
        "version": passage.version,
        "title": candidate.title,
        "pages": [passage.first_page, passage.last_page],
        "score": round(candidate.score, 5),
    }


def _verdicts(claims: Sequence[Claim], *, on_topic: bool) -> str:
    supported = sum(c.verdict == "supported" for c in claims)
    if claims and supported == len(claims):
        return "pass" if on_topic else "off the question"
    return f"{supported}/{len(claims)} claims supported"


def _unread(visible: Visible, language: Language) -> str:
    """Which pages nobody could read, since the answer may stand there."""
    unread = {p.version: p for p in visible.placements if p.unreadable}
    names = []
    for placement in list(unread.values())[:_REFUSAL_NAMES]:
        shown = [page_reference(n, str(n), language) for n in placement.unreadable[:5]]
        names.append(say("unread_pages", language, title=placement.title, pages=", ".join(shown)))
    return say("refusal_unread", language, documents="; ".join(names)) if names else ""
