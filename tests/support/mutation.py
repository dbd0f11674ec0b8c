"""Files broken in the ways in which files break: bytes, pieces, numbers, whole objects."""

import random
import re
import zlib
from collections.abc import Callable, Sequence

_NUMBER = re.compile(rb"\d+")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_WORDS = (
    b"/Kids", b"/Parent", b"/Contents", b"/Length", b"/Filter", b"/Type", b"/Font", b"endobj",
    b"endstream", b"xref", b"trailer", b"startxref", b"<<", b">>", b"[", b"]", b"BT", b"ET", b"Tj",
)  # fmt: skip
_HUGE = (b"-1", b"0", b"99999999999", b"4294967296", b"1e309", b"2147483647")

Change = Callable[[random.Random, bytes], bytes]


def mutated(seed: int, sources: Sequence[bytes]) -> bytes:
    """The same broken file for the same number."""
    chance = random.Random(seed)
    content = chance.choice(sources)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        content = chance.choice(_CHANGES)(chance, content or b"%PDF-")
    return content


def _flip(chance: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 8, 64, 400))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(chance: random.Random, content: bytes) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _drop(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.randrange(1, 2000) :]


def _repeat(chance: random.Random, content: bytes) -> bytes:
    start = chance.randrange(len(content))
    piece = content[start : start + chance.randrange(1, 4000)]
    return content[:start] + piece * chance.choice((2, 3, 40)) + content[start:]


def _number(chance: random.Random, content: bytes) -> bytes:
    found = list(_NUMBER.finditer(content))
    if not found:
        return content
    match = chance.choice(found)
    value = chance.choice((*_HUGE, str(chance.randrange(60)).encode()))
    return content[: match.start()] + value + content[match.end() :]


def _word(chance: random.Random, content: bytes) -> bytes:
    old = chance.choice(_WORDS)
    places = [m.start() for m in re.finditer(re.escape(old), content)]
    if not places:
        return content
    place = chance.choice(places)
    return content[:place] + chance.choice((b"", *_WORDS)) + content[place + len(old) :]


def _operators(chance: random.Random, content: bytes) -> bytes:
    """A stream unpacked, shuffled and written back, with or without its length being right."""
    found = list(_STREAM.finditer(content))
    if not found:
        return content
    match = chance.choice(found)
    try:
        text = zlib.decompress(match.group(1).strip(b"\r\n"))
        packed = True
    except zlib.error:
        text, packed = match.group(1), False
    pieces = text.split(b" ")
    chance.shuffle(pieces)
    body = b" ".join(pieces[: chance.randrange(1, len(pieces) + 1)] * chance.choice((1, 1, 20)))
    return (
        content[: match.start(1)]
        + (zlib.compress(body) if packed else body)
        + b"\n"
        + content[match.end(1) :]
    )


_CHANGES: Sequence[Change] = (_flip, _cut, _drop, _repeat, _number, _word, _operators)
