"""Kinds of characters told in one go: they are what Python itself says of each character."""

import re

from hypothesis import given
from hypothesis import strategies as st

from rag.text.shapes import shape_of

ASCII = st.text(st.characters(max_codepoint=127), max_size=80)


@given(ASCII)
def test_each_character_has_its_kind(text: str) -> None:
    kinds = [
        "a" if c.isalpha() else "0" if c.isdigit() else " " if c.isspace() else "." for c in text
    ]
    assert shape_of(text) == "".join(kinds).encode()


@given(ASCII)
def test_what_a_shape_lacks_no_expression_finds(text: str) -> None:
    shape = shape_of(text)
    assert shape is not None
    mixed = re.search(r"[A-Za-z]\d|\d[A-Za-z]", text)
    assert (b"a0" in shape or b"0a" in shape) == bool(mixed)
    assert (b"a" * 5 in shape) == bool(re.search(r"[A-Za-z]{5}", text))
    assert len(re.findall(r"\s[A-Za-z](?!\S)", text)) <= 2 * shape.count(b" a ") + 2


def test_other_text_has_none() -> None:
    assert shape_of("für") is None
