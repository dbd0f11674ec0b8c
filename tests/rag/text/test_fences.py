"""Fenced code: what is inside, what only looks like it, and what is never closed."""

import time

import pytest

from rag.text.fences import fenced
from rag.text.markdown import read_markdown
from rag.text.parents import split_parents
from rag.text.structure import measure
from rag.types import Page


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("a\n```\nx\n```\nb", [range(1, 4)]),
        ("~~~py\n```\n~~~\nb", [range(3)]),
        ("````\n```\nx\n```\n````", [range(5)]),
        ("```\nx\n```\n```\ny\n```", [range(3), range(3, 6)]),
        ("```\n```js\nx\n```", [range(4)]),
        ("```npm install```\nb\n```npm test```\nc", []),
        ("```\nb\nc", []),
        ("~~~\nb\n```\nx\n```", [range(2, 5)]),
        ("", []),
    ],
)
def test_blocks(text: str, blocks: list[range]) -> None:
    assert fenced(text.split("\n")) == blocks


def test_many_that_are_never_closed_take_no_time() -> None:
    began = time.perf_counter()
    assert fenced(["```a", "~~~~b"] * 50_000) == []
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("stray", ["```", "~~~", "```npm install```", "``````"])
def test_headings_after_a_stray_fence_begin_sections(stray: str) -> None:
    clauses = [
        f"{n}. Duty {n}\n" + f"The duty of part {n} is due in May. " * 20 for n in range(1, 5)
    ]
    clauses[0] += f"\n{stray}\n"
    passages = split_parents("v", "T", [Page(1, "1", "\n".join(clauses))])
    assert [p.heading for p in passages] == [f"T › {n}. Duty {n}" for n in range(1, 5)]
    assert measure("\n".join(clauses)).headings == 4


def test_markdown_keeps_what_follows_a_line_of_code_in_a_sentence() -> None:
    read = read_markdown(
        "# One\n\n```npm install```\n\n# Two\n\nText.\n\n````md\n```\n# no\n```\n````\n# Three\n"
    )
    assert [text for text, _ in read.headings] == ["One", "Two", "Three"]
    found = measure("\n".join(read.lines), {"One", "Two", "Three"})
    assert (found.headings, found.code_blocks) == (3, 1)
    assert "# no" in read.lines


def test_three_blocks_of_either_fence_are_three() -> None:
    text = "\n\n".join(
        f"{fence}\nx{n} = {n}\n{fence}" for n, fence in enumerate(("```", "~~~", "````"))
    )
    assert measure(text).code_blocks == 3
    assert measure("\n".join(read_markdown(text).lines)).code_blocks == 3
