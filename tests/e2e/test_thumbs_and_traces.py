"""Thumbs are counted once a person, traces are shown to who asked, graphs are posted."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.conftest import GENERAL, LIBRARY, PRIVATE
from tests.e2e.talk import ask, drop, pdf
from tests.support.people import Desk, Person

pytestmark = pytest.mark.usefixtures("bot")

QUESTION = "What is the nightly hotel limit in Lisbon?"


@pytest.fixture
async def answer(ada: Person):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    return await ask(ada, GENERAL, QUESTION)


def votes(home: Path) -> list[tuple[str, int]]:
    """Current votes as they lie in the database, newest answer only."""
    with closing(sqlite3.connect(home / "footnote.db")) as connection:
        return connection.execute(
            "select person, value from (select *, row_number() over (partition by person "
            "order by at desc) as newest from thumbs where not withdrawn and answer = "
            "(select id from answers order by asked_at desc limit 1)) where newest = 1 "
            "order by person"
        ).fetchall()


async def voted(home: Path, desk: Desk, expected: list[tuple[str, int]]) -> None:
    try:
        await desk.until(lambda: votes(home) == expected)
    except TimeoutError:
        assert votes(home) == expected


async def test_a_thumb_is_stored_changed_and_removed(
    ada: Person, ben: Person, home: Path, desk: Desk, answer
):
    where = GENERAL, answer["ts"]
    await ada.react(*where, "+1")
    await voted(home, desk, [(ada.user, 1)])
    await ben.react(*where, "thumbsdown::skin-tone-3")
    await voted(home, desk, [(ada.user, 1), (ben.user, -1)])
    await ada.react(*where, "-1")
    await voted(home, desk, [(ada.user, -1), (ben.user, -1)])
    await ada.unreact(*where, "+1")
    await asyncio.sleep(0.3)
    assert votes(home) == [(ada.user, -1), (ben.user, -1)]
    await ada.unreact(*where, "-1")
    await voted(home, desk, [(ben.user, -1)])


@pytest.mark.parametrize(
    ("name", "value"),
    [("+1", 1), ("thumbsup", 1), ("+1::skin-tone-6", 1), ("-1", -1), ("thumbsdown", -1)],
)
async def test_every_alias_is_a_thumb(
    ada: Person, home: Path, desk: Desk, answer, name: str, value: int
):
    await ada.react(GENERAL, answer["ts"], name)
    await voted(home, desk, [(ada.user, value)])


async def test_other_reactions_and_other_messages_do_not_count(
    ada: Person, home: Path, desk: Desk, answer
):
    await ada.react(GENERAL, answer["ts"], "heart")
    await ada.react(GENERAL, answer["thread_ts"], "+1")
    await ada.react(GENERAL, answer["ts"], "thumbsup")
    await voted(home, desk, [(ada.user, 1)])


async def test_a_trace_is_shown_to_the_asker_alone(ada: Person, ben: Person, answer):
    await ada.command(GENERAL, "/footnote", "trace")
    trace = await ada.wait_for_message(GENERAL, lambda m: "How I got this" in m["text"])
    assert trace["is_ephemeral"]
    for node in ("understand(", "retrieve(", "grade(", "generate →", "verify("):
        assert f"\n{node}" in trace["text"]
    assert " ms)" in trace["text"]
    assert "✓ " in trace["text"]
    assert not [m for m in await ben.read(GENERAL) if "How I got this" in m["text"]]


async def test_a_trace_by_link_and_by_somebody_else(ada: Person, ben: Person, answer):
    link = f"https://local.slack.com/archives/{GENERAL}/p{answer['ts'].replace('.', '')}"
    await ben.command(GENERAL, "/footnote", f"trace {link}")
    told = await ben.wait_for_message(GENERAL, lambda m: "no answer of yours there" in m["text"])
    assert told["is_ephemeral"]
    await ada.command(PRIVATE, "/footnote", f"trace {link}")
    await ada.wait_for_message(PRIVATE, lambda m: "How I got this" in m["text"])


async def test_the_shortcut_shows_it_in_the_thread_and_the_path_is_sent_as_a_picture(
    ada: Person, ben: Person, answer
):
    await ada.shortcut("show_trace", GENERAL, answer["ts"])

    def traced(message) -> bool:
        here = message.get("thread_ts") == answer["thread_ts"]
        return here and "How I got this" in message["text"]

    trace = await ada.wait_for_message(GENERAL, traced)
    assert trace["is_ephemeral"]
    button = trace["blocks"][-1]["elements"][0]
    await ada.click(GENERAL, trace["ts"], button["action_id"], button["value"])
    await ada.wait_for_message(GENERAL, lambda m: "in our direct messages" in m["text"])
    direct = await ada.open_dm()
    sent = await ada.wait_for_message(direct, lambda m: bool(m.get("files")))
    assert (await ada.download(sent["files"][0]["id"])).startswith(b"\x89PNG")
    await ben.shortcut("show_trace", GENERAL, answer["ts"])
    told = await ben.wait_for_message(GENERAL, lambda m: "no answer of yours there" in m["text"])
    assert told["is_ephemeral"]


async def test_without_an_answer_there_is_no_trace(ben: Person):
    await ben.command(LIBRARY, "/footnote", "trace")
    told = await ben.wait_for_message(LIBRARY, lambda m: "no answer of yours here" in m["text"])
    assert told["is_ephemeral"]


@pytest.mark.parametrize("graph", ["answer", "ingest"])
async def test_a_graph_is_posted_as_a_picture(ada: Person, graph: str):
    await ada.command(GENERAL, "/footnote", f"graph {graph}")

    def posted(message) -> bool:
        return any(f["name"] == f"{graph}-graph.png" for f in message.get("files", []))

    message = await ada.wait_for_message(GENERAL, posted)
    picture = await ada.download(message["files"][0]["id"])
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000


@pytest.mark.parametrize("text", ["help", "", "nonsense <!channel>"])
async def test_help_names_the_libraries_that_this_person_sees(ada: Person, text: str):
    await ada.command(GENERAL, "/footnote", text)
    begins = "I answer questions" if text in {"help", ""} else "I don't know “nonsense”"

    def is_help(message) -> bool:
        return bool(message.get("is_ephemeral")) and message["text"].startswith(begins)

    told = await ada.wait_for_message(GENERAL, is_help)
    assert "(#library)" in told["text"]
    assert "<!channel>" not in told["text"]


async def test_an_unknown_graph_is_asked_for(ada: Person):
    await ada.command(GENERAL, "/footnote", "graph nothing")
    told = await ada.wait_for_message(GENERAL, lambda m: m["text"].startswith("Which graph?"))
    assert "/footnote graph answer" in told["text"]
    assert told["is_ephemeral"]
