"""Events and clicks become jobs, each once."""

from typing import Any

import pytest

from bot.jobs import Run
from bot.listeners.actions import Actions, click_of
from bot.listeners.files import Files
from bot.listeners.messages import Messages
from bot.work.following import Following
from bot.work.forgetting import Forgetting
from bot.work.orders import mark_of
from tests.support.bot_fakes import (
    CHANNEL,
    CONTEXT,
    WORKSPACE,
    EveryChannel,
    FakeEngine,
    FakeFetcher,
    FakeJobs,
)

RUN = Run("job", again=False)


@pytest.fixture
def jobs() -> Any:
    return FakeJobs()


def message(**more: Any) -> dict[str, Any]:
    event = {
        "type": "message",
        "channel": CHANNEL,
        "channel_type": "channel",
        "user": "ADA",
        "text": "",
        "ts": "900.000000",
        "event_ts": "900.000000",
    }
    return event | more


def files(*ids: str) -> list[dict[str, str]]:
    return [{"id": file, "name": f"{file}.pdf"} for file in ids]


async def test_several_files_in_one_message_are_a_job_each(jobs):
    event = message(subtype="file_share", files=files("F1", "F2", "F3"))
    listener = Messages(jobs)
    await listener.on_message(event, CONTEXT)
    await listener.on_message(event, CONTEXT)
    assert [p["file"] for p in jobs.of("ingest")] == ["F1", "F2", "F3"]
    # One lane, of who dropped them: a person has only some in the line at a time.
    assert {lane for _, lane, _ in jobs.written.values()} == {f"by:{mark_of('ADA')}"}


async def test_a_broadcast_reply_with_a_file_is_read_once(jobs):
    listener = Messages(jobs)
    reply = message(thread_ts="800.000000", files=files("F1"))
    await listener.on_message(reply | {"subtype": "thread_broadcast"}, CONTEXT)
    await listener.on_message(reply | {"subtype": "file_share"}, CONTEXT)
    await listener.on_message(
        message(subtype="message_changed", message=reply, previous_message=reply), CONTEXT
    )
    assert len(jobs.written) == 1


async def test_file_shared_and_its_message_are_one_job_and_a_second_share_another(jobs):
    fetcher: Any = FakeFetcher()
    await Messages(jobs).on_message(message(subtype="file_share", files=files("F1")), CONTEXT)
    shared = {"file_id": "F1", "channel_id": CHANNEL, "user_id": "ADA", "event_ts": "900.1"}
    await Files(jobs).on_shared(shared, CONTEXT)
    every: Any = EveryChannel()
    follow = Following(every, fetcher, jobs)
    [payload] = jobs.of("follow")
    await follow.run(RUN, payload)
    assert len(jobs.of("ingest")) == 1
    fetcher.shared = {CHANNEL: frozenset({"900.000000", "950.000000"})}
    await follow.run(RUN, payload)
    assert [p["ts"] for p in jobs.of("ingest")] == ["900.000000", "950.000000"]


async def test_the_bots_own_files_are_no_documents(jobs):
    listener = Files(jobs)
    event = {"file_id": "F1", "channel_id": CHANNEL, "user_id": "UBOT", "event_ts": "1.0"}
    await listener.on_shared(event, CONTEXT)
    await listener.on_changed(event, CONTEXT)
    assert not jobs.written


async def test_a_changed_file_is_looked_at_in_each_channel_and_quietly(jobs):
    fetcher: Any = FakeFetcher({"C1": frozenset({"1.0"}), "C2": frozenset({"2.0"})})
    event = {"file_id": "F1", "user_id": "ADA", "event_ts": "5.000000"}
    await Files(jobs).on_changed(event, CONTEXT)
    await Files(jobs).on_changed(event, CONTEXT)
    [payload] = jobs.of("follow")
    every: Any = EveryChannel()
    await Following(every, fetcher, jobs).run(RUN, payload)
    assert [(p["channel"], p["quiet"]) for p in jobs.of("ingest")] == [("C1", True), ("C2", True)]
    assert all(job.endswith("5.000000") for job in jobs.written if job.startswith("ingest"))


@pytest.mark.parametrize(
    ("event", "lost", "gone"),
    [
        ({"subtype": "message_deleted"}, ["F1", "F2"], "700.0"),
        (
            {"subtype": "message_changed", "message": {"subtype": "tombstone"}},
            ["F1", "F2"],
            "700.0",
        ),
        ({"subtype": "message_changed", "message": {"files": files("F2")}}, ["F1"], ""),
        ({"subtype": "message_changed", "message": {"files": files("F1", "F2")}}, [], ""),
    ],
)
async def test_files_that_leave_with_their_message_are_forgotten_there(
    jobs, event: dict[str, Any], lost: list[str], gone: str
):
    before = {"ts": "700.0", "files": files("F1", "F2")}
    await Messages(jobs).on_message(message(previous_message=before) | event, CONTEXT)
    found = jobs.of("forget")
    assert [p["file"] for p in found] == lost
    assert all((p["channel"], p["gone"]) == (CHANNEL, gone) for p in found)
    assert not jobs.of("answer")


async def test_a_file_that_another_message_still_shares_is_kept(jobs):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    engine: Any = FakeEngine()
    fetcher: Any = FakeFetcher({CHANNEL: frozenset({"700.0", "900.0"})})
    unshared = {"file_id": "F1", "channel_id": CHANNEL, "event_ts": "950.0"}
    await Files(jobs).on_unshared(unshared, CONTEXT)
    [payload] = jobs.of("forget")
    work = Forgetting(engine, fetcher, sleep)
    await work.run(RUN, payload)
    assert not engine.forgotten_files
    assert waits == [0.5, 1.0, 2.0]  # Slack may tell a share that was just taken back
    fetcher.shared = {"C9": frozenset({"1.0"})}
    await work.run(RUN, payload)
    assert engine.forgotten_files == [("F1", CHANNEL)]
    await Files(jobs).on_deleted({"file_id": "F2"}, CONTEXT)
    await work.run(RUN, jobs.of("forget")[1])
    assert engine.forgotten_files[1] == ("F2", None)


def body(action: dict[str, Any], at: str = "100.0", user: str = "ADA") -> dict[str, Any]:
    return {
        "user": {"id": user},
        "channel": {"id": CHANNEL},
        "message": {"ts": "50.0", "thread_ts": "40.0"},
        "response_url": "https://x",
        "actions": [action | {"action_ts": at}],
    }


async def test_a_double_click_is_one_job_and_a_later_click_another(jobs):
    acknowledged = []

    async def ack() -> None:
        acknowledged.append(1)

    answer: Any = ack
    listener = Actions(jobs)
    button = {"action_id": "ask_question_0", "value": "key"}
    for at in ("103.9", "104.1", "105.0"):
        await listener.on_click(answer, body(button, at), CONTEXT)
    assert len(jobs.of("click")) == 1
    await listener.on_click(answer, body(button, "104.2", "BEN"), CONTEXT)
    assert [p["user"] for p in jobs.of("click")] == ["ADA", "BEN"]
    await listener.on_click(answer, body(button, "112.0"), CONTEXT)
    assert len(jobs.of("click")) == 3
    await listener.on_cancel(answer, body({"action_id": "cancel_reading", "value": "k"}), CONTEXT)
    assert len(jobs.of("cancel")) == 1
    assert len(acknowledged) == 6


def test_a_click_says_who_where_and_on_what():
    chosen = {"action_id": "split_another_way", "selected_option": {"value": "key:fixed"}}
    click = click_of(body(chosen), WORKSPACE)
    assert (click["value"], click["thread_ts"], click["ts"]) == ("key:fixed", "40.0", "50.0")
    nothing = {"action_id": "split_another_way", "selected_option": None}
    assert click_of(body(nothing), WORKSPACE) == {}
    assert click_of(body(chosen) | {"message": None}, WORKSPACE) == {}
