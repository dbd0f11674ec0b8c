"""Headings told by how a line is written."""

import re
from dataclasses import dataclass
from functools import lru_cache

_MAX_TITLE = 120
_LAST_LINES = 256  # a line is looked at again and again while those beside it are
_CJK_NUMBER = "[〇零一二三四五六七八九十百千两0-9]+"
_PARTS = re.compile(rf"第\s*{_CJK_NUMBER}\s*([编編篇部分卷章节節])(?=\s|[\u4e00-\u9fff：:]|$)")
_CLAUSE = re.compile(rf"第\s*{_CJK_NUMBER}\s*[条條](?:之{_CJK_NUMBER})?(?=\s|[^的和至、，款项]|$)")
_NAMED = re.compile(
    r"(?P<word>PART|TITLE|CHAPTER|APPENDIX|ANNEX|SCHEDULE|SECTION|ARTICLE|CLAUSE|ITEM|Part|Title|Chapter|Appendix|"
    r"Annex|Annexe|Schedule|Section|Article|Artikel|Clause|Item)\s+"
    r"(?P<number>\d+(?:[.\-]\d+)*[A-Za-z]?|[IVXLC]+|[A-Z])(?P<mark>[.:)–—-]?)(?=\s|$)(?P<rest>.*)"
)
_PARAGRAPH_SIGN = re.compile(r"§{1,2}\s*\d+[a-z]?(?:\.\d+)*\b")
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,3}){0,4})(?P<mark>[.)]?)[ \t]+(?P<rest>\S.*)")
_MARKDOWN = re.compile(r"(#{1,6})\s+\S")
_PAGE_NUMBER = re.compile(r"(?:\d{1,4}|[ivxlc]{1,7})$", re.IGNORECASE)
_CONTENTS_TITLE = re.compile(
    r"(?:table of )?contents|index|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice|目\s*[录錄次]",
    re.IGNORECASE,
)
_ENTRY_END = re.compile(r"(?:^|\D\s|[.…·])(?:\d{1,4}|[ivxlc]{1,7})$")
_HEAD_LINES = 6
_LEADERS = ".…·_-—"
_LEADER_RUN = re.compile(r"[.…·_\-—][ \t]*[.…·_\-—]")
_FEW_LEADERS = 4
_UNIT_AFTER = re.compile(
    r"(?:%|°|€|\$|£|days?|weeks?|months?|years?|hours?|minutes?|euros?|dollars?|percent|per|and|or|to|of|in|for|"
    r"from|at|with|million|billion|kg|km|mm|cm|m|bar|Nm|rpm|January|February|March|April|May|June|July|August|"
    r"September|October|November|December)\b",
    re.IGNORECASE,
)
_LEVEL_OF_WORD = {
    "part": 1,
    "title": 1,
    "chapter": 2,
    "appendix": 2,
    "annex": 2,
    "annexe": 2,
    "schedule": 2,
    "item": 2,
}
_SECTION_LEVEL = 3
_MOST_SPACES = 14
_CLAUSE_LEVEL = 5
_CLAUSE_WORDS = frozenset({"section", "article", "artikel", "clause"})
_REFERENCE = re.compile(
    r"\s*(?:,|and\b|or\b|of\b|to\b|shall\b|above\b|below\b|applies\b|does\b|is\b|in\b|und\b)"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """What begins at a line. ``clause``: it stands for itself and is never merged with others.

    ``level`` is 1 for the outermost. ``text`` is what to call it, without the body that may
    follow on the same line.
    """

    level: int
    text: str
    clause: bool = False


@lru_cache(maxsize=_LAST_LINES)
def is_contents_line(line: str) -> bool:
    """Whether it is an entry of a table of contents: dot leaders, mostly with a page number."""
    if not _LEADER_RUN.search(line):
        return False
    text = _PAGE_NUMBER.sub("", line.rstrip())
    tail = text[len(text.rstrip(_LEADERS + " \t")) :]
    leaders = sum(2 if mark == "…" else 1 for mark in tail if mark in _LEADERS)
    return leaders >= _FEW_LEADERS


def is_contents_page(text: str) -> bool:
    """Whether a page is a table of contents, with or without leaders: nothing begins there."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not any(_CONTENTS_TITLE.fullmatch(line) for line in lines[:_HEAD_LINES]):
        return False
    entries = sum(1 for line in lines if _ENTRY_END.search(line) or heading_of(line))
    return entries > len(lines) / 2


def counts_sections(line: str) -> bool:
    """Whether its number is the number of a chapter, a section or a clause, said in words."""
    text = line.strip()
    return any(p.match(text) for p in (_PARTS, _CLAUSE, _NAMED, _PARAGRAPH_SIGN))


@lru_cache(maxsize=_LAST_LINES)
def heading_of(line: str) -> Heading | None:
    """The heading that a line is or begins with, if it is one."""
    text = line.strip()
    if not text:
        return None
    first = text[0]
    if "A" <= first <= "Z":
        heading = _named(text)
    elif "a" <= first <= "z":  # most lines are the middle of a sentence
        return None
    else:
        heading = _by_mark(text) or _chinese(text) or _numbered(text)
    return heading if heading is not None and not is_contents_line(text) else None


def _by_mark(text: str) -> Heading | None:
    if match := _MARKDOWN.match(text):
        return Heading(len(match.group(1)), text.lstrip("# ")[:_MAX_TITLE])
    if match := _PARAGRAPH_SIGN.match(text):
        if _REFERENCE.match(text[match.end() :]):
            return None
        return Heading(_CLAUSE_LEVEL, _short(text, match.end()), clause=True)
    return None


def _chinese(text: str) -> Heading | None:
    if match := _PARTS.match(text):
        if len(text) > _MAX_TITLE // 3:
            return None
        inner = match.group(1) in "节節"
        return Heading(_SECTION_LEVEL if inner else 1 if match.group(1) != "章" else 2, text)
    if match := _CLAUSE.match(text):
        return Heading(_CLAUSE_LEVEL, match.group().replace(" ", ""), clause=True)
    return None


def _named(text: str) -> Heading | None:
    match = _NAMED.match(text)
    if not match:
        return None
    word, rest = match.group("word").lower(), match.group("rest")
    if not match.group("mark") and (rest[:1] == "," or _REFERENCE.match(rest)):
        return None  # "Section 4 applies ...": a sentence that speaks of it
    if word not in _CLAUSE_WORDS:
        if len(text) > _MAX_TITLE or (
            text.endswith((".", ";", ",")) and rest.count(" ") > _SECTION_LEVEL
        ):
            return None
        return Heading(_LEVEL_OF_WORD[word], text)
    return Heading(_CLAUSE_LEVEL, _short(text, match.start("rest")), clause=True)


def _numbered(text: str) -> Heading | None:
    match = _NUMBERED.match(text)
    if not match or len(text) > _MAX_TITLE or text.count(" ") > _MOST_SPACES:
        return None
    rest = match.group("rest")
    first = rest[0]
    if not (first.isupper() or "\u4e00" <= first <= "\u9fff") or _UNIT_AFTER.match(rest):
        return None
    if rest.endswith((".", "。", ";", "；", ",", "，", ":", "?")) or re.search(
        r"[.!?] [A-Z]", rest
    ):
        return None
    if re.search(r"\d[\d,.]*\s+\$?\(?\d", rest) or "|" in rest:
        return None  # a row of figures
    return Heading(_SECTION_LEVEL + match.group("number").count("."), text)


def _short(text: str, end: int) -> str:
    """The number and, if the rest of the line is a title rather than a sentence, the title."""
    rest = text[end:].strip()
    is_title = len(text) <= _MAX_TITLE and not rest.endswith((".", ";", ",", ":"))
    return text if is_title else text[:end].strip(" .:–—-")
