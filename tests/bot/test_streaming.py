"""Where streams are not to be had that is remembered for a while, and nothing is lost."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.jobs import Run
from bot.slack.message import Place
from bot.slack.streaming import StreamOver, Streams
from bot.views.receipt import note
from bot.work.drafting import Draft
from bot.work.sketching import Sketch
from tests.support.bot_fakes import FakePoster

PLACE = Place("C1", "1.0")
TEXT = [{"type": "markdown_text", "text": "a"}]


class Client:
    """Slack's three methods; ``refusal`` is what the next calls fail with."""

    def __init__(self, refusal: str = "") -> None:
        self.refusal = refusal
        self.calls: list[tuple[str, dict[str, Any]]] = []

    async def _called(self, name: str, arguments: dict[str, Any]) -> dict[str, str]:
        self.calls.append((name, arguments))
        if self.refusal:
            raise SlackApiError("no", {"error": self.refusal})
        return {"ts": "5.0"}

    async def chat_startStream(self, **arguments: Any) -> dict[str, str]:  # noqa: N802 - Slack's
        return await self._called("start", arguments)

    async def chat_appendStream(self, **arguments: Any) -> dict[str, str]:  # noqa: N802 - Slack's
        return await self._called("append", arguments)

    async def chat_stopStream(self, **arguments: Any) -> dict[str, str]:  # noqa: N802 - Slack's
        return await self._called("stop", arguments)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def made(refusal: str = "", workspace: str = "T1") -> tuple[Any, Streams, Clock]:
    client: Any = Client(refusal)
    clock = Clock()
    return client, Streams(client, workspace, clock), clock


@pytest.mark.parametrize(
    ("error", "elsewhere"),
    [
        ("method_not_supported", 0),
        ("missing_scope", 0),
        ("not_allowed_token_type", 0),
        ("invalid_chunks", 0),
        ("channel_type_not_supported", 1),
        ("restricted_action", 1),
    ],
)
async def test_a_refusal_is_remembered_for_an_hour(error: str, elsewhere: int):
    client, streams, clock = made(error)
    for _ in range(3):
        assert await streams.start(PLACE, "U1", "job", TEXT) is None
    assert len(client.calls) == 1
    await streams.start(Place("C2", "1.0"), "U1", "job", TEXT)
    assert len(client.calls) == 1 + elsewhere
    client.refusal, clock.now = "", 3_601.0
    assert await streams.start(PLACE, "U1", "job", TEXT)


async def test_no_more_are_started_than_slack_takes_in_a_minute():
    client, streams, clock = made()
    started = [await streams.start(PLACE, "U1", "job", TEXT) for _ in range(20)]
    assert len(client.calls) == 15 == len([one for one in started if one])
    clock.now = 61.0
    assert await streams.start(PLACE, "U1", "job", TEXT)


async def test_it_is_said_for_whom_it_streams_and_an_enterprise_is_no_team():
    client, streams, _ = made()
    await streams.start(PLACE, "U1", "job", TEXT)
    [(_, sent)] = client.calls
    assert (sent["recipient_user_id"], sent["recipient_team_id"]) == ("U1", "T1")
    client, streams, _ = made(workspace="E1")
    assert await streams.start(PLACE, "U1", "job", TEXT) is None
    assert not client.calls


async def test_a_stream_of_four_minutes_is_over():
    client, streams, clock = made()
    stream = await streams.start(PLACE, "U1", "job", TEXT)
    assert stream
    await stream.append(TEXT)
    clock.now = 241.0
    with pytest.raises(StreamOver):
        await stream.append(TEXT)
    assert [name for name, _ in client.calls] == ["start", "append"]


@pytest.mark.parametrize(
    "error", ["message_not_in_streaming_state", "streaming_mode_mismatch", "ratelimited"]
)
async def test_what_a_stream_does_not_take_is_edited(error: str):
    client, streams, _ = made()
    poster: Any = FakePoster({"5.0": ""})
    sketch = Sketch(poster, Run("answer:1", again=False), PLACE, "en", "U1", "1.0:m", streams)
    await sketch.draw("is searching…", "")
    await sketch.draw("is writing…", "A word")
    client.refusal = error
    await sketch.draw("is writing…", "A word more")
    assert poster.texts == {"5.0": "Writing… not checked yet\nA word more"}
    await sketch.draw("is writing…", "A word more and")
    assert poster.edits[-1].endswith("and")
    names = [name for name, _ in client.calls]
    assert names == ["start", "append", "append", "append", "stop"]


async def test_tasks_are_finished_and_only_what_is_new_is_sent():
    client, streams, _ = made()
    poster: Any = FakePoster({"5.0": ""})
    sketch = Sketch(poster, Run("answer:1", again=False), PLACE, "en", "U1", "", streams)
    draft = Draft(poster, sketch.run, PLACE, "en", sketch=sketch)
    await sketch.draw("one", "")
    await sketch.draw("two", "A")
    await sketch.draw("two", "A <!channel>")
    await draft.settle(note("Done."), {})
    tasks = [
        (c["id"], c["status"])
        for _, sent in client.calls
        for c in sent.get("chunks") or []
        if c["type"] == "task_update"
    ]
    assert tasks == [
        ("0", "in_progress"),
        ("0", "complete"),
        ("1", "in_progress"),
        ("1", "complete"),
    ]
    words = [
        c["text"]
        for _, sent in client.calls
        for c in sent.get("chunks") or []
        if c["type"] == "markdown_text"
    ]
    assert words[1:] == ["A", " &lt;!channel&gt;"]
    assert client.calls[-1][1]["metadata"]["event_payload"] == {"job": "answer:1", "draft": True}
    assert poster.texts == {"5.0": "Done."}
