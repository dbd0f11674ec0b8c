"""Joining, the Home tab and its controls, and the form: what each writes down."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.listeners.home import HomeTab
from bot.listeners.membership import Membership
from bot.listeners.questions import Questions
from bot.listeners.settings import SettingsClicks
from bot.views.question import question_form
from tests.support.bot_fakes import CONTEXT, FakeJobs

DAY = 86_400


class Ack:
    def __init__(self) -> None:
        self.given: list[dict[str, Any]] = []

    async def __call__(self, **given: Any) -> None:
        self.given.append(given)


@pytest.fixture
def jobs() -> Any:
    return FakeJobs()


NOBODY: Any = SimpleNamespace(serving=lambda workspace: None)


async def join(jobs: Any, day: float, user: str = "UBOT", **more: str) -> None:
    event = {"type": "member_joined_channel", "channel": "C1", "user": user, **more}
    await Membership(NOBODY, jobs).on_change(event | {"event_ts": f"{day * DAY}"}, CONTEXT)


async def test_only_its_own_joining_is_greeted_and_not_again_within_a_day(jobs: Any):
    await join(jobs, 100.0, "ADA")
    assert jobs.of("join") == []
    for day in (100.0, 100.0, 100.4, 100.9):
        await join(jobs, day)
    assert len(jobs.of("join")) == 1
    await join(jobs, 103.0, inviter="ADA")
    assert [payload["by"] for payload in jobs.of("join")] == ["", "ADA"]


async def test_a_channel_that_got_another_id_is_moved_once(jobs: Any):
    nobody: Any = SimpleNamespace(serving=lambda workspace: None)
    event = {"type": "channel_id_changed", "old_channel_id": "G1", "new_channel_id": "C9"}
    for at in ("5.0", "5.0"):
        await Membership(nobody, jobs).on_change(event | {"event_ts": at}, CONTEXT)
    assert jobs.of("move") == [{"workspace": "T1", "old": "G1", "new": "C9"}]
    await Membership(nobody, jobs).on_change(event | {"event_ts": "9.0"}, CONTEXT)
    assert len(jobs.written) == 2, "there and back, and there again"


async def test_only_the_home_tab_is_shown(jobs: Any):
    home = HomeTab(jobs)
    event = {"user": "ADA", "channel": "D1", "event_ts": "1.0"}
    await home.on_opened({**event, "tab": "messages"}, CONTEXT)
    assert jobs.written == {}
    await home.on_opened({**event, "tab": "home"}, CONTEXT)
    await home.on_opened({**event, "tab": "home"}, CONTEXT)
    assert jobs.of("home") == [{"workspace": "T1", "user": "ADA"}]


def clicked(
    container: dict[str, str], at: str = "1.0", value: str = ":mode:fast"
) -> dict[str, Any]:
    action = {"action_id": "choose_setting", "action_ts": at, "selected_option": {"value": value}}
    return {
        "user": {"id": "ADA"},
        "actions": [action],
        "container": container,
        "response_url": "https://x",
        "channel": {"id": "C1"},
    }


async def test_a_choice_goes_to_where_its_control_is(jobs: Any):
    ack: Any = Ack()
    clicks = SettingsClicks(jobs)
    await clicks.on_choice(ack, clicked({"type": "view", "view_id": "V1"}), CONTEXT)
    message = {"type": "message", "channel_id": "C1", "message_ts": "5.0"}
    for at, value in (("1.0", ":mode:fast"), ("1.5", ":mode:verified"), ("1.9", ":mode:fast")):
        await clicks.on_choice(ack, clicked(message, at, value), CONTEXT)
    assert jobs.of("home") == [{"workspace": "T1", "user": "ADA", "choice": ":mode:fast"}]
    words = [payload["words"][1] for payload in jobs.of("command")]
    assert words == [":mode:fast", ":mode:verified", ":mode:fast"]
    assert len(ack.given) == 4


def sent(text: str, origin: dict[str, str]) -> dict[str, Any]:
    view = question_form(origin, "en") | {"id": "V1"}
    view["state"] = {"values": {"question": {"question": {"value": text}}}}
    return {"user": {"id": "ADA"}, "view": view}


async def test_a_question_is_answered_where_its_form_was_opened(jobs: Any):
    ack: Any = Ack()
    form = Questions(NOBODY, jobs)
    origin = {"channel": "C1", "thread_ts": "3.0", "response_url": "https://x"}
    await form.on_form(ack, sent("--mode fast How <long>?", origin), CONTEXT)
    [asked] = jobs.of("ask")
    assert (asked["text"], asked["given"]) == ("How &lt;long&gt;?", {"mode": "fast"})
    assert (asked["channel"], asked["thread_ts"]) == ("C1", "3.0")
    await form.on_form(ack, sent("How long?", {}), CONTEXT)
    assert jobs.of("question") == [{"workspace": "T1", "user": "ADA", "text": "How long?"}]


@pytest.mark.parametrize("text", ["", "   ", "--mode wild How long?", "--mode fast"])
async def test_what_is_wrong_with_a_question_is_told_in_the_form(jobs: Any, text: str):
    ack: Any = Ack()
    await Questions(NOBODY, jobs).on_form(ack, sent(text, {}), CONTEXT)
    assert jobs.written == {}
    assert ack.given[0]["response_action"] == "errors"


class Slack:
    """Opens forms, and tells that Ada's Slack is in Chinese, if it tells anything in time."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.opened: list[dict[str, Any]] = []

    def serving(self, workspace: str) -> Any:
        return SimpleNamespace(people=self) if workspace == "T1" else None

    async def language_of(self, user: str) -> str:
        await asyncio.sleep(self.seconds)
        return "zh" if user == "ADA" else "en"

    async def views_open(self, *, trigger_id: str, view: dict[str, Any]) -> None:
        self.opened.append(view)


@pytest.mark.parametrize(
    ("slack", "user", "title"),
    [
        (Slack(), "ADA", "私下提问"),
        (Slack(), "BEN", "Ask privately"),
        (Slack(seconds=60), "ADA", "Ask privately"),
    ],
)
async def test_the_form_is_in_the_person_s_language_if_that_is_known_in_time(
    jobs: Any, slack: Any, user: str, title: str
):
    ack: Any = Ack()
    began = time.monotonic()
    body = {"user": {"id": user}, "trigger_id": "1"}
    await Questions(slack, jobs).on_open(ack, body, slack, CONTEXT)
    assert [view["title"]["text"] for view in slack.opened] == [title]
    assert time.monotonic() - began < 1.5, "two of Slack's three seconds are for opening it"
    assert ack.given == [{}]


@pytest.mark.parametrize("text", ["", "--mode wild How long?"])
async def test_what_is_wrong_is_told_in_the_person_s_language(jobs: Any, text: str):
    ack: Any = Ack()
    slack: Any = Slack()
    await Questions(slack, jobs).on_form(ack, sent(text, {}), CONTEXT)
    [told] = ack.given[0]["errors"].values()
    assert not told.isascii()
