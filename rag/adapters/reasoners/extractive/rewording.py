"""Other words for a question that found nothing."""

import re
from itertools import pairwise

from rag.adapters.reasoners.extractive.asked import analyse
from rag.adapters.reasoners.extractive.synonyms import alternatives
from rag.text.language import detect
from rag.text.terms import CHINESE_STOP_WORDS, STOP_WORDS, terms

_WORD = re.compile(r"[\w'’-]+")
_MOST = 3  # synonyms a term


def reworded(question: str, attempt: int) -> tuple[str, ...]:
    """Queries, best first.

    The first attempt drops filler and varies hyphens, the second adds what the weighty terms may
    also be called; a third has nothing new.
    """
    if attempt > 2:  # noqa: PLR2004 - two ways are known
        return ()
    content = _content(question)
    if attempt == 1:
        variants = [content, _compounds(content)]
    else:
        variants = [f"{content} {' '.join(_synonyms(question))}".strip(), _heaviest(question)]
    return tuple(v for v in dict.fromkeys(variants) if v and v != question)


def _content(question: str) -> str:
    if detect(question) == "zh":
        return " ".join(
            t for t in dict.fromkeys(terms(question, "zh")) if t not in CHINESE_STOP_WORDS
        )
    return " ".join(w for w in _WORD.findall(question) if w.lower() not in STOP_WORDS)


def _compounds(content: str) -> str:
    """Compounds both ways: "data-breach" as "data breach", and the reverse."""
    parted = content.replace("-", " ")
    if parted != content:
        return parted
    words = content.split()
    joined = [f"{a}-{b}" for a, b in pairwise(words)]
    return " ".join([*words, *joined]) if content.isascii() else content


def _synonyms(question: str) -> list[str]:
    needs = sorted(analyse(question).needs, key=lambda need: -need.weight)
    return [o for need in needs for o in sorted(alternatives(need.term))[:_MOST]]


def _heaviest(question: str) -> str:
    needs = sorted(analyse(question).needs, key=lambda need: -need.weight)
    return " ".join(need.term for need in needs[:2])
