"""Conversations on SQLite and PostgreSQL: pruned to the newest state, and still remembered."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from rag.adapters.memory import CheckpointMemory, postgres_saver
from rag.graphs.conversation.graph import ConversationContext, asked, build_conversation_graph
from rag.types import Answer, Question, Turn
from tests.support.engines import question
from tests.support.postgres import Cluster

NAMES = ("W1|a|b", "W1|other|b")


@asynccontextmanager
async def opened(kind: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    if kind == "sqlite":
        async with AsyncSqliteSaver.from_conn_string(str(folder / "memory.db")) as saver:
            await saver.setup()
            yield saver
        return
    url = request.getfixturevalue("postgres").fresh_database()
    async with postgres_saver(url) as saver:
        yield saver


async def answering(question: Question, history: list[Turn]) -> Answer:
    return Answer(
        id="a",
        question=question.text,
        standalone=question.text,
        outcome="answered",
        language="en",
        text=f"after {len(history)}",
        citations=(),
        claims=(),
        steps=(),
        asked_at=datetime(2025, 1, 1, tzinfo=UTC),
        milliseconds=1.0,
    )


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_pruned_conversations_go_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    async with opened(kind, tmp_path, request) as saver:
        graph, memory = build_conversation_graph(saver), CheckpointMemory(saver)
        for turn in range(4):
            for name in NAMES:
                job = question(f"q{turn}", f"{name} {turn}")
                state = await graph.ainvoke(
                    asked(job),
                    RunnableConfig(configurable={"thread_id": name}),
                    context=ConversationContext(job, answering),
                    durability="exit",
                )
                assert state["messages"][-1].content == f"after {2 * turn}"
            await memory.prune(NAMES[0])
        assert await count(saver, NAMES[0]) == 1
        assert await count(saver, NAMES[1]) > 1
        assert await memory.readable(NAMES[0])
        await memory.forget(NAMES[0])
        assert await count(saver, NAMES[0]) == 0


async def test_what_the_bot_had_said_keeps_its_sources(
    tmp_path: Path, request: pytest.FixtureRequest
):
    heard: list[Turn] = []

    async def listening(question: Question, history: list[Turn]) -> Answer:
        heard.extend(history)
        return await answering(question, history)

    said = (
        Turn("person", "Ada: How long?"),
        Turn("bot", "25 days.", ("p1",)),
        Turn("bot", "?", None),
    )
    asking = replace(question("Is it?", "j1"), context=said)
    async with opened("sqlite", tmp_path, request) as saver:
        await build_conversation_graph(saver).ainvoke(
            asked(asking),
            RunnableConfig(configurable={"thread_id": NAMES[0]}),
            context=ConversationContext(asking, listening),
            durability="exit",
        )
    assert heard == list(said)


async def count(saver: Any, name: str) -> int:
    found = saver.alist(RunnableConfig(configurable={"thread_id": name}))
    return len([checkpoint async for checkpoint in found])


async def test_a_failure_to_prune_is_only_logged(
    tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
):
    async with opened("sqlite", tmp_path, request) as saver:
        await saver.conn.execute("DROP TABLE writes")
        await CheckpointMemory(saver).prune("x")
    assert "could not be pruned" in caplog.text


async def test_a_connection_that_postgresql_ended_is_replaced(postgres: Cluster):
    url = postgres.fresh_database()
    async with postgres_saver(url) as saver:
        memory = CheckpointMemory(saver)
        assert await memory.readable("W1|a|b")
        ending = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as other:
            found = await (await other.execute(ending)).fetchall()
        assert found
        assert await memory.readable("W1|a|b")
        graph = build_conversation_graph(saver)
        asking = question("q", "job")
        state = await graph.ainvoke(
            asked(asking),
            RunnableConfig(configurable={"thread_id": "W1|a|b"}),
            context=ConversationContext(asking, answering),
            durability="exit",
        )
        assert len(state["messages"]) == 2
