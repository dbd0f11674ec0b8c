"""Compression by a model: it names the sentences to keep, so that every word stays as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.adapters.models.chat import ChatClient, Unreadable
from rag.adapters.models.prompt import Prompt
from rag.adapters.models.shortening import Block
from rag.adapters.reasoners.forms import KeptSentences, compression_form
from rag.adapters.reasoners.prompts import COMPRESS, COMPRESS_EXAMPLE
from rag.adapters.reasoners.quoting import document_block, question_block, squeezed
from rag.errors import ModelUnavailable
from rag.grounding.instructions import addresses_assistant
from rag.grounding.statements import statements
from rag.ports import Reasoner
from rag.types import Candidate, Compression, Excerpt, Understanding, Usage

Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ModelCompressor:
    """`Compressor`; ``rules`` do it where the model gives nothing that can be read."""

    client: ChatClient
    rules: Reasoner

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> Compression:
        """In one call. A passage of which a sentence is named that it doesn't have stays whole."""
        parts = [_parts(candidate) for candidate in candidates]
        prompt = _prompt(understanding, candidates, parts)
        try:
            kept, usage = await self.client.structured(prompt, compression_form())
        except Unreadable as unreadable:
            return await self._by_rules(understanding, candidates, unreadable.usage)
        except ModelUnavailable:
            return await self._by_rules(understanding, candidates, Usage())
        excerpts: list[Excerpt] = []
        for number, (candidate, own) in enumerate(zip(candidates, parts, strict=True), 1):
            chosen = _chosen(candidate, own, kept.get(number))
            for page, text in _by_page(candidate, chosen):
                excerpts.append(Excerpt(len(excerpts) + 1, candidate, page, text))
        if not excerpts:
            return await self._by_rules(understanding, candidates, usage)
        return Compression(excerpts, usage, self.client.model)

    async def _by_rules(
        self, understanding: Understanding, candidates: Sequence[Candidate], usage: Usage
    ) -> Compression:
        excerpts = await self.rules.compress(understanding, candidates)
        return Compression(excerpts, usage, "rules")


def _prompt(
    understanding: Understanding, candidates: Sequence[Candidate], parts: Sequence[Sequence[Part]]
) -> Prompt:
    documents: list[Block] = []
    for number, (candidate, own) in enumerate(zip(candidates, parts, strict=True), 1):
        text = candidate.passage.text
        lines = (f"({n}) {' '.join(text[a:b].split())}" for n, (a, b) in enumerate(own, 1))
        documents.append(document_block(number, candidate.title, "\n".join(lines)))
    return Prompt(
        system=COMPRESS,
        example=COMPRESS_EXAMPLE,
        documents=tuple(documents),
        task=question_block(understanding.standalone),
        about=understanding.standalone,
    )


def _parts(candidate: Candidate) -> list[Part]:
    """Its sentences, without those that may not be quoted: instructions and flagged pages."""
    passage = candidate.passage
    return [
        (start, end)
        for start, end in statements(passage.text)
        if passage.pages_of(start, end)[0] not in candidate.unreliable
        and not addresses_assistant(passage.text[start:end])
    ]


def _chosen(candidate: Candidate, parts: Sequence[Part], kept: KeptSentences | None) -> list[Part]:
    """What was named; all of it if nothing was said of it or something that isn't there."""
    if kept is None:
        return list(parts)
    text = candidate.passage.text
    places = {squeezed(text[a:b]): n for n, (a, b) in enumerate(parts, 1)}
    numbers = {_number(item, places) for item in kept}
    if not all(n is not None and 1 <= n <= len(parts) for n in numbers):
        return list(parts)
    return [part for n, part in enumerate(parts, 1) if n in numbers]


def _number(item: int | str, places: Mapping[str, int]) -> int | None:
    """Of a sentence that is named, or written out as it stands."""
    return item if isinstance(item, int) else places.get(squeezed(item))


def _by_page(candidate: Candidate, parts: Sequence[Part]) -> list[tuple[int, str]]:
    """A sentence over a page break stands with the page it begins on."""
    pages: dict[int, list[str]] = {}
    for start, end in parts:
        page = candidate.passage.pages_of(start, end)[0]
        pages.setdefault(page, []).append(candidate.passage.text[start:end])
    return [(page, "\n".join(pieces)) for page, pieces in sorted(pages.items())]
