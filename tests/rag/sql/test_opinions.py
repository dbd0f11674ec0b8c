"""One vote a person and answer, by button or reaction; doubts about a version, told once."""

from dataclasses import replace
from itertools import permutations

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import tables
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.opinions import SqlOpinionStore
from rag.types import Audience, Citation, Opinion, Vote
from tests.support.made import AUDIENCE, answer

UP, DOWN = Opinion("U1", 1, 10), Opinion("U1", -1, 20)
WHY = Opinion("U1", -1, 20, "wrong_page", "it is\0 on p. 3")
SNAPSHOT = {"reasoner": "quoting", "visits": {"retrieve": 1}}


@pytest.fixture
def opinions(engine: AsyncEngine) -> SqlOpinionStore:
    return SqlOpinionStore(engine)


async def test_the_last_click_counts_in_whatever_order_it_comes(
    answers: SqlAnswerStore, opinions: SqlOpinionStore
) -> None:
    await answers.save(answer(), AUDIENCE, "t", "U9")
    for order in permutations((UP, DOWN, WHY)):
        for opinion in order:
            assert await opinions.note("W1", "a1", opinion, SNAPSHOT)
        assert await answers.votes("W1", "a1") == {"U1": -1}
    assert not await opinions.note("W2", "a1", UP, SNAPSHOT)
    assert not await opinions.note("W1", "a9", UP, SNAPSHOT)


async def test_a_form_is_kept_with_its_click_and_a_change_of_mind_drops_it(
    engine: AsyncEngine, answers: SqlAnswerStore, opinions: SqlOpinionStore
) -> None:
    await answers.save(answer(), AUDIENCE, "t", "U9")
    for opinion in (DOWN, WHY, DOWN):
        await opinions.note("W1", "a1", opinion, SNAPSHOT)

    async def row() -> tuple[object, ...]:
        c = tables.opinions.c
        async with engine.connect() as connection:
            query = select(c.value, c.reason, c.words, c.snapshot)
            return tuple((await connection.execute(query)).one())

    assert await row() == (-1, "wrong_page", "it is\ufffd on p. 3", SNAPSHOT)
    await opinions.note("W1", "a1", replace(UP, at=30), SNAPSHOT)
    assert await row() == (1, "", "", SNAPSHOT)


async def test_a_button_and_a_reaction_are_one_vote(
    answers: SqlAnswerStore, opinions: SqlOpinionStore
) -> None:
    await answers.save(answer(), AUDIENCE, "t", "U9")
    await answers.vote("W1", "a1", Vote("U1", 1, 5))
    await opinions.note("W1", "a1", DOWN, SNAPSHOT)
    assert await answers.votes("W1", "a1") == {"U1": -1}
    await answers.vote("W1", "a1", Vote("U1", 1, 30))
    assert await answers.votes("W1", "a1") == {"U1": 1}
    await answers.vote("W1", "a1", Vote("U1", 1, 40, withdrawn=True))
    assert await answers.votes("W1", "a1") == {"U1": -1}
    await opinions.note("W1", "a1", Opinion("U1", 1, 50), SNAPSHOT)
    assert await answers.votes("W1", "a1") == {"U1": 1}


async def test_doubts_are_bad_votes_that_stand_on_answers_citing_the_version(
    answers: SqlAnswerStore, opinions: SqlOpinionStore
) -> None:
    cites = (Citation(1, "d1", "Handbook", "v1", 5, "2", "27 days"),)
    other = (replace(cites[0], version="v2"),)
    private = Audience("W1", "person:U1", frozenset())
    await answers.save(replace(answer("a1"), citations=cites), AUDIENCE, "t", "U9")
    await answers.save(replace(answer("a2", minutes=1), citations=cites), private, "t", "U9")
    await answers.save(replace(answer("a3"), citations=other), AUDIENCE, "t", "U9")
    await opinions.note("W1", "a1", WHY, SNAPSHOT)
    await answers.vote("W1", "a1", Vote("U2", -1, 20))
    await answers.vote("W1", "a1", Vote("U3", -1, 20))
    await answers.vote("W1", "a1", Vote("U3", 1, 30))
    await answers.vote("W1", "a2", Vote("U4", -1, 40))
    await opinions.note("W1", "a3", DOWN, SNAPSHOT)
    found = await opinions.doubts("W1", "v1", since=15)
    assert [(d.answer, d.audience, d.people, d.reasons) for d in found] == [
        ("a1", AUDIENCE.key, frozenset({"U1", "U2"}), ("wrong_page",)),
        ("a2", "person:U1", frozenset({"U4"}), ()),
    ]
    assert [d.answer for d in await opinions.doubts("W1", "v1", since=35)] == ["a2"]
    assert await opinions.doubts("W2", "v1", since=0) == []


async def test_a_version_is_told_of_once(opinions: SqlOpinionStore) -> None:
    assert await opinions.claim_notice("W1", "d1", "v1", 1)
    assert not await opinions.claim_notice("W1", "d1", "v1", 2)
    assert await opinions.claim_notice("W1", "d1", "v2", 3)
