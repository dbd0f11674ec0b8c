"""What answers cost, and whole pages, in SQL."""

import asyncio
from datetime import date

from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.spending import SqlSpending
from rag.types import Passage, Span, Spent, Usage
from tests.support.made import placement, seen, version

TODAY, TOMORROW = date(2025, 3, 14), date(2025, 3, 15)


async def test_a_day_adds_up_what_its_answers_cost(engine: AsyncEngine) -> None:
    spending = SqlSpending(engine)
    await spending.note("W1", "a", TODAY, Usage(1, 10, 5, 0.5))
    await spending.note("W1", "a", TODAY, Usage(1, 1, 1, 0.25))
    await spending.note("W1", "b", TODAY, Usage(2, 100, 0))
    await spending.note("W1", "c", TOMORROW, Usage(1, 7, 0))
    await spending.note("W2", "a", TODAY, Usage(1, 9, 0))
    assert await spending.spent("W1", TODAY) == Spent(117, 0.75)
    assert await spending.spent("W1", TOMORROW) == Spent(7, 0.0)
    assert await spending.spent("W3", TODAY) == Spent()


async def test_calls_that_are_booked_at_once_all_count(engine: AsyncEngine) -> None:
    spending = SqlSpending(engine)
    await asyncio.gather(*(spending.note("W1", "a", TODAY, Usage(1, 10, 5, 0.5)) for _ in range(9)))
    assert await spending.spent("W1", TODAY) == Spent(135, 4.5)


async def test_a_run_without_a_call_costs_nothing(engine: AsyncEngine) -> None:
    spending = SqlSpending(engine)
    await spending.note("W1", "a", TODAY, Usage())
    assert await spending.spent("W1", TODAY) == Spent()


async def test_pages_are_put_together_from_passages(store: SqlDocumentStore) -> None:
    made = version("v1", "one two", "three")
    text = "over the break"
    over = Passage("v1-p3", "v1", 3, "", text, (Span(2, 0, 8), Span(3, 8, len(text))))
    object.__setattr__(made, "passages", (*made.passages, over))
    await store.write_version(made)
    await store.publish(placement(made))
    found = await store.page_texts(seen("v1"), [("v1", 1), ("v1", 2), ("v1", 3), ("v1", 9)])
    assert found == {("v1", 1): "one two", ("v1", 2): "three\nover the", ("v1", 3): " break"}
    assert await store.page_texts(seen("v2"), [("v1", 1)]) == {}
    assert await store.page_texts(seen("v1", workspace="W2"), [("v1", 1)]) == {}
    assert await store.page_texts(seen("v1"), []) == {}
