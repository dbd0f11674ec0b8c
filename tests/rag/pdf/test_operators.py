"""The short way through a content stream gives what pypdf's own parser gives."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ContentStream

from rag.adapters.pdf.operators import Operation, operations_of
from tests.rag.pdf.conftest import FIXTURES

PIECES = (
    rb"BT|ET|q|Q|f*|Tj|TJ|'|/F1 12 Tf|1 0 0 1 72.5 -.5 cm|12Tf|-3|+7.|.5|--5|1.2.3|1,5|(a b)|(a\)b)"
    rb"|(\101\7)|(n(e)st)|(open|)|[(a) -3 (b)]|[[1] 2]|[true null]|[|]|<41 42>|<414>|<4x>|<</MCID 3>>"
    rb"|/Sp <</A (x) /B [1]>> BDC|%note|BI /W 1 ID x EI|1 0 R |true|null|/A#20B|/|{|" + b"9" * 70
).split(b"|")


def _stream(data: bytes) -> ContentStream:
    stream = ContentStream(None, None, "bytes")
    stream.set_data(data)
    return stream


def _typed(value: Any) -> object:
    if isinstance(value, list):
        return [type(value), *map(_typed, value)]
    if isinstance(value, dict):
        return [type(value), *((_typed(k), _typed(v)) for k, v in value.items())]
    return type(value), value


def _outcome(parse: Any, data: bytes) -> object:
    try:
        found: list[Operation] = parse(_stream(data))
    except Exception as error:  # noqa: BLE001 - the kind of failure is what is compared
        return type(error)
    return [(_typed(operands), operator) for operands, operator in found]


def _same(data: bytes) -> bool:
    return _outcome(operations_of, data) == _outcome(lambda stream: stream.operations, data)


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from([b" ", b"\n", b"\r\n", b""]))
def test_any_stream_of_usual_and_odd_pieces(pieces: list[bytes], between: bytes) -> None:
    assert _same(between.join(pieces))


@pytest.mark.parametrize("name", ["control_3p.pdf", "inline_image_no_EI.pdf"])
def test_pages_of_files(name: str) -> None:
    document = PdfReader(FIXTURES / name)
    for page in document.pages:
        assert _same(ContentStream(page["/Contents"], document, "bytes").get_data())
