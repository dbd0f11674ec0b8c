"""Any ``/rerank`` endpoint: Jina, Cohere, SiliconFlow, Xinference, vLLM and the like."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import aiohttp
from pydantic import SecretStr

from rag.adapters.models.faults import retry_after
from rag.adapters.models.gate import Busy, Gate
from rag.errors import ModelUnavailable
from rag.ports import NoTracer, Tracer

_LONGEST = 4_000  # characters of a text: more than most rerankers read
_DETAIL = 200
_REPEATABLE = frozenset({408, 425, 429})
_TOO_MANY = 429
_SERVER_ERROR = 500
_ERROR = 400


@dataclass(frozen=True, slots=True)
class RerankSettings:
    """``timeout`` bounds one request, ``deadline`` it and its repeats, in seconds.

    Both are short: without its scores the order of the search stays, which is no loss to wait for.
    """

    model: str
    endpoint: str
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    timeout: float = 10.0
    deadline: float = 15.0


class EndpointReranker:
    """`Reranker`; its scores mean nothing beyond their order."""

    threshold: float | None = None

    def __init__(self, settings: RerankSettings, gate: Gate, tracer: Tracer | None = None) -> None:
        self._settings = settings
        self._tracer = tracer or NoTracer()
        self._gate = gate
        self._session: aiohttp.ClientSession | None = None

    @property
    def name(self) -> str:
        """The model's name at its endpoint."""
        return self._settings.model

    async def close(self) -> None:
        """Closes the connections."""
        if self._session is not None:
            await self._session.close()

    async def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """One score a text; a text that the endpoint leaves out is the last."""
        if not texts:
            return []
        sent = [text[:_LONGEST] for text in texts]
        model, deadline = self._settings.model, self._settings.deadline
        told = {"gen_ai.operation.name": "rerank", "gen_ai.request.model": model}
        with self._tracer.span(f"rerank {model}", told, remote=True):
            return await self._gate.run(lambda: self._request(query, sent), deadline=deadline)

    async def _request(self, query: str, texts: Sequence[str]) -> list[float]:
        body = {
            "model": self._settings.model,
            "query": query,
            "documents": list(texts),
            "top_n": len(texts),
        }
        try:
            async with self._opened().post(self._address(), json=body) as response:
                if response.status >= _ERROR:
                    raise await _refused(response)
                told = await response.json(content_type=None)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Busy(f"{type(error).__name__}: {error}"[:_DETAIL], retries=1) from error
        except ValueError as error:
            raise ModelUnavailable("the reranker's reply is not JSON") from error
        return _scores(told, len(texts))

    def _address(self) -> str:
        base = self._settings.endpoint.rstrip("/")
        return base if base.endswith("/rerank") else f"{base}/rerank"

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:  # made here: a session belongs to the running loop
            key = self._settings.key.get_secret_value()
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=self._settings.timeout),
                headers={"Authorization": f"Bearer {key}"} if key else {},
            )
        return self._session


async def _refused(response: aiohttp.ClientResponse) -> Exception:
    detail = f"HTTP {response.status}: {(await response.text())[:_DETAIL]}"
    if response.status in _REPEATABLE or response.status >= _SERVER_ERROR:
        after = retry_after(response.headers, datetime.now(UTC))
        return Busy(detail, after=after, retries=1, shared=response.status == _TOO_MANY)
    return ModelUnavailable(detail)


def _scores(told: Any, count: int) -> list[float]:  # noqa: ANN401 - JSON from outside
    found = _results(told)
    scores: dict[int, float] = {}
    for row in found:
        index, score = row.get("index"), row.get("relevance_score", row.get("score"))
        if isinstance(index, int) and 0 <= index < count and isinstance(score, int | float):
            scores.setdefault(index, float(score))
    if not scores:
        raise ModelUnavailable("the reranker's reply has no scores")
    last = min(scores.values()) - 1.0
    return [scores.get(index, last) for index in range(count)]


def _results(told: Any) -> list[Mapping[str, Any]]:  # noqa: ANN401 - JSON from outside
    listed = told
    if isinstance(told, dict):
        listed = (
            told.get("results") or told.get("data") or (told.get("output") or {}).get("results")
        )
    return [row for row in listed or [] if isinstance(row, dict)] if listed else []
