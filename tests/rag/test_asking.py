"""A question's budget, its wait for a turn, what is measured of it, and how modes override."""

import argparse
import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from rag.adapters.models.gate import Gate
from rag.adapters.telemetry.log import LogMetrics
from rag.asking import Locks
from rag.cli.asking import add_mode_words, modes_of
from rag.config import RagSettings
from rag.errors import BudgetSpent, SettingsError
from rag.graphs.answer.limits import time_limit
from rag.graphs.answer.state import Budget
from rag.modes import Modes
from rag.purse import Limits
from rag.roles import roles_of
from rag.service import Footnote
from rag.types import Step, Usage
from rag.wiring import NoMetrics, Wiring, gate_of
from tests.cases.conftest import FIXTURES
from tests.support.engines import drop, opened, question
from tests.support.model_endpoint import ModelEndpoint, says_json
from tests.support.writer import Writer

LISBON = "What is the nightly hotel limit in Lisbon?"
MODULE = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def endpoint() -> AsyncIterator[ModelEndpoint]:
    found = ModelEndpoint()
    await found.start()
    yield found
    await found.stop()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine(
    endpoint: ModelEndpoint, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Footnote]:
    settings = {
        "openai_base_url": endpoint.url,
        "answer_model": "m",
        "prompt_price": 1_000_000.0,
        "completion_price": 0.0,
        "model_interval": 0.3,
    }
    async with opened(tmp_path_factory.mktemp("home"), **settings) as found:
        await drop(found, FIXTURES / "control_3p.pdf")
        yield found


@MODULE
async def test_what_a_question_costs_is_in_its_trace_and_in_the_books(
    engine: Footnote, endpoint: ModelEndpoint
):
    Writer(endpoint)
    answer = await engine.ask(question(LISBON, "cost"))
    usage = sum((step.usage for step in answer.steps), Usage())
    assert (usage.calls, usage.prompt_tokens, usage.cost) == (2, 22, 22.0)
    asking = engine.asking
    spent = await asking.spending.spent("W1", answer.asked_at.date())
    assert spent.tokens == 0  # the day of the run counts, not that of the question


@MODULE
async def test_a_day_that_is_spent_answers_no_more(engine: Footnote, endpoint: ModelEndpoint):
    Writer(endpoint)
    limited = replace(engine.asking, limits=Limits(day=Budget(tokens=1)))
    first = replace(question(LISBON, "day"), audience=question("", "", workspace="W9").audience)
    await limited.ask(first, _silent)
    for limits in (Limits(day=Budget(tokens=1)), Limits(day=Budget(cost=0.1))):
        limited = replace(engine.asking, limits=limits)
        with pytest.raises(BudgetSpent, match="day"):
            await limited.ask(question(LISBON, f"day {limits}"), _silent)


@MODULE
async def test_a_day_is_passed_by_no_more_than_a_call_a_run(
    engine: Footnote, endpoint: ModelEndpoint
):
    """Five questions at once, of two calls of 11 each: without a look before each call all ten."""
    Writer(endpoint)
    workspace = "W-crowd"
    await drop(engine, FIXTURES / "control_3p.pdf", workspace=workspace)
    limited = replace(engine.asking, limits=Limits(day=Budget(cost=33.0)))
    asked = [
        replace(question(LISBON, f"crowd {n}", workspace=workspace), thread=f"crowd {n}")
        for n in range(5)
    ]
    ended = await asyncio.gather(*(limited.ask(q, _silent) for q in asked), return_exceptions=True)
    spent = await limited.spending.spent(workspace, datetime.now(UTC).date())
    calls = len(endpoint.chats)
    assert spent.cost == 11.0 * calls
    assert 3 <= calls <= 3 + 4  # the budget, and what the other runs had under way
    assert sum(isinstance(e, BudgetSpent) for e in ended) >= 2
    late = replace(question(LISBON, "late", workspace=workspace), thread="late")
    with pytest.raises(BudgetSpent):
        await limited.ask(late, _silent)
    assert len(endpoint.chats) == calls


@MODULE
async def test_what_an_endpoint_does_not_count_is_estimated_for_the_budget(
    engine: Footnote, endpoint: ModelEndpoint
):
    writer = Writer(endpoint)
    judged = {"passage": 1, "relevant": True, "reason": "r"}
    writer.parts["grade"] = lambda _: says_json({"verdicts": [judged]}, usage=None)
    limited = replace(engine.asking, limits=Limits(question=Budget(tokens=50)))
    answer = await limited.ask(question(LISBON, "uncounted"), _silent)
    assert answer.outcome == "refused"
    assert len(endpoint.chats) == 1


@MODULE
async def test_a_question_has_a_budget_of_its_own(engine: Footnote, endpoint: ModelEndpoint):
    Writer(endpoint)
    limited = replace(engine.asking, limits=Limits(question=Budget(tokens=1)))
    answer = await limited.ask(question(LISBON, "budget"), _silent)
    assert answer.outcome == "refused"
    assert "budget for this question is spent" in answer.text


@MODULE
async def test_who_waits_is_told_how_many_are_before(engine: Footnote, endpoint: ModelEndpoint):
    Writer(endpoint)
    told: list[int] = []

    async def progress(key: str, numbers: Mapping[str, object]) -> None:
        if key == "waiting":
            told.append(int(str(numbers["ahead"])))

    asked = [replace(question(LISBON, f"turn {n}"), thread=f"turn {n}") for n in range(4)]
    answers = await asyncio.gather(*(engine.ask(q, progress) for q in asked))
    assert {a.outcome for a in answers} == {"answered"}
    assert told
    assert max(told) >= 1


@MODULE
async def test_measurements_are_a_line_of_the_log(
    engine: Footnote, endpoint: ModelEndpoint, caplog: pytest.LogCaptureFixture
):
    Writer(endpoint)
    with caplog.at_level(logging.INFO, logger="rag.run"):
        await engine.ask(question(LISBON, "measured"))
    [line] = [json.loads(r.message) for r in caplog.records if r.name == "rag.run"]
    assert line["event"] == "run"
    assert (line["checked"], line["refused"], line["retries"]) == (True, False, 0)
    assert len(line) == 8
    assert "Lisbon" not in str(line)


async def _silent(_key: str, _numbers: Mapping[str, object]) -> None:
    """Nobody watches."""


class _Waited:
    seconds = 0.0


async def test_waiting_for_a_turn_does_not_count():
    waited = _Waited()
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        await _worked(waited)
    assert 0.4 < time.monotonic() - began < 2


async def _worked(waited: _Waited) -> None:
    async with time_limit(0.2, waited, time.monotonic):
        waited.seconds = 0.3
        await asyncio.sleep(5)


async def test_work_within_the_limit_is_left_alone():
    async with time_limit(5, _Waited(), time.monotonic):
        await asyncio.sleep(0)


async def test_a_lock_is_one_for_a_conversation():
    locks = Locks()
    held = locks.of("a")
    assert locks.of("a") is held
    assert locks.of("b") is not held


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_mode_words(parser)
    return parser.parse_args(words)


def test_words_override_the_usual_modes():
    usual = Modes(top_k=5, web=True)
    assert modes_of(parsed(), usual) == usual
    words = "--mode fast --retrieval bm25 --transform none --top-k 3 --no-rerank --no-web"
    found = modes_of(parsed(*words.split(), "--deadline", "9"), usual)
    assert found == Modes("fast", "bm25", "none", 3, rerank=False, web=False, deadline=9.0)


def test_a_step_is_shown_as_a_line():
    assert Step("retrieve", "5 passages", 1, details={"how": "hybrid"}).line == (
        "retrieve(hybrid) → 5 passages"
    )
    assert Step("grade_documents", "3/5 relevant", 1, details={"how": "batch"}).line == (
        "grade(batch) → 3/5 relevant"
    )
    assert Step("verify", "pass", 1).line == "verify → pass"


def wiring(home: Path, **settings: object) -> Wiring:
    given = {"footnote_home": home, "embedder": "use", **settings}
    found = RagSettings(_env_file=None, **given)  # type: ignore[arg-type]  # any of its fields
    return Wiring(found, AsyncExitStack(), gate_of(found))


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"reranker": "endpoint"}, "RERANK_MODEL"),
        ({"web_search": "tavily"}, "tavily|TAVILY"),
        ({"embedder": "openai"}, "EMBEDDING_MODEL"),
    ],
)
async def test_a_setting_that_is_missing_is_named(
    tmp_path: Path, settings: dict[str, object], named: str
):
    found = wiring(tmp_path, **settings)
    with pytest.raises(SettingsError, match=named):
        await _opened(found)


async def _opened(found: Wiring) -> None:
    found.reranker()
    found.web()
    await found.embedder()


async def test_what_is_not_set_is_not_there(tmp_path: Path):
    found = wiring(tmp_path)
    assert found.reranker() is None
    assert found.web() is None
    assert isinstance(found.metrics(), LogMetrics)
    assert isinstance(wiring(tmp_path, metrics="off").metrics(), NoMetrics)
    assert isinstance(found.gate, Gate)


async def test_each_role_has_its_own_settings_and_the_answers_where_it_has_none(tmp_path: Path):
    found = wiring(
        tmp_path,
        answer_model="big",
        openai_base_url="http://a/v1",
        openai_api_key="k",
        small_model="little",
        small_base_url="http://b/v1",
        small_api_key="s",
        small_temperature=0.0,
        small_timeout=5.0,
        check_max_tokens=99,
    )
    answer, small, check = roles_of(found.settings)
    assert (small.model, small.endpoint, small.temperature) == ("little", "http://b/v1", 0.0)
    assert (small.key.get_secret_value(), small.timeout) == ("s", 5.0)
    assert (check.model, check.endpoint, check.max_tokens) == ("big", "http://a/v1", 99)
    assert check.key == answer.key


async def test_each_role_has_its_own_prices(tmp_path: Path):
    found = wiring(
        tmp_path,
        answer_model="big",
        prompt_price=3.0,
        completion_price=15.0,
        small_model="little",
        small_prompt_price=0.0,
        check_completion_price=7.0,
    )
    prices = [(r.role, r.prompt_price, r.completion_price) for r in roles_of(found.settings)]
    assert prices == [("answer", 3.0, 15.0), ("small", 0.0, 15.0), ("check", 3.0, 7.0)]
