"""Area e: what Slack sends, however it comes. Each test is named for its case."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.listeners.reactions import thumb
from bot.slack.facts import home_of, person_of
from bot.slack.incoming import mentions, plain_question
from bot.slack.message import Message
from bot.slack.people import People
from bot.views.answer import answer_messages, draft_message
from bot.views.literal import streamed
from bot.views.receipt import note
from bot.work.orders import answer_job
from bot.workspace.blocks import check_blocks
from rag.errors import ModelUnavailable
from rag.service import Footnote
from rag.types import Step, Usage
from tests.bot.test_answering import Desk, Engine
from tests.support.engines import question
from tests.support.listening import BOT_ID, BOT_USER, TEAM, Door
from tests.support.made import answer as made_answer

ASKED = f"<@{BOT_USER}> What is the hotel limit?"
TS = "1700000001.000100"

Event = dict[str, Any]


def mention(text: str = ASKED, **more: Any) -> Event:
    event = {"type": "app_mention", "user": "U1", "text": text, "ts": TS, "channel": "C1"}
    return event | {"event_ts": TS} | more


def message(text: str = ASKED, **more: Any) -> Event:
    return mention(text, type="message", channel_type="channel") | more


@pytest.fixture
def door() -> Door:
    return Door()


async def comes(door: Door, *events: Event) -> list[Mapping[str, Any]]:
    """Every event is acknowledged; the questions that came of them."""
    for event in events:
        assert await door.event(event) == 200
    return door.of("answer")


# E01, E02: retries and pairs


async def test_a_retry_is_the_same_question(door: Door):
    await comes(door, mention())
    status = await door.event(mention(), x_slack_retry_num="1", x_slack_retry_reason="http_timeout")
    assert status == 200
    assert len(door.of("answer")) == 1


@pytest.mark.parametrize("events", [(mention(), message()), (message(), mention())])
async def test_a_mention_and_its_message_are_one_question(door: Door, events: tuple[Event, ...]):
    assert len(await comes(door, *events)) == 1


async def test_a_first_try_that_could_not_be_written_down_is_not_acknowledged(door: Door):
    class Full:
        async def submit(self, *_: Any) -> None:
            raise OSError("disk full")

    broken: Any = Full()
    outer = Door(jobs=broken)
    assert await outer.event(mention()) == 500
    assert len(await comes(door, mention())) == 1


# Loops: case E04


@pytest.mark.parametrize(
    "event",
    [
        mention(user="U9", bot_id="B9"),
        message(subtype="bot_message", bot_id="B9", user=None),
        message(user=BOT_USER, bot_id=BOT_ID),
        message(user="USLACKBOT", bot_id="B01"),
        message(subtype="bot_message", bot_id="BWORKFLOW", username="A workflow", user=None),
        message(user=None),
    ],
    ids=["another app", "its message", "ourselves", "slackbot", "a workflow", "nobody"],
)
async def test_only_people_are_answered(door: Door, event: Event):
    assert not await comes(door, event)


async def test_a_thread_that_runs_wild_is_paused():
    desk = Desk(limit=1)
    await desk.asks(job="1")
    assert "1" in await desk.asks(job="2")
    assert len(desk.engine.asked) == 1


# E05, E06: edits, deletions, hidden messages


@pytest.mark.parametrize("before", [(), (mention(),)])
async def test_an_edited_question_asks_nothing_new(door: Door, before: tuple[Event, ...]):
    first = len(await comes(door, *before))
    edited = {"user": "U1", "ts": "1700000009.000900"}
    changed = message(f"{ASKED} In Porto?")
    hidden: Event = {
        "type": "message",
        "subtype": "message_changed",
        "channel": "C1",
        "ts": edited["ts"],
    }
    hidden |= {"event_ts": edited["ts"], "message": changed, "previous_message": message()}
    after = await comes(door, mention(f"{ASKED} In Porto?", edited=edited), hidden)
    assert len(after) == first == len(before)


async def test_a_deleted_question_is_let_go_and_another_message_is_nothing(door: Door):
    deleted = {
        "type": "message",
        "subtype": "message_deleted",
        "channel": "C1",
        "ts": "1700000008.000200",
        "event_ts": "1700000008.000200",
        "deleted_ts": TS,
        "previous_message": message(),
    }
    await comes(door, deleted)
    assert not door.of("withdraw")
    await comes(door, mention(), deleted)
    assert [w["job"] for w in door.of("withdraw")] == [answer_job(TEAM, "C1", TS)]


HIDDEN = (
    {"subtype": "message_changed", "message": {"user": "U1", "text": "x", "ts": "8.0"}},
    {"subtype": "message_changed", "message": {}, "previous_message": {}},
    {"subtype": "message_deleted", "deleted_ts": "8.0"},
    {"subtype": "message_replied", "message": {"thread_ts": "8.0"}},
    {"subtype": "channel_join", "text": f"<@U1> has joined with <@{BOT_USER}>"},
    {"subtype": "channel_topic", "text": ASKED},
    {"subtype": "me_message", "text": "waves"},
    {"subtype": "reminder_add", "text": ASKED},
    {"subtype": "tombstone", "text": "This message was deleted."},
    {"subtype": "assistant_app_thread", "text": "New chat"},
    {"subtype": "a_subtype_of_tomorrow", "text": ASKED},
)


@pytest.mark.parametrize("more", HIDDEN, ids=lambda more: str(more["subtype"]))
async def test_hidden_messages_are_passed_over(door: Door, more: Event):
    assert not await comes(door, message("", hidden=True) | more)
    assert not door.jobs.written


@pytest.mark.parametrize("name", ["text", "user", "ts", "event_ts", "channel_type"])
async def test_a_field_that_is_missing_stops_nothing_else(door: Door, name: str):
    event = message()
    del event[name]
    await door.event(event)  # what can't be understood may be refused
    assert len(await comes(door, mention(ts="1700000002.000100"))) >= 1


# Threads: case E09


async def test_the_answer_goes_into_the_thread_of_the_question(door: Door):
    reply = mention(ts="1700000003.000100", thread_ts=TS)
    top, inside = await comes(door, mention(), reply)
    assert (top["thread_ts"], inside["thread_ts"]) == (TS, TS)
    lanes = [lane for kind, lane, _ in door.jobs.written.values() if kind == "answer"]
    assert lanes[0] == lanes[1]  # and one after the other


async def test_a_broadcast_reply_is_one_question(door: Door):
    reply = {"thread_ts": TS, "ts": "1700000003.000100"}
    events = [mention(**reply), message(**reply), message(subtype="thread_broadcast", **reply)]
    changed = {"subtype": "message_changed", "message": message(**reply), "event_ts": "9.9"}
    [asked] = await comes(door, *events, message("") | changed | {"previous_message": {}})
    assert asked["thread_ts"] == TS


@pytest.mark.parametrize("kind", ["im", "mpim", "group", "channel"])
@pytest.mark.parametrize("thread", [None, TS])
async def test_every_kind_of_conversation_is_answered_where_it_was_asked(
    door: Door, kind: str, thread: str | None
):
    event = message(channel_type=kind, ts="1700000003.000100", channel="X1")
    [asked] = await comes(door, event | ({"thread_ts": thread} if thread else {}))
    assert (asked["channel"], asked["thread_ts"]) == ("X1", thread or "1700000003.000100")


async def test_only_direct_messages_need_no_mention(door: Door):
    words = "What is the hotel limit?"
    for number, kind in enumerate(["mpim", "group", "channel"]):
        event = message(words, channel_type=kind, ts=f"17000000{number}0.000100")
        assert not await comes(door, event)
    assert len(await comes(door, message(words, channel_type="im"))) == 1


# E10, E11, E13: files


FILE = {"id": "F1", "name": "a.pdf", "mimetype": "application/pdf", "filetype": "pdf"}


@pytest.mark.parametrize("more", [{}, {"thread_ts": TS, "ts": "1700000004.000100"}])
@pytest.mark.parametrize("subtype", ["file_share", "thread_broadcast", None])
async def test_a_dropped_file_is_taken_up(door: Door, more: Event, subtype: str | None):
    event = message("", files=[FILE], **({"subtype": subtype} if subtype else {}))
    assert not await comes(door, event | more)
    assert [p["file"] for p in door.of("ingest")] == ["F1"]


async def test_a_question_with_a_file_is_answered_and_told_what_becomes_of_the_file(door: Door):
    with_file = message(f"<@{BOT_USER}> summarise this", subtype="file_share", files=[FILE])
    mentioned = mention(f"<@{BOT_USER}> summarise this", files=[FILE])
    assert len(await comes(door, mentioned, with_file)) == 1
    assert [p["names"] for p in door.of("note")] == [["a.pdf"]]
    assert [p["file"] for p in door.of("ingest")] == ["F1"]


async def test_both_events_of_a_file_are_acknowledged_and_each_is_one_job(door: Door):
    shared: Event = {"type": "file_shared", "file_id": "F1", "user_id": "U1", "channel_id": "C1"}
    shared |= {"file": {"id": "F1"}, "event_ts": TS}
    dropped = message("", subtype="file_share", files=[{"id": "F1"}])
    for _ in range(2):
        assert await door.event(shared) == 200
        await comes(door, dropped)
    assert (len(door.of("ingest")), len(door.of("follow"))) == (1, 1)


# E24, E25: mentions


PEOPLE = {"U2": "Ben"}


async def name_of(user: str) -> str:
    return PEOPLE.get(user, user)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            "<@UBOT> did <@U2> sign per <#C2|legal>? see <https://x.example|link>",
            "did @Ben sign per #legal? see link",
        ),
        ("did <@U404> sign, <@UBOT>?", "did @U404 sign, ?"),
        ("<@UBOT> <@UBOT> twice", "twice"),
        ("<@UBOT|footnote> and <@UBOT>", "and"),
        ("&gt; quoted <@UBOT> how?", "> quoted how?"),
        ("<!channel> <!subteam^S1|@team> <!date^1^{date}|today>", "@channel @team today"),
        ("a &amp;lt; b &lt;@UBOT&gt;", "a &lt; b <@UBOT>"),
        ("<mailto:a@x.example|a@x.example> <https://x.example/?a=1&amp;b=2>", None),
    ],
)
async def test_tokens_of_a_question_become_words(text: str, question: str | None):
    said = await plain_question(text, "UBOT", name_of)
    assert said == (question or "a@x.example https://x.example/?a=1&b=2")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("`<@UBOT>` is its name", False),
        ("```\n<@UBOT> hi\n```", False),
        ("`code` <@UBOT> hi", True),
        ("&gt; <@UBOT> asked\n<@UBOT> what?", True),
        ("<@UBOTTOM> hi", False),
        ("<@UBOT|footnote> hi", True),
        ("\u200b<@UBOT>\u200b hi", True),
    ],
)
def test_who_is_mentioned(text: str, is_one: bool):
    assert mentions(text, "UBOT") is is_one


@pytest.mark.parametrize(
    "text",
    [
        "<@UBOT>",
        "<@UBOT> \u200b",
        "<@UBOT> <@UBOT>",
        "\u2060<@UBOT>",
        "<@UBOT> ???",
        "<@UBOT> :wave:",
        "<@UBOT> 👋",
    ],
)
async def test_a_bare_mention_gets_a_hint_and_costs_no_search(text: str):
    desk = Desk()

    async def has_files(*_: str) -> bool:
        return False

    desk.poster.has_files = has_files
    assert "question" in (await desk.asks(text)).lower()
    assert not desk.engine.asked


# E18 to E22: what goes out


def texts_of(messages: Sequence[Message]) -> str:
    return json.dumps([[m.text, list(m.blocks)] for m in messages], ensure_ascii=False)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 4_000,
        "word [1] " * 9_000,
        "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 500,
        "字" * 40_000,
    ],
)
def test_an_answer_of_any_length_goes_out_within_every_limit(text: str):
    messages = answer_messages(answer_of(text))
    for one in messages:
        assert check_blocks(list(one.blocks)) == []
        for words, blocks in one.attempts():
            assert words.strip()
            assert len(words) <= 4_000
            assert check_blocks(blocks) == []


def answer_of(text: str) -> Any:
    """As a model has written it, in Markdown."""
    return replace(made_answer(), text=text, steps=(Step("generate", "written", 1.0, Usage(1)),))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b"])
def test_an_empty_text_is_never_sent(text: str):
    for one in (*answer_messages(answer_of(text)), note(text or " ")):
        for _, blocks in one.attempts():
            assert check_blocks(blocks) == []


def test_markdown_is_converted():
    text = (
        "**Limit**: 140 euros\n\n| City | Limit |\n|---|---|\n| Lisbon | 140 |\n\n"
        "[handbook](https://x.example/a?b=1&c=2) `**code**`"
    )
    [one] = answer_messages(answer_of(text))
    sent = json.dumps(list(one.blocks))
    assert "**Limit**" not in sent
    assert "|---|" not in sent
    assert "**code**" in sent
    assert "](https" not in sent


PINGS = "<!channel> <!here> <!everyone> <@U1> <!subteam^S1> <#C1> the limit is 140"


@pytest.mark.parametrize(
    "message", [*answer_messages(answer_of(PINGS)), draft_message(PINGS, "en")]
)
def test_nothing_pings(message: Message):
    for words, blocks in message.attempts():
        assert "<!" not in words
        assert "<@" not in words
        for text in mrkdwn_in(blocks):
            assert "<!" not in text
            assert "<@" not in text


def mrkdwn_in(node: Any) -> list[str]:
    """Every text that Slack parses."""
    if isinstance(node, dict):
        own = [node["text"]] if node.get("type") in ("mrkdwn", "markdown") else []
        return own + [text for value in node.values() for text in mrkdwn_in(value)]
    return [text for value in node for text in mrkdwn_in(value)] if isinstance(node, list) else []


def test_a_stream_pings_nobody_hides_no_address_and_grows():
    text = f"{PINGS} [click](https://evil.example) ![x](https://evil.example/x.png)"
    shown = streamed(text)
    assert "<" not in shown
    assert "](" not in shown
    for end in range(len(text)):
        assert shown.startswith(streamed(text[:end]))


# E27, E28: reactions


def reaction(kind: str, name: str, at: str, **more: Any) -> Event:
    item = {"type": "message", "channel": "C1", "ts": TS}
    event = {"type": kind, "user": "U1", "reaction": name, "item": item, "item_user": BOT_USER}
    return event | {"event_ts": at} | more


@pytest.mark.parametrize(
    "event",
    [
        reaction("reaction_added", "-1", "9.1", item_user="U2"),
        reaction("reaction_added", "+1", "9.1", item={"type": "file", "file": "F1"}),
        reaction("reaction_added", "eyes", "9.1"),
        reaction("reaction_added", "+1", "9.1", user=BOT_USER),
    ],
    ids=["somebody's message", "a file", "another emoji", "our own"],
)
async def test_only_thumbs_on_our_messages_count(door: Door, event: Event):
    await comes(door, event)
    assert not door.of("vote")


async def test_a_vote_ends_as_it_was_given_last(door: Door):
    up = reaction("reaction_added", "+1", "9.1")
    off, down = reaction("reaction_removed", "+1", "9.2"), reaction("reaction_added", "-1", "9.3")
    await comes(door, up, up, off, down)
    votes = [(v["value"], v["withdrawn"], v["at"]) for v in door.of("vote")]
    assert votes == [(1, False, 9_100_000), (1, True, 9_200_000), (-1, False, 9_300_000)]


@pytest.mark.parametrize("name", ["+1", "thumbsup", "+1::skin-tone-2", "thumbsup_all"])
def test_every_alias_and_skin_tone_is_a_thumb(name: str):
    assert thumb(name) == 1


# E35, E36: failures


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("POST http://llm:8000 key=sk-test-123"),
        ModelUnavailable("http://llm:8000/v1 sk-test-123"),
        TimeoutError("embedding endpoint http://e:1"),
        ConnectionError("xoxb-1-2"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_failure_is_a_sentence_with_an_id_and_nothing_of_the_error(error: Exception):
    desk = Desk(Engine(error=error))
    said = await desk.asks()
    assert "id " in said
    assert not any(secret in said for secret in ("sk-", "http", "xoxb", "Error", "Traceback"))
    assert desk.poster.statuses[-1] == ""
    assert len(desk.poster.texts) == 1


# What Slack may send to an app with an agent view


async def test_events_of_the_agent_pane_are_acknowledged(door: Door):
    stopped: Event = {
        "type": "agent_session_stopped",
        "channel": "D1",
        "thread_ts": TS,
        "user": "U1",
    }
    stopped |= {"streaming_message_ts": ["1700000005.000100"], "event_ts": "1700000006.000100"}
    await comes(door, stopped, stopped, {"type": "agent_session_title_changed", "channel": "D1"})
    opened: Event = {"type": "app_home_opened", "user": "U1", "channel": "D1", "event_ts": "9.1"}
    await comes(door, opened | {"tab": "messages"}, opened | {"tab": "messages"})
    assert [(p["channel"], p["user"]) for p in door.of("prompts")] == [("D1", "U1")]
    [halt] = door.of("stop")
    assert (halt["ts"], halt["user"], halt["value"]) == ("1700000005.000100", "U1", "")
    assert not SimpleNamespace(**halt).text


# What people write


LONG = ["limit ", "字", "a", "1", "<@U1> ", "what? "]


@pytest.mark.parametrize("sign", LONG)
async def test_a_huge_message_is_no_question_and_costs_no_search(sign: str):
    desk = Desk()
    assert "4000" in await desk.asks(sign * (40_000 // len(sign)))
    assert not desk.engine.asked


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("sign", LONG)
async def test_the_longest_question_is_answered_or_refused(engine: Footnote, sign: str):
    text = await plain_question(sign * (4_000 // len(sign)), BOT_USER, name_of)
    found = await engine.ask(question(text, f"longest {sign}"))
    assert found.text.strip()
    for message in answer_messages(found):
        assert check_blocks(list(message.blocks)) == []


async def test_a_renamed_person_is_called_by_the_new_name():
    client: Any = None
    people = People(client)
    people._home = home_of({"team_id": TEAM})
    old = {"id": "U2", "team_id": TEAM, "profile": {"display_name": "Ben"}}
    people._kept["person", "U2"] = (people.clock(), person_of(old, people._home))
    assert await people.name_of("U2") == "Ben"
    people.learn(old | {"profile": {"display_name": "Benjamin"}})
    assert ("person", "U2") not in people._kept  # and is asked for anew
