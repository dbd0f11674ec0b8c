"""Whether the text of a page is text: what fonts without a map and bad OCR leave is not."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rag.text.shapes import shape_of

Verdict = Literal["good", "doubtful", "unusable"]

_GLYPH_NAME = re.compile(r"/(?:g|c|G|C|cid|glyph|uni)\d{1,5}\b|\(cid:\d+\)|/uni[0-9A-F]{4}")
_NO_MEANING = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010fffd]")
_SECOND = "\x80-\xbf¡-¿€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_FOLDED = "1/[24]|3/4|[123μ]|TM"  # the same as they come out of `clean`
_MOJIBAKE = re.compile(
    # UTF-8 read as a Western encoding: Latin, Greek, Cyrillic, Hebrew, Arabic, marks, Chinese
    f"[ÃÎÏÐÑ×ØÙ](?:[{_SECOND}]|{_FOLDED})|Ã[ao]|(?<![A-Z])Ã |(?<=[a-zß-ÿ])[ÃÂ]|â[€‚„…†ˆ‰](?:TM|[{_SECOND}])?"
    f"|Â[ -¿]|ï¿(?:1/2|½)|[åæã][{_SECOND}]"
    # and as a Cyrillic one
    "|(?:[РС][Ѐ-ӿ€‚„…†‡‰‹‘’“”•–—™›\xa0-\xbf]){4,}"
)
_WORD = re.compile(r"[A-Za-zÀ-ɏ]+")
_MIXED = re.compile(r"[A-Za-z0-9]{2,15}")
_ORDINARY_MIX = re.compile(
    r"\d+(?:st|nd|rd|th|[a-zA-Z]{1,3})|[A-Z]{1,4}\d+[A-Za-z]?|[A-Za-z]{2,}\d{1,4}|(?:[A-Z][a-z]?\d{0,2}){2,}|\d+[xX]\d+|[QH][1-4](?:FY)?\d*|[A-Z0-9]+"
)
_FIGURE_FOR_LETTER = re.compile(r"\d+[OIl]+\d*|[OIl]+\d+[OIl]*")
_LEADERS = re.compile(r"([.…·_\-=*~—–─│|])\1{2,}|(?:\. ){3,}")
_LAST_TEXTS = 4  # a page is asked about as it was extracted and as it is kept
_GLUED = 26  # letters; longer words are rare even in German
_LONG_WORD = re.compile(rf"[A-Za-zÀ-ɏ]{{{_GLUED}}}")
_LONG_RUN = b"a" * _GLUED
_MOST_GLUED = 0.6
_FEW = 3
_LEAST_MEANING = 0.4
_HALF = 0.5
_SHORT = 12
_FEW_WORDS = 10
_MANY_TOKENS = 20
_MOST_UNMAPPED = 0.3
_SOME_UNMAPPED = 0.05
_SOME_MOJIBAKE = 0.03
_MOST_MISREAD = 0.25
_SOME_MISREAD = 0.1
_SCRIPTED = re.compile(r"[^\W\d_]")
_CONSONANTS = "bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ"
_NO_MEANING_ASCII = bytes(c for c in range(128) if not chr(c).isalnum())
_MIX = re.compile(r"[A-Za-z]\d|\d[A-Za-z]")
_NO_VOWELS = re.compile(rf"(?<![A-Za-z])[{_CONSONANTS}]{{3,}}+(?![A-Za-z])")
_SINGLE = re.compile(r"\s[A-Za-z](?!\S)")
_VOWEL = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôûåæøœãõėęąůý]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quality:
    """``reason`` says in a few words what is wrong; ``score`` is 1 for good text."""

    verdict: Verdict
    reason: str = ""
    score: float = 1.0


def assess(text: str) -> Quality:
    """The worst that holds of a page's text, however its words stand in lines."""
    return _assess(" ".join(text.split()))


@lru_cache(maxsize=_LAST_TEXTS)
def _assess(text: str) -> Quality:
    """Checks that plain text can't fail are cheap for it."""
    solid, shape = text.replace(" ", ""), shape_of(text)
    if not solid:
        return Quality("unusable", "no text", 0.0)
    checks = (
        _unmapped(text, solid),
        _mojibake(text, solid),
        _soup(text, solid),
        _misread(text, shape),
        _shifted(text),
        _glued(text, shape),
        _apart(text, shape),
    )
    return min(checks, key=lambda q: q.score)


def _unmapped(text: str, solid: str) -> Quality:
    has_names = "/" in text or "(cid:" in text
    names = sum(len(m) for m in _GLYPH_NAME.findall(text)) if has_names else 0
    without = 0 if text.isascii() else len(_NO_MEANING.findall(text))
    share = (names + without) / len(solid)
    if share > _MOST_UNMAPPED:
        return Quality("unusable", "the font has no character map", 0.1)
    if share > _SOME_UNMAPPED:
        return Quality("doubtful", "some characters have no meaning", 0.5)
    return Quality("good")


def _mojibake(text: str, solid: str) -> Quality:
    found = [] if text.isascii() else _MOJIBAKE.findall(text)
    share = sum(len(m) for m in found) / len(solid)
    if len(found) >= _FEW and share > _MOST_UNMAPPED:
        return Quality("unusable", "wrongly encoded characters", 0.1)
    if len(found) >= _FEW and share > _SOME_MOJIBAKE:
        return Quality("doubtful", "wrongly encoded characters", 0.5)
    return Quality("good")


def _soup(text: str, solid: str) -> Quality:
    """Mostly marks, once the leaders of tables of contents and rules are taken out."""
    meaning = _meaning(solid)  # leaders have none
    if meaning >= _LEAST_MEANING * len(solid):
        return Quality("good")
    rest = "".join(_LEADERS.sub("", text).split())
    if len(rest) >= _SHORT and meaning < _LEAST_MEANING * len(rest):
        return Quality("unusable", "the text layer is unreadable", 0.15)
    return Quality("good")


def _meaning(solid: str) -> int:
    """How many letters and figures there are."""
    if solid.isascii():
        return len(solid.encode("ascii").translate(None, _NO_MEANING_ASCII))
    return sum(map(str.isalnum, solid))


def _misread(text: str, shape: bytes | None) -> Quality:
    """Figures in the middle of words, as a poor text recognition leaves them."""
    if not _MIX.search(text) if shape is None else b"a0" not in shape and b"0a" not in shape:
        return Quality("good")
    words = _MIXED.findall(text)
    mixed = [w for w in words if not w.isalpha() and _is_misread(w)]
    if len(mixed) < _FEW:
        return Quality("good")
    share = len(mixed) / len(words)
    if share > _MOST_MISREAD:
        return Quality("unusable", "the text layer is unreadable", 0.1)
    if share > _SOME_MISREAD:
        return Quality("doubtful", "parts of the text layer are unreadable", 0.4)
    return Quality("good")


def _is_misread(word: str) -> bool:
    if word.isdigit():
        return False
    return bool(_FIGURE_FOR_LETTER.fullmatch(word)) or not _ORDINARY_MIX.fullmatch(word)


def _shifted(text: str) -> Quality:
    """Words without vowels: a font whose letters mean other letters."""
    if text.isascii() and len(_NO_VOWELS.findall(text)) <= _FEW_WORDS // 2:
        return Quality("good")
    found = _WORD.findall(text)
    words = [w for w in found if len(w) >= _FEW]
    others = 0 if text.isascii() else len(_SCRIPTED.findall(text)) - sum(map(len, found))
    if len(words) < _FEW_WORDS or others > sum(map(len, words)):
        return Quality("good")
    odd = [w for w in words if not w.isascii() or not w.strip(_CONSONANTS)]
    without = sum(1 for w in odd if not _VOWEL.search(w))
    if without > _HALF * len(words):
        return Quality("unusable", "the text layer is unreadable", 0.2)
    return Quality("good")


def _glued(text: str, shape: bytes | None) -> Quality:
    if not _LONG_WORD.search(text) if shape is None else _LONG_RUN not in shape:
        return Quality("good")
    words = [w for token in text.split() if not _is_address(token) for w in _WORD.findall(token)]
    letters = sum(len(w) for w in words)
    long = sum(len(w) for w in words if len(w) >= _GLUED)
    if letters and long > _MOST_GLUED * letters:
        return Quality("doubtful", "words run together", 0.3)
    return Quality("good")


def _is_address(token: str) -> bool:
    return token.startswith("www.") or any(mark in token for mark in "/\\@")


def _apart(text: str, shape: bytes | None) -> Quality:
    # Of letters that stand side by side every second is counted, the blank between them being taken.
    alone = len(_SINGLE.findall(text)) if shape is None else 2 * shape.count(b" a ") + 2
    if alone < _MANY_TOKENS // 2:
        return Quality("good")
    tokens = text.split()
    single = sum(1 for t in tokens if len(t) == 1 and t.isascii() and t.isalpha())
    if len(tokens) >= _MANY_TOKENS and single > _HALF * len(tokens):
        return Quality("doubtful", "letters stand apart", 0.35)
    return Quality("good")
