"""The operators of a content stream, by one regular expression where the stream is plain.

What comes out is what pypdf's own parser makes of it, in a quarter of its time. A stream with
anything out of the ordinary, such as a comment or an inline image, is left to that parser.
"""

import io
import re
from dataclasses import dataclass, field
from typing import Any

from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    ContentStream,
    FloatObject,
    NameObject,
    NumberObject,
    PdfObject,
    read_object,
)

Operation = tuple[Any, bytes]

_MOST_BYTES = 200_000  # pypdf counts tokens and entries against its limits: so few can't reach them
_TOKEN = re.compile(
    rb"""[\x00\t\n\x0c\r ]*+(?:
    (?P<number>[+-]?(?:\d{1,20}+\.?\d{0,20}+|\.\d{1,20}+))(?![+,\-.\d])
    |\((?P<string>[^()\\]*+)\)
    |(?P<operator>[A-Za-z'"][^\s()<>\[\]{}/%]{0,40}+)(?=[\s()<>\[\]{}/%]|\Z)
    |(?P<name>/[A-Za-z0-9_.+-]{1,80}+)(?=[\s()<>\[\]{}/%]|\Z)
    |(?P<open>\[)
    |(?P<close>\])
    |\((?P<escaped>(?:[^()\\]++|\\[()\\nrtbf]|\\[0-3][0-7]{2})*+)\)
    |<(?P<hex>[0-9A-Fa-f]*+)>
    |(?P<mapping><<)
    |(?P<end>\Z)
    )""",
    re.VERBOSE,
)
_REFERENCE = re.compile(rb"\sR[^a-zA-Z]")
_ESCAPE = re.compile(rb"\\([()\\nrtbf]|[0-7]{3})")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


class _NotPlain(Exception):
    """Something that is left to pypdf."""


def operations_of(stream: ContentStream) -> list[Operation]:
    """All operators with their operands. Raises what pypdf raises for what it can't parse."""
    data = stream.get_data()
    if len(data) <= _MOST_BYTES and not _REFERENCE.search(data):
        try:
            return _Scan(data).operations()
        except _NotPlain:
            pass
    operations: list[Operation] = stream.operations
    return operations


@dataclass(slots=True)
class _Scan:
    """A walk over the tokens; ``known`` are the numbers and names met so far."""

    data: bytes
    known: dict[bytes, PdfObject] = field(default_factory=dict)

    def operations(self) -> list[Operation]:
        found: list[Operation] = []
        operands: list[Any] = []
        outer: list[Any] | None = None  # the operands around an open array
        position = 0
        while match := _TOKEN.match(self.data, position):
            position = match.end()
            kind = match.lastgroup
            if kind == "operator" and outer is None:
                found.append((operands, _operator(match["operator"])))
                operands = []
            elif kind == "open" and outer is None:
                outer, operands = operands, []
            elif kind == "close" and outer is not None:
                outer.append(ArrayObject(operands))
                operands, outer = outer, None
            elif kind == "mapping":
                value, position = self._mapping(match.start("mapping"))
                operands.append(value)
            elif kind == "end" and outer is None:
                return found
            else:
                operands.append(self._operand(match))
        raise _NotPlain

    def _operand(self, match: re.Match[bytes]) -> PdfObject:
        kind = match.lastgroup or ""
        token = match[kind]
        if kind == "string":
            return ByteStringObject(token)
        if kind in {"number", "name"}:
            value = self.known.get(token)
            if value is None:
                value = self.known[token] = _NUMBERS_AND_NAMES[kind](token)
            return value
        if kind == "escaped":
            return ByteStringObject(_ESCAPE.sub(_unescaped, token))
        if kind == "hex":
            return ByteStringObject(bytes.fromhex(token.decode() + "0" * (len(token) % 2)))
        raise _NotPlain

    def _mapping(self, position: int) -> tuple[PdfObject, int]:
        stream = io.BytesIO(self.data)
        stream.seek(position)
        return read_object(stream, None, "bytes"), stream.tell()


def _operator(token: bytes) -> bytes:
    if token == b"BI":
        raise _NotPlain
    return token


def _number(token: bytes) -> PdfObject:
    return FloatObject(token) if b"." in token else NumberObject(token)


def _name(token: bytes) -> PdfObject:
    return NameObject(token.decode("ascii"))


_NUMBERS_AND_NAMES = {"number": _number, "name": _name}


def _unescaped(match: re.Match[bytes]) -> bytes:
    token = match[1]
    return bytes([int(token, 8)]) if token.isdigit() else _ESCAPES.get(token, token)
