"""Which of two documents that say the same of different years is the newer one."""

import re

from rag.adapters.reasoners.extractive.windows import Window
from rag.grounding.dates import moments
from rag.grounding.normal import folded
from rag.grounding.numbers import quantities
from rag.types import Candidate

_VALIDITY = re.compile(
    r"\b(?:valid|effective|in force|applies|applicable) (?:from|as of|since|until)\b|\bas of\b|\b(?:edition|version|replaces|"
    r"supersedes|revised|issued)\b|自.{2,14}(?:起|施行|生效)|(?:施行|生效|修订|版本|废止)|年版", re.IGNORECASE)  # fmt: skip
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d)")
_OPENING = 400  # characters of a passage in which its edition would be told
_ALIKE = 0.6  # Jaccard of the terms of two sentences that say the same, numbers aside

Edition = tuple[int, int, int]


def validity_line(line: str) -> bool:
    """Whether a line tells from when on a document holds."""
    return bool(_VALIDITY.search(line)) and bool(_YEAR.search(line))


def edition_of(candidate: Candidate) -> Edition:
    """(year, month, day) from when on a document holds; zeros for what it does not say.

    A line about validity tells best, its first date being the own one and later dates those of
    the edition replaced; else the latest year of the title or file name.
    """
    for line in candidate.passage.text[:_OPENING].splitlines():
        if validity_line(line):
            found, _ = moments(line)
            dated = [m for m in found if m.year]
            if dated:
                return (dated[0].year or 0, dated[0].month or 0, dated[0].day or 0)
            return (int(_YEAR.findall(line)[0]), 0, 0)
    named = f"{candidate.title} {candidate.document} {candidate.passage.heading}".replace("_", " ")
    years = [int(year) for year in _YEAR.findall(named)]
    return (max(years, default=0), 0, 0)


def disagree(one: Window, other: Window) -> bool:
    """Whether two sentences of different versions say the same but for their figures."""
    if one.source.version == other.source.version:
        return False
    mine, theirs = _wording(one), _wording(other)
    union = mine | theirs
    alike = len(mine & theirs) / len(union) if union else 0.0
    return alike >= _ALIKE and _figures(one.text) != _figures(other.text)


def same(one: Window, other: Window) -> bool:
    """Whether two sentences read the same, as of a file that was uploaded twice."""
    return folded(one.text) == folded(other.text)


def _wording(window: Window) -> frozenset[str]:
    return frozenset(term for term in window.terms if not term[0].isdigit())


def _figures(text: str) -> frozenset[str]:
    found, _ = moments(text)
    numbers = [str(sorted(q.values)) + q.unit for q in quantities(text)]
    return frozenset([*numbers, *(str((m.year, m.month, m.day, m.hour, m.minute)) for m in found)])
