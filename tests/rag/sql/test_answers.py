"""Answers, where they were published, and votes."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import permutations

import pytest

from rag.adapters.sql.answers import SqlAnswerStore
from rag.types import Audience, Vote
from tests.support.made import AUDIENCE, HOSTILE, answer

UP = Vote("U1", 1, 10)
DOWN = Vote("U1", -1, 20)


async def test_an_answer_comes_back_as_it_was(answers: SqlAnswerStore) -> None:
    await answers.save(answer(), AUDIENCE, "slack/C1/1", "U1")
    kept = await answers.get("W1", "a1")
    assert kept is not None
    assert kept.answer == answer()
    assert (kept.audience, kept.thread, kept.asker) == (AUDIENCE, "slack/C1/1", "U1")


async def test_the_first_answer_of_an_id_stays(answers: SqlAnswerStore) -> None:
    await answers.save(answer(), AUDIENCE, "t", "U1")
    await answers.save(answer(text="another"), AUDIENCE, "t", "U2")
    kept = await answers.get("W1", "a1")
    assert kept is not None
    assert (kept.answer.text, kept.asker) == ("27 days [1].", "U1")


async def test_another_workspace_does_not_find_it(answers: SqlAnswerStore) -> None:
    await answers.save(answer(), AUDIENCE, "t", "U1")
    assert await answers.get("W2", "a1") is None
    assert await answers.last_of("W2", "U1", "t") is None
    assert not await answers.vote("W2", "a1", UP)
    assert await answers.votes("W2", "a1") == {}


async def test_a_time_in_another_zone_is_the_same_moment(answers: SqlAnswerStore) -> None:
    there = datetime(2025, 3, 14, 23, tzinfo=timezone(timedelta(hours=9)))
    await answers.save(replace(answer(), asked_at=there), AUDIENCE, "t", "U1")
    kept = await answers.get("W1", "a1")
    assert kept is not None
    assert kept.answer.asked_at == there
    assert kept.answer.asked_at.utcoffset() == timedelta(0)


async def test_the_last_answer_is_the_newest_of_that_asker_in_such_threads(
    answers: SqlAnswerStore,
) -> None:
    for number, thread, asker, minutes in (
        ("a1", "slack/C1/1", "U1", 1),
        ("a2", "slack/C1/2", "U1", 3),
        ("a3", "slack/C1/3", "U2", 4),
        ("a4", "slack/C2/1", "U1", 5),
        ("a5", "slack/c1/1", "U1", 6),
        ("a6", "slackXC1/1", "U1", 7),
        ("a7", "slack/C1/0", "U1", 2),
    ):
        await answers.save(answer(number, minutes=minutes), AUDIENCE, thread, asker)
    last = await answers.last_of("W1", "U1", "slack/C1/")
    assert last is not None
    assert last.answer.id == "a2"
    assert await answers.last_of("W1", "U1", "%") is None
    assert await answers.last_of("W1", "U1", "slack_C1") is None


async def test_an_answer_is_found_by_each_of_its_addresses(answers: SqlAnswerStore) -> None:
    await answers.save(answer("a1"), AUDIENCE, "t", "U1")
    await answers.save(answer("a2"), AUDIENCE, "t", "U1")
    for address, number in (("m1", "a1"), ("m2", "a1"), ("m1", "a1"), ("m3", "a2")):
        await answers.note_address("W1", number, address)
    found = {a: await answers.at_address("W1", a) for a in ("m1", "m2", "m3")}
    assert {a: kept and kept.answer.id for a, kept in found.items()} == {
        "m1": "a1",
        "m2": "a1",
        "m3": "a2",
    }
    assert await answers.at_address("W1", "m4") is None
    assert await answers.at_address("W2", "m1") is None


async def test_a_message_that_shows_another_answer_now_belongs_to_that_one(
    answers: SqlAnswerStore,
) -> None:
    await answers.save(answer("a1"), AUDIENCE, "t", "U1")
    await answers.save(answer("a2"), AUDIENCE, "t", "U1")
    await answers.note_address("W1", "a1", "m1")
    await answers.note_address("W1", "a2", "m1")
    kept = await answers.at_address("W1", "m1")
    assert kept is not None
    assert kept.answer.id == "a2"


@pytest.mark.parametrize(
    ("events", "stands"),
    [
        ([UP], {"U1": 1}),
        ([UP, DOWN], {"U1": -1}),
        ([UP, Vote("U1", 1, 15, withdrawn=True)], {}),
        ([UP, Vote("U1", 1, 15, withdrawn=True), DOWN], {"U1": -1}),
        ([UP, DOWN, Vote("U1", 1, 30, withdrawn=True)], {"U1": -1}),
        ([UP, DOWN, Vote("U1", -1, 30, withdrawn=True)], {"U1": 1}),
        ([UP, Vote("U1", 1, 15, withdrawn=True), Vote("U1", 1, 25)], {"U1": 1}),
        ([UP, Vote("U2", -1, 10), Vote("U2", 1, 12, withdrawn=True)], {"U1": 1, "U2": -1}),
    ],
)
async def test_the_newest_thumb_that_is_still_there_counts_in_any_order_of_events(
    answers: SqlAnswerStore, events: list[Vote], stands: dict[str, int]
) -> None:
    for number, order in enumerate(permutations(events)):
        await answers.save(answer(f"a{number}"), AUDIENCE, "t", "U1")
        for vote in order:
            assert await answers.vote("W1", f"a{number}", vote)
            assert await answers.vote("W1", f"a{number}", vote)  # delivered twice
        assert await answers.votes("W1", f"a{number}") == stands, order


async def test_a_vote_on_no_answer_is_refused(answers: SqlAnswerStore) -> None:
    assert not await answers.vote("W1", "nothing", UP)


@pytest.mark.parametrize("text", [*HOSTILE, "nul\0 and \ud83d half"])
async def test_hostile_text_goes_through(answers: SqlAnswerStore, text: str) -> None:
    hostile = replace(answer(text=text), question=text, standalone=text)
    await answers.save(hostile, Audience("W1", "k", frozenset()), "t", "U1")
    kept = await answers.get("W1", "a1")
    assert kept is not None
    assert (kept.answer.question, kept.answer.text) == (text, text)


async def test_writers_at_the_same_time_do_each_other_no_harm(answers: SqlAnswerStore) -> None:
    texts = [f"text {n}" for n in range(12)]
    saved = (answers.save(answer(text=t), AUDIENCE, "t", "U1") for t in texts)
    await asyncio.gather(*saved)
    kept = await answers.get("W1", "a1")
    assert kept is not None
    assert kept.answer.text in texts
    votes = [Vote("U1", 1, at, withdrawn=at % 2 == 0) for at in range(1, 14)]
    noted = [answers.note_address("W1", "a1", "slack/C1/9") for _ in range(6)]
    await asyncio.gather(*(answers.vote("W1", "a1", v) for v in votes), *noted)
    assert await answers.votes("W1", "a1") == {"U1": 1}
    assert await answers.at_address("W1", "slack/C1/9") == kept
