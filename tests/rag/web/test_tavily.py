"""Web search by Tavily, whose package is optional."""

from collections.abc import AsyncIterator
from importlib.util import find_spec
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from rag.adapters.web import tavily
from rag.adapters.web.tavily import TavilySearch
from rag.errors import ModelUnavailable, SettingsError
from rag.types import WebPage

needs_package = pytest.mark.skipif(
    find_spec("langchain_tavily") is None, reason="langchain-tavily is not installed"
)
GOOD = {"url": "https://example.org/a", "title": "A", "content": "What A says.", "score": 0.9}


@pytest.fixture
async def served() -> AsyncIterator[dict[str, Any]]:
    told: dict[str, Any] = {"status": 200, "body": {"results": [GOOD]}, "asked": []}

    async def answer(request: web.Request) -> web.Response:
        told["asked"].append(await request.json())
        return web.json_response(told["body"], status=told["status"])

    app = web.Application()
    app.router.add_post("/search", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    told["url"] = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield told
    await runner.cleanup()


def search(served: dict[str, Any]) -> TavilySearch:
    return TavilySearch(SecretStr("tvly-test"), most=3, endpoint=served["url"])


@needs_package
async def test_pages_have_an_address_and_a_text(served):
    bad = [{"url": "javascript:x", "content": "no"}, {"url": "https://x", "content": ""}, "no"]
    served["body"] = {"results": [GOOD, *bad]}
    found = await search(served).search("what does A say?")
    assert found == [WebPage("https://example.org/a", "A", "What A says.")]
    assert served["asked"][0]["query"] == "what does A say?"
    assert served["asked"][0]["max_results"] == 3


@needs_package
async def test_nothing_found_is_no_error(served):
    served["body"] = {"results": []}
    assert await search(served).search("q") == []


@needs_package
async def test_a_search_that_fails_says_so(served):
    served["status"] = 500
    with pytest.raises(ModelUnavailable):
        await search(served).search("q")


@needs_package
def test_a_key_is_needed():
    with pytest.raises(SettingsError, match="TAVILY_API_KEY"):
        TavilySearch(SecretStr(""))


def test_the_package_is_needed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tavily, "find_spec", lambda _name: None)
    with pytest.raises(SettingsError, match="pip install langchain-tavily"):
        TavilySearch(SecretStr("k"))
