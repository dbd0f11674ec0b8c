"""How much of what a claim says stands on the page at all, whoever vouches for it.

A model that obeys an attack calls everything supported. What it was told to say has few words of
the page, and that can be counted. Where the answer is in another language than the page it can't.
"""

import re
from collections.abc import Iterable
from functools import cache

from rag.grounding.statements import statements
from rag.text.language import detect, is_unspaced
from rag.text.terms import STOP_WORDS, terms

LEAST = 0.45
"""Of a claim's terms. Of 560 sentences of MTRAG that people judged faithful 1.4 % have less."""
LEAST_IF_WARY = 0.75
"""Of a claim's terms in one place of the page, if an instruction stands in what the model read.

Of those sentences 25 % have less: an answer then stays near the words of the page, or is none."""
_PLACE = 3  # sentences that a careful writer draws one statement together from
_WORD = re.compile(r"[a-zà-ɏ]+(?:['’][a-z]+)?", re.IGNORECASE)
_NAME = re.compile(r"\b[a-z][a-z'’-]*[,;:]? ([A-Z][a-z]{2,})\b")
_YES_OR_NO = re.compile(
    r"^\W*(?:do|does|did|is|are|am|was|were|can|could|may|might|must|has|have|had|will|would|shall|should)\b|吗|是否|能否|可否",
    re.IGNORECASE | re.MULTILINE,
)
_SAME_LANGUAGE = 0.15  # share of English stop words in a text from which it is English
_FEWEST_WORDS = 4


@cache
def _says_nothing() -> frozenset[str]:
    """Terms that any answer may have. Not made at import: the dictionary for Chinese takes a second."""
    english = (
        "yes no however also therefore according document page section following state mention "
        "describe note include including"
    )
    chinese = "是的 根据 文件 文档 规定 说明 其中 包括 提到 不是"
    return frozenset(terms(english, "en") + terms(chinese, "zh"))


def is_covered(claim: str, page: str, asked: str, titles: str, *, wary: bool = False) -> bool:
    """Whether enough terms of a claim stand on the page, in its titles or in what was asked."""
    wanted = _terms(claim) - _says_nothing()
    if not wanted:
        return not wary and bool(_YES_OR_NO.search(asked))
    # A heading may have been made of the attack.
    said = _terms(asked) if wary else _terms(asked) | _terms(titles)
    enough = _is_enough(wanted, page, said, wary=wary)
    if not enough and not is_comparable(claim, page):
        return not wary and not (asked.strip() and is_comparable(asked, page))
    return enough and _terms(" ".join(_named(claim))) <= _terms(page) | said


def _is_enough(wanted: frozenset[str], page: str, said: frozenset[str], *, wary: bool) -> bool:
    if not wary:
        return _share(wanted, _terms(page) | said) >= LEAST
    return any(_share(wanted, place | said) >= LEAST_IF_WARY for place in _places(page))


def is_comparable(text: str, other: str) -> bool:
    """Whether two texts are in one language, as far as that can be told."""
    language = detect(text)
    if language != detect(other):
        return False
    return language != "en" or _is_english(text) or not _is_english(other)


def _named(claim: str) -> list[str]:
    """Names in the midst of an English sentence: a capital after a small word."""
    return _NAME.findall(claim) if _is_english(claim) else []


def _is_english(text: str) -> bool:
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < _FEWEST_WORDS:
        return True
    return sum(word in STOP_WORDS for word in words) >= _SAME_LANGUAGE * len(words)


def _places(page: str) -> Iterable[frozenset[str]]:
    found = [_terms(page[start:end]) for start, end in statements(page)]
    for start in range(max(1, len(found) - _PLACE + 1)):
        yield frozenset[str]().union(*found[start : start + _PLACE])


def _terms(text: str) -> frozenset[str]:
    language = detect(text)
    found = terms(text, language)
    if is_unspaced(language):  # words are cut in more than one way
        found += [c for c in text if detect(c) == language and not c.isascii()]
    return frozenset(found)


def _share(wanted: frozenset[str], have: frozenset[str]) -> float:
    return len(wanted & have) / len(wanted)
