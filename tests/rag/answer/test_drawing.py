"""The drawings in docs/ are those of the graphs that run."""

from pathlib import Path

import pytest

from rag.bootstrap import graph_drawing

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("graph", ["answer", "ingest"])
def test_the_drawing_in_the_docs_is_that_of_the_graph(graph: str) -> None:
    drawn = DOCS / f"{graph}-graph.mmd"
    assert drawn.read_text(encoding="utf-8").strip() == graph_drawing(graph).strip(), (
        f"the graph has changed; draw it again:\n"
        f"    python -m rag graph {graph} > docs/{graph}-graph.mmd"
    )
