import pytest

from rag.text.structure import Structure, choose, measure

PROSE = (
    "The committee met and talked about the harbour for a long while, and then it went home. " * 8
)


@pytest.mark.parametrize(
    ("structure", "strategy", "size"),
    [
        (Structure(10_000, 20, 11, 0, 0, 100, 30), "recursive", 512),
        (Structure(10_000, 20, 11, 3, 0, 100, 30), "recursive", 1024),
        (Structure(1_500, 5, 0, 0, 0, 100, 30), "recursive", 256),
        (Structure(10_000, 5, 0, 0, 0, 501, 3), "semantic", 512),
        (Structure(10_000, 4, 0, 0, 0, 500, 4.9), "fixed", 512),
        (Structure(10_000, 4, 0, 0, 0, 500, 5.0), "recursive", 512),
        (Structure(10_000, 20, 0, 0, 0, 600, 2), "recursive", 512),
    ],
)
def test_the_strategy_follows_the_structure(structure: Structure, strategy: str, size: int) -> None:
    choice = choose(structure)
    assert (choice.strategy, choice.size) == (strategy, size)


def test_each_kind_of_line_is_counted() -> None:
    text = (
        f"2.1 Scope\n{PROSE}\n- one\n- two\nNorth | 2023: 4\n    x = f(1);\n    y = g(2);\n{PROSE}"
    )
    found = measure(text)
    assert (found.headings, found.list_items, found.table_rows, found.code_blocks) == (1, 2, 1, 1)
    assert found.mean_paragraph > 500


def test_nothing_has_no_structure() -> None:
    assert measure("").density == 0.0
