"""Words of a question that no answer has to repeat, in languages without a list of stop words."""

import re
from collections.abc import Sequence

from rag.types import Language

_GERMAN = frozenset(
    "der die das den dem des ein eine einen einem einer eines wie wer wem wen wo wann was warum welche welcher "
    "welches welchen ist sind war waren hat haben habe ich wir sie er es man im am an auf aus bei bis fur für mit nach von "
    "vor zu zum zur uber über und oder nicht darf dürfen kann können muss müssen soll wird werden mein meine unser "
    "unsere viele vielen viel hoch lange oft ab pro gibt als um".split()
)
_CERTAINLY_GERMAN = frozenset(
    "der das den dem ist sind wie wer wann welche ich für eine einen wird wo über mit".split()
)
_LEAST = 2  # such words make a question German: one may be a name
_WORD = re.compile(r"[^\W\d_]+")
_JAPANESE_FILLER = re.compile(r"[\u3040-\u309f何誰]")


def content_terms(text: str, found: Sequence[str], language: Language) -> list[str]:
    """The terms of a question without its function words; ``found`` are all of them."""
    if language == "ja":
        return [term for term in found if not _JAPANESE_FILLER.search(term)] or list(found)
    if is_german(text):
        return [term for term in found if term not in _GERMAN]
    return list(found)


def is_german(text: str) -> bool:
    """Whether a question in Latin letters is German."""
    words = {word.lower() for word in _WORD.findall(text)}
    return len(words & _CERTAINLY_GERMAN) >= _LEAST
