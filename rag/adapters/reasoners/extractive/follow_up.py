"""Makes a follow-up stand on its own with the words of the questions before it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.adapters.reasoners.extractive.routing import is_small_talk, without_greeting
from rag.adapters.reasoners.extractive.swapping import GROUPS, swapped_in
from rag.text.language import detect
from rag.text.terms import STOP_WORDS, terms
from rag.types import Turn

_OPENER = re.compile(
    r"^(?:(?:ok(?:ay)?|and|but|or|so|then|also)[\s,]+)*(?:(?:what|how) about|and|or|same for|but)\s+(?P<rest>.+)$"
    r"|^(?:那么?(?!个|些|种|项|条)|还有|另外|如果是|换成)(?:，|,)?(?P<zh>.+)$|^(?P<zh2>.{1,12})呢[?？]?$",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^(?P<prep>when|if|for|in|at|during|after|before|on|with|under|to|from|within|per)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_BARE_WH = re.compile(r"^(?:and\s+)?(?:why|when|where|who|how|how (?:much|many|long|so)|since when|until when|by whom)\s*\?*$|^(?:为什么|什么时候|多少|谁)[?？]*$", re.IGNORECASE)  # fmt: skip
_VERB = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|shall|should|will|would|get|gets|need|needs|"
    r"apply|applies|cost|costs|happens?|count|counts)\b", re.IGNORECASE)  # fmt: skip
_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|she|his|her|those|these|this|that|(?:the )?(?:same|other|latter|former)(?: one)?|"
    r"the (?:first|second|third|fourth|last|other) (?:one|item|tier|point)|one)\b", re.IGNORECASE)  # fmt: skip
_NOT_PRONOUN = re.compile(
    r"\bit (?:possible|allowed|ok(?:ay)?|necessary|permitted|required|true|mandatory|take|takes|cost|costs|mean|means)\b"
    r"|\b(?:is|does|will|would|can) it (?:\w+ )?(?:to|that)\b"
    r"|\b(?:this|that|these|those) (?:handbook|policy|document|documents|company|year|month|week|manual|file|contract|agreement|quarter|office)\b"
    r"|\b(?:no|any|every|some|each) ?one\b|\bone (?:day|week|month|year|hour|night|time|of|person|employee)\b|\bat one\b", re.IGNORECASE)  # fmt: skip
_CHINESE_PRONOUN = re.compile(r"它|他们|她们|(?<!其)其(?![他它中余实])|(?:这|那)(?:个|些|种|项|条)(?!月|季度|文档|文件|公司)|第[一二三四]个")  # fmt: skip
_ORDINAL = re.compile(r"^(?:the )?(first|second|third|fourth|last) (?:one|item|tier|point|option)$|^第([一二三四])[个项条种]$", re.IGNORECASE)  # fmt: skip
_YES = re.compile(r"^(?:yes|yeah|yep|sure|ok(?:ay)?|please|do|go ahead|please do|yes please|好的?|是的?|可以|要|请|对)(?:[\s,!.。！，]+(?:please|do|thanks|do so|谢谢))*[\s!.。！]*$", re.IGNORECASE)  # fmt: skip
_OFFER = re.compile(r"(?:shall i|should i|would you like me to|do you want me to|want me to|要不要我|需要我|要我)\s*(?P<what>[^?？]+?)(?:吗)?[?？]", re.IGNORECASE)  # fmt: skip
_SUBJECT = (
    re.compile(r"^(?:what|which|who|where|when)(?:'s| is| are| was| were)\s+(?P<np>(?:the |a |an |our )?.+?)\s*\?*$", re.IGNORECASE),
    re.compile(r"^(?:what|which)\s+(?P<np>(?!(?:is|are|do|does)\b)[\w\s-]+?)\s+(?:exist|are|is|do|does|can|apply|have|has)\b", re.IGNORECASE),
    re.compile(r"^how (?:long|much|often|fast|old|big)\s+(?:is|are|does|do|can|may|must)\s+(?P<np>(?:the |a |an |our )?[\w\s'-]+?)\s*(?:last|cost|take|run|be\b.*)?\?*$", re.IGNORECASE),
    re.compile(r"^(?P<np>.+?)(?:是多少|是什么|有多少|有多长|多久|多长|是?怎么|是?如何|为多少|是谁|有哪些)", re.IGNORECASE),
)  # fmt: skip
_QUESTION = re.compile(
    r"(?:what|which|who|whose|when|where|why|how|is|are|do|does|can|may|must|should|will)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^\W*(?:\w+[\s,]+)?(?:what|how) about\b|^(?:那|还有|另外|换成|如果)|呢[?？]?$", re.IGNORECASE
)
_SHORT = 5  # words: a longer message says what it is about by itself
_SHORT_CHINESE = 8  # characters


@dataclass(frozen=True, slots=True)
class Standalone:
    """A question that needs nothing before it, and the queries that look for its answer."""

    text: str
    queries: tuple[str, ...]
    follow_up: bool


def stand_alone(question: str, history: Sequence[Turn]) -> Standalone:
    """Rebuilds the chain of questions of a conversation (oldest first) up to this one.

    A question with a subject of its own is left as it is, whatever was said before it.
    """
    previous = ""
    said = ""
    for turn in history:
        if turn.role == "bot":
            said = turn.text
        elif turn.role == "person" and (
            not is_small_talk(turn.text) or _YES.match(turn.text.strip())
        ):
            previous = _resolve(without_greeting(turn.text), previous, said).text
    return _resolve(without_greeting(question), previous, said)


def _resolve(question: str, previous: str, said: str) -> Standalone:
    plain = question.strip()
    if _YES.match(plain):
        offer = _OFFER.search(said)
        if offer:
            return _merged(offer.group("what").strip(), previous)
    elif previous:
        return _after(plain, previous, said)
    return Standalone(plain, (plain,), follow_up=False)


def _after(plain: str, previous: str, said: str) -> Standalone:
    """A message after another question: an ellipsis, a pointer back, or a new question."""
    opener = _OPENER.match(plain)
    rest = next((g for g in opener.groups() if g), "").strip(" ?？。.!") if opener else ""
    rest = rest.removesuffix("呢")
    if rest and _is_question(rest) and not _ABOUT.search(plain):
        plain = plain[plain.index(rest) :]
    elif rest and not _says_all(rest):
        return _elliptic(rest, previous)
    if _BARE_WH.match(plain):
        return _merged(plain.rstrip("?？ "), previous)
    if _is_fragment(plain, said):
        return _elliptic(plain.strip(" ?？。.!"), previous, answers=_asks(said))
    if _points_back(plain):
        return _with_subject(plain, previous)
    return Standalone(plain, (plain,), follow_up=False)


def _is_question(rest: str) -> bool:
    return bool(_QUESTION.match(rest))


def _says_all(rest: str) -> bool:
    """Whether what follows "and" is a question by itself: it has a verb and is not short."""
    if detect(rest) == "zh":
        return len(rest) > _SHORT_CHINESE
    return bool(_VERB.search(rest)) and len(rest.split()) > _SHORT - 1 and not _points_back(rest)


def _is_fragment(text: str, said: str) -> bool:
    words = text.rstrip("?？.").split()
    if detect(text) == "zh":
        return len(text) <= _SHORT_CHINESE - 2 and _asks(said)
    if not words or len(words) > _SHORT or _VERB.search(text):
        return False
    answers = _asks(said)
    return bool(_PREPOSITION.match(text)) or (answers and words[0].lower() not in {"what", "how"})


def _points_back(text: str) -> bool:
    """Whether a pronoun stands before any word that it could refer to."""
    if detect(text) == "zh":
        found = _CHINESE_PRONOUN.search(text)
        return bool(found and not terms(text[: found.start()], "zh"))
    masked = _NOT_PRONOUN.sub(lambda m: "x" * len(m.group()), text)
    found = _PRONOUN.search(masked)
    if not found:
        return False
    words = re.findall(r"[a-z]{3,}", masked[: found.start()].lower())
    before = [word for word in words if word not in STOP_WORDS]
    if found.group().lower().startswith(("the ", "those", "these")):
        return True
    verb_only = len(before) == 1 and words[0] in {"who", "when", "where", "how", "why"}
    return not before or verb_only


def _asks(said: str) -> bool:
    return said.rstrip().endswith(("?", "？"))


def _elliptic(rest: str, previous: str, *, answers: bool = False) -> Standalone:
    """What "and for contractors?" names takes the place of its like in the last question."""
    ordinal = _ORDINAL.match(rest)
    if ordinal:
        return _merged(
            f"the {ordinal.group(1).lower()} one" if ordinal.group(1) else rest, previous
        )
    match = _PREPOSITION.match(rest)
    what = (
        match.group("what")
        if match
        else re.sub(r"^(?:about|the)\s+", "", rest, flags=re.IGNORECASE)
    )
    swapped = swapped_in(what, previous) or (
        match and _swap_phrase(match.group("prep"), rest, previous)
    )
    if swapped:
        return Standalone(swapped, (swapped, f"{_core(previous)} {what}"), follow_up=True)
    if match or answers:
        text = f"{_core(previous)} {rest}?"
        return Standalone(text, (text, f"{what} {_core(previous)}"), follow_up=True)
    about = f"{what}是怎么规定的？" if detect(rest) == "zh" else f"What about {what}?"
    return Standalone(about, (about, f"{what} {_content(previous)}"), follow_up=True)


def _swap_phrase(preposition: str, phrase: str, previous: str) -> str:
    """The last question with its phrase of the same preposition replaced, if it ends with one."""
    ends = re.search(rf"\b{preposition}\s+(?:\w+\s?){{1,3}}(?=\?|$)", previous, re.IGNORECASE)
    return f"{previous[: ends.start()]}{phrase}{previous[ends.end() :]}" if ends else ""


def _with_subject(question: str, previous: str) -> Standalone:
    """Puts the subject of the last question in the place of the pronoun."""
    pronoun = (_CHINESE_PRONOUN if detect(question) == "zh" else _PRONOUN).search(question)
    subject = _subject(question, pronoun.group().lower() if pronoun else "", previous)
    if not subject or not pronoun:
        return _merged(question.rstrip("?？ "), previous)
    owner = "'s" if pronoun.group().lower() in {"its", "their"} else ""
    text = f"{question[: pronoun.start()]}{subject}{owner}{question[pronoun.end() :]}"
    return Standalone(text, (text, f"{question} {_content(previous)}"), follow_up=True)


def _subject(question: str, pronoun: str, previous: str) -> str:
    if pronoun in {"they", "them", "their"}:
        people = re.findall(GROUPS[0], previous, re.IGNORECASE)
        if people:
            return str(people[-1])
    subject = next((m.group("np") for p in _SUBJECT if (m := p.match(previous))), "")
    place = re.search(r"\b(?:in|for|at|during)\b", question)
    return re.sub(rf"\s{place.group()}\s.*$", "", subject) if place else subject


def _merged(question: str, previous: str) -> Standalone:
    text = f"{_core(previous)}: {question}?" if previous else question
    merged = f"{_core(previous)} {question}".strip()
    return Standalone(text, tuple(dict.fromkeys((merged, text))), follow_up=True)


def _core(question: str) -> str:
    return question.strip().rstrip("?？。. ")


def _content(question: str) -> str:
    words = re.findall(r"[\w'-]+", question)
    return " ".join(w for w in words if w.lower() not in STOP_WORDS)
