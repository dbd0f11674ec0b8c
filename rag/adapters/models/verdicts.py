"""Verdicts by number, whichever way a model lists them.

A verdict belongs to the number that it names. Nothing is matched by position, so that a line that
is missing, extra or unreadable never shifts another.
"""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from rag.adapters.models.parsing import first, json_values, number_of, texts, truth
from rag.types import Judgement, Verdict

T = TypeVar("T")

_LABEL = (
    r"(?:(?:the\s+)?(?:passage|document|doc|excerpt|source|claim|text|no\.?|number"
    r"|文档|文檔|编号|段落|资料|片段|陈述|第)\s*)?"
)
_LINE = re.compile(
    rf"^[\s\-•|>#(\[【]*{_LABEL}[#\[【(]?\s*(?P<number>\d{{1,3}})\s*[\]】)]?(?:段|条|个)?"
    r"[\s.:：、)|=\-–—>]*(?:(?:is|are|was)\s+)?(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_ONE_LINE_LIST = re.compile(r"[,;，；]\s*(?=[\[【#]?\s*\d{1,3}\s*[\]】]?\s*[.:：、=])")
_RELEVANT = re.compile(
    r"(?P<no>(?:not\s+relevant|irrelevant|unrelated|no|false)\b|不相关|无关|不是|否|没有)"
    r"|(?P<yes>(?:relevant|related|yes|true)\b|相关|有关|是)",
    re.IGNORECASE,
)
_VERDICTS: tuple[tuple[Verdict, re.Pattern[str]], ...] = (
    (
        "unverifiable",
        re.compile(
            r"(?:unverifiable|not\s+(?:\w+\s+)?supported|unsupported|partial(?:ly)?|unknown"
            r"|not\s+(?:found|mentioned)|insufficient|no)\b|无法|不支持|未提及|部分|否",
            re.IGNORECASE,
        ),
    ),
    (
        "contradicted",
        re.compile(r"(?:contradict\w*|false|refuted|wrong)\b|矛盾|相反|错误|不符", re.IGNORECASE),
    ),
    (
        "supported",
        re.compile(
            r"(?:supported|supports|yes|true|grounded|entailed)\b|支持|属实|是", re.IGNORECASE
        ),
    ),
)
_BOTH = re.compile(
    r"^\s*(?:/|or\b|或|\|\s*(?:yes|no|relevant|supported|contradicted|unverifiable)\b)",
    re.IGNORECASE,
)
_MOST_LINES = 300
_LONGEST_LINE = 600
_NUMBER_KEYS = ("passage", "number", "n", "id", "index", "document", "doc", "claim", "编号", "文档")
_REASON_KEYS = ("reason", "why", "explanation", "because", "理由", "原因")


def read_relevance(text: str, count: int) -> dict[int, Judgement] | None:
    """Judgements of passages 1 to ``count``; None if no verdict can be read at all."""
    judged = _by_number(_relevance_items(text), count)
    judged = judged or _by_number(_lines(text, _relevance_of), count)
    return judged or None


def read_verdicts(text: str, count: int) -> dict[int, tuple[Verdict, str, str]] | None:
    """Verdict, evidence and reason of claims 1 to ``count``; None if none can be read."""
    judged = _by_number(_verdict_items(text), count)
    judged = judged or _by_number(_lines(text, _verdict_line), count)
    return judged or None


def _by_number(pairs: Iterable[tuple[int, T]], count: int) -> dict[int, T]:
    """One value a number. A number with verdicts that differ counts as not judged."""
    found: dict[int, T] = {}
    verdicts: dict[int, set[object]] = {}
    for number, value in pairs:
        if 1 <= number <= count:
            found.setdefault(number, value)
            verdicts.setdefault(number, set()).add(_essence(value))
    return {n: value for n, value in found.items() if len(verdicts[n]) == 1}


def _essence(value: object) -> object:
    return value.relevant if isinstance(value, Judgement) else next(iter(_tuple(value)), None)


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def numbered(text: str) -> list[tuple[int, dict[str, object]]]:
    """The numbered objects of all JSON in the text, flat or nested in a list or by number."""
    found: list[tuple[int, dict[str, object]]] = []
    pending: list[object] = [f.value for f in json_values(text)]
    while pending:
        value = pending.pop(0)
        if isinstance(value, list):
            pending = [*value, *pending]
        elif isinstance(value, dict):
            number = number_of(first(value, *_NUMBER_KEYS))
            if number is not None:
                found.append((number, value))
            else:
                pending = [*_children(value), *pending]
    return found


def _children(value: dict[str, object]) -> list[object]:
    """What a dict without a number holds; keys that are numbers become one, ``{"1": "yes"}``."""
    children: list[object] = []
    for key, item in value.items():
        if str(key).strip("[] ").isdigit():
            numbered = item if isinstance(item, dict) else {"verdict": item}
            children.append({**numbered, "passage": key})
        elif isinstance(item, list | dict):
            children.append(item)
    return children


def _relevance_items(text: str) -> Iterable[tuple[int, Judgement]]:
    for number, item in numbered(text):
        said = first(item, "relevant", "verdict", "answer", "relevance", "judgement", "相关")
        verdict = truth(said)
        if verdict is None and isinstance(said, str):
            read = _relevance_of(said)
            verdict = read.relevant if read else None
        if verdict is not None:
            yield number, Judgement(verdict, " ".join(texts(first(item, *_REASON_KEYS))))


def _verdict_items(text: str) -> Iterable[tuple[int, tuple[Verdict, str, str]]]:
    for number, item in numbered(text):
        said = first(item, "verdict", "supported", "result", "判断")
        word = "yes" if said is True else "no" if said is False else str(said)
        if read := _verdict_of(word):
            evidence = " ".join(texts(first(item, "evidence", "quote", "证据")))
            yield number, (read[0], evidence, " ".join(texts(first(item, *_REASON_KEYS))))


def _lines(text: str, read: Callable[[str], T | None]) -> Iterable[tuple[int, T]]:
    for line in text.replace("*", "").splitlines()[:_MOST_LINES]:
        for piece in _ONE_LINE_LIST.split(" ".join(line.split())[:_LONGEST_LINE]):
            match = _LINE.match(piece)
            value = read(match["rest"]) if match else None
            if match and value is not None:
                yield int(match["number"]), value


def _relevance_of(text: str) -> Judgement | None:
    match = _RELEVANT.match(text.strip())
    if not match or _BOTH.match(text.strip()[match.end() :]):
        return None
    return Judgement(match["yes"] is not None, _reason(text.strip()[match.end() :]))


def _verdict_line(text: str) -> tuple[Verdict, str, str] | None:
    read = _verdict_of(text)
    return (read[0], "", read[1]) if read else None


def _verdict_of(text: str) -> tuple[Verdict, str] | None:
    text = text.strip()
    for verdict, pattern in _VERDICTS:
        match = pattern.match(text)
        if match and not _BOTH.match(text[match.end() :]):
            return verdict, _reason(text[match.end() :])
    return None


def _reason(rest: str) -> str:
    return rest.strip(" \t.,:;，。：；|–—-()（）")
