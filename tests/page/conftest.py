"""A browser before a workspace with a real Bolt app behind it. Needs Debian's chromium, no network."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from bot.workspace.server import LocalWorkspace
from tests.page.screen import Screen
from tests.page.script import OFFERS, TIMINGS, Script
from tests.support.people import Desk, open_desk

CHROMIUM = Path("/usr/bin/chromium")
# As root in a container, and without the requests of its own that no closed network answers.
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if not CHROMIUM.exists():  # noqa: ASYNC240 - nothing else runs yet
        pytest.fail(f"{CHROMIUM} is missing: apt-get install chromium")
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, headless=True
        )
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="session")
async def workspace(tmp_path: Path) -> AsyncIterator[LocalWorkspace]:
    server = LocalWorkspace(tmp_path / "state", timings=TIMINGS, offers=OFFERS)
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def desk(workspace: LocalWorkspace) -> AsyncIterator[Desk]:
    async with open_desk(workspace.url) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def script(workspace: LocalWorkspace) -> AsyncIterator[Script]:
    """The app, connected."""
    made = Script(workspace)
    await made.connect()
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="session")
async def screen(
    browser: Browser, workspace: LocalWorkspace, script: Script
) -> AsyncIterator[Screen]:
    """A window of the usual size, opened as Ada in #general; no error may come into its console."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(5_000)
    opened = Screen(await context.new_page(), workspace, script)
    await opened.open()
    yield opened
    await context.close()
    assert opened.errors == []
