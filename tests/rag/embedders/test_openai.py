"""Embeddings over HTTP from endpoints with limits of their own."""

import logging

import pytest
from pydantic import SecretStr

from rag.adapters.embedders.openai import EmbeddingSettings, OpenAIEmbedder
from rag.errors import (
    EmbeddingsRefused,
    EmbeddingsUnavailable,
    ModelBusy,
    ModelRefused,
    ModelUnavailable,
)
from tests.support.model_endpoint import Scripted, busy, fails, length_of, malformed, refuses


@pytest.fixture
async def connect(endpoint, gate):
    made = []

    async def connect(**changes):
        settings = EmbeddingSettings("e", endpoint.url, SecretStr("k"), timeout=5, **changes)
        embedder = await OpenAIEmbedder.connect(settings, gate)
        endpoint.requests.clear()
        made.append(embedder)
        return embedder

    yield connect
    for embedder in made:
        await embedder.close()


def texts(count):
    return [f"text number {n}" for n in range(count)]


async def test_asks_for_the_dimension(endpoint, connect):
    endpoint.dimension = 24
    embedder = await connect()
    assert embedder.dimension == 24
    assert embedder.name == "e"


async def test_vectors_have_length_one_and_the_order_of_the_texts(endpoint, connect):
    embedder = await connect()
    vectors = await embedder.embed_passages(texts(26))
    assert endpoint.batches == [texts(26)[0:10], texts(26)[10:20], texts(26)[20:26]]
    assert vectors[17] == await embedder.embed_query("text number 17")
    assert all(length_of(v) == pytest.approx(1) for v in vectors)
    assert await embedder.embed_passages([]) == []


async def test_texts_are_sent_as_texts_and_floats_are_asked_for(endpoint, connect):
    await (await connect()).embed_query("x")
    body = endpoint.requests[0].body
    assert body == {"model": "e", "input": ["x"], "encoding_format": "float"}
    assert endpoint.requests[0].authorization == "Bearer k"


async def test_a_batch_above_the_cap_is_halved_and_remembered(endpoint, connect):
    embedder = await connect(batch=40)
    endpoint.batch_cap = 10
    vectors = await embedder.embed_passages(texts(26))
    assert len(vectors) == 26
    assert [len(b) for b in endpoint.batches] == [26, 13, 6, 7, 13, 6, 7]
    endpoint.requests.clear()
    await embedder.embed_passages([t + "x" for t in texts(14)])
    assert [len(b) for b in endpoint.batches] == [7, 7]


async def test_429_waits_and_repeats_only_its_batch(endpoint, connect, sleeps):
    embedder = await connect()
    first = endpoint._embed({"input": texts(10)})
    endpoint.script(first, busy("20"))
    assert len(await embedder.embed_passages(texts(26))) == 26
    assert [b[0] for b in endpoint.batches] == [texts(26)[n] for n in (0, 10, 10, 20)]
    assert sleeps[0] == 20.0


async def test_a_query_is_not_waited_for_as_long_as_passages(endpoint, connect):
    embedder = await connect()
    endpoint.script(busy("300"))
    with pytest.raises(ModelBusy):
        await embedder.embed_query("x")
    endpoint.script(busy("300"))
    assert len(await embedder.embed_passages(["x"])) == 1


async def test_what_was_done_before_a_failure_is_not_asked_for_again(endpoint, connect):
    embedder = await connect(deadline=30)
    endpoint.script(endpoint._embed({"input": texts(10)}), busy("600"))
    with pytest.raises(ModelBusy):
        await embedder.embed_passages(texts(26))
    endpoint.requests.clear()
    assert len(await embedder.embed_passages(texts(26))) == 26
    assert [b[0] for b in endpoint.batches] == [texts(26)[10], texts(26)[20]]


async def test_the_same_text_is_sent_once(endpoint, connect):
    vectors = await (await connect()).embed_passages(["a", "b", "a"])
    assert endpoint.batches == [["a", "b"]]
    assert vectors[0] == vectors[2]


async def test_a_text_that_is_too_long_is_cut(endpoint, connect, caplog):
    embedder = await connect()
    endpoint.context_characters = 1_500
    assert len(await embedder.embed_passages(["short", "long " * 800, "other"])) == 3
    assert "too long" in caplog.text
    endpoint.requests.clear()
    await embedder.embed_passages(texts(10))
    assert len(endpoint.batches) == 1


async def test_warns_of_an_endpoint_that_cuts_silently(endpoint, connect, caplog):
    with caplog.at_level(logging.WARNING):
        await connect()
        assert not caplog.records
        endpoint.cuts_at = 512
        await connect()
    assert "cut" in caplog.text


async def test_an_endpoint_that_knows_no_format(endpoint, connect):
    embedder = await connect()
    endpoint.never_takes("encoding_format")
    await embedder.embed_query("x")
    await embedder.embed_query("y")
    assert ["encoding_format" in r.body for r in endpoint.requests] == [True, False, False]


async def test_what_cannot_be_sent_is_left_out(endpoint, connect):
    await (await connect()).embed_passages(["a\x00b", "\ud800", "", "  "])
    assert endpoint.batches == [["a b", "-"]]


async def test_prefixes(endpoint, connect):
    embedder = await connect(query_prefix="query: ", passage_prefix="passage: ")
    await embedder.embed_query("x")
    await embedder.embed_passages(["y"])
    assert endpoint.batches == [["query: x"], ["passage: y"]]
    assert embedder.name != "e"


def rows(*vectors):
    return Scripted({"data": [{"index": i, "embedding": v} for i, v in enumerate(vectors)]})


@pytest.mark.parametrize(
    "reply",
    [
        malformed(),
        Scripted({}),
        Scripted({"data": []}),
        Scripted({"data": None}),
        Scripted({"data": ["x"]}),
        rows([0.0] * 8),
        rows([float("nan")] * 8),
        rows(["x"] * 8),
        rows([1.0] * 8, [1.0] * 8),
        rows([1.0] * 9),
        fails(401, "bad key"),
        fails(404, "no such model"),
        refuses("model"),
        fails(500),
    ],
)
async def test_what_is_no_vector_is_unavailable(endpoint, connect, reply):
    embedder = await connect()
    endpoint.always(lambda body: reply)
    with pytest.raises(ModelUnavailable):
        await embedder.embed_query("x")
    assert len(endpoint.requests) <= 6


async def test_rows_without_an_index_keep_their_order(endpoint, connect):
    embedder = await connect()
    one, two = [1.0] + [0.0] * 7, [0.0] * 7 + [1.0]
    endpoint.script(Scripted({"data": [{"embedding": one}, {"embedding": two}]}))
    assert await embedder.embed_passages(["a", "b"]) == [one, two]


async def test_no_endpoint_no_embedder(gate):
    with pytest.raises(ModelUnavailable):
        await OpenAIEmbedder.connect(EmbeddingSettings("e", "http://127.0.0.1:9/v1"), gate)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (fails(401, "bad key"), EmbeddingsRefused),
        (fails(404, "no such model"), EmbeddingsUnavailable),
        (fails(400, "what is that?"), EmbeddingsUnavailable),
    ],
    ids=["key", "model", "texts"],
)
async def test_what_fails_is_told_apart_from_the_language_model(endpoint, connect, reply, kind):
    embedder = await connect()
    endpoint.always(lambda _body: reply)
    for embed in (embedder.embed_query("x"), embedder.embed_passages(["y"])):
        with pytest.raises(ModelUnavailable) as raised:
            await embed
        assert type(raised.value) is kind
        assert isinstance(raised.value, ModelRefused) is (kind is EmbeddingsRefused)
