"""Questions that a document can answer, taken from its headings."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from rag.sentences import asks, say
from rag.text.headings import is_contents_line
from rag.text.language import detect
from rag.text.quality import assess
from rag.text.sentences import sentences
from rag.text.terms import terms
from rag.types import Passage

_SEPARATOR = " › "
_NUMBER = re.compile(
    r"^(?:[§#]+\s*)?(?:(?:part|title|chapter|appendix|annexe?|schedule|section|article|artikel|clause|item)\s+)?"
    r"(?:\(?(?:\d+[A-Z]?(?:\.\d+)*|[IVXLC]+|[A-Za-z])[.)]\)?|\d+(?:\.\d+)*|[IVXLC]+(?=[\s.:–—-]))?[\s.:–—-]+"
    r"|^第\s*[〇零一二三四五六七八九十百千两0-9]+\s*[编編篇部分卷章节節条條款](?:之[〇零一二三四五六七八九十0-9]+)?[\s、：:]*",
    re.IGNORECASE,
)
_ONLY_A_NUMBER = re.compile(
    r"(?:part|title|chapter|appendix|annexe?|schedule|section|article|artikel|clause|item)\s+[\dIVXLC.]+",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"^about\s+", re.IGNORECASE)
_EMPTY_WORDS = frozenset(
    "introduction overview contents general preamble summary references index notes appendix "
    "foreword glossary acknowledgements background other miscellaneous "
    "总则 附则 前言 目录 概述 引言 附录".split()
)
_BRACKETS = ("()", "[]", "（）", "“”")
_POINTING = re.compile(r"(?:this|these|the present)\s", re.IGNORECASE)
_SHORTEST_BODY = 60
_SHORTEST_BODY_UNSPACED = 20
_LONGEST_HEADING = 70
_SHORTEST_HEADING = 2
_MOST_LOOKED_AT = 60  # headings; the bodies of hundreds take a quarter of a second to be weighed


def questions_of(title: str, passages: Sequence[Passage], most: int = 3) -> tuple[str, ...]:
    """Up to ``most``, in the order of the document; none without usable headings."""
    chosen = ranked_questions(title, passages, most)[:most]
    return tuple(question for _, question in sorted(chosen))


def ranked_questions(
    title: str,
    passages: Sequence[Passage],
    most: int = 3,
    left_out: Callable[[str], bool] = lambda _heading: False,
) -> list[tuple[int, str]]:
    """(place in the document, question), the best ``most`` from different parts of it first.

    A heading is used if it stands once, if what follows it has sentences, and if these speak of
    what it names: then a search for it finds them, and whoever judges them sees why. Of a long
    document some are looked at, from all over it.
    """
    language = detect(" ".join(passage.text[:500] for passage in passages[:20]))
    if not asks(language):
        return []
    found = _subjects(title, passages, left_out)
    often = Counter(subject.casefold() for subject, _ in found.values())
    single = [(s, weight) for s, weight in found.values() if often[s.casefold()] == 1]
    best = sorted(range(len(single)), key=lambda n: (-single[n][1], n))
    first = _spread(best, len(single), most)
    return [
        (n, say("ask_about", language, title=title, subject=_in_sentence(single[n][0])))
        for n in [*first, *(n for n in best if n not in first)]
    ]


def _spread(best: Sequence[int], count: int, most: int) -> list[int]:
    """The best one of each third of the document, then whatever is best."""
    chosen: list[int] = []
    for part in range(most):
        inside = [n for n in best if n * most // max(count, 1) == part]
        chosen.extend(inside[:1])
    chosen.extend([n for n in best if n not in chosen][: most - len(chosen)])
    return chosen[:most]


def _subjects(
    title: str, passages: Sequence[Passage], left_out: Callable[[str], bool]
) -> dict[str, tuple[str, float]]:
    """What each heading names, with the share of it that its body speaks of, by its path.

    A clause that has only a number is spoken of by the chapter that it stands in.
    """
    named: list[tuple[str, str, Passage]] = []
    for passage in passages:
        path = passage.heading.split(_SEPARATOR)
        while len(path) > 1 and not _bare(path[-1]):
            path.pop()
        subject = _bare(path[-1])
        if subject.casefold() != title.casefold() and _is_usable(subject):
            named.append((_SEPARATOR.join(path), subject, passage))
    found: dict[str, tuple[str, float]] = {}
    for path_of, subject, passage in named[:: -(-len(named) // _MOST_LOOKED_AT) or 1]:
        body = _body(passage.text, passage.heading.split(_SEPARATOR)[-1])
        if body and not left_out(passage.heading):
            found.setdefault(path_of, (subject, _overlap(subject, body)))
    return found


def _bare(heading: str) -> str:
    """The heading without its number."""
    if _ONLY_A_NUMBER.fullmatch(heading.strip()):
        return ""
    return _ABOUT.sub("", _NUMBER.sub("", heading)).strip(" .:：、–—-§")


def _is_usable(subject: str) -> bool:
    return (
        _SHORTEST_HEADING <= len(subject) <= _LONGEST_HEADING
        and subject.casefold() not in _EMPTY_WORDS
        and any(c.isalpha() for c in subject)
        and not is_contents_line(subject)
        and not any(mark in subject for mark in ("|", ":", "：", ". ", "; ", "<"))
        and all(subject.count(pair[0]) == subject.count(pair[1]) for pair in _BRACKETS)
        and not _POINTING.match(subject)
        and not subject.endswith(("?", "？", ",", ";"))
    )


def _body(text: str, heading: str) -> str:
    """The text under the heading if it is prose that can be quoted, else nothing."""
    rest = text.removeprefix(heading).strip()
    unspaced = detect(rest) in {"zh", "ja"}
    shortest = _SHORTEST_BODY_UNSPACED if unspaced else _SHORTEST_BODY
    if len(rest) < shortest or not sentences(rest) or assess(rest).verdict != "good":
        return ""
    return rest


def _overlap(subject: str, body: str) -> float:
    named = set(terms(subject, detect(subject)))
    return len(named & set(terms(body, detect(body)))) / len(named) if named else 0.0


def _in_sentence(subject: str) -> str:
    """``Annual leave`` as it stands inside a sentence; names and abbreviations stay."""
    first, _, rest = subject.partition(" ")
    others = [word for word in rest.split() if word[:1].isalpha()]
    titled = any(word[0].isupper() for word in others)
    if first[:1].isupper() and first[1:].islower() and not titled:
        return subject[0].lower() + subject[1:]
    return subject.lower() if subject.isupper() and " " in subject else subject
