"""Search terms of a text: what BM25 indexes and what lexical checks compare.

Milvus Lite's own analyzers make one token of a run of Chinese and don't stem, so the text is
cut here, the same way for documents and for questions, and handed over as words with spaces.
"""

import logging
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from rag.text.language import is_unspaced
from rag.types import Language

if TYPE_CHECKING:
    import jieba
    from snowballstemmer.basestemmer import BaseStemmer

STOP_WORDS = frozenset(
    """a about all also am an and any are as at be been being but by can could did do does doing
    for from had has have having he her here hers him his how i if in into is it its just may me
    might more most must my no nor not of on or our ours out over please shall she should so some
    such than that the their theirs them then there these they this those to too under until up us
    very was we were what when where which while who whom whose why will with would you your yours
    tell give know say says said get gets got much many""".split()
)
CHINESE_STOP_WORDS = frozenset(
    "的 了 和 是 就 都 而 及 与 着 或 在 有 吗 呢 吧 啊 呀 嘛 么 我 你 您 他 她 它 我们 你们 他们 这 那 "
    "这个 那个 什么 怎么 怎样 如何 哪 哪些 哪个 哪里 谁 多少 几 为什么 请问 请 一个 可以 能 能否 是否 "
    "要 会 对 把 被 让 给 从 到 由 为 以 于 其 之 也 还 又 很 最 更 应 应当 需 需要 必须 关于 告诉".split()
)

_PIECES = re.compile(r"[A-Za-zÀ-ɏͰ-ϿЀ-ӿ]+(?:['’][a-z]+)?|\d+(?:[.,]\d+)*|[^\W\d_A-Za-zÀ-ɏ]+")
_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힣฀-๿]")
_POSSESSIVE = re.compile(r"['’][a-z]+$")


def terms(text: str, language: Language) -> list[str]:
    """Terms in order, normalised (NFKC, lower case), stemmed and without stop words.

    Numbers keep their decimal part and lose thousands separators, so ``4,310.50`` and
    ``4310.50`` are the same term.
    """
    found: list[str] = []
    for piece in _PIECES.findall(unicodedata.normalize("NFKC", text)):
        if piece[0].isdigit():
            found.append(number_term(piece))
        elif _CJK.match(piece):
            found.extend(_unspaced_terms(piece, language))
        else:
            found.extend(_word_terms(piece))
    return found


def number_term(digits: str) -> str:
    """A number without separators of thousands: groups of three after a comma belong together."""
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return digits.replace(",", "")
    return digits


def _word_terms(word: str) -> list[str]:
    lowered = _POSSESSIVE.sub("", word.lower())
    if lowered in STOP_WORDS or not lowered:
        return []
    return [_stem(lowered)]


def _unspaced_terms(run: str, language: Language) -> list[str]:
    if language == "zh" or not is_unspaced(language):
        words = [w for w in _chinese().cut_for_search(run) if w.strip()]
        return [w for w in words if w not in CHINESE_STOP_WORDS]
    return [run[i : i + 2] for i in range(max(1, len(run) - 1))]


@cache
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> "BaseStemmer":
    from snowballstemmer import stemmer  # noqa: PLC0415 - loads 20 languages, only when first used

    return stemmer("english")


@cache
def _chinese() -> "jieba.Tokenizer":
    import jieba  # noqa: PLC0415 - builds a dictionary of 350,000 words, only when first used

    jieba.setLogLevel(logging.WARNING)
    return jieba.Tokenizer()
