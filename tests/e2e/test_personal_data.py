"""What a bot keeps of a person, in every store: shown on request, and gone on request.

The same session shows that its log tells nothing of what people wrote, and no token or key.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic_settings import BaseSettings

from bot.config import BotSettings
from bot.job_records import open_job_records
from rag.config import RagSettings
from tests.e2e.conftest import ADA, BEN, GENERAL, LIBRARY
from tests.e2e.talk import ask, drop
from tests.support.everything import everything
from tests.support.pdfs import of_pages
from tests.support.people import Desk, Person, open_desk
from tests.support.processes import WorkspaceProcess, run, running_bot, running_workspace

KEY = "sk-planted-key-0192837465"
WORDS = "zanzibarine"  # in the document
ASKED = "quixotries"  # in Ada's questions
OTHERS = "bensquestion"
TEAM = "T0LOCAL01"


def document() -> bytes:
    return of_pages(
        [
            "Parking rules",
            f"The {WORDS} parking deck closes at nine in the evening on every weekday.",
            "Bicycles stand in the yard.",
        ]
    )


# SQLite has the same statements: its minute is the night's.
@pytest.fixture(params=[pytest.param("sqlite", marks=pytest.mark.nightly), "postgresql"])
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        yield ""
    else:
        yield request.getfixturevalue("postgres").fresh_database()


def found(home: Path, database_url: str, words: str) -> set[str]:
    """The tables in which something stands."""
    return {where for where, value in everything(home, database_url) if words.encode() in value}


async def a_day(ada: Person, ben: Person, desk: Desk) -> None:
    """Ada drops a document, asks everywhere, votes; Ben asks and votes too."""
    await drop(ada, LIBRARY, "parking.pdf", document())
    answer = await ask(ada, GENERAL, f"When does the parking deck close? {ASKED}")
    await ada.react(GENERAL, answer["ts"], "+1")
    await ben.react(GENERAL, answer["ts"], "-1")
    direct = await ada.open_dm()
    await ask(ada, direct, f"{ASKED} and where do bicycles stand?")
    await ada.command(GENERAL, "/footnote", f"ask {ASKED}: when does the deck close?")
    theirs = await ask(ben, GENERAL, f"Where do bicycles stand? {OTHERS}")
    await ada.react(GENERAL, theirs["ts"], "+1")
    taken_back = await ada.post(GENERAL, f"@footnote {ASKED} again?")
    await ada.delete(GENERAL, taken_back["ts"])
    await desk.until(lambda: _idle(desk), 20)


async def _idle(desk: Desk) -> bool:
    """Whether nothing has been called for a second."""
    before = (await desk.ask("GET", "calls"))["last"]
    await asyncio.sleep(1.0)
    return bool((await desk.ask("GET", "calls"))["last"] == before)


def planted(workspace: WorkspaceProcess) -> list[str]:
    """What no log may tell."""
    tokens = [workspace.bot_token, workspace.app_token, workspace.signing_secret]
    return [*tokens, KEY, WORDS, ASKED, OTHERS, ADA, BEN]


async def shown_and_erased(home: Path, **more: str) -> None:
    """By the commands, while the bot runs."""

    async def command(*words: str):
        who = ("--user", ADA, "--workspace", TEAM)
        return await asyncio.to_thread(run, "bot", *words, *who, home=home, **more)

    shown = await command("export")
    data = json.loads(shown.stdout)
    assert len(data["asked"]) in {3, 4}  # the one taken back may have been answered
    assert all(ASKED in asked["question"] for asked in data["asked"])
    assert len(data["voted"]) == 2
    assert [uploaded["name"] for uploaded in data["uploaded"]] == ["parking.pdf"]
    assert OTHERS not in shown.stdout
    assert "Nothing was deleted" in (await command("erase")).stdout  # nobody said yes
    gone = await command("erase", "--yes")
    assert gone.returncode == 0, gone.stderr
    assert f"{len(data['asked'])} questions" in gone.stdout


async def test_a_person_is_shown_and_erased_beside_a_running_bot(tmp_path: Path, database_url: str):
    home, more = tmp_path / "home", {"DATABASE_URL": database_url}
    with running_workspace(tmp_path / "workspace") as workspace:
        settings = {"OPENAI_API_KEY": KEY, "SLACK_SIGNING_SECRET": workspace.signing_secret}
        with running_bot(workspace, home, **more, **settings) as bot:
            async with open_desk(workspace.url) as desk:
                await a_day(desk.person(ADA), desk.person(BEN), desk)
            await shown_and_erased(home, **more)
            log = bot.log.read_text()
    assert found(home, database_url, ADA) == set()
    assert found(home, database_url, ASKED) == set()
    assert any(place.endswith("answers") for place in found(home, database_url, OTHERS))
    assert found(home, database_url, WORDS)  # the document stays
    assert '"event": "job finished"' in log
    assert [words for words in planted(workspace) if words in log] == []
    await nothing_is_left_of_jobs(home, database_url)


async def nothing_is_left_of_jobs(home: Path, database_url: str) -> None:
    """Jobs that were finished long enough ago tell nothing any more."""
    url = database_url or f"sqlite:///{home / 'jobs.db'}"
    async with open_job_records(url) as jobs:
        assert jobs is not None
        now = datetime.now(UTC)
        assert await jobs.collect(now - timedelta(days=7)) == 0
        assert await jobs.uncollected(now) > 0
        assert await jobs.collect(now) > 0
        assert await jobs.uncollected(now) == 0
    tables = found(home, database_url, OTHERS)
    assert not [place for place in tables if "workflow" in place or "operation" in place]


SETTINGS: tuple[type[BaseSettings], ...] = (BotSettings, RagSettings)
SECRET = re.compile(r"_(token|key|secret)$|^database_url$|^milvus_uri$")


def test_secrets_do_not_show_in_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [
        n for kind in SETTINGS for n in kind.model_fields if SECRET.search(n) and "public" not in n
    ]
    assert len(names) >= 10
    for name in names:
        monkeypatch.setenv(name.upper(), "planted")
    for kind in SETTINGS:
        settings = kind(_env_file=None)
        assert "planted" not in f"{settings!r}{settings}"
