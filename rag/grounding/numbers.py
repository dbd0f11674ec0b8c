"""The quantities of a text: value, unit and the ways in which either may be read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rag.grounding.normal import normal
from rag.grounding.numerals import (
    CHINESE_NUMERAL,
    DIGITS,
    ENGLISH_NUMERAL,
    chinese_value,
    digit_readings,
    english_value,
    has_decimal_commas,
)
from rag.grounding.units import mentions, scale_after, unit_after, unit_before

_NUMBER = re.compile(
    rf"(?P<percent>百分之\s*(?:{CHINESE_NUMERAL}|\d+(?:\.\d+)?))"
    rf"|(?<![A-Za-z\d])(?<![A-Za-z]-)(?<![A-Za-z]\.)(?P<digits>{DIGITS})(?![A-Za-z]*\d)"
    rf"|(?P<chinese>{CHINESE_NUMERAL})|(?P<english>{ENGLISH_NUMERAL})",
    re.IGNORECASE,
)
_AROUND = 12  # characters looked at before and after a number: "US$ " and " calendar days"
_NEGATIVE = re.compile(r"(?:^|[\s(（:：])-\s?$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text.

    ``values`` are its possible readings with its scale applied; ``mantissas`` the same without,
    for tables "in millions". ``spelled`` tells that it is written in words, where "one" may be
    a pronoun and 一 part of another word.
    """

    written: str
    values: frozenset[Decimal]
    mantissas: frozenset[Decimal]
    unit: str = ""
    scale: int = 1
    negative: bool = False
    bracketed: bool = False
    spelled: bool = False


def quantities(text: str) -> list[Quantity]:
    """Every number of a text in order, digits and words, with its unit. Dates are not left out."""
    plain = normal(text)
    commas = has_decimal_commas(plain)
    return [_quantity(plain, match, commas) for match in _NUMBER.finditer(plain)]


def _quantity(text: str, match: re.Match[str], decimal_commas: bool) -> Quantity:
    before, after = text[max(0, match.start() - _AROUND) : match.start()], text[match.end() :]
    bare = _readings(match, decimal_commas)
    scale, taken = scale_after(after) if not match.group("percent") else (1, 0)
    unit, end = unit_after(after[taken : taken + 2 * _AROUND])
    if match.group("percent"):
        unit, end = "percent", 0
    elif before_unit := unit_before(before):
        unit, end = before_unit, 0
    return Quantity(
        written=text[match.start() : match.end() + taken + end],
        values=frozenset(value * scale for value in bare),
        mantissas=bare,
        unit=unit,
        scale=scale,
        negative=bool(_NEGATIVE.search(before)),
        bracketed=before.endswith("(") and after.startswith(")"),
        spelled=bool(match.group("english") or match.group("chinese")),
    )


def _readings(match: re.Match[str], decimal_commas: bool) -> frozenset[Decimal]:
    if digits := match.group("digits"):
        return digit_readings(digits, decimal_commas=decimal_commas) or frozenset(
            Decimal(part) for part in re.findall(r"\d+", digits)
        )
    if percent := match.group("percent"):
        amount = percent.removeprefix("百分之").strip()
        return digit_readings(amount) or frozenset({chinese_value(amount)})
    if chinese := match.group("chinese"):
        return frozenset({chinese_value(chinese)})
    return frozenset({english_value(match.group("english"))})


def is_stated(quantity: Quantity) -> bool:
    """Whether a quantity has to be found: words without a unit are too often no numbers at all."""
    return not quantity.spelled or bool(quantity.unit)


def found_in(quantity: Quantity, page: Sequence[Quantity], page_text: str) -> bool:
    """Whether one of the page's quantities has this value, in this unit.

    A number that stands alone on the page, as in a table, may take its unit from anywhere on it,
    and its scale ("in millions") too. A unit that differs is another quantity: 5 % is not 5 days.
    """
    return any(
        _same_value(quantity, other, page_text) and _same_unit(quantity, other, page_text)
        for other in page
        if not quantity.negative or other.negative or other.bracketed
    )


def _same_value(claimed: Quantity, other: Quantity, page_text: str) -> bool:
    if claimed.values & other.values:
        return True
    scaled = claimed.scale > 1 and other.scale == 1 and _names_scale(page_text, claimed.scale)
    return scaled and bool(claimed.mantissas & other.mantissas)


def _same_unit(claimed: Quantity, other: Quantity, page_text: str) -> bool:
    if not claimed.unit or claimed.unit == other.unit:
        return True
    return not other.unit and mentions(normal(page_text), claimed.unit)


def _names_scale(text: str, scale: int) -> bool:
    words = {10**3: "thousand|千", 10**4: "万|萬", 10**6: "million|百万", 10**9: "billion|十亿"}
    pattern = words.get(scale)
    return bool(pattern and re.search(pattern, text, re.IGNORECASE))
