"""Reads numbers as they are written: with separators of either locale, in words, in Chinese."""

import re
from decimal import Decimal

_ENGLISH = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2
    )
}
_DIGITS = {c: v for v, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

ENGLISH_NUMERAL = (
    rf"\b(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(list(_ENGLISH)[1:10])}))?"
    rf"|{'|'.join(sorted(_ENGLISH, key=len, reverse=True))}|(?:a |one )?(?:hundred|thousand))\b"
)
CHINESE_NUMERAL = r"(?<![\d.])[零〇一二三四五六七八九十百千万萬亿億两兩]+"
DIGITS = r"\d+(?:[.,'\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*"

_DECIMAL_COMMA = re.compile(r"\d\.\d{3},\d|(?<![\d,.])\d+,\d{1,2}(?![\d,])")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")


def has_decimal_commas(text: str) -> bool:
    """Whether a text writes numbers as on the continent: ``3,5`` or ``1.234,56``."""
    return bool(_DECIMAL_COMMA.search(text))


def digit_readings(written: str, *, decimal_commas: bool = True) -> frozenset[Decimal]:
    """Every value that digits may stand for: ``1.234`` is 1.234 or, on the continent, 1234.

    ``1,234`` is read as 1.234 only with ``decimal_commas``: elsewhere a comma before three digits
    parts thousands, while three decimals after a point are rare but real.
    """
    plain = re.sub(r"['\u00a0\u202f ]", "", written)
    readings = [_as_locale(plain, ",", ".")]
    if decimal_commas or not _THOUSANDS.fullmatch(plain):
        readings.append(_as_locale(plain, ".", ","))
    return frozenset(Decimal(reading) for reading in readings if reading is not None)


def _as_locale(written: str, group: str, point: str) -> str | None:
    whole = rf"(?:\d{{1,3}}(?:{re.escape(group)}\d{{3}})+|\d+)"
    if not re.fullmatch(rf"{whole}(?:{re.escape(point)}\d+)?", written):
        return None
    return written.replace(group, "").replace(point, ".")


def english_value(written: str) -> Decimal:
    """The value of words that match `ENGLISH_NUMERAL`."""
    words = re.split(r"[- ]", written.lower())
    if words[-1] in {"hundred", "thousand"}:
        return Decimal(100 if words[-1] == "hundred" else 1000)
    return Decimal(sum(_TENS.get(word, _ENGLISH.get(word, 0)) for word in words))


def chinese_value(written: str) -> Decimal:
    """The value of characters that match `CHINESE_NUMERAL`: 三千二百万, 二〇二五, 两."""
    if not set(written) & (_PLACES.keys() | _MYRIADS.keys()):
        return Decimal("".join(str(_DIGITS[c]) for c in written))
    total = section = digit = 0
    for c in written:
        if c in _DIGITS:
            digit = _DIGITS[c]
        elif c in _PLACES:
            section += (digit or 1) * _PLACES[c]
            digit = 0
        else:
            total += ((section + digit) or 1) * _MYRIADS[c]
            section = digit = 0
    return Decimal(total + section + digit)
