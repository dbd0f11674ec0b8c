"""Cuts a document in each of the ways that there are."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rag.comparison.measures import bins_of, histogram, measured
from rag.graphs.ingest.similarity import neighbour_similarities
from rag.ports import DocumentStore, Embedder, Progress, Reader, silent
from rag.text.children import cut_children
from rag.text.parents import split_parents
from rag.text.structure import DEFAULT_SIZE, Choice, choose, measure
from rag.text.titles import document_title
from rag.types import Comparison, Extraction, Passage, Placement, Splitting, Strategy, Visible

WAYS: tuple[tuple[Strategy, int], ...] = (
    ("fixed", 256),
    ("fixed", 512),
    ("recursive", 512),
    ("recursive", 1024),
    ("semantic", DEFAULT_SIZE),
)


@dataclass(frozen=True, slots=True)
class Comparing:
    """Reads nothing into the stores and changes nothing in them."""

    reader: Reader
    embedder: Embedder
    """Compares neighbouring sentences."""
    store: DocumentStore

    async def file(self, path: Path, name: str, progress: Progress) -> Comparison:
        """A file that may never have been read. Raises a `RejectedFile`."""
        extraction = await self.reader.read(path, progress, name)
        title = document_title(name, extraction.title)
        passages = await asyncio.to_thread(_parents, title, extraction)
        text = "\n".join(page.text for page in extraction.pages if page.text)
        known = {heading for heading, _ in extraction.outline}
        choice = choose(await asyncio.to_thread(measure, text, known))
        return await self._compared(title, passages, len(extraction.pages), choice, progress)

    async def document(self, placement: Placement, visible: Visible) -> Comparison:
        """A document that is there already."""
        passages = await self.store.passages_of(visible, placement.version)
        text = "\n".join(passage.text for passage in passages)
        choice = choose(await asyncio.to_thread(measure, text))
        return await self._compared(placement.title, passages, placement.pages, choice, silent)

    async def _compared(
        self,
        title: str,
        passages: Sequence[Passage],
        pages: int,
        choice: Choice,
        progress: Progress,
    ) -> Comparison:
        cut = [await self._cut(passages, strategy, size, progress) for strategy, size in WAYS]
        longest = max((max(lengths, default=0) for _, lengths in cut), default=0)
        bins = bins_of(longest)
        return Comparison(
            title=title,
            pages=pages,
            characters=sum(len(passage.text) for passage in passages),
            parents=len(passages),
            chosen=choice.strategy,
            chosen_size=choice.size,
            reason=choice.reason,
            bins=bins,
            splittings=tuple(replace(s, histogram=histogram(lengths, bins)) for s, lengths in cut),
        )

    async def _cut(
        self, passages: Sequence[Passage], strategy: Strategy, size: int, progress: Progress
    ) -> tuple[Splitting, list[int]]:
        similarities: Sequence[Sequence[float]] = [()] * len(passages)
        if strategy == "semantic":
            try:
                similarities = await neighbour_similarities(passages, self.embedder, progress)
            except ValueError as error:  # a text too long for it: the other ways still compare
                return replace(measured(strategy, size, (), ()), problem=str(error)), []

        def cut() -> tuple[Splitting, list[int]]:
            children = [
                child
                for passage, values in zip(passages, similarities, strict=True)
                for child in cut_children(passage, strategy, size, values)
            ]
            return measured(strategy, size, passages, children), [len(c.text) for c in children]

        return await asyncio.to_thread(cut)


def _parents(title: str, extraction: Extraction) -> tuple[Passage, ...]:
    return split_parents("compared", title, extraction.pages, extraction.outline, extraction.levels)
