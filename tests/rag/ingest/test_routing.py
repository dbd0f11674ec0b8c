import pytest

from rag.graphs.ingest.routing import by_reading, by_validity, untried
from rag.graphs.ingest.state import Attempt, IngestState, Rejection
from rag.graphs.ingest.validity import best_of, problem_of
from rag.text.structure import Choice
from rag.types import Child


def _children(*lengths: int) -> tuple[Child, ...]:
    return tuple(
        Child(f"v:0.{n}", "v:0", "v", n, "x" * length, 0, length, 1, 1, "en")
        for n, length in enumerate(lengths)
    )


@pytest.mark.parametrize(
    ("lengths", "is_good"),
    [
        ((), False),
        ((50,), True),
        ((49,), False),
        ((3000,), True),
        ((3001,), False),
        ((9, *[100] * 9), True),
        ((9, *[100] * 8), False),
        ((10, 10, 130, 130), True),
    ],
)
def test_the_thresholds_of_a_good_split(lengths: tuple[int, ...], is_good: bool) -> None:
    assert (problem_of(_children(*lengths)) == "") is is_good


def test_the_order_of_the_fallbacks() -> None:
    state: IngestState = {"attempts": [Attempt(Choice("semantic"), (), "bad")]}  # type: ignore[typeddict-item]
    assert untried(state) == Choice("recursive", 512, "after semantic")
    state["attempts"].append(Attempt(Choice("recursive"), (), "bad"))
    following = untried(state)
    assert following is not None
    assert following.strategy == "fixed"
    state["attempts"].append(Attempt(Choice("fixed"), (), "bad"))
    assert untried(state) is None


def test_the_best_attempt_is_the_nearest_to_the_thresholds() -> None:
    near = Attempt(Choice("fixed"), _children(48), "bad")
    far = Attempt(Choice("recursive"), _children(20), "bad")
    none = Attempt(Choice("semantic"), (), "bad")
    assert best_of([none, far, near]) is near
    assert best_of([none]) is None


def test_routes() -> None:
    rejected = {"rejection": Rejection("no_text")}
    assert by_reading(rejected) == "reject"  # type: ignore[arg-type]
    assert by_reading({}) == "analyze"  # type: ignore[typeddict-item]
    assert by_reading({"known": None}) == "store"  # type: ignore[typeddict-item]
    assert by_validity({"accepted": None}) == "store"  # type: ignore[typeddict-item]
    assert by_validity({}) == "next_strategy"  # type: ignore[typeddict-item]
    assert by_validity(rejected) == "reject"  # type: ignore[arg-type]
