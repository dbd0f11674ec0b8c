"""An installation that fails tells the log neither code nor token nor key."""

import io
import logging
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient

from bot.logs import Lines, without_secrets
from bot.slack.installations import Installed, OAuthInstallations
from bot.slack.oauth import INSTALL, REDIRECT, AppCredentials, install_routes
from bot.slack.vault import Vault
from rag.adapters.sql import database
from rag.adapters.sql.installations import SqlInstallations

CODE, SECRET, TOKEN = "1234567.7654321.c0de0fslack", "the app's own secret", "xoxb-9-a-token-of-ada"
GOOD: dict[str, Any] = {
    "ok": True, "access_token": TOKEN, "token_type": "bot", "bot_user_id": "UBOT", "scope": "x",
    "app_id": "A1", "team": {"id": "T1", "name": "One"}, "authed_user": {"id": "UADA"},
    "enterprise": None, "is_enterprise_install": False,
}  # fmt: skip
WHO = {"ok": True, "bot_id": "B1", "url": "https://one.slack.com/"}

# By the Slack SDK.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")

Door = TestClient[web.Request, web.Application]


class Slack:
    """Answers as it is told, or hangs up."""

    def __init__(self) -> None:
        self.exchange: dict[str, Any] | None = GOOD
        self.who: dict[str, Any] | None = WHO

    async def access(self, request: web.Request) -> web.StreamResponse:
        return self._answer(request, self.exchange)

    async def test(self, request: web.Request) -> web.StreamResponse:
        return self._answer(request, self.who)

    def _answer(self, request: web.Request, body: dict[str, Any] | None) -> web.StreamResponse:
        if body is None and request.transport:
            request.transport.close()
        return web.json_response(body)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that any logger tells, as the bot's own handler writes it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Lines("%(levelname)s %(name)s %(message)s"))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
async def slack() -> Slack:
    return Slack()


@pytest.fixture
async def door(slack: Slack) -> AsyncIterator[Door]:
    """The two pages, and a database without any table: nothing can be kept in it."""
    api = web.Application()
    api.router.add_post("/oauth.v2.access", slack.access)
    api.router.add_post("/auth.test", slack.test)
    engine = database.open_engine("sqlite:///:memory:")

    async def changed(_workspace: str) -> None: ...

    async with TestServer(api) as server:
        client = AsyncWebClient(base_url=str(server.make_url("/")))
        kept = OAuthInstallations(
            Installed(SqlInstallations(engine), Vault(SecretStr(""))), changed
        )
        app = AppCredentials("1.2", SecretStr(SECRET), "")
        pages = web.Application()
        pages.router.add_routes(install_routes(app, client, kept, ["chat:write"]))
        async with TestClient(TestServer(pages)) as found:
            yield found
    await engine.dispose()


async def come_back(door: Door) -> int:
    page = await door.get(INSTALL)
    cookie = page.headers["Set-Cookie"].split(";")[0]
    found = re.search(r"state=([^&\"]+)", await page.text())
    assert found
    query = {"code": CODE, "state": cookie.partition("=")[2]}
    return (await door.get(REDIRECT, params=query, headers={"Cookie": cookie})).status


@pytest.mark.parametrize(
    ("exchange", "who", "status"),
    [
        ({"ok": False, "error": "invalid_code"}, WHO, 401),
        ({"ok": False, "error": f"odd: {CODE} {TOKEN}"}, WHO, 401),
        (None, WHO, 500),
        (GOOD, {"ok": False, "error": "invalid_auth"}, 401),
        (GOOD, None, 500),
        (GOOD, WHO, 500),  # it can't be kept
    ],
)
async def test_a_failing_installation_tells_no_secret(
    door: Door, slack: Slack, log: io.StringIO, exchange: Any, who: Any, status: int
) -> None:
    slack.exchange, slack.who = exchange, who
    assert await come_back(door) == status
    told = log.getvalue()
    assert told, "that it failed is told"
    for secret in (CODE, SECRET, TOKEN):
        assert secret not in told


async def test_the_reason_is_told(door: Door, slack: Slack, log: io.StringIO) -> None:
    slack.exchange = {"ok": False, "error": "invalid_code"}
    await come_back(door)
    assert "not installed: invalid_code" in log.getvalue()


@pytest.mark.parametrize(
    "line",
    [
        "token=xoxb-12-34-abcDEF", "xoxe.xoxb-1-Mi0yLTk4NzY1", "'xapp-1-A1-2-deadbeef'",
        "Authorization: Bearer abc.def-ghi=", "key sk-proj-abcdef123456 refused",
        "GET /slack/oauth_redirect?code=abc.def.ghi&state=x", "client_secret=abcdefg&code=1.2.3",
    ],
)  # fmt: skip
def test_what_looks_like_a_secret_is_left_out(line: str) -> None:
    told = without_secrets(line)
    assert "[secret]" in told
    assert not re.search("abc|Mi0y|deadbeef|1\\.2\\.3", told)


@pytest.mark.parametrize(
    "line", ['{"event": "ready"}', "status code=200 x", "task-list risk-free", "sk-", "xoxb-"]
)
def test_other_words_stay(line: str) -> None:
    assert without_secrets(line) == line
