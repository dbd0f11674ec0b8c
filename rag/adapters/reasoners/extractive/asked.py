"""What a question asks for: its content terms, the kind of answer, what it names."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from rag.adapters.reasoners.extractive.function_words import content_terms, is_german
from rag.adapters.reasoners.extractive.places import places
from rag.adapters.reasoners.extractive.question_words import CONTRASTS, TYPE_WORDS, VERBS, WEAK
from rag.adapters.reasoners.extractive.synonyms import alternatives, chinese_words
from rag.grounding.names import codes
from rag.grounding.normal import normal
from rag.text.language import detect
from rag.text.terms import terms
from rag.types import Language

Kind = Literal[
    "money", "duration", "extent", "age", "moment", "date", "number", "any", "percent", "person",
    "rule", "reason", "place", "none",
]  # fmt: skip

_KINDS: tuple[tuple[Kind, str], ...] = (
    ("person", r"^(?:and |but |so )?who(?:m|se)?\b|^谁|是谁|由谁|^wer\b"),
    ("percent", r"what (?:percent|percentage|share)|how many percent|百分之几|百分比|比例是"),
    ("any", r"how fast\b.*\b(?:run|runs|go|goes|spin|spins|turn|turns|rotate|rotates|drive|fly|travel)\b"),
    ("age", r"how old\b|多少岁|几岁|年龄"),
    ("extent", r"how long (?:is|are|was|were)\b|how long (?:must|may|should|can) .+ be\b|wie lang\b"),
    ("duration", r"how (?:long|fast|soon|quickly|often|late|far ahead|far in advance|early)\b|wie (?:lange|oft)\b|どのくらいの期間"),
    ("duration", r"how (?:many|much)(?: [\w-]+){0,2} (?:days?|weeks?|months?|years?|hours?|minutes?|notice|time|leave|holidays?|vacation)\b"),
    ("duration", r"多久|多长时间|几天|多少天|几周|多久一次|几个月|多少个?小时|几个?小时|几年|多少年|提前多"),
    ("date", r"\bwhen (?:was|were|did)\b|\b(?:what|which) year\b|哪一?年|何时成立"),
    ("moment", r"^when\b|\bby when\b|\bsince when\b|what (?:time|date|day)\b|\bdeadline\b|\bwhen (?:is|are|does|do|must|should|can|will|may)\b|\b(?:ab|bis) wann\b|^wann\b|几点|何時|いつ|什么时候|何时|哪天|日期"),
    ("any", r"how much (?!is|are|was|were|does|do|did|can|may|must|should|will|would|has|have|of|money|for|to|at|per|rent|pay|salary|deposit|tax)[a-z]+\b(?! (?:cost|fee|price))"),
    ("money", r"(?:what|which) (?:amount|sum|order value)\b|(?<!by )how (?:much|pricey|expensive|costly)(?! (?:time|notice|leave|does \w+ weigh))|\b(?:cost|price|priced|pricey|fee|charge|spend|salary|budget)\b|多少钱|多少元|(?:奖|费|补贴|补助|津贴|工资|薪水?|价|款|租金|押金|违约金|金额)(?:用)?(?:是|为|有)?多少(?![天个人次年月])|费用是|价格|多贵|いくら|was kostet|wie teuer"),
    ("number", r"how many\b|何[種人個名台]|多少[个名人次条份辆]|几[个名人次条份辆]"),
    ("any", r"how (?:much|high|big|large|heavy|tall|hot|warm|cold|wide|far|loud|deep|strong)\b|\b(?:temperature|pressure|weight|speed|torque|voltage|capacity|percentage)\b|what number|\bwie hoch\b|多少|几|多[高大重]"),
    ("person", r"\bwho(?:m|se)?\b|\bwer\b|\bwem\b|谁|哪个部门|哪位|由哪|誰"),
    ("place", r"\bwhere\b|\bin (?:what|which) (?:room|building|place|city|town|office|hall|street)\b|\bwo\b|哪里|哪儿|何处|在哪|どこ"),
    ("reason", r"\bwhy\b|\breasons? (?:for|is|was)\b|为什么|原因|\bwarum\b"),
    ("rule", r"^(?:and |but |so )?(?:can|may|could|must|should|shall|do|does|did|is|are|was|am|will|have|has|darf|muss|ist|sind|kann)\b|吗[?？]?$|能否|是否|可不可以"),
)  # fmt: skip
_CHINESE_WH = re.compile(  # cut out first: 多少天年假 would be cut as 多少 / 天年 / 假
    r"多少(?:个?小时|个月|[天元钱个次周月年人])?|几(?:个?小时|个月|[天个点次周年])|多长时间|多[久长高大远]|什么时候|何时|"
    r"怎么样?|如何|什么|哪些|哪个|谁|吗|呢|时要|需要|要"
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
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_MODEL = re.compile(
    r"(?<![\w.])(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* )[A-Z][A-Za-z]+[ -](\d{1,5})(?![\w.,-]|%| ?(?:days|euro|hours|people|January|February|March|April|May|June|July|August|September|October|November|December))"
)
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
GROUPS = tuple(
    "contractor freelancer intern trainee apprentice director part-tim consultant agency 外包人员 外包 实习生 兼职 离职员工 temporary volunteer visitor".split()
)
_KEPT = 256  # questions taken apart
_CHINESE_MEASURE = re.compile(
    r"[〇零一二两三四五六七八九十百\d]+(?:分钟|个?小时|个?工作日|天|日|周|年|个?月|元|万元|人|次)"
)
_ALLOWANCE = frozenset(terms("allowance", "en"))  # the stem of "allow", which weighs little
_WEIGHT_VERB = 0.6  # what happens is put in many words; who or what it happens to is not
_WEIGHT_WEAK, _WEIGHT_FOCUS, _WEIGHT_NAMED, _WEIGHT_TYPE = 0.35, 1.4, 1.5, 0.15


@dataclass(frozen=True, slots=True)
class Need:
    """A content term of the question, what else may stand for it, and how much it weighs.

    ``parts`` are Chinese words inside it, which say less than the whole.
    """

    term: str
    others: frozenset[str]
    weight: float
    parts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart.

    ``anchors`` (codes, years, numbers of clauses and items) must be met, word by word; ``named``
    are capitalised names; ``groups`` kinds of people that rules set apart; ``ordinal`` the place
    in a list, 0 for none; ``hints`` terms of the conversation that may break ties; ``figures`` are
    the numbers that the question is asked with, which are not its answer.
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
    figures: tuple[str, ...] = ()


@lru_cache(maxsize=_KEPT)
def analyse(text: str, queries: tuple[str, ...] = ()) -> Asked:
    """Takes a question apart. Pure; kept because each step of an answer asks for it again."""
    plain = normal(text)
    language = detect(plain)
    named = tuple(
        dict.fromkeys(m.group() for m in _NAME.finditer(plain) if m.group() not in _NO_NAMES)
    )
    named = () if is_german(plain) else named  # every noun has a capital there
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
        groups=tuple(g for g in GROUPS if g in plain.lower()),
        ordinal=_ordinal(plain),
        hints=frozenset(hints),
        figures=tuple(dict.fromkeys(_FIGURE.findall(plain))),
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
    plain = _CHINESE_WH.sub("，", text)
    known = _known_words(plain) if language == "zh" else []
    for word in known:  # what is cut out leaves no half behind
        plain = plain.replace(word, "，")
    found = [*known, *terms(plain, language)]
    every = _uncompounded(list(dict.fromkeys(content_terms(text, found, language))))
    person = _kind(text) == "person"  # then what is done tells who
    needs: list[Need] = []
    for term in every:
        if term in held or (not term.isascii() and any(term != t and term in t for t in every)):
            continue
        parts = frozenset(
            t for t in every if len(t) > 1 and t != term and t in term and not t.isascii()
        )
        weight = (
            1.0
            if term in _ALLOWANCE and "allowance" in text
            else _weight(term, focus, names, person=person)
        )
        needs.append(Need(term, alternatives(term), weight, parts))
    return tuple(needs)


def _known_words(text: str) -> list[str]:
    """Measures and words of the synonyms, longest first; they are cut out before a dictionary cuts the rest."""
    found = _CHINESE_MEASURE.findall(text)
    text = _CHINESE_MEASURE.sub("，", text)
    for word in sorted((w for w in chinese_words() if w in text), key=lambda w: (-len(w), w)):
        if word in text:
            found.append(word)
            text = text.replace(word, "，")
    return found


def _uncompounded(every: list[str]) -> list[str]:
    """Without the compounds that are nothing but their parts: 公司地址 is 公司 and 地址."""
    words = [term for term in every if len(term) > 1 and not term.isascii()]
    whole = {a + b for a in words for b in words}
    return [term for term in every if term not in whole]


def _weight(term: str, focus: set[str], names: set[str], *, person: bool) -> float:
    if term in _stems(TYPE_WORDS):
        return _WEIGHT_TYPE
    if term in names or term in _stems(CONTRASTS):
        return _WEIGHT_NAMED
    if (
        term in _stems(WEAK)
        or _CHINESE_MEASURE.fullmatch(term)
        or (len(term) == 1 and not term.isascii())
    ):
        return _WEIGHT_WEAK
    if term in _stems(VERBS) and not person:
        return _WEIGHT_VERB
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
    found += _MODEL.findall(text)
    return tuple(dict.fromkeys(anchor.casefold() for anchor in found))


def _ordinal(text: str) -> int:
    if not _ORDINAL_REFERENCE.search(text):
        return 0
    return next((n for p, n in _ORDINALS if re.search(p, text, re.IGNORECASE)), 0)
