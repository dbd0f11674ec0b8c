"""`/footnote ask`, the options of a question, threads that are read, questions taken back."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.jobs import Run
from bot.listeners.commands import Commands
from bot.listeners.messages import Messages
from bot.slack.message import Place
from bot.slack.threads import Threads
from bot.views.buttons import STOP_PRIVATE
from bot.work.overrides import WrongWord, split_options
from bot.work.pace import Pace
from bot.work.stopping import private_stop_value
from bot.work.withdrawing import Withdrawing
from bot.workspace.blocks import check_blocks
from tests.support.bot_fakes import CHANNEL, CONTEXT, FakeJobs, FakePeople, FakePoster

RUN = Run("withdraw:1", again=False)


@pytest.mark.parametrize(
    ("text", "given", "question"),
    [
        ("How long?", {}, "How long?"),
        ("--mode fast How long?", {"mode": "fast"}, "How long?"),
        ("--MODE=Fast\nHow\nlong?", {"mode": "fast"}, "How\nlong?"),
        ("—mode fast –top-k 5 x", {"mode": "fast", "top_k": 5}, "x"),
        ("--retrieval bm25 --transform hyde 为什么？", {"retrieval": "bm25", "transform": "hyde"}, "为什么？"),
        ("— and Lisbon?", {}, "— and Lisbon?"),
        ("—and Lisbon?", {}, "—and Lisbon?"),
        ("What does --mode do?", {}, "What does --mode do?"),
        ("--mode fast", {"mode": "fast"}, ""),
    ],
)  # fmt: skip
def test_options_stand_before_the_question(text: str, given: dict[str, Any], question: str):
    assert split_options(text) == (given, question)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("--mode quick x", "--mode does not take “quick”. It takes: verified, fast."),
        ("--retrieval", "--retrieval needs a word after it: vector, bm25, hybrid, auto."),
        ("--top-k many x", "--top-k does not take “many”. It takes: 1–30."),
        ("--top-k 31 x", "--top-k does not take “31”. It takes: 1–30."),
        ("--fast x", "I don't know the option --fast. There are: --mode, --retrieval,"),
    ],
)
def test_a_wrong_option_names_the_right_ones(text: str, words: str):
    with pytest.raises(WrongWord) as raised:
        split_options(text)
    assert raised.value.words("en").startswith(words)
    assert raised.value.words("zh") != raised.value.words("en")


async def said(jobs: Any, text: str) -> str:
    answers: list[str] = []

    async def ack(text: str = "", blocks: Any = ()) -> None:
        assert check_blocks(blocks) == []
        answers.append(text)
        jobs.acknowledged = blocks

    command = {
        "text": text,
        "trigger_id": "t1",
        "channel_id": "C9",
        "user_id": "ADA",
        "response_url": "https://x",
    }
    listener: Any = Commands(jobs)
    await listener.on_command(ack, command, CONTEXT)
    [answer] = answers
    return answer


async def test_the_command_takes_a_question_with_options():
    jobs = FakeJobs()
    assert "Only you will see it" in await said(jobs, "ask --mode fast How long?")
    [payload] = jobs.of("ask")
    assert (payload["text"], payload["given"]) == ("How long?", {"mode": "fast"})


async def test_what_the_command_says_has_a_button_that_stops_the_question():
    jobs: Any = FakeJobs()
    await said(jobs, "ask How long?")
    [*_, row] = jobs.acknowledged
    [job] = jobs.written
    [button] = row["elements"]
    value = private_stop_value(job, "ADA", "en")
    assert (button["action_id"], button["value"]) == (STOP_PRIVATE, value)
    await said(jobs, "ask")
    assert not [block for block in jobs.acknowledged if block["type"] == "actions"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ask", "Ask what?"),
        ("ask --mode fast", "Ask what?"),
        ("ask --mode <!channel> x", "--mode does not take “&lt;!channel&gt;”"),
    ],
)
async def test_the_command_says_what_is_missing_or_wrong(text: str, words: str):
    jobs = FakeJobs()
    assert (await said(jobs, text)).startswith(words)
    assert not jobs.written


class Client:
    """conversations.replies of one thread."""

    def __init__(self, *messages: dict[str, Any], has_more: bool = False) -> None:
        self.messages, self.has_more = messages, has_more
        self.calls = 0

    async def conversations_replies(self, **_: Any) -> dict[str, Any]:
        self.calls += 1
        if not self.messages:
            raise SlackApiError("no", {"error": "thread_not_found"})
        return {"messages": list(self.messages), "has_more": self.has_more}


def wrote(ts: str, text: str, user: str = "ADA", **more: Any) -> dict[str, Any]:
    return {"ts": ts, "user": user, "text": text, **more}


def reader(client: Any) -> Threads:
    people: Any = FakePeople()
    return Threads(client, people, "UBOT")


PLACE = Place(CHANNEL, "1.0")


async def test_a_thread_is_read_with_names_and_without_bots_and_the_mention_itself():
    client = Client(
        wrote("1.0", "Where do we stay, <@BEN>? Tom &amp; Co"),
        wrote("2.0", "Lisbon.", "BEN"),
        wrote("3.0", "Build passed", "UCI", bot_id="B2"),
        wrote("4.0", "joined", "BEN", subtype="channel_join"),
        wrote("5.0", "<@UBOT> what may it cost?"),
    )
    talk = await reader(client).before(PLACE, "5.0")
    assert [t.text for t in talk.turns] == [
        "Ada: Where do we stay, @Ben? Tom & Co",
        "Ben: Lisbon.",
    ]
    assert not talk.is_cut


async def test_a_thread_that_the_bot_has_answered_is_not_read_again():
    answered = {"event_type": "footnote_job", "event_payload": {"job": "answer:1", "answer": "a"}}
    client = Client(wrote("1.0", "Where?"), wrote("2.0", "There.", "UBOT", metadata=answered))
    threads = reader(client)
    for ts in ("3.0", "4.0"):
        assert not (await threads.before(PLACE, ts)).turns
    assert client.calls == 1
    failed = {"event_type": "footnote_job", "event_payload": {"job": "answer:1"}}
    client = Client(wrote("1.0", "Where?"), wrote("2.0", "Sorry", "UBOT", metadata=failed))
    assert len((await reader(client).before(PLACE, "3.0")).turns) == 1


async def test_a_question_that_begins_a_thread_reads_nothing_and_a_failure_is_no_failure():
    client = Client()
    assert not (await reader(client).before(PLACE, "1.0")).turns
    assert client.calls == 0
    assert not (await reader(client).before(PLACE, "2.0")).turns


async def test_the_newest_of_a_long_talk_are_kept():
    client = Client(*[wrote(f"{n}.0", f"{n} " + "x" * 1_500) for n in range(1, 5)], has_more=True)
    talk = await reader(client).before(PLACE, "9.0")
    assert [t.text[:6] for t in talk.turns] == ["Ada: 3", "Ada: 4"]
    assert (talk.count, talk.is_cut) == (4, True)
    [turn] = (await reader(Client(wrote("1.0", "x" * 9_000))).before(PLACE, "2.0")).turns
    assert len(turn.text) == 4_000


def test_an_hour_has_its_answers():
    now = [0.0]
    pace = Pace(2, clock=lambda: now[0])
    assert [pace.admits("a") for _ in range(3)] == [True, True, False]
    assert pace.admits("b")
    now[0] = 3_601.0
    assert pace.admits("a")
    assert all(Pace(0).admits("a") for _ in range(99))


def deleted(**more: Any) -> dict[str, Any]:
    event = {"type": "message", "subtype": "message_deleted", "channel": CHANNEL}
    return {**event, "ts": "9.0", "event_ts": "9.0", "deleted_ts": "5.0", **more}


async def test_a_deleted_question_ends_its_job_and_its_draft():
    jobs: Any = FakeJobs()
    listener = Messages(jobs)
    asked = {"channel": CHANNEL, "user": "ADA", "ts": "5.0", "text": "<@UBOT> How long?"}
    await listener.on_message(deleted(), CONTEXT)
    assert not jobs.written
    await listener.on_mention(asked, CONTEXT)
    before = {"ts": "5.0", "text": asked["text"], "user": "ADA"}
    await listener.on_message(deleted(previous_message=before), CONTEXT)
    [payload] = jobs.of("withdraw")
    poster: Any = FakePoster()
    poster.texts["1.0"], poster.details["1.0"] = "Writing…", {"job": payload["job"]}
    await Withdrawing(poster, jobs).run(RUN, payload)
    assert jobs.cancelled == [payload["job"]]
    assert poster.texts["1.0"] == "The question was deleted, so I stopped."
    poster.texts["1.0"] = "An answer"
    jobs.finished.add(payload["job"])
    await Withdrawing(poster, jobs).run(RUN, payload)
    assert poster.texts["1.0"] == "An answer"


async def test_edits_and_deletions_of_anything_else_are_let_pass():
    jobs: Any = FakeJobs()
    listener = Messages(jobs)
    changed = {"subtype": "message_changed", "message": {"ts": "8.0", "text": "x", "user": "U1"}}
    await listener.on_message(deleted(**changed, previous_message={}), CONTEXT)
    await listener.on_message(deleted(subtype="message_changed", message={}), CONTEXT)
    assert not jobs.written
