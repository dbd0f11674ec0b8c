"""Units that follow or precede a number, in English and Chinese, by one name each."""

import re

_WRITTEN: dict[str, str] = {
    "percent": "%|percent|per cent|pct|percentage points?|个百分点",
    "eur": "€|eur|euros?|欧元|ユーロ",
    "usd": r"us\$|\$|usd|dollars?|美元",
    "gbp": "£|gbp|pounds?|英镑",
    "cny": "rmb|cny|yuan|人民币|元",
    "jpy": "¥|jpy|yen|日元|円",
    "minute": "minutes?|mins?|分钟",
    "hour": "hours?|hrs?|stunden?|h|个小时|小时|時間|个钟头",
    "day": "days?|tage?n?|天|日",
    "week": "weeks?|wochen?|周|个星期|星期|週間",
    "month": "months?|monate?n?|个月|月",
    "year": "years?|yrs?|jahre?n?|年|周年|岁",
    "second": "seconds?|secs?|秒",
    "kilometre": "km|kilomet(?:re|er)s?|公里|千米",
    "metre": "m|met(?:re|er)s?|米",
    "centimetre": "cm|厘米",
    "millimetre": "mm|毫米",
    "kilogram": "kg|kilograms?|kilos?|公斤|千克",
    "gram": "g|grams?|克",
    "tonne": "t|tonnes?|tons?|吨",
    "litre": "l|lit(?:re|er)s?|升",
    "celsius": "°c|℃|degrees celsius|摄氏度",
    "bar": "bar",
    "rpm": "rpm",
    "newton-metre": "nm",
    "volt": "v|volts?",
    "watt": "w|watts?",
    "kilowatt-hour": "kwh",
    "megabyte": "mb",
    "gigabyte": "gb",
    "person": "persons?|people|人",
    "time": "times|次",
}
SCALES: dict[str, int] = {
    "thousand": 10**3,
    "k": 10**3,
    "million": 10**6,
    "mn": 10**6,
    "billion": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
    "万": 10**4,
    "萬": 10**4,
    "亿": 10**8,
    "億": 10**8,
}
_BOUNDARY = r"(?![a-z])"
_AFTER = re.compile(
    r"\s?-?\s?(?:(?:working|business|calendar|full|paid|unpaid|consecutive|工作|个工作|自然|年)\s?)?(?:"
    + "|".join(
        f"(?P<u{n}>(?:{pattern})(?:(?<![a-z])|{_BOUNDARY}))"
        for n, pattern in enumerate(_WRITTEN.values())
    )
    + ")",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(us\$|[€$£¥]|\b(?:eur|usd|gbp|cny|rmb|jpy)|人民币)\s?-?$", re.IGNORECASE)
_SCALE = re.compile(
    r"\s?(thousand|million|billion|trillion|bn|mn|k)\b|\s?([万萬亿億])", re.IGNORECASE
)
_NAMES = tuple(_WRITTEN)
_WHOLE = {name: re.compile(rf"(?:{p})", re.IGNORECASE) for name, p in _WRITTEN.items()}


def unit_after(text: str) -> tuple[str, int]:
    """The unit that a text begins with, and where it ends; ``("", 0)`` if there is none."""
    match = _AFTER.match(text)
    if not match:
        return "", 0
    group = match.lastgroup or "u0"
    return _NAMES[int(group[1:])], match.end()


def unit_before(text: str) -> str:
    """The currency that a text ends with, or an empty string."""
    match = _BEFORE.search(text)
    if not match:
        return ""
    return next((n for n, p in _WHOLE.items() if p.fullmatch(match.group(1))), "")


def scale_after(text: str) -> tuple[int, int]:
    """The factor that a text begins with ("million", 万), and where it ends; ``(1, 0)`` if none."""
    match = _SCALE.match(text)
    if not match:
        return 1, 0
    return SCALES[(match.group(1) or match.group(2)).lower()], match.end()


def mentions(text: str, unit: str) -> bool:
    """Whether the text names the unit anywhere, as the head of a column does."""
    pattern = re.compile(rf"(?<![a-z])(?:{_WRITTEN[unit]}){_BOUNDARY}", re.IGNORECASE)
    return bool(pattern.search(text))
