"""Whether a sentence holds the kind of thing that a question asks for: a sum, a date, a person."""

import re
from collections.abc import Sequence

from rag.adapters.reasoners.extractive.asked import Asked, Kind
from rag.adapters.reasoners.extractive.lines import numeric_cells
from rag.adapters.reasoners.extractive.windows import Window, term_set
from rag.grounding.dates import moments
from rag.grounding.numbers import Quantity, is_stated, quantities

_TIME_UNITS = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
_MONEY = frozenset({"eur", "usd", "gbp", "cny", "jpy"})
_PERSON = re.compile(
    r"\b(?:manager|officer|director|team|desk|lead|head|chief|hr|department|supervisor|board|"
    r"committee|president|secretary|owner|everyone|anyone)s?\b"
    r"|@|[A-Z][a-z]+ [A-Z][a-z]+|经理|主管|部门|负责人|人事部|财务部|行政部|总监|董事|服务商"
)
_ATTRIBUTES = tuple(
    (re.compile(pattern, re.IGNORECASE), frozenset(units.split()))
    for pattern, units in (
        (r"\btemperature\b|how (?:hot|warm|cold)|温度", "celsius"),
        (r"\bweight\b|\bweighs?\b|how heavy|重量|多重", "kilogram gram tonne"),
        (r"\bpressure\b|压力", "bar"),
        (r"\btorque\b|扭矩", "newton-metre"),
        (r"how loud|\bnoise\b|噪音", "decibel"),
    )
)
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b")
_RECURRING = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:once|twice)\b"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|\b(?:every|each) (?:day|week|month|year)|每[年月周天日]|星期|当日|当天|之前"
)
_YEAR = re.compile(r"(?<![\d,.])(?:1[6-9]|20)\d\d(?![\d])")
_NONE = re.compile(
    r"\bno (?!more|less|later|longer|fewer|one\b)\w+|\bnone\b|\bunlimited\b"
    r"|\bnot (?:\w+ )?(?:entitled|eligible|paid|covered|reimbursed|allowed|given)|不享|不设|没有|无薪"
)
_NUMBERING = re.compile(
    r"^\s*(?:(?:clause|section|article|item|table|step)\s*[\d.]+[.:]?|\d+(?:\.\d+)+\.?|\d+[.)]|第[\d一二三四五六七八九十百]+[条章])\s",
    re.IGNORECASE,
)
_DENIED_REACH = 40  # characters after "no" in which the thing denied is named
_NEARLY, _DENIED = 0.6, 0.5  # a number without a unit; "no paid leave" for "how many days"


def kind_match(asked: Asked, window: Window) -> float:
    """1 if the kind of thing asked for is there, 0 if not, 0.5 if no kind was asked for."""
    if asked.kind == "none" or window.glued:
        return 0.5
    if asked.kind == "person":
        return float(bool(_PERSON.search(window.text)))
    text = _NUMBERING.sub("", window.text)
    have, rest = moments(text)
    numbers = [q for piece in rest.split("\n") for q in quantities(piece)]
    if window.kind == "row" and asked.kind not in {"date", "number"} and numeric_cells(text):
        return 1.0
    found = _amount(asked.kind, numbers, text, rest if have else "")
    denied = _DENIED if _denies(asked, text) else 0.0
    return 0.0 if _wrong_units(asked.text, numbers) else max(found, denied)


def _denies(asked: Asked, text: str) -> bool:
    """Whether the sentence says that there is none of what is asked for."""
    weighty = {need.term for need in asked.needs if need.weight >= 1}
    return any(
        weighty & term_set(text[match.start() : match.end() + _DENIED_REACH])
        for match in _NONE.finditer(text)
    )


def _wrong_units(question: str, numbers: Sequence[Quantity]) -> bool:
    """Whether an attribute is asked for and all figures are of another: a weight in days."""
    for pattern, units in _ATTRIBUTES:
        if pattern.search(question):
            return bool(numbers) and all(q.unit and q.unit not in units for q in numbers)
    return False


def _amount(kind: Kind, numbers: Sequence[Quantity], text: str, undated: str) -> float:
    """``undated`` is the text without its dates, empty if it has none."""
    often = bool(undated) or bool(_RECURRING.search(text))
    timed = _any_unit(numbers, _TIME_UNITS)
    plain = any(not q.unit and not q.spelled for q in quantities(_ORDINAL.sub("", undated or text)))
    of_other_things = _MONEY | _TIME_UNITS | {"percent"}
    other = any(q.unit not in of_other_things for q in numbers if is_stated(q))
    found: dict[Kind, float] = {
        "date": float(bool(_YEAR.search(text))),
        "moment": float(often or timed),
        "duration": 1.0 if timed else _NEARLY * often,
        "money": 1.0 if _any_unit(numbers, _MONEY) else _NEARLY * plain,
        "percent": float(_any_unit(numbers, frozenset({"percent"}))),
        "number": float(other),
        "any": float(any(is_stated(q) for q in numbers)),
    }
    return found[kind]


def _any_unit(numbers: Sequence[Quantity], units: frozenset[str]) -> bool:
    return any(quantity.unit in units for quantity in numbers)
