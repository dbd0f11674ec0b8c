"""Embeddings from any OpenAI-compatible endpoint."""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
import openai
from pydantic import SecretStr

from rag.adapters.embedders.vectors import embeddable, unit
from rag.adapters.models.faults import Overflow, Refused, translate
from rag.adapters.models.gate import Busy, Gate
from rag.errors import (
    ContentFiltered,
    EmbeddingsRefused,
    EmbeddingsUnavailable,
    ModelBusy,
    ModelRefused,
    ModelUnavailable,
)
from rag.ports import NoTracer, Tracer

_LOG = logging.getLogger(__name__)
_FAILURES = (
    openai.OpenAIError,
    httpx2.HTTPError,
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
)
_SHORTEST = 200
_ALIKE = 0.999_999
_PROBE_WORD = "lorem "


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """``batch`` is the most texts a request; ``longest`` the most characters of a passage.

    ``deadline`` bounds one request for passages with its repeats, in seconds; a query has the
    gate's, since somebody waits for it. The prefixes are for models that
    were trained with them.
    """

    model: str
    endpoint: str = "https://api.openai.com/v1"
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    batch: int = 10
    timeout: float = 60.0
    deadline: float = 600.0
    longest: int = 2_000
    query_prefix: str = ""
    passage_prefix: str = ""


class OpenAIEmbedder:
    """Made by `connect`, which asks the endpoint for the dimension."""

    def __init__(
        self,
        settings: EmbeddingSettings,
        gate: Gate,
        dimension: int,
        tracer: Tracer | None = None,
    ) -> None:
        self._settings = settings
        self._tracer = tracer or NoTracer()
        self._gate = gate
        self._dimension = dimension
        self._batch = settings.batch
        self._takes_format = True
        self._kept: dict[str, list[float]] = {}
        self._client = openai.AsyncOpenAI(
            api_key=settings.key.get_secret_value() or "none",
            base_url=settings.endpoint,
            timeout=settings.timeout,
            max_retries=0,
        )

    @classmethod
    async def connect(
        cls, settings: EmbeddingSettings, gate: Gate, tracer: Tracer | None = None
    ) -> "OpenAIEmbedder":
        """An embedder of the dimension that the endpoint has. Raises `ModelUnavailable`.

        Warns if the endpoint cuts long texts: then two that differ at their ends come out alike.
        """
        embedder = cls(settings, gate, 0, tracer)
        try:
            filler = _PROBE_WORD * (settings.longest // len(_PROBE_WORD))
            first, second = await embedder.embed_passages([filler + "alpha", filler + "omega"])
        except BaseException:
            await embedder.close()
            raise
        embedder._dimension = len(first)
        if math.fsum(a * b for a, b in zip(first, second, strict=True)) > _ALIKE:
            _LOG.warning(
                "The embeddings endpoint seems to cut texts of %d characters: what stands at "
                "their ends can't be found",
                settings.longest,
            )
        return embedder

    @property
    def name(self) -> str:
        """The model's name; prefixes make other vectors, so they are part of it."""
        prefixes = (self._settings.query_prefix, self._settings.passage_prefix)
        return self._settings.model + "".join(f"|{prefix}" for prefix in prefixes if prefix)

    @property
    def dimension(self) -> int:
        """Floats in a vector."""
        return self._dimension

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.close()

    async def embed_query(self, text: str) -> list[float]:
        """The vector to search with."""
        prepared = embeddable(self._settings.query_prefix + text)
        return (await self._traced([prepared], None))[0]

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order.

        What was embedded before a failure is kept and not asked for when it is tried again.
        """
        prepared = [embeddable(self._settings.passage_prefix + text) for text in texts]
        done = {text: self._kept[text] for text in prepared if text in self._kept}
        missing = [text for text in dict.fromkeys(prepared) if text not in done]
        try:
            while missing:
                batch = missing[: self._batch]
                vectors = await self._traced(batch, self._settings.deadline)
                done.update(zip(batch, vectors, strict=True))
                missing = missing[len(batch) :]
        except BaseException:
            self._kept |= done
            raise
        for text in prepared:
            self._kept.pop(text, None)
        return [done[text] for text in prepared]

    async def _traced(self, texts: Sequence[str], deadline: float | None) -> list[list[float]]:
        told = {
            "gen_ai.operation.name": "embeddings",
            "gen_ai.request.model": self._settings.model,
            "footnote.texts": len(texts),
        }
        with self._tracer.span(f"embeddings {self._settings.model}", told, remote=True):
            try:
                return await self._embed(texts, deadline)
            except (ModelBusy, ContentFiltered):  # passes, or is of these texts alone
                raise
            except ModelRefused as error:
                raise EmbeddingsRefused(str(error)) from error
            except ModelUnavailable as error:
                raise EmbeddingsUnavailable(str(error)) from error

    async def _embed(self, texts: Sequence[str], deadline: float | None) -> list[list[float]]:
        """Vectors of one batch, halved as often as the endpoint finds it too large."""
        try:
            return await self._gate.run(lambda: self._request(texts), deadline=deadline)
        except Refused as refused:
            if refused.parameter == "encoding_format":
                self._takes_format = False
                return await self._embed(texts, deadline)
            return await self._embed_less(texts, refused, deadline)
        except Overflow as overflow:
            return await self._embed_less(texts, overflow, deadline)

    async def _embed_less(
        self, texts: Sequence[str], error: Exception, deadline: float | None
    ) -> list[list[float]]:
        half = len(texts) // 2
        if half:
            if isinstance(error, Refused):
                self._batch = min(self._batch, len(texts) - half)
            first = await self._embed(texts[:half], deadline)
            return first + await self._embed(texts[half:], deadline)
        text = texts[0]
        if isinstance(error, Refused) or len(text) <= _SHORTEST:
            raise ModelUnavailable(str(error)) from error
        _LOG.warning("A text of %d characters is too long to embed and was cut", len(text))
        return await self._embed([text[: len(text) // 2]], deadline)

    async def _request(self, texts: Sequence[str]) -> list[list[float]]:
        # Posted by hand: the client's own method asks for base64 where no format is named.
        wanted = {"encoding_format": "float"} if self._takes_format else {}
        body = {"model": self._settings.model, "input": list(texts), **wanted}
        try:
            reply = await self._client.post("/embeddings", body=body, cast_to=dict[str, Any])
            vectors = [unit(row["embedding"]) for row in _in_order(reply["data"])]
        except _FAILURES as error:
            raise translate(error, wanted) from error
        if len(vectors) != len(texts):
            raise Busy(f"{len(vectors)} vectors for {len(texts)} texts", retries=1)
        self._check_dimension(vectors)
        return vectors

    def _check_dimension(self, vectors: Sequence[Sequence[float]]) -> None:
        wanted = self._dimension or len(vectors[0])
        if any(len(vector) != wanted for vector in vectors):
            raise ModelUnavailable("the endpoint changed the dimension of its vectors")


def _in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By their index; rows that don't say it are in the order of the texts."""
    return sorted(rows, key=lambda row: row.get("index") or 0)
