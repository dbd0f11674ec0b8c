"""One bot in two workspaces that are the same to the letter: people, channels and file names."""

import asyncio
import re
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp

from tests.e2e.conftest import ADA, GENERAL, LIBRARY
from tests.e2e.talk import ask, drop, has_sources
from tests.support.pdfs import of_pages
from tests.support.people import Person, open_desk
from tests.support.processes import BotProcess, start_bot
from tests.support.two_teams import APP_TOKEN, TwoTeams, two_teams

NORTH, SOUTH = "T0NORTH", "T0SOUTH"
QUESTION = "What is the nightly hotel limit in Lisbon?"
SECRET = "the-app's-own-secret"


def policy(limit: int) -> bytes:
    return of_pages(
        [
            "Travel policy",
            f"The nightly hotel limit in Lisbon is {limit} euros for every employee.",
            "Train tickets are booked in second class.",
        ]
    )


@asynccontextmanager
async def serving(teams: TwoTeams, home: Path, **more: str) -> AsyncIterator[str]:
    """A bot of many workspaces by Socket Mode; gives its own address."""
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        port = found.getsockname()[1]
    both: Any = SimpleNamespace(bot_token="", app_token=APP_TOKEN, api_base_url=f"{teams.url}/api/")
    bot: BotProcess = await asyncio.to_thread(
        start_bot,
        both,
        home,
        SLACK_CLIENT_ID="1.2",
        SLACK_CLIENT_SECRET=SECRET,
        INSTALLATION_KEY="a key of the operator",
        PORT=str(port),
        **more,
    )
    try:
        await asyncio.to_thread(bot.wait_ready)
        yield f"http://127.0.0.1:{port}"
    finally:
        await asyncio.to_thread(bot.stop)


async def install(address: str, code: str) -> tuple[int, str]:
    """What a browser does: the install page, Slack's yes, and the way back with the cookie."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        async with browser.get(f"{address}/slack/install") as page:
            found = re.search(r"state=([^&\"]+)", await page.text())
            cookie = page.headers["Set-Cookie"].split(";")[0]
        assert found
        query = {"code": code, "state": cookie.partition("=")[2]}
        async with browser.get(
            f"{address}/slack/oauth_redirect", params=query, headers={"Cookie": cookie}
        ) as answer:
            return answer.status, await answer.text()


@asynccontextmanager
async def ada_in(teams: TwoTeams, team: str) -> AsyncIterator[Person]:
    async with open_desk(teams.teams[team].url) as desk:
        yield desk.person(ADA)


def rows(home: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(home / "footnote.db")) as connection:
        return connection.execute(query, values).fetchall()


async def answers_its_own(teams: TwoTeams, team: str, limit: int) -> None:
    async with ada_in(teams, team) as ada:
        answer = await ask(ada, GENERAL, QUESTION)
    assert f"{limit} euros" in answer["text"]
    assert has_sources(answer)


async def until(home: Path, query: str, expected: list[tuple[Any, ...]]) -> None:
    async with asyncio.timeout(30):
        while rows(home, query) != expected:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)


async def begin(teams: TwoTeams, address: str) -> None:
    """The app comes to the north, then to the south; both have a policy of their own."""
    assert (await install(address, "nonsense"))[0] == 401
    assert (await install(address, NORTH))[0] == 200
    async with ada_in(teams, NORTH) as ada:
        await drop(ada, LIBRARY, "policy.pdf", policy(111))
    async with ada_in(teams, SOUTH) as ada:
        unheard = await ada.post(GENERAL, f"@footnote {QUESTION}")  # not installed here yet
        assert (await install(address, SOUTH))[0] == 200
        assert not has_sources(await ask(ada, GENERAL, QUESTION))
        await drop(ada, LIBRARY, "policy.pdf", policy(222))
        assert not [m for m in await ada.thread(GENERAL, unheard["ts"]) if m.get("bot_id")]


async def leave(teams: TwoTeams, home: Path) -> None:
    """The north removes the app."""
    teams.teams[NORTH].core.events.app_event({"type": "app_uninstalled"})
    await until(home, "select workspace from installations where left_at is not null", [(NORTH,)])


def held_by(home: Path) -> set[str]:
    """The workspaces of all rows, checkpoints and jobs."""
    named = ("answers", "documents", "placements", "versions", "vectors", "passages", "children")
    found = {w for table in named for (w,) in rows(home, f"select workspace from {table}")}
    with closing(sqlite3.connect(home / "memory.db")) as memory:
        threads = memory.execute("select thread_id from checkpoints").fetchall()
    with closing(sqlite3.connect(home / "jobs.db")) as jobs:
        ids = jobs.execute("select workflow_uuid from workflow_status").fetchall()
    known = {w for w in (NORTH, SOUTH) for (text,) in [*threads, *ids] if w in text}
    return found | known


async def test_two_workspaces_are_strangers(tmp_path: Path):
    home = tmp_path / "home"
    async with two_teams(tmp_path / "teams", NORTH, SOUTH) as teams:
        async with serving(teams, home) as address:
            await begin(teams, address)
            await answers_its_own(teams, SOUTH, 222)
            await answers_its_own(teams, NORTH, 111)
            sealed = rows(home, "select credentials from installations order by workspace")
            tokens = [team.bot_token for team in teams.teams.values()]
            assert len(sealed) == 2
            assert not any(token in kept for (kept,) in sealed for token in tokens)
            await leave(teams, home)
            assert held_by(home) == {NORTH, SOUTH}
            told = (home / "bot.log").read_text()
            assert "not installed: invalid_code" in told
            assert not [t for t in ("nonsense", SECRET, *tokens) if t in told]
            # Within the days of grace it can come back.
            assert (await install(address, NORTH))[0] == 200
            await answers_its_own(teams, NORTH, 111)
            await leave(teams, home)
        async with serving(teams, home, UNINSTALL_GRACE_DAYS="0"):
            await until(home, "select workspace from installations", [(SOUTH,)])
            await answers_its_own(teams, SOUTH, 222)
    assert held_by(home) == {SOUTH}
