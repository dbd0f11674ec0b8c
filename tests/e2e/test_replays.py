"""What one person's private messages carry does nothing for another, and a request works once."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.views import answer_buttons, buttons
from bot.views.forgetting import FORGET_NAMED
from bot.views.help import HELP_ASK, HELP_DOCS, HELP_GRAPH, HELP_SETTINGS
from bot.views.home import HOME_EARLIER, HOME_LATER
from bot.views.settings import CHOOSE, CHOOSE_LIBRARY, SHELVE
from bot.work.offering import offer_value
from bot.work.stopping import private_stop_value, stop_value
from bot.workspace.seed import TEAM
from tests.e2e.conftest import ADA, BEN, GENERAL, PRIVATE
from tests.e2e.talk import ask, drop
from tests.support.listening import registered_actions
from tests.support.pdfs import of_pages
from tests.support.people import Person, open_desk
from tests.support.processes import WorkspaceProcess, running_bot, running_workspace
from tests.support.signed import Slack, serving_by_http, slack_of

NAME, FACT = "amber-heron.pdf", "The amber heron badge opens door 4711 in the north wing."
LIBRARIES = "library,private-hr"
ON_HOME = {HOME_EARLIER, HOME_LATER, CHOOSE, CHOOSE_LIBRARY, HELP_ASK}
SECRET = re.compile("heron|4711", re.IGNORECASE)

Json = dict[str, Any]


@dataclass(frozen=True)
class Private:
    """What Ada has with the bot alone, and of a document in a channel that Ben is not in."""

    channel: str
    asked_ts: str
    ts: str
    answer: str
    document: str
    job: str

    def values(self) -> dict[str, list[str]]:
        """What each control of the bot would carry there."""
        key = buttons.key_of(TEAM, PRIVATE, self.document)
        reading = buttons.key_of(TEAM, PRIVATE, self.job)
        on_answer = {
            answer_buttons.PAGE: [f"{self.answer}:1"],
            answer_buttons.MORE: [f"{self.answer}:more"],
            answer_buttons.TRACE: [f"{self.answer}:trace"],
            answer_buttons.MENU: [f"{self.answer}:again", f"{self.answer}:privately"],
            answer_buttons.FEEDBACK: [f"{self.answer}:up", f"{self.answer}:down"],
            answer_buttons.UP: [f"{self.answer}:up"],
            answer_buttons.DOWN: [f"{self.answer}:down"],
        }
        return on_answer | {
            **{f"{buttons.QUESTION}_{n}": [key] for n in range(3)},
            buttons.SPLIT: [f"{key}:fixed"],
            buttons.COMPARE: [key],
            buttons.FORGET: [key],
            buttons.RESTORE: [key],
            buttons.CANCEL: [reading],
            buttons.STOP: [stop_value(self.asked_ts, ADA)],
            buttons.STOP_PRIVATE: [private_stop_value(f"ask:{TEAM}:1", ADA, "en")],
            buttons.PATH: [self.answer],
            buttons.EARLIER: ["0:"],
            buttons.LATER: ["0:", "10:"],
            buttons.PRIVATELY: [offer_value(TEAM, self.channel, ADA, self.answer)],
            FORGET_NAMED: [f"{PRIVATE}:{key}"],
            SHELVE: ["1700000000"],
            CHOOSE: [f"{PRIVATE}:mode:fast", ":mode:fast"],
            CHOOSE_LIBRARY: [f"{PRIVATE}:library:yes", f"{GENERAL}:library:yes"],
            **{name: ["x"] for name in (HELP_ASK, HELP_DOCS, HELP_GRAPH, HELP_SETTINGS)},
            HOME_EARLIER: ["0"],
            HOME_LATER: ["0", "10"],
        }


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WorkspaceProcess, Path]]:
    with running_workspace(tmp_path_factory.mktemp("workspace")) as process:
        yield process, tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def private(place: tuple[WorkspaceProcess, Path]) -> Private:
    """A document and an answer in Ada's direct messages."""
    workspace, home = place

    async def made() -> Private:
        async with open_desk(workspace.url) as desk:
            ada = desk.person(ADA)
            channel = await ada.open_dm()
            await drop(ada, PRIVATE, NAME, of_pages([FACT]))
            answer = await ask(ada, channel, "Which door does the amber heron badge open?")
            assert "4711" in answer["text"]
            [(document,)] = rows(home, "select id from documents")
            [(kept,)] = rows(home, "select id from answers")
            [(job,)] = jobs_of(home, "ingest")
            asked = answer.get("thread_ts") or answer["ts"]
            return Private(channel, asked, answer["ts"], kept, document, job)

    with running_bot(workspace, home, LIBRARY_CHANNELS=LIBRARIES):
        return asyncio.run(made())


@pytest.fixture(scope="module")
def served(place: tuple[WorkspaceProcess, Path], private: object) -> Iterator[tuple[str, str]]:
    assert private, "made before: two processes never share a home"
    with serving_by_http(*place, LIBRARY_CHANNELS=LIBRARIES) as address:
        yield address


def rows(home: Path, query: str, *values: object, name: str = "footnote.db") -> list[Any]:
    with closing(sqlite3.connect(home / name)) as connection:
        return connection.execute(query, values).fetchall()


def jobs_of(home: Path, kind: str = "") -> list[Any]:
    query = "select workflow_uuid from workflow_status where workflow_uuid like ?"
    return rows(home, query, f"{kind}%", name="jobs.db")


def commands_of(home: Path) -> list[Any]:
    return [*jobs_of(home, "command:"), *jobs_of(home, "ask:")]


async def all_done(home: Path) -> None:
    waiting = "select count(*) from workflow_status where status in ('PENDING', 'ENQUEUED')"
    async with asyncio.timeout(90):
        while rows(home, waiting, name="jobs.db") != [(0,)]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)


async def said(person: Person, channel: str) -> list[Json]:
    """All of a conversation, with its threads."""
    found = await person.read(channel)
    for message in list(found):
        if message.get("reply_count"):
            found += (await person.thread(channel, message["ts"]))[1:]
    return found


async def of_ada(ada: Person, private: Private) -> list[Json]:
    return [*await said(ada, private.channel), *await said(ada, PRIVATE)]


def kept(home: Path) -> dict[str, list[Any]]:
    """What a click could change."""
    tables = ("documents", "placements", "versions", "opinions", "thumbs", "preferences", "answers")
    return {table: sorted(rows(home, f"select * from {table}"), key=repr) for table in tables}


def test_every_control_of_the_bot_has_a_value_here(private: Private) -> None:
    patterns = registered_actions()
    values = private.values()
    assert all(any(re.fullmatch(p, name) for name in values) for p in patterns)
    assert all(any(re.fullmatch(p, name) for p in patterns) for name in values)


async def test_what_ada_was_shown_in_private_does_nothing_for_ben(
    place: tuple[WorkspaceProcess, Path], private: Private, served: tuple[str, str]
) -> None:
    """On a message and on one that only he sees: in her conversation, in his own, in a channel."""
    workspace, home = place
    async with open_desk(workspace.url) as desk, slack_of(served) as slack:
        ada, ben = desk.person(ADA), desk.person(BEN)
        own = await ben.open_dm()
        hers, before = await of_ada(ada, private), kept(home)
        for channel in (private.channel, PRIVATE, GENERAL):
            await click_all(slack, private, channel, "message")
        for channel in (private.channel, PRIVATE, own, GENERAL):
            await click_all(slack, private, channel, "whisper")
        await click_all(slack, private, own, "home")
        await all_done(home)
        assert kept(home) == before
        assert await of_ada(ada, private) == hers
        public = [*await said(ben, own), *await said(ben, GENERAL), await ben.home()]
        assert not SECRET.search(json.dumps(public))
    assert len(slack.heard) > 50, "most clicks are answered with a word of refusal"
    assert not SECRET.search(json.dumps(slack.heard))


async def click_all(slack: Slack, private: Private, channel: str, shown: str) -> None:
    """By Ben. The picture of a graph is everybody's, and posted where it is asked for."""
    for action, values in private.values().items():
        if (shown == "home" and action not in ON_HOME) or action == HELP_GRAPH:
            continue
        for value in values:
            await slack.click(BEN, channel, action, value, private.ts, shown=shown)


@pytest.mark.nightly  # half a minute
async def test_what_ada_was_shown_in_private_is_not_shown_where_others_read(
    place: tuple[WorkspaceProcess, Path], private: Private, served: tuple[str, str]
) -> None:
    """By a click of hers, on a message of a channel; and by anybody's in another workspace."""
    workspace, home = place
    async with open_desk(workspace.url) as desk, slack_of(served) as slack:
        before = kept(home)
        for action, values in private.values().items():
            if action in {FORGET_NAMED, CHOOSE, CHOOSE_LIBRARY, SHELVE}:
                continue  # what she may do from anywhere, as an admin or with what is hers
            for value in values:
                await slack.click(ADA, GENERAL, action, value, private.ts)
                await slack.click(ADA, private.channel, action, value, private.ts, team="T0OTHER")
        await all_done(home)
        assert not SECRET.search(json.dumps(await said(desk.person(BEN), GENERAL)))
        assert kept(home) == before


async def test_the_same_request_does_its_work_once(
    place: tuple[WorkspaceProcess, Path], private: Private, served: tuple[str, str]
) -> None:
    workspace, home = place
    async with open_desk(workspace.url) as desk, slack_of(served) as slack:
        ada = desk.person(ADA)
        asked = await ada.post(GENERAL, "Which door does the badge open?")
        event = {"type": "app_mention", "user": ADA, "channel": GENERAL, "channel_type": "channel"}
        event |= {"ts": asked["ts"], "event_ts": asked["ts"]}
        event |= {"text": "<@U0LOCALBOT> Which door does the badge open?"}
        await slack.event(event, "Ev0ONCE", times=2)
        await slack.event(event, "Ev0ONCE")
        before = len(commands_of(home))
        for text in ("docs", "help", "ask which door?", "settings", "health"):
            await slack.command(ADA, GENERAL, text, f"trigger.{text}", times=2)
        await all_done(home)
        replies = [m for m in await ada.thread(GENERAL, asked["ts"]) if m.get("bot_id")]
        assert len([m for m in replies if not m.get("is_ephemeral")]) == 1
        assert len(commands_of(home)) - before == 5
        for action, values in private.values().items():
            await once(slack, home, private, action, values[0])


async def once(slack: Slack, home: Path, private: Private, action: str, value: str) -> None:
    """Her own click in her own conversation, twice: no job is written by the second."""
    for shown in ("message", "whisper"):
        channel, ts = private.channel, f"{private.ts[:-1]}7"
        stamped = len(jobs_of(home))
        await slack.click(ADA, channel, action, value, ts, shown=shown, times=2)
        assert len(jobs_of(home)) - stamped <= _most(action), (action, shown)


def _most(action: str) -> int:
    """A click is a job, and that job may have written one of its own by now."""
    return 2 if action in {buttons.SPLIT, SHELVE} else 1
