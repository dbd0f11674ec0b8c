"""What a question asks for: its content terms, the kind of answer, what it names."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from rag.adapters.reasoners.extractive.places import places
from rag.adapters.reasoners.extractive.synonyms import alternatives
from rag.grounding.names import codes
from rag.grounding.normal import normal
from rag.text.language import detect
from rag.text.terms import terms
from rag.types import Language

Kind = Literal["money", "duration", "moment", "date", "number", "any", "percent", "person", "none"]

_KINDS: tuple[tuple[Kind, str], ...] = (
    ("percent", r"what (?:percent|percentage|share)|how many percent|百分之几|百分比|比例是"),
    ("any", r"how fast\b.*\b(?:run|runs|go|goes|spin|spins|turn|turns|rotate|rotates|drive|fly|travel)\b"),
    ("duration", r"how (?:long|fast|soon|quickly|often|late|far ahead|early|old)\b"),
    ("duration", r"how (?:many|much)(?: [\w-]+){0,2} (?:days?|weeks?|months?|years?|hours?|minutes?|notice|time|leave|holidays?|vacation)\b"),
    ("duration", r"多久|多长时间|几天|多少天|几周|几个月|多少个?小时|几个?小时|几年|多少年|提前多"),
    ("date", r"\bwhen (?:was|were|did)\b|\b(?:what|which) year\b|哪一?年|何时成立"),
    ("moment", r"^when\b|\bby when\b|\bsince when\b|what (?:time|date|day)\b|\bdeadline\b|\bwhen (?:is|are|does|do|must|should|can|will)\b|几点|什么时候|何时|哪天|日期"),
    ("money", r"how (?:much|pricey|expensive|costly)(?! (?:time|notice|leave|does \w+ weigh))|\b(?:cost|price|priced|pricey|fee|charge|spend|salary|budget)\b|多少钱|多少元|费用是|价格|多贵"),
    ("number", r"how many\b|多少[个名人次条份辆]|几[个名人次条份辆]"),
    ("any", r"how (?:much|high|big|large|heavy|tall|hot|warm|cold|wide|far|loud|deep|strong)\b|\b(?:temperature|pressure|weight|speed|torque|voltage|capacity|percentage)\b|what number|多少|几|多[高大重]"),
    ("person", r"\bwho(?:m|se)?\b|谁|哪个部门|哪位|由哪"),
)  # fmt: skip
_CHINESE_WH = re.compile(  # cut out first: 多少天年假 would be cut as 多少 / 天年 / 假
    r"多少(?:个?小时|个月|[天元钱个次周月年人])?|几(?:个?小时|个月|[天个点次周年])|多长时间|多[久长高大远]|什么时候|何时|"
    r"怎么样?|如何|什么|哪些|哪个|谁|吗|呢"
)
_TYPE_WORDS = frozenset(
    "loud fast long soon quickly often late early far ahead old pricey expensive costly high big large "
    "heavy most maximum max least minimum number amount date time deadline exactly "
    "多久 多长时间 几天 多少天 多少钱 多少元 几点 什么时候 何时 最多 至少 最高 最少 多长 提前".split()
)
_WEAK = frozenset(
    "company employee staff people person someone anyone office work worker use make take need "
    "allow happen policy document rule page day week month year hour thing kind type case first "
    "last new own way like want go come put let set find see one two three team member state "
    "according mention describe follow list exist apply get receive entitle per "
    "done do perform summarise summarize summary overview explain outline difference compare between limit cost price offer our budget allowance place second receive pay paid spend hold 员工 公司 规定 时间 天 年 月 日 周 小时 情况 时候 人 个 每 次 元 钱 工作 "
    "每年 每月 每天 每周 一次 怎么 算 发 交 存在 属于 进行 发现 上限 标准 部门 可 不能 办理".split()
)
_NAME = re.compile(r"(?<!^)(?<![.?!] )(?<![\w-])[A-ZÀ-Þ][\w'’&-]*(?:\s[A-ZÀ-Þ][\w'’&-]*)*")
_NO_NAMES = frozenset(
    {"I", "I'm", "I'd", "I've", "OK", "PDF", "What", "Which", "How", "Who", "When"}
)
_IDENTIFIER = re.compile(
    r"\b(?:item|article|clause|section|version|chapter|table|figure|page|part|no\.?|number|step|"
    r"rev(?:ision)?|year)\s+(?=[\w.-]*\d)([\w.-]*\w)|第\s?([\d一二三四五六七八九十百]+)\s?[条章节页款]",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d(,.])(?:19|20)\d\d(?![\d,.]\d|\d)")
_FOCUS = re.compile(
    r"\b(?:how (?:many|much)|which|what|whose)\s+((?:[\w'-]+\s?){1,3}?)"
    r"(?=\s(?:do|does|did|is|are|was|were|has|have|can|may|must|should|will|of|in|for|at|to)\b)"
    r"|\bwhat(?:'s| is| are| was| were) the ((?:[\w'-]+\s){1,3}?)(?=(?:of|for|in|on|at)\b)",
    re.IGNORECASE,
)
_ORDINALS = (
    (r"first|第一[个项条种]", 1),
    (r"second|第二[个项条种]", 2),
    (r"third|第三[个项条种]", 3),
    (r"fourth|第四[个项条种]", 4),
)
_ORDINAL_REFERENCE = re.compile(r"\b(?:\w+) (?:one|item|tier|point|option|entry)\b|第[一二三四][个项条种]", re.IGNORECASE)  # fmt: skip
_GROUPS = "contractor freelancer intern trainee apprentice director part-tim consultant agency 外包人员 外包 实习生 兼职"
_KEPT = 256  # questions taken apart
_WEIGHT_WEAK, _WEIGHT_FOCUS, _WEIGHT_NAMED, _WEIGHT_TYPE = 0.35, 1.4, 1.5, 0.15


@dataclass(frozen=True, slots=True)
class Need:
    """A content term of the question, what else may stand for it, and how much it weighs."""

    term: str
    others: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart.

    ``anchors`` (codes, years, numbers of clauses and items) must be met, word by word; ``named``
    are capitalised names; ``groups`` kinds of people that rules set apart; ``ordinal`` the place
    in a list, 0 for none; ``hints`` terms of the conversation that may break ties.
    """

    text: str
    language: Language
    needs: tuple[Need, ...]
    kind: Kind
    anchors: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    ordinal: int = 0
    hints: frozenset[str] = frozenset()


@lru_cache(maxsize=_KEPT)
def analyse(text: str, queries: tuple[str, ...] = ()) -> Asked:
    """Takes a question apart. Pure; kept because each step of an answer asks for it again."""
    plain = normal(text)
    language = detect(plain)
    named = tuple(
        dict.fromkeys(m.group() for m in _NAME.finditer(plain) if m.group() not in _NO_NAMES)
    )
    named += tuple(place for place in places() if not place.isascii() and place in plain)
    anchors = _anchors(plain)
    needs = _needs(plain, language, named, anchors)
    own = {need.term for need in needs}
    hints = {term for query in queries for term in terms(query, detect(query))} - own
    return Asked(
        text=plain,
        language=language,
        needs=needs,
        kind=_kind(plain),
        anchors=anchors,
        named=named,
        groups=tuple(g for g in _GROUPS.split() if g in plain.lower()),
        ordinal=_ordinal(plain),
        hints=frozenset(hints),
    )


def _needs(
    text: str, language: Language, named: tuple[str, ...], anchors: tuple[str, ...]
) -> tuple[Need, ...]:
    """The terms, but for those of the anchors: an anchor is demanded, so it proves nothing."""
    held = {t for anchor in anchors for t in terms(anchor, language)}
    focus = {
        t
        for match in _FOCUS.finditer(text)
        for t in terms(match.group(1) or match.group(2), language)
    }
    names = {t for name in named for t in terms(name, language)}
    every = list(dict.fromkeys(terms(_CHINESE_WH.sub("，", text), language)))
    found: list[Need] = []
    for term in every:
        parts = {t for t in every if t != term and t in term and not t.isascii()}
        if term in held:
            continue
        if not term.isascii() and any(term != t and term in t for t in every):
            continue
        others = parts.union(alternatives(term), *(alternatives(part) for part in parts))
        found.append(Need(term, frozenset(others), _weight(term, focus, names)))
    return tuple(found)


def _weight(term: str, focus: set[str], names: set[str]) -> float:
    if term in _stems(_TYPE_WORDS):
        return _WEIGHT_TYPE
    if term in names:
        return _WEIGHT_NAMED
    if term in _stems(_WEAK) or (len(term) == 1 and not term.isascii()):
        return _WEIGHT_WEAK
    return _WEIGHT_FOCUS if term in focus else 1.0


@cache
def _stems(words: frozenset[str]) -> frozenset[str]:
    return frozenset(t for w in words for t in ([w] if detect(w) == "zh" else terms(w, "en")))


def _kind(text: str) -> Kind:
    for kind, pattern in _KINDS:
        if re.search(pattern, text, re.IGNORECASE):
            return kind
    return "none"


def _anchors(text: str) -> tuple[str, ...]:
    found = [*codes(text), *_YEAR.findall(text)]
    found += [a or b for a, b in _IDENTIFIER.findall(text)]
    return tuple(dict.fromkeys(anchor.casefold() for anchor in found))


def _ordinal(text: str) -> int:
    if not _ORDINAL_REFERENCE.search(text):
        return 0
    return next((n for p, n in _ORDINALS if re.search(p, text, re.IGNORECASE)), 0)
