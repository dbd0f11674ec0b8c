"""Sentences of a document that talk to the assistant instead of the reader.

They are never quoted, and nothing that they say is a statement. Two kinds: what is surely said to
an assistant, and what may be said to a reader as well ("write your answer in ink"): the second
kind counts as a statement only for a question that shares a word with it.
"""

import re
from functools import lru_cache
from itertools import pairwise

from rag.grounding.disguises import plain, readings
from rag.grounding.instruction_tasks import worked_on
from rag.grounding.instruction_words import MAYBE_RE, SURE
from rag.grounding.statements import statements
from rag.text.language import detect
from rag.text.terms import terms

_QUOTED = re.compile(r"[\"“„«「『](?=[^\"”»」』]*\S\s?\S)[^\"”»」』]{4,}[\"”»」』]")
_TOLD_OF = re.compile(
    r"\b(?:attack\w*|inject\w*|phish\w*|malicious|such as|e\.g\.|for example|example|phrases?|wordings?|sentences? like"
    r"|texts? (?:like|that|such)|attempts?|known as|called|suspicious|manipulat\w*|report\w*|detect\w*|contain\w*|jailbreak\w*|threats?)\b"
    r"|攻击|注入|例如|比如|诸如|可疑|恶意|报告|包含",
    re.IGNORECASE,
)
_MARKED = re.compile(r"^\W*(?:annotation|form field[^\]]*)\]\s*", re.IGNORECASE)
"""What the reader of PDF files puts before a comment or a filled field."""
_YOU = re.compile(r"\byour?\b|你", re.IGNORECASE)
_ENDS = re.compile(r"[.!?。！？][\"'”’)\]）」』]*\s*$")
_LONGEST = 2_000  # characters of a statement that are looked at
_ACROSS = 3  # lines over which an instruction may be torn
_COMMON = frozenset(terms("answer question document policy page user reader people", "en"))
_KEPT = 512  # pages whose instructions are remembered


def addresses_assistant(sentence: str) -> bool:
    """Whether a sentence is an instruction to whoever answers from the document.

    One that tells of such instructions, and has them in quotation marks, is none.
    """
    return _is_said(sentence) and not _tells_of_one(sentence)


def may_address_assistant(sentence: str) -> bool:
    """Whether it may be one: it asks for work, or says how to answer, as to a reader it might."""
    return any(MAYBE_RE.search(reading) for reading in readings(sentence[:_LONGEST]))


@lru_cache(maxsize=_KEPT)
def instructed(text: str) -> frozenset[tuple[int, int]]:
    """The statements of a text that are instructions, also those that are torn over its lines.

    What may be an instruction, or says "you", is one right after one that is.
    """
    spans = statements(text)
    sure = {span for span in spans if addresses_assistant(text[slice(*span)])}
    sure |= _torn(text, spans, sure)
    pieces = [text[slice(*span)] for span in spans]
    for place, span in enumerate(spans):
        if span in sure:
            sure.update(spans[place + 1 : place + 1 + worked_on(pieces, place)])
    for before, span in pairwise(spans):
        follows = before in sure and "\n" not in text[before[1] : span[0]]
        if follows and (
            may_address_assistant(text[slice(*span)]) or _YOU.search(text[slice(*span)])
        ):
            sure.add(span)
    return frozenset(sure)


@lru_cache(maxsize=_KEPT)
def without_instructions(text: str, question: str = "", *, whole: bool = False) -> str:
    """The text without such sentences, as what bears a statement out or is shown to a model.

    With a ``question``, what may be an instruction is left out too where it has no word of it, and
    what comes after a sure one in its paragraph.
    What a sentence only tells of, in quotation marks, is left out of it, unless they are to be
    ``whole``, to be quoted themselves.
    """
    sure, spans = instructed(text), statements(text)
    asked = _words(question)
    kept = [
        span
        for span in spans
        if span not in sure and not (asked and _is_beside(text[slice(*span)], asked))
    ]
    if sure and asked:
        kept = [s for s in kept if not (_follows(text, s, sure) and _is_strange(text, s, asked))]
    told = [] if whole else [span for span in kept if _is_said(text[slice(*span)])]
    if len(kept) == len(spans) and not told:
        return text
    pieces = ((span, text[slice(*span)]) for span in kept)
    return "\n".join(_QUOTED.sub(" ", piece) if span in told else piece for span, piece in pieces)


def is_no_statement(sentence: str, question: str = "") -> bool:
    """Whether a sentence of an answer is an instruction, for this question."""
    asked = _words(question)
    return addresses_assistant(sentence) or bool(asked and _is_beside(sentence, asked))


def _follows(text: str, span: tuple[int, int], sure: frozenset[tuple[int, int]]) -> bool:
    """Whether an instruction comes before it in its line."""
    begin = text.rfind("\n", 0, span[0]) + 1
    return any(begin <= start < span[0] for start, _ in sure)


def _is_strange(text: str, span: tuple[int, int], asked: frozenset[str]) -> bool:
    return not asked & _words(text[slice(*span)])


def _is_beside(sentence: str, asked: frozenset[str]) -> bool:
    return may_address_assistant(sentence) and not asked & _words(sentence)


def _words(text: str) -> frozenset[str]:
    return frozenset(terms(text, detect(text))) - _COMMON


def _is_said(sentence: str) -> bool:
    said = _MARKED.sub("", sentence[:_LONGEST])
    return any(map(_is_order, readings(said)))


def _is_order(reading: str) -> bool:
    apart = f" {reading}"  # a word that is looked for may begin with a space
    return any(
        pattern.search(reading) for words, pattern in SURE if any(word in apart for word in words)
    )


def _tells_of_one(sentence: str) -> bool:
    rest = _QUOTED.sub(" ", sentence)
    return rest != sentence and bool(_TOLD_OF.search(rest)) and not _is_said(rest)


def _torn(
    text: str, spans: list[tuple[int, int]], sure: set[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Lines that say nothing alone and an instruction together."""
    lines = [plain(text[slice(*span)]) for span in spans]
    found: set[tuple[int, int]] = set()
    for i in range(len(spans) - 1):
        whole = lines[i]
        for j in range(i + 1, min(i + _ACROSS, len(spans))):
            if spans[j] in sure or spans[j - 1] in sure or _ENDS.search(lines[j - 1]):
                break
            whole = f"{whole[:-1]}{lines[j]}" if whole.endswith("-") else f"{whole} {lines[j]}"
            if _is_order(whole):
                found.update(spans[i : j + 1])
    return found
