"""Nodes that write from the pages and check what was written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rag.errors import BudgetSpent, ModelUnavailable
from rag.graphs.answer.candidates import whole
from rag.graphs.answer.closing import better
from rag.graphs.answer.ports_of_nodes import NodePorts
from rag.graphs.answer.state import AnswerState, RunContext, Verified
from rag.graphs.answer.tracing import Visit
from rag.graphs.answer.trusting import declines, is_borne_out, is_sure, settled
from rag.grounding.checks import Check, check_claim
from rag.grounding.claims import split_claims
from rag.grounding.frames import presentable, while_written
from rag.grounding.instructions import instructed, without_instructions
from rag.modes import Modes
from rag.types import Claim, Compression, Draft, Excerpt, Verification


class Writing(NodePorts):
    """From the relevant passages to a draft with its ledger."""

    async def compress(self, state: AnswerState) -> Visit:
        """Keeps the sentences that matter, with their pages; all of them if that fails."""
        relevant, failed = state["relevant"], ""
        try:
            kept = await self._compressed(state)
        except (ModelUnavailable, BudgetSpent):
            raise
        except Exception as error:  # noqa: BLE001 - to shorten is a kindness, not worth an answer
            kept = Compression(whole(relevant))
            failed = f"; whole, since it failed: {type(error).__name__}"
        excerpts = _plain(list(kept.excerpts), _asked(state))
        pages = {(e.candidate.document, e.page) for e in excerpts}
        before = sum(len(c.passage.text) for c in relevant)
        after = sum(len(e.text) for e in excerpts)
        summary = f"{len(excerpts)} excerpts from {len(pages)} pages, {after}/{before} characters"
        details = {"how": kept.how} if kept.how else {}
        return Visit({"excerpts": excerpts}, summary + failed, kept.usage, details)

    async def _compressed(self, state: AnswerState) -> Compression:
        understood, relevant = state["understanding"], state["relevant"]
        if self.compressor is not None:
            return await self.compressor.compress(understood, relevant)
        return Compression(await self.reasoner.compress(understood, relevant))

    async def generate(self, state: AnswerState, run: RunContext) -> Visit:
        """Writes the answer from the excerpts alone."""
        failed = [c for c in state.get("claims", []) if c.verdict != "supported"]
        draft = await self._draft(state, failed, run)
        update: dict[str, object] = {"draft": draft}
        if "draft" in state:
            update["regenerations"] = state.get("regenerations", 0) + 1
        confidence = draft.assessment.confidence
        summary = f"{len(draft.text)} characters, confidence {confidence:.2f}"
        if failed:
            summary += f", told of {len(failed)} failed"
        return Visit(update, summary, draft.usage, {"confidence": confidence})

    async def _draft(self, state: AnswerState, failed: Sequence[Claim], run: RunContext) -> Draft:
        understood, excerpts = state["understanding"], state["excerpts"]
        if state.get("modes", Modes()).mode != "fast":
            return await self.reasoner.generate(understood, excerpts, failed)

        async def watch(text: str) -> None:
            await run.progress("writing", {"text": while_written(text, excerpts)})

        return await self.reasoner.generate(understood, excerpts, failed, watch=watch)

    async def verify(self, state: AnswerState) -> Visit:
        """Checks every claim against its pages; what rules leave open goes to the reasoner."""
        excerpts, question = state["excerpts"], _asked(state)
        text = presentable(state["draft"].text, excerpts, question, declines)
        draft = replace(state["draft"], text=text)
        stated = [c for c in split_claims(draft.text) if not declines(c)]
        if not stated and state["draft"].text.strip():
            return _declined()
        pages = await self._pages(state, stated)
        wary = any(instructed(e.candidate.passage.text) for e in excerpts)
        checks = [check_claim(c, excerpts, pages, question=question, wary=wary) for c in stated]
        judged, how = await self._judged(state, stated, checks)
        claims = settled(stated, checks, judged)
        verified = Verified(draft.text, tuple(claims), tuple(excerpts), judged.on_topic)
        contradicted = any(c.verdict == "contradicted" for c in claims)
        update = {
            "draft": draft,
            "claims": claims,
            "on_topic": judged.on_topic,
            "declined": False,
            "best": better(state.get("best"), verified),
            # The first time it is told; the second time it also gets a stricter search.
            "strict": contradicted and state.get("regenerations", 0) == 1,
        }
        details = {"how": how, "failed": [c.reason for c in claims if c.verdict != "supported"]}
        return Visit(update, _verdicts(claims, judged), judged.usage, details)

    async def _judged(
        self, state: AnswerState, stated: Sequence[Claim], checks: Sequence[Check]
    ) -> tuple[Verification, str]:
        """Verdicts on all claims, by a model if there is one that rules can't decide."""
        sure = is_sure(state["draft"].assessment)
        if self.savings.verify_by == "rules" and sure and all(map(is_borne_out, checks, stated)):
            agreed = tuple(c.assumed(claim) for c, claim in zip(checks, stated, strict=True))
            return Verification(agreed), "rules and writer"
        if sure and stated and not any(c.outcome == "undecided" for c in checks):
            ruled = tuple(c.applied(claim) for c, claim in zip(checks, stated, strict=True))
            return Verification(ruled), "rules"
        # All of them, since together they have to answer the question.
        judged = await self.reasoner.verify(state["understanding"], stated, state["excerpts"])
        return judged, "model" if judged.usage.calls else self.reasoner.name

    async def _pages(self, state: AnswerState, stated: Sequence[Claim]) -> Mapping[int, str]:
        """The whole pages that are cited, by excerpt, so that rules see all that stands there."""
        cited = {number for claim in stated for number in claim.cites}
        excerpts = [e for e in state["excerpts"] if e.number in cited and not e.candidate.url]
        keys = sorted({_key(e) for e in excerpts})
        texts = await self.retriever.store.page_texts(state["visible"], keys) if keys else {}
        # With the excerpt: a sentence that runs over the break is cited by its first page.
        return {e.number: f"{texts[_key(e)]}\n{e.text}" for e in excerpts if _key(e) in texts}


def _asked(state: AnswerState) -> str:
    """All that is known of what was asked, for telling what has to do with it."""
    return f"{state['question']}\n{state['understanding'].standalone}"


def _plain(excerpts: Sequence[Excerpt], question: str) -> list[Excerpt]:
    """Without what is said to an assistant, which so is never read by one."""
    told = [(e, without_instructions(e.text, question, whole=True)) for e in excerpts]
    return [e if e.text == text else replace(e, text=text) for e, text in told if text.strip()]


def _declined() -> Visit:
    """The writer itself found nothing in the excerpts: no claim, nothing to check."""
    update = {"claims": [], "on_topic": False, "declined": True, "strict": False}
    return Visit(update, "the writer found no answer", details={"how": "rules"})


def _key(excerpt: Excerpt) -> tuple[str, int]:
    return excerpt.candidate.passage.version, excerpt.page


def _verdicts(claims: Sequence[Claim], judged: Verification) -> str:
    supported = sum(c.verdict == "supported" for c in claims)
    if claims and supported == len(claims):
        return "pass" if judged.on_topic else "off the question"
    return f"{supported}/{len(claims)} claims supported"
