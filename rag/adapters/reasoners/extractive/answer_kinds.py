"""Whether a sentence holds the kind of thing that a question asks for: a sum, a date, a person."""

import re
from collections.abc import Sequence

from rag.adapters.reasoners.extractive.asked import GROUPS, Asked, Kind
from rag.adapters.reasoners.extractive.attributes import attribute_match
from rag.adapters.reasoners.extractive.lines import numeric_cells
from rag.adapters.reasoners.extractive.windows import Window, term_set
from rag.grounding.dates import moments
from rag.grounding.numbers import Quantity, is_stated, quantities

_TIME_UNITS = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
_LENGTH_UNITS = frozenset({"kilometre", "metre", "centimetre", "millimetre"})
_MONEY = frozenset({"eur", "usd", "gbp", "cny", "jpy"})
_PERSON = re.compile(
    r"\b(?:manager|officer|director|team|desk|lead|head|chief|hr|department|supervisor|board|owner|"
    r"committee|president|secretary|everyone|anyone|chair(?:man|woman|person)?|tenant|landlord|lessee|lessor|"
    r"employer|teacher|principal|nurse|doctor|master|parent|pupil|student|supplier|buyer|seller|customer|"
    r"contractor|operator|visitor|court|mayor|council|holder|leader|administrator|engineer|technician)s?\b"
    r"|\b(?:Mr|Mrs|Ms|Dr|Herr|Frau)\b|\bC[EFIOT]S?O\b|@|\b[A-Z]\. ?[A-Z][a-z]+|[A-Z][a-z]+ [A-Z][a-z]+|\w+(?:leit(?:ung|er)|abteilung)\b"
    r"|经理|主管|部门|负责人|人事部|财务部|行政部|总监|董事|服务商|甲方|乙方|法院|老师|校长|医生|先生|女士|さん|部の"
)
_CAPITAL = re.compile(r"(?<=[a-z,;:] )(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Christmas)[A-Z][\w-]+|^[A-Z][\w-]+ (?:with|who|only)\b|\b(?:staff|persons?|people|employees?)\b")  # fmt: skip
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b")
_RECURRING = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:first|second|third|fourth|fifth|sixth|last) (?:working )?(?:day|week|month|year|monday)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:once|twice)\b"
    r"|\b(?:at|from|by|until|till|before|after|around|since) (?:noon|midnight|midday|dawn|dusk|sunrise|sunset)\b|\bo['’]clock\b"
    r"|\bin the (?:morning|afternoon|evening)\b|正午|中午|午夜"
    r"|\bweekdays?\b|\bweekends?\b|\b(?:at|from|by|until|to|before|after) \d{1,2}(?:[.:]\d\d)?(?![\d%]| ?[€£$a-z])"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)\b"
    r"|\b(?:every|each) (?:day|week|month|year|morning|night)|每[年月周天日]|星期|当日|当天|之前|[上下]午|\d+点"
)
_CONDITION = re.compile(
    r"\b(?:when|if|as soon as|once|after|before|during|until|unless|above|below|longer than|more than|less than|"
    r"exceeds?|between|in case of|only (?:in|on|for|with)|wenn|falls)\b|如果|若|须在|超过|以上|以内|后|前", re.IGNORECASE)  # fmt: skip
_YEAR = re.compile(r"(?<![\d,.])(?:1[6-9]|20)\d\d(?![\d])")
_NONE = re.compile(
    r"\bno (?!more|less|later|longer|fewer|one\b)\w+|\bnone\b|\bunlimited\b|\bfree\b"
    r"|\bnot (?:\w+ )?(?:entitled|eligible|paid|covered|reimbursed|allowed|given)|不享|不设|没有|无薪|免费"
)
_RULE = re.compile(
    r"\b(?:may|must|can|shall|should|cannot|not|no|never|only|nor|neither|allowed|permitted|prohibited|forbidden|"
    r"required|mandatory|optional|included|excluded|entitled|eligible|free|available|possible|accepted|requires?|needs?|"
    r"nicht|kein\w*|nur|darf|muss|gestattet|erlaubt|möglich|verboten)\b|n['’]t\b|不|可以|可|应|须|必须|禁止|允许|享有|无需|没有",
    re.IGNORECASE)  # fmt: skip
_REASON = re.compile(r"\b(?:because|due to|since|as a result|so that|in order to|owing to|caused? by|reason|mainly|to avoid|to ensure|weil|wegen)\b|因为|由于|为了|因", re.IGNORECASE)  # fmt: skip
_PLACE = re.compile(
    r"\b(?:in|at|on|onto|under|behind|beside|near|next to|inside|outside|above|below|opposite|between|from|to|into|via|"
    r"through|along|around|off)\s+(?!(?:the\s+|an?\s+|each\s+|every\s+)?(?:first|second|third|fourth|last|next|same|\d|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|january|february|march|april|may|june|july|august|"
    r"september|october|november|december|spring|summer|autumn|winter|mornings?|"
    r"afternoon|evening|night|day|week|month|year|case|writing|advance|full|time|addition|order|principle|general|person|"
    r"total|words|euros?|cash|noon|midnight|least|most|once|all|be)\b)[\w“\"'(]|\bhere\b|\broom \d|\bonline\b|"
    r"在|位于|于|处|楼|室|层|库|で|に", re.IGNORECASE)  # fmt: skip
_NUMBERING = re.compile(
    r"^\s*(?:(?:clause|section|article|item|table|step)\s*[\d.]+[.:]?|\d+(?:\.\d+)+\.?|\d+[.)]|第[\d一二三四五六七八九十百]+[条章])\s",
    re.IGNORECASE,
)
_WHO_IS = re.compile(r"\bwho (?:is|was|are|were) (?:the |our |your )", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+")
_SIZE = re.compile(r"\d+ (?:characters|letters|digits|words|pages|lines)\b|\d+\s*[位字页]")
_CELL_HEAD = re.compile(r"(?<=\| )[^|:]{1,60}:(?= )")
_SHARE_OF = re.compile(r"\b(?:months?['’]?|weeks?['’]?|times|percent|%) (?:of )?(?:the )?(?:monthly |basic |gross )?(?:rent|salary|pay|wages?|fee|price|value)\b|[百千万]分之", re.IGNORECASE)  # fmt: skip
_DENIED_REACH = 40  # characters after "no" in which the thing denied is named
_NEARLY, _DENIED = 0.6, 0.5  # a number without a unit; "no paid leave" for "how many days"
_UNSURE = 0.4  # nothing speaks for it, but the kind may be put in words that no list has


def kind_match(asked: Asked, window: Window) -> float:
    """1 if the kind of thing asked for is there, 0 if not, 0.5 if no kind was asked for."""
    if window.glued:
        return 0.5
    text = _values(asked, window)
    attribute = attribute_match(asked.text, window, text)
    if attribute is not None:
        return attribute
    if _WHO_IS.search(asked.text):
        text = _without_asked(asked, text)
    if asked.kind in _SIGNS:
        return _by_sign(asked.kind, text)
    return 0.5 if asked.kind == "none" else _by_figures(asked, window, text)


_SIGNS: dict[Kind, tuple[tuple[re.Pattern[str], float], ...]] = {
    "person": ((_PERSON, 1.0), (_CAPITAL, _NEARLY)),
    "rule": ((_RULE, 1.0), (re.compile(""), _UNSURE)),
    "place": ((_PLACE, 1.0), (re.compile(""), _UNSURE)),
    "reason": ((_REASON, 1.0), (re.compile(""), _UNSURE)),
}


def _without_asked(asked: Asked, text: str) -> str:
    """The text without the words asked with: who holds an office is not named by the office."""
    known = {need.term for need in asked.needs}
    return _WORD.sub(lambda m: "" if known & term_set(m.group()) else m.group(), text)


def _by_sign(kind: Kind, text: str) -> float:
    return next((level for sign, level in _SIGNS[kind] if sign.search(text)), 0.0)


def _by_figures(asked: Asked, window: Window, text: str) -> float:
    have, rest = moments(text)
    numbers = [q for piece in rest.split("\n") for q in quantities(piece)]
    if window.kind == "row" and asked.kind == "duration" and numeric_cells(text):
        return 1.0
    found = _amount(asked.kind, numbers, text, rest if have else "")
    if window.kind == "row" and found == _NEARLY and asked.kind == "money":
        found = float(numeric_cells(text) > 0)
    denied = _DENIED if _denies(asked, text) and not _about_others(asked, window) else 0.0
    return max(found, denied)


def _values(asked: Asked, window: Window) -> str:
    """The text without what is no answer: its numbering, heads of cells, figures asked with."""
    text = _CELL_HEAD.sub("", _NUMBERING.sub("", window.text))
    for figure in asked.figures:
        text = re.sub(rf"(?<![\w.,]){re.escape(figure)}(?![\w]|[.,]\d)", "", text)
    return text


def _denies(asked: Asked, text: str) -> bool:
    """Whether the sentence says that there is none of what is asked for."""
    weighty = {need.term for need in asked.needs if need.weight >= 1}
    return any(
        weighty
        & term_set(text[max(0, match.start() - _DENIED_REACH) : match.end() + _DENIED_REACH])
        for match in _NONE.finditer(text)
    )


def _about_others(asked: Asked, window: Window) -> bool:
    """Whether it is said of a group of people that was not asked about."""
    return any(g in window.folded and g not in asked.groups for g in GROUPS)


def _amount(kind: Kind, numbers: Sequence[Quantity], text: str, undated: str) -> float:
    """``undated`` is the text without its dates, empty if it has none."""
    often = bool(undated) or bool(_RECURRING.search(text))
    timed = _any_unit(numbers, _TIME_UNITS)
    plain = any(not q.unit and not q.spelled for q in quantities(_ORDINAL.sub("", undated or text)))
    of_other_things = _MONEY | _TIME_UNITS | {"percent"}
    other = any(q.unit not in of_other_things for q in numbers if is_stated(q) or not q.unit)
    found: dict[Kind, float] = {
        "date": float(bool(_YEAR.search(text))),
        "age": float(timed or bool(_YEAR.search(text))),
        "moment": 1.0 if often or timed else _NEARLY * bool(_CONDITION.search(text)),
        "duration": 1.0 if timed else _NEARLY * often,
        "extent": 1.0
        if timed or _any_unit(numbers, _LENGTH_UNITS) or _SIZE.search(text)
        else _NEARLY * often,
        "money": 1.0
        if _any_unit(numbers, _MONEY) or _SHARE_OF.search(text)
        else _NEARLY * (plain or _any_unit(numbers, frozenset({"percent"}))),
        "percent": float(_any_unit(numbers, frozenset({"percent"}))),
        "number": float(other),
        "any": float(any(is_stated(q) for q in numbers)),
    }
    return found[kind]


def _any_unit(numbers: Sequence[Quantity], units: frozenset[str]) -> bool:
    return any(quantity.unit in units for quantity in numbers)
