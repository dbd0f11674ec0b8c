"""Web search by Tavily through its LangChain package, which is optional."""

import asyncio
from importlib.util import find_spec
from typing import Any

from pydantic import SecretStr

from rag.errors import ModelUnavailable, SettingsError
from rag.types import WebPage

_SECONDS = 15.0
_MOST_CHARACTERS = 2_000  # of a page: Tavily gives the parts that matter


class TavilySearch:
    """`WebSearch`; only what is asked leaves the house, never a document's text."""

    def __init__(self, key: SecretStr, *, most: int = 5, endpoint: str = "") -> None:
        if find_spec("langchain_tavily") is None:
            raise SettingsError("WEB_SEARCH=tavily needs: pip install langchain-tavily")
        if not key.get_secret_value():
            raise SettingsError("WEB_SEARCH=tavily needs TAVILY_API_KEY")
        self._key = key
        self._most = most
        self._endpoint = endpoint
        self._tool: Any = None

    async def search(self, query: str) -> list[WebPage]:
        """The best pages with an address and a text; none if nothing was found."""
        tool = self._tool or await asyncio.to_thread(self._load)
        try:
            async with asyncio.timeout(_SECONDS):
                told = await tool.ainvoke({"query": query})
        except (TimeoutError, ValueError) as error:
            raise ModelUnavailable(f"web search: {type(error).__name__}") from error
        if isinstance(told, str):  # how the package says that there is nothing
            return []
        if not isinstance(told, dict) or "error" in told:
            raise ModelUnavailable("the web search gave no results")
        return [page for row in told.get("results", []) if (page := _page(row)) is not None]

    def _load(self) -> Any:  # noqa: ANN401 - the package is optional, so its types are too
        from langchain_tavily import TavilySearch as Tool  # noqa: PLC0415 - optional

        more = {"api_base_url": self._endpoint} if self._endpoint else {}
        self._tool = Tool(
            max_results=self._most, search_depth="basic", tavily_api_key=self._key, **more
        )
        return self._tool


def _page(row: object) -> WebPage | None:
    if not isinstance(row, dict):
        return None
    url, text = str(row.get("url") or ""), str(row.get("content") or "").strip()
    if not url.startswith(("https://", "http://")) or not text:
        return None
    return WebPage(url, str(row.get("title") or url), text[:_MOST_CHARACTERS])
