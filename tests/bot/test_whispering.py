"""A private answer: a line that says how far it is, within what a response_url may be used."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.choices import Choices
from bot.jobs import Run
from bot.slack.message import Message, Place
from bot.views.buttons import STOP_PRIVATE
from bot.views.receipt import note
from bot.work.asking import Asking
from bot.work.line import Line
from bot.work.whispering import Whisper
from rag.errors import EmbeddingsUnavailable
from rag.types import Audience
from tests.support.addresses import Address
from tests.support.bot_fakes import CHANNEL, FakeJobs, FakePeople, FakePoster

ANSWER = note("It is 140 euros.")


def whisper(
    address: Address, now: list[float], *, again: bool = False, in_place: bool = True
) -> Whisper:
    async def sleep(seconds: float) -> None:
        now[0] += seconds

    return Whisper(
        run=Run("ask:1", again),
        url=address.url,
        language="en",
        stop="en:mark:ask:1",
        in_place=in_place,
        clock=lambda: now[0],
        sleep=sleep,
    )


NODES: tuple[tuple[str, dict[str, object]], ...] = (
    ("understand", {}),
    ("waiting", {"ahead": 3}),
    ("retrieve", {"documents": 4}),
    ("grade_documents", {"passages": 8}),
    ("generate", {"pages": 2}),
    ("writing", {"text": "secret draft"}),
    ("verify", {}),
    ("generate", {"pages": 2}),
)


async def test_two_words_at_most_and_then_the_answer_in_their_place(address: Address):
    now = [0.0]
    made = whisper(address, now)
    for node, numbers in NODES:
        now[0] += 4.0
        await made.progress(node, numbers)
    await made.end(ANSWER)
    assert address.texts == [
        "Waiting for the language model (3 before you)… Only you will see the answer.",
        "Searching the documents (4)… Only you will see the answer.",
        "It is 140 euros.",
    ]
    assert address.buttons == [{STOP_PRIVATE: "en:mark:ask:1"}] * 2 + [{}]
    assert all(body["replace_original"] for body in address.taken)
    assert {body["response_type"] for body in address.taken} == {"ephemeral"}


async def test_a_quick_answer_shows_nothing_before_it(address: Address):
    made = whisper(address, [0.0])
    for node, numbers in NODES:
        await made.progress(node, numbers)
    await made.end(ANSWER)
    assert address.texts == ["It is 140 euros."]


@pytest.mark.parametrize(
    ("again", "first"), [(False, ["I am looking for the answer."]), (True, [])]
)
async def test_where_nothing_may_be_replaced_one_word_stands_before_the_answer(
    address: Address, again: bool, first: list[str]
):
    now = [0.0]
    made = whisper(address, now, again=again, in_place=False)
    await made.begin()
    for node, numbers in NODES:
        now[0] += 4.0
        await made.progress(node, numbers)
    await made.end(ANSWER)
    said = [text.replace(" Only you will see it.", "") for text in address.texts]
    assert said == [*first, "It is 140 euros."]
    assert not any(body["replace_original"] for body in address.taken)
    assert address.buttons[:-1] == [{STOP_PRIVATE: "en:mark:ask:1"}] * len(first)


async def test_where_a_line_is_replaced_nothing_is_said_at_first(address: Address):
    await whisper(address, [0.0]).begin()
    assert not address.texts


async def test_an_answer_that_was_not_taken_is_sent_once_more(address: Address):
    address.statuses = [500]
    await whisper(address, [0.0]).end(ANSWER)
    assert address.texts == ["It is 140 euros."] * 2


async def test_a_job_that_is_done_again_keeps_what_is_left_for_the_answer(address: Address):
    now = [0.0]
    made = whisper(address, now, again=True)
    now[0] = 9.0
    await made.progress("retrieve", {"documents": 4})
    await made.end(ANSWER)
    assert address.texts == ["It is 140 euros."]


async def test_an_address_that_nobody_is_at_is_no_failure(address: Address):
    now = [0.0]
    made = whisper(address, now)
    made.url = "http://127.0.0.1:9/r"
    now[0] = 9.0
    await made.progress("retrieve", {"documents": 4})
    assert not await made.end(ANSWER)
    assert now[0] == 12.0  # it was tried again


@dataclass
class Whisperer(FakePoster):
    """Notes what was said to whom."""

    said: list[tuple[Place, str, str]] = field(default_factory=list)

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        self.said.append((place, user, message.text))


class Audiences:
    async def private(self, workspace: str, user: str) -> Audience:
        raise EmbeddingsUnavailable("down")


@pytest.mark.parametrize(("statuses", "whispered"), [([], 0), ([404, 404], 1)])
async def test_who_can_not_be_answered_there_any_more_is_told_in_the_channel(
    address: Address, statuses: list[int], whispered: int
):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    address.statuses = list(statuses)
    poster: Any = Whisperer()
    nobody: Any = None
    jobs: Any = FakeJobs()
    audiences: Any = Audiences()
    people: Any = FakePeople()
    asking = Asking(
        engine=nobody,
        audiences=audiences,
        people=people,
        poster=poster,
        line=Line(),
        jobs=jobs,
        sourcing=nobody,
        choices=Choices(nobody, "W1"),
        context=nobody,
        bot_user="UBOT",
        sleep=sleep,
    )
    payload = {"channel": CHANNEL, "user": "ADA", "response_url": address.url, "text": "How long?"}
    await asking.run(Run("ask:1", again=False), {**payload, "workspace": "W1", "given": {}})
    assert len(poster.said) == len(waits) == whispered
    assert [payload["problem"] for payload in jobs.of("problem")] == ["embeddings"]
    for place, user, text in poster.said:
        assert (place, user) == (Place(CHANNEL, ""), "ADA")
        assert "could not be reached" in text
