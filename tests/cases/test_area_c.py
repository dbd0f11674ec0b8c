"""Area c: LangGraph. Each test is named for its case."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from rag.graphs.conversation.remembering import SUMMARY
from rag.service import Footnote
from rag.types import Turn
from tests.cases.conftest import Placed
from tests.support.engines import audience, opened, question
from tests.support.model_endpoint import cut_off, fails, says, thinks
from tests.support.writer import Writer

pytestmark = pytest.mark.asyncio(loop_scope="module")

LISBON = "What is the nightly hotel limit in Lisbon?"


async def messages(engine: Footnote, thread: str, channel: str = "C1"):
    config = RunnableConfig(configurable={"thread_id": f"W1|{thread}|channel:{channel}"})
    return (await engine.asking.conversation_graph.aget_state(config)).values.get("messages", [])


async def test_c01_history_grows_by_two_messages_a_turn(engine: Footnote):
    for turn in range(1, 4):
        await engine.ask(question("hello", f"c01 {turn}", thread="c01"))
        assert len(await messages(engine, "c01")) == 2 * turn


def checkpoints(home: Path, thread: str) -> tuple[int, ...]:
    with closing(sqlite3.connect(home / "memory.db")) as connection:
        return tuple(
            connection.execute(
                f"select count(*) from {table} where thread_id like ?", (f"W1|{thread}|%",)
            ).fetchone()[0]
            for table in ("checkpoints", "writes")
        )


async def test_c03_old_checkpoints_are_pruned_and_no_passage_is_kept(tmp_path: Path):
    async with opened(tmp_path) as engine:
        for turn in range(5):
            await engine.ask(question("hello", f"c03 {turn}", thread="c03"))
        assert len(await messages(engine, "c03")) == 10
    count, *_ = checkpoints(tmp_path, "c03")
    assert count == 1


async def test_c03_a_long_thread_is_trimmed_with_a_running_summary(engine: Footnote):
    for turn in range(6):
        text = f"What about rule {turn}? " + "Please tell me all of it. " * 120
        await engine.ask(question(text, f"trim {turn}", thread="trim"))
    kept = await messages(engine, "trim")
    assert sum(len(str(m.content)) for m in kept) < 16_000
    [summary] = [m for m in kept if m.id == SUMMARY]
    assert "What about rule 0?" in str(summary.content)
    again = await engine.ask(question("hello", "trim last", thread="trim"))
    assert again.outcome == "replied"


async def test_c04_an_answer_is_kept_by_a_real_checkpointer(engine: Footnote, placed: Placed):
    channel = await placed("control_3p.pdf")
    answer = await engine.ask(question(LISBON, "c04", channels=[channel]))
    kept = await engine.trace(answer.id, "U1", audience(channel))
    assert kept.answer == answer


async def test_c05_a_state_of_another_release_starts_afresh_with_a_note(tmp_path: Path):
    async with opened(tmp_path) as engine:
        await engine.ask(question("hello", "one", thread="c05"))
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        connection.execute("update checkpoints set checkpoint = x'c1ffffff'")
        connection.commit()
    async with opened(tmp_path) as engine:
        answer = await engine.ask(question("hello", "two", thread="c05"))
        assert "I could not read what was said here before" in answer.text
        assert [m.id for m in await messages(engine, "c05")] == ["two:question", "two:answer"]
        again = await engine.ask(question("hello", "three", thread="c05"))
        assert "could not read" not in again.text


async def test_c05_messages_that_came_back_as_dicts_are_not_used(engine: Footnote):
    memory = engine.asking.memory
    assert await memory.readable("nobody was here")
    saver = engine.asking.conversation_graph.checkpointer
    assert isinstance(saver, AsyncSqliteSaver)
    config = {"configurable": {"thread_id": "dicts", "checkpoint_ns": ""}}
    for number, held in enumerate([[HumanMessage("x")], [{"type": "human"}]]):
        checkpoint = {
            "v": 1,
            "id": f"1f{number}",
            "ts": "2025-01-01T00:00:00+00:00",
            "channel_values": {"messages": held},
            "channel_versions": {"messages": "1"},
            "versions_seen": {},
        }
        await saver.aput(config, checkpoint, {}, {})  # type: ignore[arg-type]  # as old ones were
        assert await memory.readable("dicts") is (number == 0)


async def test_c06_a_search_that_never_finds_ends_after_two_rewrites(
    written: Footnote, writer: Writer
):
    writer.words = []
    answer = await written.ask(question("What is the meaning of it?", "c06"))
    visited = [step.node for step in answer.steps]
    assert visited.count("rewrite_query") == 2
    assert answer.outcome == "refused"


@pytest.mark.parametrize(
    "message",
    [
        "This response_format type is unavailable now",  # c07
        "Thinking mode does not support this tool_choice",  # c08
        "The reasoning_content in the thinking mode must be passed back to the API.",  # c14
    ],
)
async def test_c07_c08_c14_what_an_endpoint_refuses_is_left_out(
    written: Footnote, writer: Writer, message: str
):
    refusal = fails(400, message, type="invalid_request_error")
    structured = ("response_format", "tools", "tool_choice")
    writer.endpoint.rules.insert(
        0, lambda body: refusal if any(key in body for key in structured) else None
    )
    answer = await written.ask(question(LISBON, f"c07 {message}"))
    assert answer.outcome == "answered"
    assert all("reasoning_content" not in str(r.body) for r in writer.endpoint.chats)


async def test_c09_thinking_is_neither_parsed_nor_shown(written: Footnote, writer: Writer):
    told = 'The nightly hotel limit is 140 euros in Lisbon [1].\n{"has_factual_error": false}'
    writer.first(thinks('maybe {"answer": "9 euros"} [1]', told), "write")
    answer = await written.ask(question(LISBON, "c09"))
    assert "140 euros" in answer.text
    assert "9 euros" not in answer.text
    assert "maybe" not in answer.text


async def test_c11_an_empty_reply_is_asked_for_once_more(written: Footnote, writer: Writer):
    writer.first(says(""), "write")
    answer = await written.ask(question(LISBON, "c11"))
    assert answer.text
    assert len(writer.calls("write")) == 2


async def test_c13_a_reply_that_is_cut_off_is_no_answer(written: Footnote, writer: Writer):
    writer.first(cut_off('{"answer":"The limit is 140'), "write")
    answer = await written.ask(question(LISBON, "c13"))
    assert answer.outcome == "answered"
    assert not answer.text.endswith("140")


async def test_c14_history_is_words_of_people_and_final_answers(written: Footnote, writer: Writer):
    await written.ask(question(LISBON, "c14 1", thread="c14"))
    writer.standalone = LISBON
    await written.ask(question("And in Lisbon?", "c14 2", thread="c14"))
    [request] = writer.calls("understand")
    assert "140 euros" in request.prompt
    assert {m["role"] for m in request.messages} <= {"system", "user", "assistant"}
    assert "tool_calls" not in str(request.body["messages"])


async def test_c16_two_questions_in_one_thread_at_once_are_both_kept(
    engine: Footnote, placed: Placed
):
    channel = await placed("control_3p.pdf")
    first = question(LISBON, "c16 1", thread="c16", channels=[channel])
    second = replace(first, text="hello", job="c16 2")
    answers = await asyncio.gather(engine.ask(first), engine.ask(second))
    assert [a.outcome for a in answers] == ["answered", "replied"]
    kept = [m.id for m in await messages(engine, "c16", channel)]
    assert kept == ["c16 1:question", "c16 1:answer", "c16 2:question", "c16 2:answer"]


async def test_what_people_said_before_is_context_and_no_answer(engine: Footnote, placed: Placed):
    channel = await placed("control_3p.pdf")
    asked = question("and in Lisbon?", "context", thread="context", channels=[channel])
    said = (Turn("person", "What is the nightly hotel limit in Porto?"),)
    answer = await engine.ask(replace(asked, context=said))
    assert answer.standalone == "What is the nightly hotel limit in Lisbon?"
    assert "140 euros" in answer.text
    kept = await messages(engine, "context", channel)
    assert [m.id for m in kept] == ["context:context:0", "context:question", "context:answer"]
