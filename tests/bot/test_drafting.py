"""A draft beside the writing: not too often, to the last word, and never in the answer's way."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.jobs import Run
from bot.slack.message import Place
from bot.views.receipt import note
from bot.work.drafting import Draft
from tests.support.bot_fakes import CHANNEL, FakePoster

DONE = note("Done.")


def draft(poster: Any, every: float = 0.03) -> Draft:
    return Draft(poster, Run("answer:1", again=False), Place(CHANNEL, "1.0"), "en", every)


async def test_edits_keep_their_distance_and_end_with_the_last_word():
    poster = FakePoster()
    made = draft(poster, 0.05)
    for words in ("a", "a b", "a b c", "a b c d"):
        await made.show(words)
        await asyncio.sleep(0.005)
    assert list(poster.texts.values()) == ["Writing… not checked yet\na"]
    await asyncio.sleep(0.1)
    assert poster.edits == ["Writing… not checked yet\na b c d"]
    await made.settle(DONE, {})
    assert list(poster.texts.values()) == ["Done."]


async def test_nothing_is_shown_of_nothing_and_nothing_after_the_end():
    poster = FakePoster()
    made = draft(poster, 0.01)
    await made.show(" ")
    assert not poster.texts
    await made.show("a")
    await asyncio.sleep(0.005)
    await made.show("a b")
    await made.settle(DONE, {})
    await asyncio.sleep(0.03)
    assert list(poster.texts.values()) == ["Done."]


@dataclass
class Slow(FakePoster):
    """Takes a while for each message, or refuses the first ones."""

    seconds: float = 0.05
    refusals: int = 0
    order: list[str] = field(default_factory=list)

    async def post_once(self, place, message, job, *, again, details=None) -> str:
        await asyncio.sleep(self.seconds)
        self.order.append(message.text)
        if self.refusals:
            self.refusals -= 1
            raise SlackApiError("no", {"error": "fatal_error"})
        return await super().post_once(place, message, job, again=again, details=details)


async def test_the_answer_comes_after_a_draft_that_is_on_its_way():
    poster = Slow()
    made = draft(poster)
    await made.show("a")
    await asyncio.sleep(0)
    await made.settle(DONE, {})
    assert poster.order == ["Writing… not checked yet\na"]
    assert list(poster.texts.values()) == ["Done."]


async def test_a_draft_that_slack_refuses_is_no_failure():
    poster = Slow(refusals=1)
    made = draft(poster)
    await made.show("a")
    await asyncio.sleep(0.07)
    await made.settle(DONE, {})
    assert list(poster.texts.values()) == ["Done."]


@pytest.mark.parametrize(
    ("shown", "text", "is_corrected"),
    [
        ([], "It is 140.", False),
        (["It is 14", "It is 140 [3]."], "It is 140. [1]", False),
        (["It is 140 [3"], "From the web:\n\nIt is 140. [1]", False),
        (["It is 190."], "It is 140.", True),
        (["It is 190.", "It is 140."], "It is 140.", True),
        (["It is 140. So is 175."], "It is 140. [1]", True),
    ],
)
async def test_whether_what_was_read_stands(shown: list[str], text: str, is_corrected: bool):
    made = draft(FakePoster(), 0.0)
    for words in shown:
        await made.show(words)
        await asyncio.sleep(0.005)
    told: Any = type("Told", (), {"text": text})
    assert made.is_corrected_by(told) is is_corrected
    await made.stop()
