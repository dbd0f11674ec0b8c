"""The language of a text, told by its script.

Retrieval needs to know which texts can find one another and how to cut them into terms; the
script decides both, so that Latin-script languages count as one (``en``).
"""

import re

from rag.types import Language

_SCRIPTS: tuple[tuple[Language, re.Pattern[str]], ...] = (
    ("ja", re.compile(r"[぀-ヿㇰ-ㇿ]")),
    ("ko", re.compile(r"[ᄀ-ᇿ㄰-㆏가-힣]")),
    ("zh", re.compile(r"[㐀-䶿一-鿿豈-﫿]")),
    ("ru", re.compile(r"[Ѐ-ӿ]")),
    ("ar", re.compile(r"[؀-ۿ]")),
    ("he", re.compile(r"[֐-׿]")),
    ("el", re.compile(r"[Ͱ-Ͽ]")),
    ("th", re.compile(r"[฀-๿]")),
    ("hi", re.compile(r"[ऀ-ॿ]")),
)
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_UNSPACED = frozenset({"zh", "ja", "th"})

# A character of an unspaced script carries about as much as a short word of a spaced one.
_LATIN_LETTERS_A_WORD = 4
_KANA_SHARE_OF_JAPANESE = 0.1


def detect(text: str) -> Language:
    """The language that most of the text is in; ``en`` for Latin script and for no letters."""
    if text.isascii():
        return "en"
    counts = {language: len(pattern.findall(text)) for language, pattern in _SCRIPTS}
    if counts["ja"] > _KANA_SHARE_OF_JAPANESE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts["zh"]
        counts["zh"] = 0
    weights = {
        language: float(count if language in _UNSPACED else count / _LATIN_LETTERS_A_WORD)
        for language, count in counts.items()
    }
    weights["en"] = len(_LATIN.findall(text)) / _LATIN_LETTERS_A_WORD
    best = max(weights, key=lambda language: weights[language])
    return best if weights[best] > 0 else "en"


def is_unspaced(language: Language) -> bool:
    """Whether words of the language are written without spaces between them."""
    return language in _UNSPACED
