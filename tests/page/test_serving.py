"""What the page is served with, and how fast."""

from dataclasses import asdict

import aiohttp
import pytest

from bot.workspace import seed
from bot.workspace.page.offers import FOOTNOTE
from bot.workspace.server import LocalWorkspace
from tests.page.screen import Screen
from tests.support.people import Desk

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/", "text/html"),
        (f"/archives/{seed.GENERAL}", "text/html"),
        (f"/archives/{seed.GENERAL}/p1234567890123456", "text/html"),
        ("/page/scripts/main.js", "text/javascript"),
        ("/page/styles/tokens.css", "text/css"),
        ("/page/styles/icon.svg", "image/svg+xml"),
    ],
)
async def test_files_are_served_strictly(workspace: LocalWorkspace, path: str, content_type: str):
    async with aiohttp.ClientSession() as session, session.get(workspace.url + path) as response:
        assert response.status == 200
        assert response.content_type == content_type
        headers = response.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-cache"
    cached = {"If-None-Match": headers["ETag"]}
    async with (
        aiohttp.ClientSession(headers=cached) as session,
        session.get(workspace.url + path) as response,
    ):
        assert response.status == 304


@pytest.mark.parametrize(
    "path",
    ["/page/routes.py", "/page/scripts/none.js", "/page/scripts/..%2froutes.py", "/page/x/main.js"],
)
async def test_nothing_else_is_served(workspace: LocalWorkspace, path: str):
    async with aiohttp.ClientSession() as session, session.get(workspace.url + path) as response:
        assert response.status == 404


async def test_foreign_hosts_get_nothing(workspace: LocalWorkspace):
    strange = {"Host": "attacker.example"}
    async with aiohttp.ClientSession(headers=strange) as session:
        for path in ("/", "/page/scripts/main.js", "/local/suggestions"):
            async with session.get(workspace.url + path) as response:
                assert response.status == 403


async def test_suggestions_are_given_as_they_were_handed_over(desk: Desk):
    answer = await desk.ask("GET", "suggestions")
    assert answer["suggestions"][1]["is_follow_up"]
    assert answer["shortcuts"] == [{"callback_id": "explain", "name": "Explain this answer"}]
    assert answer["commands"][0] == asdict(FOOTNOTE)


@pytest.mark.browser
async def test_the_first_paint_takes_less_than_a_second(screen: Screen):
    await screen.reload()
    await screen.page.locator("body[data-ready]").wait_for()
    paint = await screen.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    assert paint < 1_000


@pytest.mark.browser
async def test_nothing_is_asked_of_other_hosts(screen: Screen):
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.show(
        [{"type": "image", "alt_text": "x", "image_url": "https://elsewhere.example/x.png"}]
    )
    await screen.reload()
    await screen.page.get_by_role("img", name="x").wait_for()
    assert all(url.startswith(screen.workspace.url) for url in asked)
