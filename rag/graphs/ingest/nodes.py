"""The nodes of the ingest graph; each reads the state and says what it did in a line."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from rag.errors import RejectedFile
from rag.graphs.ingest.loading import (
    digest_of,
    live_placement,
    title_here,
    told,
    version_id,
)
from rag.graphs.ingest.routing import untried
from rag.graphs.ingest.similarity import neighbour_similarities
from rag.graphs.ingest.state import Attempt, IngestState, Rejection
from rag.graphs.ingest.storing import Storing
from rag.graphs.ingest.tracing import Visit
from rag.graphs.ingest.validity import best_of, problem_of
from rag.grounding.instructions import without_instructions
from rag.ports import DocumentStore, Embedder, Offer, Progress, Reader, VectorCache, VectorIndex
from rag.text.children import cut_children
from rag.text.parents import split_parents
from rag.text.questions import questions_of
from rag.text.structure import Choice, choose, measure
from rag.text.titles import document_title
from rag.types import Child, Passage, Placement


def _now() -> datetime:
    return datetime.now(UTC)


async def _unchecked(placed: Placement, passages: Sequence[Passage]) -> tuple[str, ...]:
    return await asyncio.to_thread(questions_of, placed.title, passages)


@dataclass(frozen=True, slots=True)
class IngestNodes:
    """Nodes as bound methods; the fields are what lives as long as the process."""

    reader: Reader
    embedder: Embedder
    cache: VectorCache
    store: DocumentStore
    index: VectorIndex
    clock: Callable[[], datetime] = _now
    offer: Offer = _unchecked
    similar: Embedder | None = None
    """Compares neighbouring sentences, if that need not be what the index is searched with."""
    turns: "WeakValueDictionary[str, asyncio.Lock]" = field(default_factory=WeakValueDictionary)
    """By version: who writes it, while it is written."""

    async def load(self, state: IngestState, progress: Progress) -> Visit:
        """Reads the pages, unless this workspace has the same content already."""
        upload = state["upload"]
        digest = await asyncio.to_thread(digest_of, upload.path)
        version = version_id(upload.workspace, digest, upload.strategy)
        live = await live_placement(self.store, upload, digest)
        if live:
            known, facts = live
            update = {"digest": digest, "version": known.version, "known": known, "facts": facts}
            summary = f"{known.pages} pages, read before ({facts.strategy}: {facts.reason})"
            return Visit({**update, "title": title_here(upload, known)}, summary)
        try:
            extraction = await self.reader.read(upload.path, progress, upload.name)
        except RejectedFile as error:
            rejection = Rejection(error.reason, str(error), error.pages)
            return Visit({"digest": digest, "rejection": rejection}, f"{error.reason}: {error}")
        title = document_title(upload.name, without_instructions(extraction.title))
        update = {"digest": digest, "version": version, "extraction": extraction, "title": title}
        return Visit(update, told(extraction))

    async def analyze(self, state: IngestState, _progress: Progress) -> Visit:
        """Decides by the structure of the whole text how to cut it; the uploader may insist."""
        extraction = state["extraction"]
        text = "\n".join(page.text for page in extraction.pages if page.text)
        headings = {heading for heading, _ in extraction.outline}
        structure = await asyncio.to_thread(measure, text, headings)
        choice = choose(structure)
        forced = state["upload"].strategy
        if forced and forced != choice.strategy:
            choice = Choice(forced, reason=f"asked for; {choice.reason}")
        return Visit({"choice": choice}, f"{choice.strategy}, {choice.size}: {choice.reason}")

    async def split(self, state: IngestState, progress: Progress) -> Visit:
        """Makes the parents once, and children from them. A splitter that raises is a bad split."""
        choice = state["choice"]
        passages = state.get("passages")
        attempts = state.get("attempts", [])
        try:
            if passages is None:
                passages = await asyncio.to_thread(self._parents, state)
            children = await self._children(passages, choice, progress)
        except Exception as error:  # noqa: BLE001 - whatever it raises, another way may do
            failed = Attempt(
                choice, (), f"{choice.strategy} failed: {type(error).__name__} {error}"
            )
            return Visit({"attempts": [*attempts, failed]}, failed.problem)
        attempt = Attempt(choice, children, problem_of(children))
        update = {"passages": passages, "attempts": [*attempts, attempt]}
        return Visit(update, f"{len(passages)} parents, {len(children)} children")

    async def validate(self, state: IngestState, _progress: Progress) -> Visit:
        """Accepts the last split if it will do, or the best one if none is left to try."""
        last = state["attempts"][-1]
        if not last.problem:
            return Visit({"accepted": last, "choice": last.choice}, "pass")
        if untried(state):
            return Visit({}, last.problem)
        best = best_of(state["attempts"])
        if best is None:
            rejection = Rejection("no_text", last.problem, len(state["extraction"].pages))
            return Visit({"rejection": rejection}, last.problem)
        summary = f"{last.problem}; the best is {best.choice.strategy}"
        return Visit({"accepted": best, "choice": best.choice}, summary)

    async def next_strategy(self, state: IngestState, _progress: Progress) -> Visit:
        """Takes the next way of cutting, with its default size."""
        choice = untried(state)
        if choice is None:
            raise LookupError("every strategy was tried")
        return Visit({"choice": choice}, f"{choice.strategy}, {choice.size}")

    async def store_version(self, state: IngestState, progress: Progress) -> Visit:
        """Makes it answer in its channel, in one switch."""
        storing = Storing(self.embedder, self.cache, self.store, self.index, self.clock, self.offer)
        if "known" in state:
            stored = await storing.place(state)
        else:
            # Read for two channels at once, it is written once: the other one finds it there.
            async with self.turns.setdefault(state["version"], asyncio.Lock()):
                stored = await storing.publish(state, progress)
        number = stored.placement.number
        if stored.already:
            summary = f"version {number} is there already"
        elif stored.replaced:
            summary = f"version {number} replaces version {stored.replaced}"
        else:
            summary = f"version {number}"
        return Visit({"stored": stored}, summary)

    async def reject(self, state: IngestState, _progress: Progress) -> Visit:
        """Says why there is no document; nothing was written."""
        rejection = state["rejection"]
        return Visit({}, rejection.reason)

    def _parents(self, state: IngestState) -> tuple[Passage, ...]:
        extraction = state["extraction"]
        return split_parents(
            state["version"],
            state["title"],
            extraction.pages,
            extraction.outline,
            extraction.levels,
        )

    async def _children(
        self, passages: Sequence[Passage], choice: Choice, progress: Progress
    ) -> tuple[Child, ...]:
        similarities: Sequence[Sequence[float]] = [()] * len(passages)
        if choice.strategy == "semantic":
            similar = self.similar or self.embedder
            similarities = await neighbour_similarities(passages, similar, progress)

        def cut() -> tuple[Child, ...]:
            return tuple(
                child
                for passage, values in zip(passages, similarities, strict=True)
                for child in cut_children(passage, choice.strategy, choice.size, values)
            )

        return await asyncio.to_thread(cut)
