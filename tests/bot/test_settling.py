"""The last word of a message comes through, whatever Slack and the network do."""

from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from bot.jobs import Run
from bot.slack.files import SharedFile
from bot.slack.message import Message, Place
from bot.slack.posting import Poster, time_of
from bot.slack.settling import settle
from bot.views.receipt import note
from bot.work.drafting import Draft
from bot.work.notice import Notice
from tests.support.bot_fakes import CHANNEL, FakePoster

PLACE = Place(CHANNEL, "1.0")
DONE = note("Done.")


class Response(dict[str, str]):
    """What Slack answered."""

    def __init__(self, error: str, **headers: str) -> None:
        super().__init__(error=error)
        self.headers = headers


def refused(error: str, **headers: str) -> SlackApiError:
    return SlackApiError("no", Response(error, **headers))


@dataclass
class Stubborn(FakePoster):
    """Fails an edit for each of ``failures``, and deletions if so told."""

    failures: list[Exception] = field(default_factory=list)
    keeps: bool = False
    slept: list[float] = field(default_factory=list)

    async def edit(self, channel, ts, message, job="", details=None) -> None:
        if self.failures:
            raise self.failures.pop(0)
        await super().edit(channel, ts, message, job, details)

    async def delete(self, channel, ts) -> None:
        if self.keeps:
            raise refused("cant_delete_message")
        await super().delete(channel, ts)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def settled(poster: Stubborn) -> str:
    ts = await poster.post_once(PLACE, note("Writing…"), "answer:1", again=False)
    return await settle(poster, (PLACE, ts), DONE, ("answer:1", {"answer": "a"}), poster.sleep)


async def test_an_edit_is_repeated_as_late_as_slack_asks():
    limited = refused("ratelimited", **{"Retry-After": "17"})
    poster = Stubborn(failures=[limited, aiohttp.ClientError(), TimeoutError()])
    ts = await settled(poster)
    assert poster.texts == {ts: "Done."}
    assert poster.details[ts] == {"job": "answer:1", "answer": "a"}
    assert poster.slept == [17.0, 5.0, 15.0]


@pytest.mark.parametrize("failures", [[refused("message_not_found")], [aiohttp.ClientError()] * 5])
async def test_what_cannot_be_edited_is_said_anew_and_taken_away(failures: list[Exception]):
    poster = Stubborn(failures=list(failures))
    ts = await settled(poster)
    assert poster.texts == {ts: "Done."}
    assert len(poster.slept) == len(failures) - 1


async def test_one_that_cannot_be_taken_away_stays_below_nothing_worse():
    poster = Stubborn(failures=[refused("edit_window_closed")], keeps=True)
    ts = await settled(poster)
    assert poster.texts[ts] == "Done."
    assert len(poster.texts) == 2


async def test_a_draft_ends_in_its_answer():
    poster: Any = Stubborn(failures=[refused("ratelimited")] * 2)
    draft = Draft(poster, Run("answer:1", again=False), PLACE, "en", 0.0, poster.sleep)
    await draft.show("a")
    await draft._write()
    await draft.settle(DONE, {})
    assert list(poster.texts.values()) == ["Done."]


async def test_a_receipt_does_too():
    poster: Any = Stubborn(failures=[refused("message_not_found")])
    file = SharedFile("F1", "a.pdf", 1, "https://x", "U1", "1.0", "1.0")
    notice = Notice(poster, Run("ingest:1", again=False), "W1", PLACE, file, is_quiet=False)
    await notice.begin("Reading…")
    first = notice.ts
    await notice.settle(DONE)
    assert poster.texts == {notice.ts: "Done."}
    assert notice.ts != first or len(poster.texts) == 1


class Replies:
    """conversations.replies of a long thread, a page at a time."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages = messages
        self.asked: list[dict[str, Any]] = []

    async def conversations_replies(self, **given: Any) -> dict[str, Any]:
        self.asked.append(given)
        newer = [m for m in self.messages if float(m["ts"]) > float(given.get("oldest", 0))]
        start = int(given.get("cursor") or 0)
        following = start + given["limit"]
        cursor = str(following) if following < len(newer) else ""
        page = newer[start:following]
        return {"messages": page, "response_metadata": {"next_cursor": cursor}}


def posted(number: int, job: str = "") -> dict[str, Any]:
    metadata = {"event_type": "footnote_job", "event_payload": {"job": job}} if job else {}
    return {"ts": f"1700000{number:03}.000000", "text": "x", "metadata": metadata}


async def test_what_a_job_has_posted_is_found_at_the_end_of_a_long_thread():
    job = "answer:T1:C1:001700000200.000000"
    client: Any = Replies(*(posted(n) for n in range(420)), posted(420, job))
    assert await Poster(client).find(PLACE, job) == "1700000420.000000"
    assert client.asked[0]["oldest"] == "1700000200.000000"
    assert len(client.asked) == 3
    assert await Poster(client).find(PLACE, "answer:T1:C1:001700000200.000001") == ""


@pytest.mark.parametrize(
    ("job", "ts"),
    [
        ("answer:T1:C1:001700000200.000100", "1700000200.000100"),
        ("ingest:T1:C1:F1:001700000200.000100:fixed", "1700000200.000100"),
        ("ingest:T1:C1:F1:000000000000.000000abc", ""),
        ("ask:T1:123.456", ""),
    ],
)
def test_a_job_tells_when_it_began(job: str, ts: str):
    assert time_of(job) == ts


def test_messages_are_compared_by_what_they_say():
    assert isinstance(DONE, Message)
