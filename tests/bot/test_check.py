"""What a check says of where spans go."""

from pathlib import Path

import pytest

from bot.check import _traced
from rag.config import RagSettings


@pytest.mark.parametrize(("content", "words"), [(False, "without a word"), (True, "TRACE_CONTENT")])
def test_whether_spans_hold_content_is_said(content: bool, words: str) -> None:
    found = RagSettings(
        _env_file=None,
        footnote_home=Path("x"),
        otlp_endpoint="https://user:secret@traces.example/v1",
        trace_content=content,
    )
    finding = _traced(found)
    assert "traces.example" in finding.what
    assert words in finding.what
    assert "secret" not in finding.what
