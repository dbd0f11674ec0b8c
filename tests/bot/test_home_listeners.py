"""Joining, the Home tab and its controls, and the form: what each writes down."""

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


async def join(jobs: Any, day: float, user: str = "UBOT") -> None:
    nobody: Any = SimpleNamespace(serving=lambda workspace: None)
    event = {"type": "member_joined_channel", "channel": "C1", "user": user}
    await Membership(nobody, jobs).on_change(event | {"event_ts": f"{day * DAY}"}, CONTEXT)


async def test_only_its_own_joining_is_greeted_and_not_again_within_a_day(jobs: Any):
    await join(jobs, 100.0, "ADA")
    assert jobs.of("join") == []
    for day in (100.0, 100.0, 100.4, 100.9):
        await join(jobs, day)
    assert len(jobs.of("join")) == 1
    await join(jobs, 103.0)
    assert len(jobs.of("join")) == 2


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
    form = Questions(jobs)
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
    await Questions(jobs).on_form(ack, sent(text, {}), CONTEXT)
    assert jobs.written == {}
    assert ack.given[0]["response_action"] == "errors"
