"""Better evidence that only the asker may see: offered to them alone, and answered to them alone."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.jobs import Run
from bot.listeners.actions import whisper_click_of
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.views.buttons import PRIVATELY
from bot.work.offering import Offering, accept_order, is_weak, offer_order, offer_value
from bot.work.orders import mark_of
from rag.errors import ModelRefused, ModelUnavailable, UnknownAnswer
from rag.types import Audience, KeptAnswer, Step
from tests.support.addresses import Address
from tests.support.bot_fakes import CHANNEL, WORKSPACE, FakeJobs
from tests.support.made import answer

RUN = Run("offer:1", again=False)
PUBLIC = Audience(WORKSPACE, f"channel:{CHANNEL}", frozenset({CHANNEL}))
ALONE = Audience(WORKSPACE, "person:ADA", frozenset({CHANNEL, "CHR"}))


@dataclass
class Desk:
    """Engine, audiences, poster and the private ask, all in one."""

    more: bool = True
    fails: Exception | None = None
    alone_sees: Audience = ALONE
    looked: int = 0
    whispers: list[tuple[Place, str, Message]] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    languages: dict[str, str] = field(default_factory=dict)
    jobs: Any = field(default_factory=FakeJobs)

    async def of(self, workspace: str, channel: str, user: str) -> Audience:
        return PUBLIC

    async def private(self, workspace: str, user: str) -> Audience:
        return self.alone_sees

    async def alone(self, workspace: str, user: str, channel: str) -> Audience:
        return self.alone_sees

    async def has_more(self, number: str, public: Audience, alone: Audience) -> bool:
        self.looked += 1
        if self.fails:
            raise self.fails
        return self.more

    async def trace(self, number: str, asker: str, audience: Audience) -> KeptAnswer:
        if (number, asker) != ("a1", "ADA"):
            raise UnknownAnswer(number)
        return KeptAnswer(answer(), PUBLIC, "t", "ADA")

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        self.whispers.append((place, user, message))

    async def language_of(self, user: str) -> str:
        return self.languages.get(user, "en")

    async def run(self, run: Run, payload: dict[str, Any]) -> None:
        self.asked.append(dict(payload))

    @property
    def work(self) -> Offering:
        every: Any = self
        return Offering(every, every, every, every, every, self.jobs)


@pytest.fixture
def desk() -> Desk:
    return Desk()


PAYLOAD = {
    "workspace": WORKSPACE,
    "channel": CHANNEL,
    "thread_ts": "1.0",
    "ts": "1.0",
    "user": "ADA",
    "text": "How long?",
}


def click(value: str, url: str, user: str = "ADA", channel: str = CHANNEL) -> dict[str, Any]:
    body = {
        "actions": [{"action_id": PRIVATELY, "value": value, "action_ts": "9.5"}],
        "container": {"message_ts": "2.0", "thread_ts": "1.0", "is_ephemeral": True},
        "channel": {"id": channel},
        "user": {"id": user},
        "response_url": url,
    }
    _, _, _, payload = accept_order(whisper_click_of(body, WORKSPACE))
    return dict(payload)


async def test_the_asker_alone_is_told_with_a_button(desk: Desk):
    kind, _, lane, payload = offer_order(PAYLOAD, replace(answer(), outcome="refused"))
    assert (kind, lane) == ("offer", mark_of("ADA")), "no other question waits for it"
    await desk.work.run(RUN, payload)
    [(place, user, message)] = desk.whispers
    assert (place, user) == (Place(CHANNEL, "1.0"), "ADA")
    assert "Only you see this message" in message.text
    button = message.blocks[-1]["elements"][0]
    assert button["value"] == offer_value(WORKSPACE, CHANNEL, "ADA", "a1")


async def test_nothing_is_looked_for_if_the_asker_sees_no_more(desk: Desk):
    desk.alone_sees = PUBLIC
    await desk.work.run(RUN, offer_order(PAYLOAD, answer())[3])
    assert desk.looked == 0
    assert not desk.whispers


async def test_nothing_is_offered_if_nothing_is_found_or_nobody_can_judge(desk: Desk):
    desk.more = False
    await desk.work.run(RUN, offer_order(PAYLOAD, answer())[3])

    for failure in (ModelUnavailable("gone"), ModelRefused("401")):
        desk.fails = failure
        await desk.work.run(RUN, offer_order(PAYLOAD, answer())[3])
    assert not desk.whispers
    assert [payload["problem"] for payload in desk.jobs.of("problem")] == ["model"]


async def test_a_click_has_the_question_answered_in_private(desk: Desk):
    await desk.work.accept(RUN, click(offer_value(WORKSPACE, CHANNEL, "ADA", "a1"), "https://x"))
    [asked] = desk.asked
    assert asked["text"] == answer().standalone
    assert (asked["user"], asked["thread_ts"], asked["at"]) == ("ADA", "1.0", 9.5)


@pytest.mark.parametrize(
    ("value", "user", "channel"),
    [
        (offer_value(WORKSPACE, CHANNEL, "ADA", "a1"), "BEN", CHANNEL),
        (offer_value(WORKSPACE, CHANNEL, "ADA", "a1"), "ADA", "C2"),
        (offer_value("T2", CHANNEL, "ADA", "a1"), "ADA", CHANNEL),
        (offer_value(WORKSPACE, CHANNEL, "BEN", "a1"), "BEN", CHANNEL),
        ("a1", "ADA", CHANNEL),
        ("a1:", "ADA", CHANNEL),
    ],
)
async def test_it_fits_nobody_else_and_nowhere_else(
    desk: Desk, address: Address, value: str, user: str, channel: str
):
    await desk.work.accept(RUN, click(value, address.url, user, channel))
    assert not desk.asked
    assert address.texts == [say("offer_over", "en")]


async def test_that_it_is_over_is_told_in_the_person_s_language(desk: Desk, address: Address):
    desk.languages["BEN"] = "zh"
    await desk.work.accept(RUN, click("a1", address.url, "BEN"))
    assert address.texts == [say("offer_over", "zh")]


@pytest.mark.parametrize(
    ("outcome", "confidence", "weak"),
    [
        ("refused", 1.0, True),
        ("partial", 1.0, True),
        ("answered", 0.4, True),
        ("answered", 0.9, False),
        ("listed", 0.4, False),
        ("replied", 0.4, False),
    ],
)
def test_only_a_weak_answer_is_looked_behind(outcome: Any, confidence: float, weak: bool):
    step = Step("generate", "", 1.0, details={"confidence": confidence})
    assert is_weak(replace(answer(), outcome=outcome, steps=(step,))) is weak
