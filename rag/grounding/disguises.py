"""What a sentence says once it is undressed: lookalike letters, letters set apart, encodings."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]"
)
_QUOTES = str.maketrans("‘’‚“”„«»`", '\'\'\'"""""\'')
_GAPS = re.compile(r"(?:\s|(?<=\s)\||\|(?=\s)|[*~`]+|(?<!\w)_+|_+(?!\w))+")
# Letters of other scripts that look like Latin ones, as Unicode's confusables list them.
_LOOKALIKES = str.maketrans(
    "аɑαеεоοрρсϲуүхχіιїјѕԁɡһкκԛԝвпгтτмηνɪʀɴꜱ",
    "aaaeeoopp" + "ccyyxxiiijsdghkkqwbnrttmnvirns",
)
_DIGITS_AS_LETTERS = str.maketrans("0134578@$!", "oieastbasi")
_MIXED = re.compile(r"(?<!\w)(?=\S*[a-z])(?=\S*[0134578@$!])[a-z0134578@$!]{4,}(?!\w)")
_APART = re.compile(r"(?<!\w)(?:\w[ .\-]){4,}\w(?!\w)")
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{20,}={0,2}(?![A-Za-z0-9+/=])")
_HEX = re.compile(r"(?<!\w)(?:[0-9a-fA-F]{2}[ :]?){16,}(?!\w)")
_READABLE = re.compile(r"[\w\s.,:;!?'\"()/@<>#&=\-\[\]]+")


def plain(text: str) -> str:
    """One line, lower case, one kind of quotes, nothing invisible, cells and emphasis run together."""
    shown = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).translate(_QUOTES)
    return _GAPS.sub(" ", shown).casefold().strip()


def readings(text: str) -> Iterator[str]:
    """Everything that a sentence may say to a reader who sees through its disguise."""
    shown = plain(text)
    yield shown
    if not shown.isascii():
        latin = unicodedata.normalize("NFD", shown).translate(_LOOKALIKES)
        yield "".join(c for c in latin if not unicodedata.combining(c))
    if _MIXED.search(shown):
        yield _MIXED.sub(lambda m: m.group().translate(_DIGITS_AS_LETTERS), shown)
    if _APART.search(shown):
        yield _APART.sub(lambda m: re.sub(r"[ .\-]", "", m.group()), shown)
    if len(text) >= 20:  # noqa: PLR2004 - as many characters as the shortest encoding that is looked at
        yield from map(plain, decoded(text))


def decoded(text: str) -> Iterator[str]:
    """Readable texts that stand in it in Base64 or in hexadecimal."""
    for match in _ENCODED.finditer(_INVISIBLE.sub("", text)):
        token = match.group().rstrip("=")
        try:
            raw = base64.b64decode(token + "=" * (-len(token) % 4), validate=True)
        except (binascii.Error, ValueError):
            continue
        yield from _readable(raw)
    for match in _HEX.finditer(text):
        digits = re.sub(r"[ :]", "", match.group())
        yield from _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _readable(raw: bytes) -> Iterator[str]:
    try:
        said = raw.decode()
    except UnicodeDecodeError:
        return
    if " " in said.strip() and _READABLE.fullmatch(said):
        yield said
