"""Citations as models write them, brought to ``[n]``."""

import re
from collections.abc import Collection

_WORD = (
    r"(?:(?:编号|文档|来源|资料|文献|出处|excerpts?|passages?|documents?|docs?|sources?|citations?|refs?"
    r"|no\.?|p(?:age)?\.?|[#^])\s{0,2}[:：#]?\s{0,2})?"
)
_MARK = re.compile(
    rf"(?P<space>\s?)[\[【［]\s{{0,2}}{_WORD}(?P<numbers>\d{{1,4}}"
    rf"(?:\s{{0,2}}(?:[,，、;；&和–-]|and)\s{{0,2}}{_WORD}\d{{1,4}})*)\s{{0,2}}(?:†[^\]】］]{{0,40}})?[\]】］]"
    r"(?:\((?:https?:|#)[^)\s]{0,300}\))?",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"\s{0,2}[\[【［]\s{0,2}(?:n|x|编号|number|citation|(?:来源|资料来源|出处|source)\s{0,2}[:：][^\]】］\d]{0,60})\s{0,2}[\]】］]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"^(\d+)\s*[–-]\s*(\d+)$")
_TWICE = re.compile(r"(\[\d+\])(?:[ \t]{0,3}\1)+")
_SMALLEST_YEAR = 1000
_LONGEST_RANGE = 10
_SPACE_BEFORE_STOP = re.compile(r"[ \t]{1,3}(?=[.,;:!?。，；：！？](?:\s|$))")


def normalise(text: str, valid: Collection[int]) -> str:
    """The text with each citation as ``[n]``; those that point at nothing are left out."""
    marked = _MARK.sub(lambda match: _written(match, valid), _PLACEHOLDER.sub("", text))
    return _SPACE_BEFORE_STOP.sub("", _TWICE.sub(r"\1", marked)).strip()


def _written(match: re.Match[str], valid: Collection[int]) -> str:
    named = _numbers(match["numbers"])
    if len(named) == 1 and named[0] >= _SMALLEST_YEAR and named[0] not in valid:
        return match.group()  # a year, as in "[2023] 15号"
    kept = [n for n in dict.fromkeys(named) if n in valid]
    return match["space"] + "".join(f"[{n}]" for n in kept) if kept else ""


def _numbers(text: str) -> list[int]:
    span = _RANGE.match(text.strip())
    if span:
        low, high = int(span[1]), int(span[2])
        if low <= high < low + _LONGEST_RANGE:
            return list(range(low, high + 1))
    return [int(digits) for digits in re.findall(r"\d+", text)]
