from pathlib import Path

import pytest

from rag.comparison.measures import bins_of, histogram, measured
from rag.comparison.picture import draw
from rag.text.children import cut_children
from rag.types import Passage, Span
from tests.support.pdfs import of_pages
from tests.support.scene import open_scene

PROSE = " ".join(
    f"The keeper of tower {n} writes {n * 7} lines a day into his log." for n in range(80)
)
PASSAGE = Passage("v:0", "v", 0, "Log", PROSE, (Span(1, 0, len(PROSE)),))


@pytest.mark.parametrize("longest", [0, 7, 255, 1024, 5000, 40_000])
def test_bins_hold_every_length(longest: int) -> None:
    bins = bins_of(longest)
    assert len(bins) <= 13
    assert sum(histogram(range(longest + 1), bins)) == longest + 1


def test_figures_of_one_way() -> None:
    children = cut_children(PASSAGE, "recursive", 512)
    found = measured("recursive", 512, [PASSAGE], children)
    assert found.children == len(children)
    assert found.longest <= 512 * 1.5
    assert found.cut == 0
    assert found.valid == 1
    assert found.problem == ""


def test_what_is_cut_in_mid_sentence_is_counted() -> None:
    text = "word " * 400 + "end."
    endless = Passage("v:0", "v", 0, "", text, (Span(1, 0, len(text)),))
    children = cut_children(endless, "fixed", 256)
    assert measured("fixed", 256, [endless], children).cut > 0.9


async def test_a_file_and_the_document_made_of_it_compare_alike(tmp_path: Path) -> None:
    path = tmp_path / "log.pdf"
    pages = [
        [f"Tower {n} has {n * 3} steps and {n + 5} windows." for n in range(p, p + 25)]
        for p in range(4)
    ]
    path.write_bytes(of_pages(*pages))
    async with open_scene(tmp_path) as scene:
        by_file = await scene.engine.compare(path)
        desk = scene.desk()
        await desk.drop(path.read_bytes(), "log.pdf")
        by_name = await scene.engine.compare_document("log.pdf", desk.audience)
        picture = await scene.engine.histograms(by_file)
    assert by_file.splittings == by_name.splittings
    ways = [(s.strategy, s.size) for s in by_file.splittings]
    assert ways == [
        ("fixed", 256),
        ("fixed", 512),
        ("recursive", 512),
        ("recursive", 1024),
        ("semantic", 512),
    ]
    for splitting in by_file.splittings:
        assert sum(splitting.histogram) == splitting.children > 0
        assert splitting.shortest <= splitting.mean <= splitting.longest
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 5000
    assert "semantic 512" in draw(by_file)
