"""A question in its conversation: remembered, bounded, paid for, measured and kept."""

import asyncio
import hashlib
import time
from dataclasses import asdict, dataclass, field
from weakref import WeakValueDictionary

from langchain_core.runnables import RunnableConfig

from rag import access
from rag.duties import conversation_name
from rag.errors import AccessChanged
from rag.graphs.answer.closing import noted
from rag.graphs.answer.graph import AnswerGraph
from rag.graphs.answer.measures import measures_of
from rag.graphs.answer.run import Run
from rag.graphs.answer.sources import sources_of
from rag.graphs.answer.state import AnswerState, Asked, RunContext
from rag.graphs.conversation.graph import ConversationContext, ConversationGraph, asked
from rag.modes import Modes
from rag.ports import (
    AnswerStore,
    DocumentStore,
    Memory,
    Metrics,
    NoTracer,
    Progress,
    Reasoner,
    Span,
    Spending,
    Tracer,
    Turns,
)
from rag.purse import Limits, RunPurse
from rag.types import Answer, Question, Turn, Visible


@dataclass(slots=True)
class Locks:
    """One lock a conversation, as long as somebody holds it."""

    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def of(self, conversation: str) -> asyncio.Lock:
        """The lock of that name."""
        lock = self._locks.get(conversation)
        if lock is None:
            lock = self._locks[conversation] = asyncio.Lock()
        return lock


@dataclass(frozen=True, slots=True)
class Running:
    """What goes with one run: who watches it, what pays for it, and its span."""

    progress: Progress
    purse: RunPurse
    span: Span


@dataclass(frozen=True, slots=True)
class Asking:
    """Everything that a question goes through. Built by `rag.bootstrap`."""

    reasoner: Reasoner
    answer_graph: AnswerGraph
    conversation_graph: ConversationGraph
    documents: DocumentStore
    answers: AnswerStore
    spending: Spending
    memory: Memory
    turns: Turns
    metrics: Metrics
    modes: Modes
    limits: Limits
    tracer: Tracer = field(default_factory=NoTracer)
    locks: Locks = field(default_factory=Locks)

    async def ask(self, question: Question, progress: Progress) -> Answer:
        """See `rag.service.Footnote.ask`. Questions of one conversation are answered in order."""
        audience = question.audience
        conversation = conversation_name(audience.workspace, question.thread, audience.key)
        async with self.locks.of(conversation):
            fresh = not await self.memory.readable(conversation)
            if fresh:
                await self.memory.forget(conversation)

            async def answering(question: Question, history: list[Turn]) -> Answer:
                return await self._answer(question, history, progress, fresh=fresh)

            await self.conversation_graph.ainvoke(
                asked(question),
                RunnableConfig(configurable={"thread_id": conversation}),
                context=ConversationContext(question, answering),
                durability="exit",
            )
            await self.memory.prune(conversation)
        kept = await self.answers.get(audience.workspace, answer_id(question.job))
        if kept is None:
            raise RuntimeError("an answer was not kept")
        if not kept.audience.channels <= audience.channels:
            # A job that was taken up again, and meanwhile somebody came or a right was lost.
            seen = access.visible(await self.documents.placements(audience.workspace), audience)
            if not access.may_show(kept, seen, audience):
                raise AccessChanged(question.job)
        return kept.answer

    async def _answer(
        self, question: Question, history: list[Turn], progress: Progress, *, fresh: bool
    ) -> Answer:
        workspace, number = question.audience.workspace, answer_id(question.job)
        if kept := await self.answers.get(workspace, number):
            return kept.answer
        purse = RunPurse(self.spending, self.limits, workspace, number)
        await purse.check_day()
        began = time.monotonic()
        visible = access.visible(await self.documents.placements(workspace), question.audience)
        history = access.remembered(history, visible)
        with self.tracer.span("invoke_agent footnote", _traced(question, number)) as span:
            running = Running(progress, purse, span)
            final = await self._run(question, history, visible, running)
        text = final["text"]
        if fresh:
            text = noted(text, "fresh", final["understanding"].language)
        answer = Answer(
            id=number,
            question=question.text,
            standalone=final["understanding"].standalone,
            outcome=final["outcome"],
            language=final["understanding"].language,
            text=text,
            citations=tuple(final["citations"]),
            claims=tuple(final["claims"]),
            steps=tuple(final["steps"]),
            asked_at=question.asked_at,
            milliseconds=round((time.monotonic() - began) * 1000, 1),
            sources=sources_of(final, history),
        )
        await self.answers.save(answer, question.audience, question.thread, question.asker)
        return answer

    async def _run(
        self, question: Question, history: list[Turn], visible: Visible, running: Running
    ) -> AnswerState:
        modes, span = question.modes or self.modes, running.span
        begin: Asked = {
            "question": question.text,
            "history": history,
            "visible": visible,
            "today": question.asked_at.date(),
            "modes": modes,
        }
        run = Run(self.answer_graph, self.turns)
        context = RunContext(
            running.progress, time.monotonic, self.limits.question, running.purse, self.tracer
        )
        span.tell("gen_ai.input.messages", lambda: question.text)
        try:
            return await run.finish(begin, context, modes.deadline)
        finally:
            measures = measures_of(run.state)
            self.metrics.run(measures)
            span.note({f"footnote.{name}": value for name, value in asdict(measures).items()})
            span.note({"footnote.outcome": run.state.get("outcome", "none")})
            span.tell("gen_ai.output.messages", lambda: run.state.get("text", ""))


def _traced(question: Question, number: str) -> dict[str, object]:
    """Which run it is: by names that say nothing of who asked what."""
    audience = question.audience
    talk = "|".join((audience.workspace, question.thread, audience.key))
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "footnote",
        "gen_ai.conversation.id": hashlib.sha256(talk.encode()).hexdigest()[:16],
        "footnote.answer": number,
    }


def answer_id(job: str) -> str:
    """The short id that a person sees and that finds the trace."""
    return hashlib.sha256(job.encode()).hexdigest()[:10]
