"""The engine as others use it: ask, ingest, list, compare, forget, trace, vote."""

import asyncio
import logging
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from rag.asking import Asking, answer_id
from rag.duties import Duties
from rag.graphs.answer.run import RECURSION_LIMIT
from rag.graphs.drawing import with_path
from rag.graphs.ingest.graph import IngestGraph
from rag.graphs.ingest.run import run_ingest
from rag.library import unfinished_before
from rag.modes import Modes
from rag.offering import Offering
from rag.opinions import Opinions
from rag.ports import AnswerStore, GraphPainter, Progress, VectorIndex, silent
from rag.proving import Proving
from rag.purse import RunPurse
from rag.records import Records
from rag.reviewing import Reviewing
from rag.types import (
    Answer,
    Audience,
    Citation,
    Doubt,
    KeptAnswer,
    Opinion,
    PagePicture,
    Question,
    Receipt,
    Source,
    Upload,
    Vote,
)

__all__ = ["RECURSION_LIMIT", "Footnote", "answer_id", "silent"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Footnote(Records):
    """The engine. Built by `rag.bootstrap`; closed by whoever opened it."""

    asking: Asking
    offering: Offering
    ingest_graph: IngestGraph
    answers: AnswerStore
    opinions: Opinions
    proving: Proving
    index: VectorIndex
    painter: GraphPainter
    duties: Duties
    reasoner_name: str
    embedder_name: str
    resources: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def ask(self, question: Question, progress: Progress = silent) -> Answer:
        """Answers a question in its conversation; the same job gets the same answer.

        Raises:
            DeadlineExceeded: the run took longer than it may, and nothing came of it.
            ModelUnavailable: judgement was needed and the model gave none.
            BudgetSpent: the question or the day may not cost more.
        """
        return await self.asking.ask(question, progress)

    @property
    def modes(self) -> Modes:
        """How questions are answered unless they say otherwise."""
        return self.asking.modes

    @property
    def is_indexing(self) -> bool:
        """Whether documents can't be found yet, because their vectors are being made."""
        return self.maintenance.backlog.is_open

    @property
    def indexing_failure(self) -> Exception | None:
        """Why documents can't be found, if the making of their vectors has failed."""
        return self.maintenance.backlog.failure

    async def ingest(self, upload: Upload, progress: Progress = silent) -> Receipt:
        """Reads a file and makes it answer in its channel. Raises a `RejectedFile`."""
        return await run_ingest(self.ingest_graph, upload, progress, self.asking.tracer)

    async def trace(self, answer: str, asker: str, audience: Audience) -> KeptAnswer:
        """An answer with its steps, for the person who asked. Raises `UnknownAnswer`.

        ``audience`` is who looks at it now: what that may not see is left out.
        """
        return await self._reviewing.trace(answer, asker, audience)

    async def trace_at(self, address: str, asker: str, audience: Audience) -> KeptAnswer:
        """The same by the message that it was published in."""
        return await self._reviewing.trace_at(address, asker, audience)

    async def last_trace(self, asker: str, thread_prefix: str, audience: Audience) -> KeptAnswer:
        """The same for this person's newest answer in threads whose name begins so."""
        return await self._reviewing.last_trace(asker, thread_prefix, audience)

    async def source(self, answer: str, number: int, audience: Audience) -> Source:
        """What a citation cites, if this audience may see it now. Raises `UnknownAnswer`."""
        return await self._reviewing.source(answer, number, audience)

    async def recheck(self, answer: str, audience: Audience) -> None:
        """Raises `AccessChanged` if the answer may not be published to this audience."""
        await self._reviewing.recheck(answer, audience)

    async def has_more(self, answer: str, public: Audience, alone: Audience) -> bool:
        """Whether ``alone`` sees something relevant that ``public`` doesn't. Costs one judgement.

        Raises:
            ModelUnavailable, BudgetSpent: it could not be judged.
        """
        asking = self.asking
        await RunPurse(asking.spending, asking.limits, alone.workspace, answer).check_day()
        return await self.offering.has_more(answer, public, alone)

    async def published_at(self, workspace: str, address: str) -> KeptAnswer | None:
        """The answer that was published in a message, for whoever reads it there."""
        return await self.answers.at_address(workspace, address)

    async def page_picture(self, path: Path, citation: Citation, audience: Audience) -> PagePicture:
        """See `rag.proving.Proving.picture`."""
        return await self.proving.picture(path, citation, audience)

    async def note_opinion(self, workspace: str, kept: KeptAnswer, opinion: Opinion) -> bool:
        """Keeps what a person said of an answer; it is their vote too. False: it is gone."""
        return await self.opinions.note(workspace, kept, opinion)

    async def doubts(self, workspace: str, document: str, version: str) -> list[Doubt]:
        """What to tell a document's uploader; empty if it is not yet, or was already, time to."""
        return await self.opinions.doubts(workspace, document, version)

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
        drawings = {
            "answer": self.asking.answer_graph.get_graph,
            "ingest": self.ingest_graph.get_graph,
        }
        return str(drawings[graph]().draw_mermaid())

    async def picture(self, graph: str) -> bytes:
        """The same as a PNG."""
        return await self.painter.paint(self.mermaid(graph))

    async def path_picture(self, answer: Answer) -> bytes:
        """The answer graph as a PNG, with the way that this answer took."""
        visited = [step.node for step in answer.steps]
        return await self.painter.paint(with_path(self.mermaid("answer"), visited))

    async def tidy(self) -> None:
        """Brings index and SQL together after a crash or another choice of embedder.

        Leftovers go at once. Vectors that are missing are made in the background, as a whole
        library may need them; until then those documents are found by nobody.
        """
        await self.purge()
        await self.maintenance.sweep(unfinished_before())
        task = asyncio.create_task(self._index_missing())
        self.resources.push_async_callback(_stop, task)

    async def _index_missing(self) -> None:
        try:
            await self.maintenance.index_missing()
        except Exception as error:  # noqa: BLE001 - nobody waits for it, and the next start tries again
            self.maintenance.backlog.failure = error
            _log.exception("missing vectors could not be made")

    async def close(self) -> None:
        """Closes everything that was opened for the engine."""
        await self.resources.aclose()

    @property
    def _reviewing(self) -> Reviewing:
        return Reviewing(self.documents_store, self.answers)


async def _stop(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
