"""Files are fetched from Slack's hosts alone, and the token goes nowhere else."""

import asyncio
import gzip
import os
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import BaseTestServer, TestServer
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import FetchError, FileTooLarge, ForeignHost, LoginPage
from bot.slack.files import FileFetcher, SharedFile

MOST = 200_000
HOSTS = frozenset({"slack.com", "slack-edge.com"})


class Server:
    """A file server on loopback that notes which token it was shown."""

    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.server: BaseTestServer
        app = web.Application()
        for name in ("file", "endless", "bomb", "bounce", "login"):
            app.router.add_get(f"/{name}", getattr(self, f"_{name}"))
        self.app = app
        self.goes_to = ""

    def _note(self, request: web.Request) -> None:
        self.tokens.append(request.headers.get("Authorization", ""))

    async def _file(self, request: web.Request) -> web.Response:
        self._note(request)
        return web.Response(body=b"%PDF-1.7 abc")

    async def _endless(self, request: web.Request) -> web.StreamResponse:
        self._note(request)
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(200):
            await response.write(b"x" * 10_000)
        return response

    async def _bomb(self, request: web.Request) -> web.Response:
        self._note(request)
        packed = gzip.compress(b"\0" * 50_000_000)
        return web.Response(body=packed, headers={"Content-Encoding": "gzip"})

    async def _bounce(self, request: web.Request) -> web.Response:
        self._note(request)
        return web.Response(status=302, headers={"Location": self.goes_to})

    async def _login(self, request: web.Request) -> web.Response:
        self._note(request)
        return web.Response(text="<!DOCTYPE html><p>Sign in</p>", content_type="text/html")

    def url(self, path: str) -> str:
        return str(self.server.make_url(path))


@pytest.fixture
async def slack() -> AsyncIterator[Server]:
    async for server in _served():
        yield server


@pytest.fixture
async def stranger() -> AsyncIterator[Server]:
    async for server in _served():
        yield server


async def _served() -> AsyncIterator[Server]:
    made = Server()
    async with TestServer(made.app) as server:
        made.server = server
        yield made


@pytest.fixture
async def fetcher(slack: Server, tmp_path: Path) -> AsyncIterator[FileFetcher]:
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        client = AsyncWebClient(token="xoxb-1")
        origin = slack.url("/").rstrip("/")
        yield FileFetcher(client, session, "xoxb-1", HOSTS, origin, MOST, tmp_path)


async def fetch(fetcher: FileFetcher, url: str, size: int = 12) -> bytes:
    file = SharedFile("F1", "a.pdf", size, url, "U1", "1.0", "1.0")
    async with fetcher.download(file) as path:
        return await asyncio.to_thread(path.read_bytes)


async def test_a_file_of_the_workspace_is_fetched_with_the_token(
    fetcher: FileFetcher, slack: Server
) -> None:
    assert await fetch(fetcher, slack.url("/file")) == b"%PDF-1.7 abc"
    slack.goes_to = "/file"
    assert await fetch(fetcher, slack.url("/bounce")) == b"%PDF-1.7 abc"
    assert set(slack.tokens) == {"Bearer xoxb-1"}


@pytest.mark.parametrize(
    "url",
    [
        "https://files.slack.com.evil.example/a",
        "https://evilslack.com/a",
        "https://slack.com.:443/a",
        "http://files.slack.com/a",
        "ftp://files.slack.com/a",
        "file:///etc/passwd",
        "https://files.slack.com@evil.example/a",
        "https://evil.example@files.slack.com/a",
        "https://evil.example\\@files.slack.com/a",
        "https://evil.example\\.slack.com/a",
        "https://files.slack.com:8443/a",
        "https://files.slack.com:evil/a",
        "https://files.ѕlack.com/a",
        "https://ｆｉｌｅｓ.slack.com/a",
        "https://files.slack.com\n.evil.example/a",
        "https://[::1]/a",
        "https://[files.slack.com/a",
        "https://127.0.0.1/a",
        "https://169.254.169.254/latest/meta-data",
        "//files.slack.com/a",
        "",
    ],
)
async def test_no_other_address_is_asked(fetcher: FileFetcher, slack: Server, url: str) -> None:
    with pytest.raises(ForeignHost):
        await fetch(fetcher, url)
    slack.goes_to = url or "https://evil.example"
    if url.startswith(("https", "http:", "ftp", "file")) and url.isprintable():
        with pytest.raises(ForeignHost):
            await fetch(fetcher, slack.url("/bounce"))


async def test_a_redirect_to_a_stranger_shows_it_no_token(
    fetcher: FileFetcher, slack: Server, stranger: Server
) -> None:
    slack.goes_to = stranger.url("/file")
    with pytest.raises(ForeignHost):
        await fetch(fetcher, slack.url("/bounce"))
    assert stranger.tokens == []


async def test_redirects_in_a_circle_end(fetcher: FileFetcher, slack: Server) -> None:
    slack.goes_to = "/bounce"
    with pytest.raises(FetchError):
        await fetch(fetcher, slack.url("/bounce"))
    assert len(slack.tokens) <= 4


async def test_more_bytes_than_were_told_are_not_taken(
    fetcher: FileFetcher, slack: Server, tmp_path: Path
) -> None:
    with pytest.raises(FileTooLarge):
        await fetch(fetcher, slack.url("/endless"), size=100)
    with pytest.raises(FetchError):
        await fetch(fetcher, slack.url("/file"), size=11)
    assert await asyncio.to_thread(os.listdir, tmp_path) == []


async def test_what_is_compressed_on_its_way_is_refused(
    fetcher: FileFetcher, slack: Server
) -> None:
    with pytest.raises(FetchError, match="compressed"):
        await fetch(fetcher, slack.url("/bomb"), size=50_000_000 // 1000)


async def test_a_login_page_is_no_file(fetcher: FileFetcher, slack: Server) -> None:
    with pytest.raises(LoginPage):
        await fetch(fetcher, slack.url("/login"), size=5_000)
