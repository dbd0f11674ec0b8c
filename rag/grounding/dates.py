"""Dates and times of day, however they are written."""

import re
from dataclasses import dataclass

from rag.grounding.normal import normal
from rag.grounding.numerals import CHINESE_NUMERAL, chinese_value

_MONTHS = {
    name[:length]: number
    for number, name in enumerate(
        "january february march april may june july august september october november "
        "december".split(),
        start=1,
    )
    for length in {3, 4 if name == "september" else 3, len(name)}
}
_MONTH = "(?P<name>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?!\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_HAN = rf"(?:\d{{1,4}}|{CHINESE_NUMERAL})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<!\d){_YEAR}[-/.](?P<month>0?[1-9]|1[0-2])[-/.]{_DAY}",
        rf"(?P<year>{_HAN})\s?年\s?(?P<month>{_HAN})\s?月(?:\s?(?P<day>{_HAN})\s?[日号])?",
        rf"(?P<month>{_HAN})\s?月\s?(?P<day>{_HAN})\s?[日号]",
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH},?\s+{_YEAR}",
        rf"(?<!\d)(?P<a>\d{{1,2}})[/.](?P<b>\d{{1,2}})[/.]{_YEAR}",
        r"(?<![\d:])(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)\s?(?P<half>[ap]\.?m\.?)",
        r"(?<![\d:])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])",
        r"(?<![\d:.,])(?P<hour>1[0-2]|0?[1-9])\s?(?P<half>[ap]\.?m\.?)(?![a-z])",
    )
)
_NOON = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """A date or a time of day; what it does not say is None. ``other`` is a second reading."""

    written: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None
    other: tuple[int, int] | None = None

    def agrees(self, page: "Moment") -> bool:
        """Whether the page says all that this moment says; it may say more."""
        if (self.hour, self.minute) != (page.hour, page.minute):
            return False
        if self.year is not None and self.year != page.year:
            return False
        mine, theirs = self._days(), page._days()
        return self.month is None or any(
            m == month and d in (None, day) for m, d in mine for month, day in theirs
        )

    def _days(self) -> list[tuple[int | None, int | None]]:
        return [(self.month, self.day), *([self.other] if self.other else [])]


def moments(text: str) -> tuple[list[Moment], str]:
    """The dates and times of a text, and the normalised text with them blanked out."""
    left = normal(text)
    found: list[Moment] = []
    for form in _FORMS:
        for match in form.finditer(left):
            moment = _moment(match)
            if moment:
                found.append(moment)
                left = left[: match.start()] + "\n" * len(match.group()) + left[match.end() :]
    return found, left


def _moment(match: re.Match[str]) -> Moment | None:
    parts = {key: value for key, value in match.groupdict().items() if value}
    written = match.group().strip()
    if "hour" in parts:
        return _time(written, parts)
    year = _number(parts.get("year"))
    if "a" in parts:
        return _slashed(written, int(parts["a"]), int(parts["b"]), year)
    if parts.get("name", "X").islower():  # "may 5 times"
        return None
    month = _MONTHS[parts["name"].lower()] if "name" in parts else _number(parts.get("month"))
    day = _number(parts.get("day"))
    if month is None or not _possible(month, day):
        return None
    return Moment(written, year, month, day)


def _slashed(written: str, a: int, b: int, year: int | None) -> Moment | None:
    """01/07/2025 is 1 July or January 7; both are tried where both exist."""
    readings = [(m, d) for m, d in ((b, a), (a, b)) if _possible(m, d)]
    if not readings:
        return None
    (month, day), other = readings[0], readings[1] if len(readings) > 1 else None
    return Moment(written, year, month, day, other=other)


def _time(written: str, parts: dict[str, str]) -> Moment:
    hour = int(parts["hour"])
    if "half" in parts:
        hour = hour % _NOON + (_NOON if parts["half"].lower().startswith("p") else 0)
    return Moment(written, hour=hour, minute=int(parts.get("minute", "0")))


def _possible(month: int, day: int | None) -> bool:
    return 1 <= month <= 12 and (day is None or 1 <= day <= 31)  # noqa: PLR2004 - a calendar


def _number(written: str | None) -> int | None:
    if not written:
        return None
    return int(written) if written.isdigit() else int(chinese_value(written))
