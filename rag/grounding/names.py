"""Quoted strings, codes and named things of a statement."""

import re

from rag.grounding.normal import folded, normal

_QUOTED = re.compile(r'"([^"]{4,})"|[「『《]([^」』》]{2,})[」』》]')
_CODE = re.compile(
    r"(?<![\w-])(?=[A-Za-z0-9-]*\d)[A-Za-z]{1,6}-?\d[\w-]*|(?<!\w)[A-Z]{2,}-[A-Z\d]+"
)
_NAME = re.compile(r"(?<![\w.])[A-ZÀ-Þ][\w'-]*(?:(?:\s(?:of|the|de|van|von|&))*\s[A-ZÀ-Þ][\w'-]*)+")
_OPENERS = frozenset(
    "the a an in on at for if when each every all any no this that these those it there as by "
    "from with under after before during employees according yes".split()
)


def quoted(text: str) -> list[str]:
    """What stands in quotation marks, four characters at least (two in Chinese ones)."""
    return [a or b for a, b in _QUOTED.findall(normal(text))]


def codes(text: str) -> list[str]:
    """Identifiers: letters and digits in one, such as C1, SK-2210, V-102."""
    return [match.group().strip("-") for match in _CODE.finditer(normal(text))]


def names(text: str) -> list[str]:
    """Capitalised names of two words or more. An article that opens a sentence is left out."""
    found: list[str] = []
    for match in _NAME.finditer(normal(text)):
        words = match.group().split()
        while words and words[0].lower() in _OPENERS:
            words.pop(0)
        if len(words) > 1:
            found.append(" ".join(words))
    return found


def missing(text: str, page: str) -> list[str]:
    """Quoted strings and names of a text that the page does not have."""
    haystack = folded(page)
    return [thing for thing in [*quoted(text), *names(text)] if folded(thing) not in haystack]


def missing_codes(text: str, page: str) -> list[str]:
    """Codes of a text that the page does not have as a whole word."""
    haystack = folded(page)
    return [
        code
        for code in codes(text)
        if not re.search(rf"(?<![\w]){re.escape(folded(code))}(?![\w])", haystack)
    ]
