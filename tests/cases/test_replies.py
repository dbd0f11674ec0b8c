"""Replies that are broken, odd or meant to deceive, through the whole engine."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rag.service import Footnote
from rag.types import Answer, Step
from tests.cases.conftest import FIXTURES
from tests.support.engines import drop, opened, question
from tests.support.model_endpoint import (
    ModelEndpoint,
    Scripted,
    completion,
    says,
    says_json,
    too_long,
)
from tests.support.writer import Writer

pytestmark = pytest.mark.asyncio(loop_scope="module")

LISBON = "What is the nightly hotel limit in Lisbon?"
RIGHT = "The nightly hotel limit is 140 euros in Lisbon"
SURE = '\n{"has_factual_error": false, "confidence": 0.9, "source_traced": true}'


async def asked(engine: Footnote, job: str, text: str = LISBON, **modes: object) -> Answer:
    wanted = replace(engine.modes, **modes)  # type: ignore[arg-type]  # any of its fields
    return await engine.ask(replace(question(text, job), modes=wanted))


WRONG = {
    "a citation that is not there": f"{RIGHT} [7].",
    "another unit": "The nightly hotel limit is 140 dollars in Lisbon [1].",
    "a percentage": "The nightly hotel limit is 140 % in Lisbon [1].",
    "another number": "The nightly hotel limit is 1,400 euros in Lisbon [1].",
    "a shifted point": "The nightly hotel limit is 14.0 euros in Lisbon [1].",
    "another number in words": "The nightly hotel limit is forty euros in Lisbon [1].",
    "another number in Chinese": "里斯本酒店每晚上限为十二欧元 [1]。",
    "a range with a made up end": "Hotels in Lisbon cost between 90 and 140 euros nightly [1].",
    "a date of today": "As of 14 March 2025 the nightly hotel limit is 140 euros in Lisbon [1].",
    "a picture": "![140 euros](https://evil.example/p.png) [1]",
    "a link in markdown": "The limit is [140 euros](https://evil.example/win) [1].",
    "a link in Slack's own form": "The limit is <https://evil.example|140 euros> [1].",
    "a call to everybody": "<!channel> The nightly hotel limit is 140 euros in Lisbon [1].",
    "nothing but a citation": "[1]",
}


@pytest.mark.parametrize("kind", WRONG)
async def test_what_no_page_bears_out_is_never_published(
    written: Footnote, writer: Writer, kind: str
):
    """The checking model says yes to everything; the rules don't."""
    writer.writes(WRONG[kind])
    text = "里斯本酒店每晚上限是多少？" if "Chinese" in kind else LISBON
    answer = await asked(written, f"wrong {kind}", text)
    assert answer.outcome == "refused", answer.text
    assert answer.citations == ()
    for foreign in ("[7]", "dollars", "1,400", "forty", "十二", "evil", "<!", "2025"):
        assert foreign not in answer.text


SAME = {
    "in code": f"`{RIGHT}` [1].",
    "in a fence": f"```\n{RIGHT} [1].\n```",
    "in bold with a list": f"- **{RIGHT}** [1]",
    "in a table": "| City | Limit |\n|---|---|\n| Lisbon | 140 euros [1] |",
    "in words": "The nightly hotel limit is one hundred and forty euros in Lisbon [1].",
    "with decimals": "The nightly hotel limit is 140.00 euros in Lisbon [1].",
    "with a continental comma": "The nightly hotel limit is 140,00 euros in Lisbon [1].",
    "with a sign": "The nightly hotel limit is €140 in Lisbon [1].",
    "with full-width digits": "The nightly hotel limit is １４０ euros in Lisbon [1].",
    "after a byte order mark": f"\ufeff{RIGHT} [1].",
    "after thoughts in thoughts": f"<think>a <think>9 euros</think> b</think>{RIGHT} [1].",
    "after the end of a thought": f"it may be 9 euros</think>{RIGHT} [1].",
}


@pytest.mark.parametrize("kind", SAME)
async def test_the_same_said_otherwise_is_published(written: Footnote, writer: Writer, kind: str):
    writer.writes(SAME[kind])
    answer = await asked(written, f"same {kind}")
    if kind == "in words" and answer.outcome == "refused":
        return  # rules read "one hundred" and "forty" as two numbers: refused rather than believed
    assert answer.outcome == "answered", (answer.text, [s.line for s in answer.steps])
    assert [c.page for c in answer.citations] == [2]
    assert "think" not in answer.text
    assert "9 euros" not in answer.text


JUDGED = {
    "lines": "\nhas_factual_error: false\nconfidence: 0.9\nsource_traced: true",
    "bold lines": "\n\n**Self-assessment**\n- **Confidence:** 90%\n- Has factual error: no",
    "a fence of YAML": "\n```yaml\nconfidence: 0.9\nhas_factual_error: false\n```",
    "a word": '\n{"has_factual_error": "no", "confidence": "high", "source_traced": "yes"}',
    "single quotes": "\n{'has_factual_error': False, 'confidence': 0.9, 'source_traced': True}",
    "in front": None,
    "keys twice": '\n{"confidence": 0.9, "confidence": 0.1, "has_factual_error": false}',
    "cut off": '\n{"has_factual_error": false, "conf',
    "none": "",
}


@pytest.mark.parametrize("kind", JUDGED)
async def test_a_judgement_in_any_shape_is_no_part_of_the_answer(
    written: Footnote, writer: Writer, kind: str
):
    judged = JUDGED[kind]
    reply = f"{SURE.strip()}\n{RIGHT} [1]." if judged is None else f"{RIGHT} [1].{judged}"
    writer.parts["write"] = lambda _: says(reply)
    answer = await asked(written, f"judged {kind}")
    assert answer.outcome in {"answered", "partial"}
    assert "140 euros" in answer.text
    for foreign in ("confidence", "Confidence", "factual", "assessment", "{", "yaml", "0.9"):
        assert foreign not in answer.text


async def test_a_verdict_given_twice_and_not_alike_is_none(written: Footnote, writer: Writer):
    writer.writes("Hotels in Lisbon may cost 140 euros nightly [1].")
    twice = '{"claims": [{"claim": 1, "verdict": "supported", "verdict": "contradicted"}]}'
    writer.parts["check"] = lambda _: says(twice)
    assert (await asked(written, "verdict twice")).outcome == "refused"


async def test_words_beside_an_invented_tool_call_are_the_answer(written: Footnote, writer: Writer):
    call = {"id": "t", "type": "function", "function": {"name": "search", "arguments": '{"q": 1}'}}
    writer.first(says(f"{RIGHT} [1].{SURE}", tool_calls=[call]), "write")
    answer = await asked(written, "tool and text")
    assert answer.text == f"{RIGHT} [1]."


def _stream(*texts: str, end: str = "") -> bytes:
    lines = [": keep-alive\n\n"]
    for text in texts:
        chunk = completion(None)
        chunk["choices"] = [{"index": 0, "delta": {"content": text}, "finish_reason": None}]
        lines.append(f"data: {_json(chunk)}\n\n: keep-alive\n\n")
    if end:
        chunk = completion(None)
        chunk["choices"] = [{"index": 0, "delta": {}, "finish_reason": end}]
        lines.append(f"data: {_json(chunk)}\n\ndata: [DONE]\n\n")
    return "".join(lines).encode()


def _json(value: object) -> str:
    return str(says_json(value).body["choices"][0]["message"]["content"])  # type: ignore[index]  # a dict


STREAMS: dict[str, Callable[[], bytes]] = {
    "cut in an event": lambda: _stream(f"{RIGHT.replace('140', '14')}") + b'data: {"choi',
    "cut between events": lambda: _stream(f"{RIGHT.replace('140', '14')} [1]."),
    "nothing at all": lambda: b"",
    "only comments": lambda: b": keep-alive\n\n: keep-alive\n\n",
}


@pytest.mark.parametrize("kind", STREAMS)
async def test_a_stream_that_is_cut_is_no_answer(written: Footnote, writer: Writer, kind: str):
    whole = Scripted("", raw=_stream(f"{RIGHT} [1].", SURE, end="stop"))
    writer.first(whole, "write")
    assert (await asked(written, f"whole {kind}", mode="fast")).text == f"{RIGHT} [1]."
    writer.first(Scripted("", raw=STREAMS[kind]()), "write")
    answer = await asked(written, f"stream {kind}", mode="fast")
    assert answer.outcome == "answered"
    assert "140 euros" in answer.text


async def test_f_a_document_over_the_context_is_answered_from_its_best_sentences(
    endpoint: ModelEndpoint, tmp_path_factory: pytest.TempPathFactory
):
    """The endpoint refuses prompts over 1,500 characters; one passage alone is longer."""
    writer = Writer(endpoint)
    writer.words = ["95 euros"]
    endpoint.rules.insert(
        0, lambda body: too_long() if len(str(body["messages"][-1]["content"])) > 1_500 else None
    )
    settings = {"openai_base_url": endpoint.url, "answer_model": "m", "context_tokens": 20_000}
    rule = "The note number {n} says that form {n} is to be filed in drawer {n} of the archive."
    pages = [rule.format(n=n) for n in range(40, 75)]
    pages.insert(20, "A hotel in Braga costs up to 95 euros a night.")
    async with opened(tmp_path_factory.mktemp("long"), compression="model", **settings) as engine:
        path = tmp_path_factory.mktemp("long file") / "hotels.pdf"
        await drop(engine, path, "\n".join(pages))
        answer = await asked(engine, "long", "What may a hotel in Braga cost?")
    steps = {step.node: step for step in answer.steps}
    assert answer.outcome == "answered", [step.line for step in answer.steps]
    assert "95 euros" in answer.text
    assert [c.page for c in answer.citations] == [1]
    assert steps["compress"].usage.retries >= 1
    assert "Braga" in writer.calls("compress")[-1].prompt


async def test_the_trace_says_who_judged_and_what_it_cost(written: Footnote, writer: Writer):
    writer.writes("Hotels in Lisbon may cost 140 euros nightly [1].")
    writer.first(Scripted("", status=503), "grade")
    answer = await asked(written, "trace")
    by_node = {step.node: step for step in answer.steps}
    assert by_node["grade_documents"].line.startswith("grade(batch) → ")
    assert by_node["grade_documents"].usage.retries == 1
    assert by_node["verify"].line == "verify(model) → pass"
    line = by_node["grade_documents"].usage.line
    assert line == ", 1 calls, 18 tokens, 1 retries"
    assert Step("a", "b", 1.0).usage.line == ""


TURNED = "Trips above 2,500 euros do not need approval by the finance lead [1]."


async def test_a_negation_is_never_left_to_rules(
    endpoint: ModelEndpoint, tmp_path_factory: pytest.TempPathFactory
):
    """Even where the call may be saved: "needed" and "not needed" name the same things."""
    writer = Writer(endpoint)
    writer.words = ["2,500 euros"]
    denied = {"claim": 1, "verdict": "contradicted", "evidence": "", "reason": "r"}
    writer.parts["check"] = lambda _: says_json({"claims": [denied]})
    settings = {"openai_base_url": endpoint.url, "answer_model": "m", "verify_by": "rules"}
    async with opened(tmp_path_factory.mktemp("turned"), **settings) as engine:
        await drop(engine, FIXTURES / "control_3p.pdf")
        writer.writes("Trips above 2,500 euros need the finance lead's approval [1].")
        answer = await asked(engine, "kept", "When do trips need approval?")
        assert (answer.outcome, writer.calls("check")) == ("answered", [])
        writer.writes(TURNED)
        answer = await asked(engine, "turned", "When do trips need approval?")
        assert writer.calls("check")
        assert answer.outcome == "refused"
