"""Spans and measurements of real runs, exported over real HTTP to a collector.

It needs opentelemetry-sdk and opentelemetry-exporter-otlp-proto-http, which are optional.
"""

import base64
from pathlib import Path
from typing import Any

import pytest

from rag.errors import ModelRefused
from rag.types import Answer
from tests.cases.conftest import FIXTURES
from tests.support.collector import Collector, attributes, collecting
from tests.support.engines import drop, opened, question
from tests.support.model_endpoint import ModelEndpoint, busy, fails
from tests.support.writer import Writer

pytest.importorskip("opentelemetry.exporter.otlp.proto.http")

LISBON = "What is the nightly hotel limit in Lisbon?"
KEY = "sk-very-secret"


CALLED = {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "little",
    "gen_ai.usage.input_tokens": 11,
    "gen_ai.usage.output_tokens": 7,
    "gen_ai.usage.cost": 22.0,
    "footnote.role": "small",
    "footnote.retries": 1,
}


async def asked(home: Path, endpoint: ModelEndpoint, **settings: object) -> Answer:
    """One question in an engine of its own; all that is to be sent is sent when it is closed."""
    given = {
        "openai_base_url": endpoint.url,
        "openai_api_key": KEY,
        "answer_model": "big",
        "small_model": "little",
        "prompt_price": 1_000_000.0,
        "small_prompt_price": 2_000_000.0,
        **settings,
    }
    async with opened(home, **given) as engine:
        await drop(engine, FIXTURES / "control_3p.pdf")
        return await engine.ask(question(LISBON, "traced"))


@pytest.fixture
async def served():
    endpoint = ModelEndpoint()
    await endpoint.start()
    yield endpoint
    await endpoint.stop()


def named(collector: Collector) -> dict[str, Any]:
    return {span.name: span for span in collector.spans}


async def test_a_run_its_nodes_and_its_calls_are_spans_without_a_word_of_it(
    tmp_path: Path, served: ModelEndpoint
):
    writer = Writer(served)
    writer.first(busy("0.01"), "grade")
    async with collecting() as collector:
        answer = await asked(
            tmp_path,
            served,
            otlp_endpoint=collector.url,
            otlp_headers="x-team=docs, authorization=Bearer token",
            metrics="otel",
        )
        spans = named(collector)
        raw = collector.raw
        measured = collector.metrics
    assert answer.outcome == "answered"
    assert collector.headers[0]["authorization"] == "Bearer token"
    run = spans["invoke_agent footnote"]
    assert attributes(run)["footnote.answer"] == answer.id
    assert attributes(run)["footnote.outcome"] == "answered"
    assert attributes(run)["footnote.checked"] is True
    node, call = spans["grade_documents"], spans["chat little"]
    assert node.parent_span_id == run.span_id
    assert call.parent_span_id == node.span_id
    assert len({s.trace_id for s in (run, node, call)}) == 1
    told = {name: attributes(call)[name] for name in CALLED}
    assert told == CALLED
    assert attributes(spans["chat big"])["gen_ai.response.finish_reasons"] == ["stop"]
    assert {"ingest", "load", "store", "retrieve", "generate", "publish"} <= set(spans)
    for private in (b"Lisbon", b"140 euros", KEY.encode(), b"hotel", b"control_3p"):
        assert private not in raw
    assert set(measured) == {
        f"footnote.run.{name}"
        for name in ("retrieval_ms", "compression", "confidence", "checked", "retries", "refused")
    }  # the seventh, the mean score of a reranker, is there where one is set
    [point] = measured["footnote.run.confidence"].histogram.data_points
    assert (point.count, point.sum) == (1, 0.9)


async def test_content_is_told_if_it_is_wanted_and_langfuse_gets_its_keys(
    tmp_path: Path, served: ModelEndpoint
):
    Writer(served)
    async with collecting() as collector:
        await asked(
            tmp_path,
            served,
            langfuse_host=collector.url,
            langfuse_public_key="pk",
            langfuse_secret_key="sk",
            trace_content=True,
        )
        spans = named(collector)
    assert set(collector.bodies) == {"/api/public/otel/v1/traces"}
    basic = base64.b64encode(b"pk:sk").decode()
    assert collector.headers[0]["Authorization"] == f"Basic {basic}"
    assert attributes(spans["invoke_agent footnote"])["gen_ai.input.messages"] == LISBON
    call = attributes(spans["chat little"])
    assert "140 euros" in call["gen_ai.input.messages"]
    assert '"role": "assistant"' in call["gen_ai.output.messages"]
    assert KEY.encode() not in collector.raw


async def test_an_error_gives_its_span_its_type_and_not_what_the_endpoint_said(
    tmp_path: Path, served: ModelEndpoint
):
    Writer(served)
    served.rules.insert(0, lambda body: fails(401, "bad key sk-very-secret for hotel"))
    async with collecting() as collector:
        with pytest.raises(ModelRefused):
            await asked(tmp_path, served, otlp_endpoint=collector.url)
        failed = [s for s in collector.spans if s.name == "chat little"]
    assert attributes(failed[0])["error.type"] == "ModelRefused"
    assert failed[0].status.code == 2
    assert b"bad key" not in collector.raw


async def test_a_collector_that_is_down_takes_nothing_from_an_answer(
    tmp_path: Path, served: ModelEndpoint
):
    Writer(served)
    async with collecting() as collector:
        collector.status = 400
        answer = await asked(tmp_path, served, otlp_endpoint=collector.url, metrics="otel")
    assert answer.outcome == "answered"
