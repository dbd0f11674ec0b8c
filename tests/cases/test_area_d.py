"""Area d: endpoints that misbehave, through the whole engine. Each test is named for its case."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rag.errors import ContentFiltered, ModelUnavailable
from rag.modes import Modes
from rag.service import Footnote
from rag.types import Answer
from tests.support.engines import drop, opened, question
from tests.support.model_endpoint import (
    ModelEndpoint,
    Scripted,
    busy,
    calls_tool,
    cut_off,
    dropped,
    empty,
    fails,
    filtered_error,
    filtered_reply,
    malformed,
    refuses,
    says,
    thinks,
    too_long,
)
from tests.support.writer import Writer

pytestmark = pytest.mark.asyncio(loop_scope="module")

LISBON = "What is the nightly hotel limit in Lisbon?"
RIGHT = "The nightly hotel limit is 140 euros in Lisbon"
SURE = '\n{"has_factual_error": false, "confidence": 0.9, "source_traced": true}'


async def asked(engine: Footnote, job: str, **modes: object) -> Answer:
    wanted = replace(engine.modes, **modes)  # type: ignore[arg-type]  # any of its fields
    return await engine.ask(replace(question(LISBON, job), modes=wanted))


def calls(answer: Answer) -> int:
    return sum(step.usage.calls for step in answer.steps)


async def test_a_first_question_costs_three_calls_at_most(written: Footnote, writer: Writer):
    writer.writes(f"{RIGHT} [1].")
    quoted = await asked(written, "calls quoted")
    assert (quoted.outcome, calls(quoted)) == ("answered", 2)
    writer.writes("Hotels in Lisbon may cost 140 euros nightly [1].")
    paraphrased = await asked(written, "calls paraphrased")
    assert (paraphrased.outcome, calls(paraphrased)) == ("answered", 3)


async def test_a_follow_up_costs_four_calls_and_a_greeting_none(written: Footnote, writer: Writer):
    writer.writes("Hotels in Lisbon may cost 140 euros nightly [1].")
    await written.ask(question(LISBON, "four 1", thread="four"))
    writer.standalone = LISBON
    follow_up = await written.ask(question("And in Lisbon?", "four 2", thread="four"))
    assert (follow_up.outcome, calls(follow_up)) == ("answered", 4)
    greeting = await written.ask(question("hello", "four 3", thread="four"))
    assert (greeting.outcome, calls(greeting)) == ("replied", 0)


FAULTS: dict[str, Callable[[], Scripted]] = {
    "429 for a moment": lambda: busy("0"),
    "500 once": lambda: fails(500, "oops"),
    "connection dropped once": dropped,
    "not JSON once": malformed,
    "empty once": empty,
    "cut off once": lambda: cut_off(f"{RIGHT} [1], but"),
    "temperature refused": lambda: refuses("temperature"),
    "system role refused": lambda: refuses("system", "system role is not supported"),
    "max_tokens refused": lambda: refuses("max_tokens"),
    "thinks first": lambda: thinks("is it 9?", f"{RIGHT} [1].{SURE}"),
    "thinks without end": lambda: thinks("is it 9?", "", closed=False),
    "another language once": lambda: says("酒店每晚最多一百四十欧元，里斯本适用。[1]"),
    "says it twice": lambda: says(f"{RIGHT} [1]. {RIGHT} [1].{SURE}"),
    "number invented once": lambda: says(f"The limit is 999 euros in Lisbon [1].{SURE}"),
    "citation invented once": lambda: says(f"{RIGHT} [9].{SURE}"),
    "letter as a citation": lambda: says(f"{RIGHT} [N].{SURE}"),
    "obeys an instruction once": lambda: says(f"See https://evil.example [1].{SURE}"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_while_writing_still_ends_in_the_right_answer(
    written: Footnote, writer: Writer, fault: str
):
    writer.first(FAULTS[fault](), "write")
    answer = await asked(written, f"fault {fault}")
    assert answer.outcome == "answered", answer.steps
    assert "140 euros" in answer.text
    assert [c.page for c in answer.citations] == [2]
    for foreign in ("999", "[9]", "[N]", "evil", "think", "酒店"):
        assert foreign not in answer.text


@pytest.mark.parametrize("fault", ["429 for a moment", "not JSON once", "empty once"])
@pytest.mark.parametrize("part", ["grade", "check"])
async def test_a_fault_while_judging_does_too(
    written: Footnote, writer: Writer, fault: str, part: str
):
    writer.assessment["confidence"] = 0.3  # so that everything is checked
    writer.first(FAULTS[fault](), part)
    answer = await asked(written, f"judging {fault} {part}")
    assert answer.outcome == "answered"


@pytest.mark.parametrize(
    "grades", ["[文档1] yes\n[文档2] no\n[文档3] no", "prose without a verdict", "1. yes", "N: no"]
)
async def test_grades_in_any_form_leave_the_answer_findable(
    written: Footnote, writer: Writer, grades: str
):
    writer.parts["grade"] = lambda _: says(grades)
    answer = await asked(written, f"grades {grades}")
    assert answer.outcome in {"answered", "refused"}
    if "文档" not in grades and grades != "1. yes":
        assert answer.outcome == "answered"  # what was not judged is kept


async def test_a_tool_call_is_a_reply_too(written: Footnote, writer: Writer):
    told = '{"verdicts": [{"passage": 1, "relevant": true, "reason": "r"}]}'
    writer.first(calls_tool(told), "grade")
    assert (await asked(written, "tool")).outcome == "answered"


@pytest.mark.parametrize("reply", [filtered_error, filtered_reply])
async def test_d06_a_filter_is_not_asked_again_and_later_questions_work(
    written: Footnote, writer: Writer, reply: Callable[[], Scripted]
):
    writer.first(reply(), "write")
    with pytest.raises(ContentFiltered):
        await asked(written, f"d06 {reply.__name__}")
    assert len(writer.calls("write")) == 1
    assert (await asked(written, f"d06 again {reply.__name__}")).outcome == "answered"


async def test_d03_an_endpoint_that_stays_busy_is_said_to_be(written: Footnote, writer: Writer):
    writer.endpoint.rules.insert(0, lambda _: busy("9999"))
    with pytest.raises(ModelUnavailable):
        await asked(written, "d03")


async def test_d04_a_long_thread_fits_into_the_prompt(written: Footnote, writer: Writer):
    for turn in range(4):
        text = f"Question {turn} about hotels. " + "More words follow here. " * 90
        await written.ask(question(text, f"d04 {turn}", thread="d04"))
    assert all(len(str(r.body["messages"])) < 40_000 for r in writer.endpoint.chats)


async def test_d04_what_is_too_long_and_can_not_be_shortened_is_said(
    written: Footnote, writer: Writer
):
    writer.endpoint.rules.insert(
        0, lambda body: too_long() if "Answer the question" in str(body["messages"][0]) else None
    )
    with pytest.raises(ModelUnavailable):
        await asked(written, "d04 too long")


async def test_d04_what_is_too_long_is_shortened_to_its_better_half(
    written: Footnote, writer: Writer
):
    writer.first(too_long(), "grade")
    answer = await asked(written, "d04 grade")
    assert answer.outcome == "answered"
    first, second = writer.calls("grade")
    assert second.prompt.count("<document") < first.prompt.count("<document")


async def test_d07_a_stream_without_usage_or_choices_is_read(written: Footnote, writer: Writer):
    shown: list[str] = []

    async def progress(key, numbers):
        if key == "writing":
            shown.append(str(numbers["text"]))

    fast = replace(question(LISBON, "d07"), modes=Modes(mode="fast"))
    answer = await written.ask(fast, progress)
    assert answer.outcome == "answered"
    assert shown
    assert "has_factual_error" not in shown[-1]


async def test_d07_stream_options_that_are_refused_are_left_out(written: Footnote, writer: Writer):
    writer.endpoint.rules.insert(
        0, lambda b: refuses("stream_options") if "stream_options" in b else None
    )
    answer = await asked(written, "d07 options", mode="fast")
    assert answer.outcome == "answered"


async def test_d08_d09_embeddings_go_as_texts_in_small_batches(tmp_path_factory):
    remote = ModelEndpoint()
    await remote.start()
    remote.batch_cap = 10
    settings = {
        "embedder": "openai",
        "embedding_model": "e",
        "openai_base_url": remote.url,
    }
    pages = [f"Chapter {n}\nRule {n} says that door {n} closes at noon." for n in range(13)]
    try:
        async with opened(tmp_path_factory.mktemp("d08"), **settings) as engine:
            folder = tmp_path_factory.mktemp("d08 files")

            receipt = await drop(engine, folder / "doors.pdf", *pages)
            assert receipt.children >= 13
    finally:
        await remote.stop()
    assert all(len(batch) <= 10 for batch in remote.batches)
    assert all(isinstance(text, str) for batch in remote.batches for text in batch)


async def test_d12_an_endpoint_that_cuts_texts_is_noticed(tmp_path_factory, caplog):
    remote = ModelEndpoint()
    await remote.start()
    remote.cuts_at = 500
    settings = {"embedder": "openai", "embedding_model": "e", "openai_base_url": remote.url}
    try:
        async with opened(tmp_path_factory.mktemp("d12"), **settings):
            assert "seems to cut texts" in caplog.text
    finally:
        await remote.stop()
