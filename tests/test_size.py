"""A module is read in one sitting."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 250


@pytest.mark.parametrize("package", ["bot", "rag"])
def test_no_module_is_longer_than_250_lines(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    assert len(modules) > 20
    lengths = {
        str(module.relative_to(ROOT)): len(module.read_text(encoding="utf-8").splitlines())
        for module in modules
    }
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}
