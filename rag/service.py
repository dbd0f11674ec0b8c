"""The engine as others use it: ask, ingest, list, forget, trace, vote."""

import asyncio
import hashlib
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from langchain_core.runnables import RunnableConfig

from rag import access
from rag.errors import DeadlineExceeded, UnknownAnswer, UnknownDocument
from rag.graphs.answer.graph import AnswerGraph
from rag.graphs.answer.state import RunContext
from rag.graphs.conversation.graph import ConversationContext, ConversationGraph, asked
from rag.graphs.ingest.graph import IngestGraph
from rag.graphs.ingest.run import run_ingest
from rag.maintenance import Maintenance
from rag.ports import AnswerStore, DocumentStore, GraphPainter, Progress, VectorIndex
from rag.types import Answer, Audience, KeptAnswer, Placement, Question, Receipt, Turn, Upload, Vote

RECURSION_LIMIT = 40  # node visits: the longest run that the counters allow has fewer than 30
_UNFINISHED = timedelta(days=1)


async def silent(_node: str, _numbers: Mapping[str, object]) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True, slots=True)
class Footnote:
    """The engine. Built by `rag.bootstrap`; closed by whoever opened it."""

    answer_graph: AnswerGraph
    conversation_graph: ConversationGraph
    ingest_graph: IngestGraph
    documents_store: DocumentStore
    answers: AnswerStore
    index: VectorIndex
    painter: GraphPainter
    maintenance: Maintenance
    deadline: float
    reasoner_name: str
    embedder_name: str
    resources: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def ask(self, question: Question, progress: Progress = silent) -> Answer:
        """Answers a question in its conversation; the same job gets the same answer.

        Raises:
            DeadlineExceeded: the run took longer than it may.
            ModelUnavailable: judgement was needed and the model gave none.
        """

        async def answering(question: Question, history: list[Turn]) -> Answer:
            return await self._answer(question, history, progress)

        memory = "|".join((question.audience.workspace, question.thread, question.audience.key))
        try:
            async with asyncio.timeout(self.deadline):
                await self.conversation_graph.ainvoke(
                    asked(question),
                    RunnableConfig(configurable={"thread_id": memory}),
                    context=ConversationContext(question, answering),
                    durability="exit",
                )
        except TimeoutError as error:
            raise DeadlineExceeded(f"no answer within {self.deadline:g} s") from error
        return (await self._kept(question.audience.workspace, answer_id(question.job))).answer

    async def _answer(self, question: Question, history: list[Turn], progress: Progress) -> Answer:
        workspace, number = question.audience.workspace, answer_id(question.job)
        if kept := await self.answers.get(workspace, number):
            return kept.answer
        visible = access.visible(
            await self.documents_store.placements(workspace), question.audience
        )
        began = time.monotonic()
        final = await self.answer_graph.ainvoke(
            {
                "question": question.text,
                "history": history,
                "visible": visible,
                "today": question.asked_at.date(),
            },
            RunnableConfig(recursion_limit=RECURSION_LIMIT),
            context=RunContext(progress, time.monotonic),
        )
        answer = Answer(
            id=number,
            question=question.text,
            standalone=final["understanding"].standalone,
            outcome=final["outcome"],
            language=final["understanding"].language,
            text=final["text"],
            citations=tuple(final["citations"]),
            claims=tuple(final["claims"]),
            steps=tuple(final["steps"]),
            asked_at=question.asked_at,
            milliseconds=round((time.monotonic() - began) * 1000, 1),
        )
        await self.answers.save(answer, question.audience, question.thread, question.asker)
        return answer

    async def ingest(self, upload: Upload, progress: Progress = silent) -> Receipt:
        """Reads a file and makes it answer in its channel. Raises a `RejectedFile`."""
        return await run_ingest(self.ingest_graph, upload, progress)

    async def documents(self, audience: Audience) -> list[Placement]:
        """What this audience may see, oldest first."""
        found = await self.documents_store.placements(audience.workspace)
        return list(access.visible(found, audience).placements)

    async def forget(self, document: str, audience: Audience) -> list[Placement]:
        """Removes the placements that ``document`` names (its id, name or title) here.

        Raises:
            UnknownDocument: none that this audience may see is called so.
        """
        wanted = document.casefold()
        found = [
            p
            for p in await self.documents(audience)
            if wanted in {p.document.casefold(), p.name.casefold(), p.title.casefold()}
        ]
        if not found:
            raise UnknownDocument(document)
        await self._withdraw(found)
        return found

    async def forget_file(self, workspace: str, source_file: str) -> list[Placement]:
        """Removes what was placed by a file that its origin has deleted."""
        everything = await self.documents_store.placements(workspace)
        found = [p for p in everything if p.source_file == source_file]
        await self._withdraw(found)
        return found

    async def _withdraw(self, placements: list[Placement]) -> None:
        for placement in placements:
            orphans = await self.documents_store.withdraw(placement.workspace, placement.id)
            await self.index.delete_versions(orphans)
            await self.documents_store.discard(orphans)

    async def trace(self, workspace: str, answer: str, asker: str) -> KeptAnswer:
        """An answer with its steps, for the person who asked. Raises `UnknownAnswer`."""
        return self._own(await self._kept(workspace, answer), asker)

    async def trace_at(self, workspace: str, address: str, asker: str) -> KeptAnswer:
        """The same by the message that it was published in."""
        kept = await self.answers.at_address(workspace, address)
        if kept is None:
            raise UnknownAnswer(address)
        return self._own(kept, asker)

    async def last_trace(self, workspace: str, asker: str, thread_prefix: str) -> KeptAnswer:
        """The same for this person's newest answer in threads whose name begins so."""
        kept = await self.answers.last_of(workspace, asker, thread_prefix)
        if kept is None:
            raise UnknownAnswer(thread_prefix)
        return kept

    async def note_address(self, workspace: str, answer: str, address: str) -> None:
        """Records a message in which an answer was published."""
        await self.answers.note_address(workspace, answer, address)

    async def vote_at(self, workspace: str, address: str, vote: Vote) -> bool:
        """Counts a vote on the answer published there; False if none was."""
        kept = await self.answers.at_address(workspace, address)
        if kept is None:
            return False
        return await self.answers.vote(workspace, kept.answer.id, vote)

    async def votes(self, workspace: str, answer: str) -> dict[str, int]:
        """Current votes by person."""
        return await self.answers.votes(workspace, answer)

    def mermaid(self, graph: str) -> str:
        """The drawing of the ``answer`` or ``ingest`` graph. Raises KeyError for another name."""
        drawings = {"answer": self.answer_graph.get_graph, "ingest": self.ingest_graph.get_graph}
        return str(drawings[graph]().draw_mermaid())

    async def picture(self, graph: str) -> bytes:
        """The same as a PNG."""
        return await self.painter.paint(self.mermaid(graph))

    async def tidy(self) -> None:
        """Brings index and SQL together after a crash: missing vectors back, leftovers out."""
        await self.maintenance.repair(datetime.now(UTC) - _UNFINISHED)

    async def close(self) -> None:
        """Closes everything that was opened for the engine."""
        await self.resources.aclose()

    async def _kept(self, workspace: str, answer: str) -> KeptAnswer:
        kept = await self.answers.get(workspace, answer)
        if kept is None:
            raise UnknownAnswer(answer)
        return kept

    def _own(self, kept: KeptAnswer, asker: str) -> KeptAnswer:
        """Only who asked may see a trace: it tells of passages that others may not see."""
        if kept.asker != asker:
            raise UnknownAnswer(kept.answer.id)
        return replace(kept)


def answer_id(job: str) -> str:
    """The short id that a person sees and that finds the trace."""
    return hashlib.sha256(job.encode()).hexdigest()[:10]
