"""A channel that Slack gave another id keeps its documents and its answers."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import ADA, BEN, GENERAL, PRIVATE
from tests.e2e.talk import ask, drop
from tests.support.pdfs import of_pages
from tests.support.people import open_desk
from tests.support.processes import running_bot, running_workspace
from tests.support.signed import Json, serving_by_http, slack_of

FACT = "The amber heron badge opens door 4711 in the north wing."
QUESTION = "Which door does the amber heron badge open?"
BEFORE, AFTER = {"LIBRARY_CHANNELS": "private-hr"}, {"LIBRARY_CHANNELS": "general"}


def channels(home: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(home / "footnote.db")) as connection:
        return connection.execute("select channel from documents").fetchall()


@pytest.mark.nightly  # half a minute; tests/rag/sql/test_moving.py is in every run
async def test_documents_answer_under_the_new_id(tmp_path: Path):
    """The channel that Ada dropped the file in is the one that is called general from then on."""
    home = tmp_path / "home"
    with running_workspace(tmp_path / "workspace") as workspace:
        async with open_desk(workspace.url) as desk:
            ada, ben = desk.person(ADA), desk.person(BEN)
            with running_bot(workspace, home, **BEFORE):
                await drop(ada, PRIVATE, "badges.pdf", of_pages([FACT]))
                assert "4711" not in (await ask(ben, GENERAL, QUESTION))["text"]
            with serving_by_http(workspace, home, **AFTER) as served:
                async with slack_of(served) as slack:
                    event: Json = {"type": "channel_id_changed", "event_ts": "1700000000.000100"}
                    event |= {"old_channel_id": PRIVATE, "new_channel_id": GENERAL}
                    await slack.event(event, "Ev0MOVED", times=2)
                    await desk.until(lambda: channels(home) == [(GENERAL,)], 20)
                    await slack.command(BEN, GENERAL, "docs", "t.docs", times=1)
                    await desk.until(lambda: bool(slack.heard), 20)
                    assert "badges.pdf" in slack.heard[0]["text"]
            with running_bot(workspace, home, **AFTER):
                assert "4711" in (await ask(ben, GENERAL, QUESTION))["text"]
