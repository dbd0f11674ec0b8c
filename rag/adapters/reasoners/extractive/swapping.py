"""Puts what a follow-up names in the place of its like in the question before."""

import re

GROUPS = (
    r"(?:full-time |part-time |permanent |temporary |senior |junior |new )?"
    r"(?:employees?|contractors?|freelancers?|managers?|interns?|trainees?|directors?|staff|apprentices?|consultants?|"
    r"agency workers|part-timers|parents?|mothers?|fathers?|students?|pupils?|visitors?|adults?|children|customers?|clients?)",
    r"(?:外包人员|正式员工|员工|经理|实习生|兼职人员|管理人员|新员工|客户)",
)
_PLACE = r"(?<=\bin |\bto |\bat )[A-Z][\w-]+(?: [A-Z][\w-]+)*"
_CHINESE_PLACE = (
    r"(?:北京|上海|深圳|广州|杭州|南京|成都|境外|境内|国外|国内|其他城市|[\u4e00-\u9fff]{1,3}市)"
)
_YEAR = r"\b(?:19|20)\d\d\b|(?:19|20)\d\d(?=年)"


def _swap_alike(what: str, previous: str) -> str:
    """A name with the same first or last word takes the other's place: the autumn term."""
    words = what.split()
    if len(words) != 2:  # noqa: PLR2004 - "spring term", "Model 500"
        return ""
    first, last = map(re.escape, words)
    alike = rf"\b{first} [\w-]*\d[\w-]*" if words[1][0].isdigit() else rf"\b[\w-]+ {last}\b"
    found = re.search(alike, previous)
    return f"{previous[: found.start()]}{what}{previous[found.end() :]}" if found else ""


def swapped_in(what: str, previous: str) -> str:
    """The last question with ``what`` in it; empty if nothing in it is of the same kind."""
    if alike := _swap_alike(what, previous):
        return alike
    for kind in (*GROUPS, _PLACE, _CHINESE_PLACE, _YEAR):
        alike = kind if kind != _PLACE else r"[A-Z][\w-]+(?: [A-Z][\w-]+)*"
        if not re.fullmatch(alike, what, _flags(kind)):
            continue
        found = list(re.finditer(kind, previous, _flags(kind)))
        if found:
            start, end = found[-1].span()
            return f"{previous[:start]}{what}{previous[end:]}"
    return ""


def _flags(kind: str) -> re.RegexFlag:
    return re.NOFLAG if kind == _PLACE else re.IGNORECASE
