"""Words for days and years, resolved against the day of the message."""

import re
from datetime import date, timedelta

_YEARS = (
    (r"\blast year\b|去年", -1),
    (r"\bnext year\b|明年", 1),
    (r"\bthis year\b|今年", 0),
)
_DAYS = ((r"\byesterday\b|昨天", -1), (r"\btoday\b|今天", 0), (r"\btomorrow\b|明天", 1))


def resolved(text: str, today: date) -> str:
    """The text with the year or the date in brackets after each such word.

    In brackets, because a document need not name the year for its rule to hold in it.
    """
    for pattern, shift in _YEARS:
        text = re.sub(pattern, rf"\g<0> ({today.year + shift})", text, flags=re.IGNORECASE)
    for pattern, shift in _DAYS:
        day = (today + timedelta(days=shift)).isoformat()
        text = re.sub(pattern, rf"\g<0> ({day})", text, flags=re.IGNORECASE)
    return text
