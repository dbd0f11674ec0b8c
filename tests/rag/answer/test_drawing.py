"""The drawings in docs/ are those of the graphs that run."""

import re
from pathlib import Path

import pytest

from rag.bootstrap import graph_drawing
from rag.graphs.drawing import with_path

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("graph", ["answer", "ingest"])
def test_the_drawing_in_the_docs_is_that_of_the_graph(graph: str) -> None:
    drawn = DOCS / f"{graph}-graph.mmd"
    assert drawn.read_text(encoding="utf-8").strip() == graph_drawing(graph).strip(), (
        f"the graph has changed; draw it again:\n"
        f"    python -m rag graph {graph} > docs/{graph}-graph.mmd"
    )


def marked(*visited: str) -> str:
    return with_path(graph_drawing("answer"), visited)


def edges(drawing: str, colour: str) -> set[tuple[str, str]]:
    """The edges that have a colour, told by their numbers as Mermaid counts them."""
    styled = re.search(rf"linkStyle ([\d,]+) stroke:{colour}", drawing)
    every = re.findall(r"(\w+) (?:-->|-\.->)(?:\|\d+×\|)? (\w+);", drawing)
    return {every[int(number)] for number in styled[1].split(",")} if styled else set()


def test_a_path_marks_its_nodes_and_edges() -> None:
    drawing = marked("understand", "reply")
    assert "class understand,reply visited" in drawing
    taken = edges(drawing, "#c2410c")
    assert taken == {("__start__", "understand"), ("understand", "reply"), ("reply", "__end__")}
    assert len(edges(drawing, "#b4b8c4")) + len(taken) == graph_drawing("answer").count("->")
    assert "×" not in drawing


def test_a_path_counts_its_loops() -> None:
    search = ("retrieve", "rerank", "grade_documents")
    drawing = marked("understand", *search, "rewrite_query", *search, "refuse")
    assert "retrieve(retrieve ×2)" in drawing
    assert "rerank -->|2×| grade_documents;" in drawing
    assert "rewrite_query(rewrite_query)" in drawing
    assert ("rewrite_query", "retrieve") in edges(drawing, "#c2410c")


def test_sides_that_were_searched_at_once_come_from_the_one_that_sent_them() -> None:
    drawing = marked("understand", "retrieve", "retrieve", "rerank")
    assert "understand -.->|2×| retrieve;" in drawing
    assert ("retrieve", "rerank") in edges(drawing, "#c2410c")


def test_a_run_that_was_stopped_does_not_reach_the_end() -> None:
    drawing = marked("understand", "retrieve", "stop")
    assert not [edge for edge in edges(drawing, "#c2410c") if edge[1] == "__end__"]
    assert "stop" not in drawing
