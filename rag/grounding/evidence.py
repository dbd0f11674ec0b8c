"""The sentence of an excerpt that says what a claim says, or comes nearest to it."""

import re

from rag.grounding.markers import neutralised
from rag.grounding.normal import folded
from rag.grounding.statements import statements
from rag.text.language import detect
from rag.text.terms import terms

_EDGES = re.compile(
    r"^[\s*_>#•·–-]+(?:\d{1,2}[.)、]\s+)?|^\(?\d{1,2}[.)、]\s+|[\s*_.。!！?？;；:：]+$"
)
_FEWEST = 2  # characters: a statement shorter than that is no statement


def bare(sentence: str) -> str:
    """A sentence as it is compared: normalised, without emphasis and its full stop.

    Markers that the page itself prints are made harmless, as in a quotation of it.
    """
    return _EDGES.sub("", neutralised(folded(sentence)))


def is_verbatim(claim: str, excerpt: str) -> bool:
    """Whether every sentence of the claim is a whole sentence of the excerpt.

    Part of a sentence is not enough: without its "not" or its "unless" it may say the opposite.
    """
    wanted = [bare(claim[start:end]) for start, end in statements(claim)]
    whole = bare(claim)
    have = {bare(excerpt[start:end]) for start, end in statements(excerpt)}
    have |= {bare(line) for line in excerpt.splitlines()}
    if len(whole) < _FEWEST:
        return False
    return whole in have or (bool(wanted) and all(piece in have for piece in wanted))


def best_sentence(claim: str, excerpt: str) -> str:
    """The sentence that shares the most terms with the claim (by F1); empty if none shares any."""
    wanted = set(terms(claim, detect(claim)))
    best, best_score = "", 0.0
    for start, end in statements(excerpt):
        sentence = excerpt[start:end]
        have = set(terms(sentence, detect(sentence)))
        shared = len(wanted & have)
        score = 2 * shared / (len(wanted) + len(have)) if shared else 0.0
        if score > best_score:
            best, best_score = sentence, score
    return best
