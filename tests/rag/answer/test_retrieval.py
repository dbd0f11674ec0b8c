"""Hybrid retrieval: the formula, and parents instead of children."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.graphs.answer.retrieval import TERMS_WEIGHT, VECTOR_WEIGHT, Retriever, fuse
from rag.types import Child, RetrievalMode, Version, Visible
from tests.support.fakes import FakeEmbedder, FakeIndex, FakeStore
from tests.support.made import placement, version

RANKING = st.lists(st.sampled_from([f"c{n}" for n in range(12)]), unique=True)


@given(RANKING, RANKING)
def test_the_score_is_the_weighted_sum_of_reciprocal_ranks(
    vector: list[str], terms: list[str]
) -> None:
    found = fuse([(VECTOR_WEIGHT, vector), (TERMS_WEIGHT, terms)])
    assert set(found) == {*vector, *terms}
    for child, score in found.items():
        exact = Fraction(0)
        if child in vector:
            exact += Fraction(6, 10) / (60 + vector.index(child) + 1)
        if child in terms:
            exact += Fraction(4, 10) / (60 + terms.index(child) + 1)
        assert score == pytest.approx(float(exact))


@given(RANKING)
def test_a_better_rank_never_scores_less(ranking: list[str]) -> None:
    scores = fuse([(VECTOR_WEIGHT, ranking)])
    assert sorted(scores, key=lambda c: -scores[c]) == ranking


@given(st.lists(st.tuples(st.sampled_from([0.6, 0.4]), RANKING), max_size=4))
def test_the_order_of_the_lists_makes_no_difference(lists: list[tuple[float, list[str]]]) -> None:
    assert fuse(lists) == pytest.approx(fuse(lists[::-1]))


@dataclass
class RankedIndex(FakeIndex):
    """Answers each language with the lists that it was given."""

    by_vector: dict[str, list[str]] = field(default_factory=dict)
    by_terms: dict[str, list[str]] = field(default_factory=dict)

    async def search_vector(
        self, vector: Sequence[float], language: str, visible: Visible, limit: int
    ) -> list[str]:
        return self.by_vector.get(language, [])[:limit]

    async def search_terms(
        self, query: str, language: str, visible: Visible, limit: int
    ) -> list[str]:
        return self.by_terms.get(language, [])[:limit]


@dataclass
class Found:
    """A retriever over the versions it was made with."""

    index: RankedIndex = field(default_factory=RankedIndex)
    store: FakeStore = field(default_factory=FakeStore)
    embedder: FakeEmbedder = field(default_factory=FakeEmbedder)
    mode: RetrievalMode = "hybrid"
    top_k: int = 8
    languages: tuple[str, ...] = ("en",)

    async def add(self, made: Version) -> None:
        await self.store.write_version(made)
        placed = replace(placement(made, f"{made.id}.pdf"), languages=self.languages)
        await self.store.publish(placed)

    async def search(self, *queries: str, strict: bool = False, see: str = "") -> list[str]:
        shown = tuple(p for p in await self.store.placements("W1") if see in p.version)
        retriever = Retriever(
            self.embedder, self.index, self.store, self.mode, pool=4, top_k=self.top_k
        )
        found = await retriever.retrieve(queries or ("q",), Visible("W1", shown), strict=strict)
        return [c.passage.id for c in found]


@pytest.fixture
async def found() -> Found:
    made = Found()
    await made.add(version("v1", *(f"Text {n}." for n in range(1, 9))))
    return made


def children(*numbers: int, of: str = "v1") -> list[str]:
    return [f"{of}-p{n}-c1" for n in numbers]


async def test_both_lists_count(found: Found) -> None:
    found.index.by_vector["en"] = children(1, 2, 3)
    found.index.by_terms["en"] = children(3, 4)
    assert await found.search() == ["v1-p3", "v1-p1", "v1-p2", "v1-p4"]


@pytest.mark.parametrize(
    ("mode", "best"), [("vector", "v1-p1"), ("bm25", "v1-p2"), ("hybrid", "v1-p1")]
)
async def test_a_mode_searches_by_its_own_list(
    found: Found, mode: RetrievalMode, best: str
) -> None:
    found.index.by_vector["en"], found.index.by_terms["en"] = children(1), children(2)
    found.mode = mode
    ranked = await found.search()
    assert ranked[0] == best
    assert len(ranked) == (2 if mode == "hybrid" else 1)


async def test_a_parent_comes_once_with_the_children_that_hit_it_best_first(found: Found) -> None:
    made = version("v2", "One sentence. Another sentence.")
    first = made.children[0]
    second = Child("second", first.passage, "v2", 2, "Another sentence.", 14, 31, 1, 1, "en")
    await found.add(replace(made, children=(first, second)))
    found.index.by_vector["en"] = ["second", first.id, *children(1)]
    shown = tuple(await found.store.placements("W1"))
    retriever = Retriever(found.embedder, found.index, found.store)
    [best, other] = await retriever.retrieve(["q"], Visible("W1", shown))
    assert best.hits == ((14, 31), (0, 31))
    assert best.score == pytest.approx(VECTOR_WEIGHT / 61)
    assert (best.document, best.name, best.labels) == ("W1-C1-v2.pdf", "v2.pdf", {1: "p1"})
    assert other.passage.id == "v1-p1"


async def test_top_k_parents_are_returned(found: Found) -> None:
    found.index.by_vector["en"] = children(1, 2, 3, 4)
    found.top_k = 2
    assert await found.search() == ["v1-p1", "v1-p2"]


async def test_a_strict_search_takes_the_better_half_of_each_list(found: Found) -> None:
    found.index.by_vector["en"] = children(1, 2, 3, 4)
    found.index.by_terms["en"] = children(5, 6, 7, 8)
    assert set(await found.search(strict=True)) == {"v1-p1", "v1-p2", "v1-p5", "v1-p6"}


async def test_each_language_present_is_searched_by_itself(found: Found) -> None:
    found.languages = ("zh",)
    await found.add(version("v2", "文字。"))
    found.index.by_vector = {"en": children(1, 2), "zh": children(1, of="v2"), "ja": children(8)}
    assert await found.search() == ["v1-p1", "v2-p1", "v1-p2"]


async def test_a_query_is_embedded_once_however_many_languages_there_are(found: Found) -> None:
    asked: list[str] = []

    class Counting(FakeEmbedder):
        async def embed_query(self, text: str) -> list[float]:
            asked.append(text)
            return await super().embed_query(text)

    found.languages, found.embedder = ("zh", "en"), Counting()
    await found.add(version("v2", "文字。"))
    await found.search("q1", "q2")
    assert sorted(asked) == ["q1", "q2"]


async def test_what_the_index_knows_but_this_audience_may_not_see_is_left_out(
    found: Found,
) -> None:
    await found.add(version("v2", "Secret."))
    found.index.by_vector["en"] = [*children(1, of="v2"), *children(1), "unknown"]
    assert await found.search(see="v1") == ["v1-p1"]


async def test_pages_that_could_not_be_read_make_a_candidate_unreliable(found: Found) -> None:
    await found.add(version("v2", "Text.", states=["image"]))
    found.index.by_vector["en"] = children(1, of="v2")
    shown = tuple(p for p in await found.store.placements("W1") if p.version == "v2")
    [only] = await Retriever(found.embedder, found.index, found.store).retrieve(
        ["q"], Visible("W1", shown)
    )
    assert only.unreliable == {2}
