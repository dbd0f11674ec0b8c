"""Sentences that can stand alone as a statement or a quotation."""

import re

from rag.text.sentences import sentences

_NUMBER_ONLY = re.compile(
    r"^(?:(?:clause|section|article|item|step|no|rule|table|figure|§)\.?)?\s*[\d.]+\.$",
    re.IGNORECASE,
)
_GERMAN_DAY = re.compile(r"(?<!\d)\d{1,2}\.$")
_GERMAN_MONTH = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
_LONGEST = 400  # characters of a sentence with semicolons, about six lines


def statements(text: str) -> list[tuple[int, int]]:
    """(start, end) of each statement: sentences, but for cuts that would mislead.

    Parts between semicolons stay together, since half a rule says something else, and so do the
    number of a clause and the clause, and the day and month of a German date.
    """
    found: list[tuple[int, int]] = []
    for start, end in sentences(text):
        if found and _belongs(text, found[-1], start, end):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _belongs(text: str, last: tuple[int, int], start: int, end: int) -> bool:
    begun, stopped = last
    if "\n" in text[stopped:start]:
        return False
    if _NUMBER_ONLY.match(text[begun:stopped]):
        return True
    if _GERMAN_DAY.search(text[begun:stopped]) and _GERMAN_MONTH.match(text[start:end]):
        return True
    return text[stopped - 1] in ";；" and end - begun <= _LONGEST
