"""What speaks for and against a window as the answer to a question, each from 0 to 1."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from rag.adapters.reasoners.extractive.answer_kinds import kind_match
from rag.adapters.reasoners.extractive.asked import Asked, Need
from rag.adapters.reasoners.extractive.places import places
from rag.adapters.reasoners.extractive.synonyms import alternatives
from rag.adapters.reasoners.extractive.windows import Source, Window, term_set
from rag.grounding.normal import folded

# How much a term counts by where it stands, 1 in the sentence itself. Set by hand; moving any by
# 0.1 changed at most two of 215 verdicts (decision 0004).
_IN_CONTEXT, _BEFORE, _ELSEWHERE = 0.85, 0.6, 0.3
_SYNONYM, _PREFIX, _PART = 0.9, 0.8, 0.4
_SHARED_PREFIX = 5  # letters: "nightly" and "night", "certificate" and "certification"
_LONGEST_TAIL = 4
_ABSENT = 0.0
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d|\d)")
_ASIDE = 0.3  # a name that the passage has, though not where the answer is


@dataclass(frozen=True, slots=True)
class Features:
    """What was found for one window.

    ``coverage`` of the question's terms; the ``gap``: the weightiest term found nowhere near,
    the share of weighty terms ``lost`` so, and of those ``adrift``: elsewhere in the passage, but
    neither in the window nor in what it belongs to;
    ``kind``: whether there is the kind of thing asked for; ``strangers``: names and groups of
    people that are not there; ``anchored``: whether all codes, years and numbers are; ``hint``:
    the share of the conversation's terms.
    """

    coverage: float
    gap: float
    lost: float
    adrift: float
    kind: float
    strangers: float
    anchored: bool
    hint: float


class Corpus:
    """Everything retrieved for one question, to know what is nowhere in it."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = {id(source): _Texts(source) for source in sources}

    def texts(self, source: Source) -> "_Texts":
        """The whole text of a source, prepared for look-ups."""
        found = self._sources.get(id(source))
        if found is None:
            found = self._sources[id(source)] = _Texts(source)
        return found

    def has(self, name: str) -> bool:
        """Whether any source has the name."""
        return any(name in texts.folded for texts in self._sources.values())


class _Texts:
    def __init__(self, source: Source) -> None:
        self._whole = f"{source.heading}\n{source.title}\n{source.text}"
        self._levels: dict[str, float] = {}

    def level(self, need: Need) -> float:
        """How well the whole text has a term, computed once for all its windows."""
        if need.term not in self._levels:
            self._levels[need.term] = _match(need, self.terms, self.folded, "")
        return self._levels[need.term]

    @cached_property
    def folded(self) -> str:
        return folded(self._whole)

    @cached_property
    def terms(self) -> frozenset[str]:
        return term_set(self._whole)


def features(asked: Asked, window: Window, corpus: Corpus) -> Features:
    """Compares a question with one window in its surroundings."""
    texts = corpus.texts(window.source)
    levels = [(need, _level(need, window, texts)) for need in asked.needs]
    total = sum(need.weight for need in asked.needs)
    covered = sum(need.weight * level for need, level in levels)
    strong = sum(need.weight for need in asked.needs if need.weight >= 1)
    missing = [need.weight for need, level in levels if level <= _ABSENT]
    return Features(
        coverage=covered / total if total else 0.0,
        gap=min(1.0, max(missing, default=0.0) / 1.5),
        lost=sum(w for w in missing if w >= 1) / strong if strong else 0.0,
        adrift=_adrift(levels) / strong if strong else 0.0,
        kind=kind_match(asked, window),
        strangers=_strangers(asked, window, texts, corpus),
        anchored=_in_place(asked, window)
        and all(_anchored(a, window, texts) for a in asked.anchors),
        hint=len(asked.hints & (window.terms | window.context)) / max(1, len(asked.hints)),
    )


def _adrift(levels: Sequence[tuple[Need, float]]) -> float:
    return sum(
        need.weight for need, level in levels if need.weight >= 1 and 0 < level <= _ELSEWHERE
    )


def _anchored(anchor: str, window: Window, texts: "_Texts") -> bool:
    """Whether a number, year or code is there; a year not if the window is about another one."""
    if _has_word(anchor, window.folded) or _has_word(anchor, window.around):
        return True
    if _YEAR.fullmatch(anchor) and _YEAR.search(window.text):
        return False
    return _has_word(anchor, texts.folded)


def _level(need: Need, window: Window, texts: _Texts) -> float:
    here = _match(need, window.terms, window.folded, window.glued)
    if here:
        return here
    near = _match(need, window.context, window.around, "")
    if near:
        return near * _IN_CONTEXT
    before = _match(need, window.before, "", "")
    return before * _BEFORE or texts.level(need) * _ELSEWHERE


def _match(need: Need, terms: frozenset[str], text: str, glued: str) -> float:
    """1 for the term itself, less for a synonym or for a word that begins like it."""
    if need.term in terms or (glued and len(need.term) > 2 and need.term in glued):  # noqa: PLR2004
        return 1.0
    if not need.term.isascii():
        if need.term in text:
            return 1.0
    elif _akin(need.term, terms):
        return _PREFIX
    for other in need.others:
        if other in terms or (not other.isascii() and other in text) or (glued and other in glued):
            return _SYNONYM
    return _PART if any(part in text for part in need.parts) else 0.0


def _akin(term: str, terms: frozenset[str]) -> bool:
    """Whether one of the terms begins like this one and ends soon after: night, nightly."""
    start = term[:_SHARED_PREFIX]
    if len(start) < _SHARED_PREFIX or term[0].isdigit():
        return False
    return any(
        other.startswith(start)
        and max(len(term), len(other)) - len(_shared(term, other)) <= _LONGEST_TAIL
        for other in terms
    )


def _shared(a: str, b: str) -> str:
    return a[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))]


def _in_place(asked: Asked, window: Window) -> bool:
    """Of a list whose second item is asked for, only that item will do."""
    return not (asked.ordinal and window.place) or asked.ordinal == window.place


def _strangers(asked: Asked, window: Window, texts: _Texts, corpus: Corpus) -> float:
    """1 if a name or group in the question is nowhere, 0.5 if it is only in other passages."""
    worst = 0.0
    for name in asked.named:
        for word in re.findall(r"[\w'’-]{2,}", folded(name)):
            forms = (word, *places().get(word, ()), *_spelled(word))
            if any(form in window.folded or form in window.around for form in forms):
                continue
            if any(form in texts.folded for form in forms):
                worst = max(worst, _ASIDE)
            else:
                worst = max(worst, 0.5 if corpus.has(word) else 1.0)
    for group in asked.groups:
        if group not in texts.folded:
            synonym = any(need.others & texts.terms for need in asked.needs if group in need.term)
            worst = max(worst, 0.0 if synonym else (0.7 if corpus.has(group) else 1.0))
    return worst


def _spelled(word: str) -> frozenset[str]:
    """What else a word in capitals may be called: CEO, chief executive."""
    return alternatives(word) | frozenset(o for t in term_set(word) for o in alternatives(t))


def _has_word(anchor: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w]){re.escape(anchor)}(?!\w|[.,]\d)", text))
