"""What a workspace asked and got, and what it chose."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.preferences import SqlPreferences
from rag.adapters.sql.spending import SqlSpending
from rag.adapters.sql.statistics import SqlStatistics
from rag.types import Answer, Audience, Overview, Preference, Usage, Vote

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def answer(number: int, outcome: str, days_ago: int = 0) -> Answer:
    return Answer(
        id=f"a{number}",
        question=f"question {number}",
        standalone="q",
        outcome=outcome,  # type: ignore[arg-type]  # whichever the test says
        language="en",
        text="t",
        citations=(),
        claims=(),
        steps=(),
        asked_at=NOW - timedelta(days=days_ago, minutes=number),
        milliseconds=100.0 * number,
    )


@pytest.fixture
async def statistics(engine: AsyncEngine) -> SqlStatistics:
    answers = SqlAnswerStore(engine)
    public = Audience("W1", "channel:C1", frozenset({"C1"}))
    alone = Audience("W1", "person:U1", frozenset({"C1"}))
    elsewhere = Audience("W2", "channel:C1", frozenset({"C1"}))
    await answers.save(answer(1, "answered"), public, "C1/1", "U1")
    await answers.save(answer(2, "refused"), public, "C1/2", "U2")
    await answers.save(answer(3, "refused"), alone, "C1/command", "U1")
    await answers.save(answer(4, "answered", days_ago=40), public, "C1/4", "U1")
    await answers.save(answer(5, "refused"), elsewhere, "C1/5", "U1")
    await answers.vote("W1", "a1", Vote("U1", 1, 1))
    await answers.vote("W1", "a1", Vote("U1", -1, 2))
    await answers.vote("W1", "a1", Vote("U2", 1, 3))
    await answers.vote("W1", "a2", Vote("U2", 1, 4, withdrawn=True))
    await SqlSpending(engine).note("W1", "a1", NOW.date(), Usage(1, 90, 10, 0.5))
    return SqlStatistics(engine)


async def test_counts_are_of_one_workspace_and_time(statistics: SqlStatistics) -> None:
    counted = await statistics.overview("W1", NOW - timedelta(days=30))
    assert counted == Overview({"answered": 1, "refused": 2}, 1, 1, 200.0, 100, 0.5)
    assert counted.answers == 3
    assert await statistics.overview("W3", NOW - timedelta(days=30)) == Overview()


async def test_a_person_sees_their_own_questions_the_newest_first(
    statistics: SqlStatistics,
) -> None:
    found = await statistics.recent("W1", "U1", 2)
    assert [q.question for q in found] == ["question 1", "question 3"]


async def test_what_was_asked_privately_is_never_listed_as_unanswered(
    statistics: SqlStatistics,
) -> None:
    found = await statistics.unanswered("W1", {"channel:C1"}, NOW - timedelta(days=30), 9)
    assert [(q.answer, q.outcome, q.thread) for q in found] == [("a2", "refused", "C1/2")]
    assert await statistics.unanswered("W1", set(), NOW - timedelta(days=30), 9) == []


async def test_a_choice_replaces_the_one_before_and_can_be_taken_back(
    engine: AsyncEngine,
) -> None:
    store = SqlPreferences(engine)
    fast = Preference("C1", "mode", "fast", "U1", NOW)
    await store.put("W1", Preference("", "mode", "verified", "U1", NOW))
    await store.put("W1", Preference("C1", "mode", "verified", "U1", NOW))
    await store.put("W1", fast)
    assert [p.value for p in await store.all("W1")] == ["verified", "fast"]
    assert (await store.all("W1"))[1] == fast
    assert await store.all("W2") == []
    await store.put("W1", Preference("C1", "mode", "", "U2", NOW))
    assert [p.place for p in await store.all("W1")] == [""]
