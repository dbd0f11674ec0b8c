"""A02: another version of a library must not read files otherwise without anybody seeing it."""

import difflib
import json
from importlib.metadata import version
from pathlib import Path

from rag.adapters.pdf.recognition import is_installed
from tests.support.golden import GOLDEN, read_all

REQUIREMENTS = Path(__file__).parents[2] / "requirements.txt"


def test_a02_the_reader_is_pinned() -> None:
    pinned = dict(
        line.replace("[crypto]", "").split("==")
        for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines()
        if "==" in line
    )
    assert pinned["pypdf"] == version("pypdf")
    assert pinned["pypdfium2"] == version("pypdfium2")


async def test_a02_every_fixture_reads_as_it_did() -> None:
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))
    found = await read_all()
    if is_installed():  # pictures read as text would differ
        expected = {k: v for k, v in expected.items() if "image" not in "".join(v)}
    for name, lines in expected.items():
        if name in found:
            difference = difflib.unified_diff(lines, found[name], "before", "now", lineterm="")
            assert lines == found[name], f"{name}\n" + "\n".join(difference)
