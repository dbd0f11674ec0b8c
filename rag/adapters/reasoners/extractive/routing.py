"""What kind of message it is, by rules: a greeting, a question about the library, or a question."""

import re
from collections.abc import Sequence

from rag.adapters.reasoners.extractive.windows import term_set
from rag.grounding.normal import folded
from rag.types import Intent, Route

_GREETING = (
    r"(?:hi|hello|hey|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings)"
    r"(?: (?:there|all|everyone|team|footnote|bot))*"
)
_THANKS = (
    r"(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ty|cheers|great|perfect|ok(?:ay)?|cool|"
    r"got it|yes|yep|no|nope|sure|bye|goodbye|see you|nice|awesome|well done|good (?:bot|job)|much appreciated)"
)
_ABOUT_BOT = (
    r"(?:who|what) are you|what(?: else)? can you (?:do|help(?: me)? with)|how do (?:you work|i use you)"
    r"|what(?:'s| is) your name|are you (?:a |an )?(?:bot|human|ai|robot)|how are you(?: doing)?|help(?: me)?"
)
_CHINESE_TALK = (
    r"(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|早|大家好)(?:呀|啊|吗)?|(?:非常|太|多)?谢谢?(?:你|您|了|啦)*|感谢(?:你|您)?|"
    r"好的?|是的|不用了?|再见|拜拜|辛苦了|明白了?|收到|你是谁|你叫什么(?:名字)?|你(?:能|可以|会)(?:做|干)(?:什么|些什么|啥)|怎么用|帮助"
)
_POLITE = r"(?:please|pls|then|so|and|now|for that|for your help|for the help)"
_SMALL_TALK = re.compile(
    rf"(?:(?:{_GREETING}|{_THANKS}|{_ABOUT_BOT}|{_CHINESE_TALK}|{_POLITE})[\s,.!?;:~，。！？、；：]*)+",
    re.IGNORECASE,
)
_LEADING_TALK = re.compile(
    rf"^(?:(?:{_GREETING}|{_THANKS}|你好|您好|嗨|谢谢|请问)[\s,.!;:，。！、；：-]+|请问)+",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"[\W_]*(?:[\s:]*:[a-z_+-]+:)*[\W_]*", re.IGNORECASE)

_THINGS = r"(?:documents?|files?|pdfs?|docs|papers|handbooks|library|sources)"
_CATALOGUE = re.compile(
    rf"\b(?:what|which) (?:\w+ ){{0,2}}?{_THINGS} (?:do|can|did|have) you (?:have|see|know|read|use|got|search|access)"
    rf"|\b(?:what|which) (?:\w+ ){{0,2}}?{_THINGS} (?:are|is) (?:there|here|available|loaded|indexed|uploaded|stored|in (?:here|this channel|the library|your library))"
    rf"|\b(?:list|show)(?: me)?(?: (?:all|the|your|my|our|of|available|uploaded))* {_THINGS}\s*[.?!]*$"
    rf"|\bhow many {_THINGS} (?:do you have|are (?:there|available|loaded|indexed))"
    rf"|\bwhat(?:'s| is) in (?:the|your|this) (?:library|channel)"
    r"|(?:有|看到|读过|收录了?)(?:哪些|什么|多少(?:个|份)?)(?:文档|文件|资料|PDF)|(?:哪些|什么)(?:文档|文件|资料)(?:可(?:以|供)|能)(?:查|用|看|问)"
    r"|(?:列出|显示)(?:一下)?(?:所有|全部|你的)?(?:的)?(?:文档|文件|资料)|(?:文档|文件|资料)(?:列表|清单|目录)",
    re.IGNORECASE,
)
_SUMMARISE = re.compile(
    r"^\W*(?:(?:please|can you|could you|would you)\s+)*(?:summari[sz]e|sum up|give (?:me )?(?:a|an) (?:summary|overview|outline) of|"
    r"(?:a )?summary of|(?:what is|what's) (?P<named>.+?) about\b|tl;?dr(?: of)?)\s*(?P<rest>.*)$"
    r"|^\W*(?:请|帮我|麻烦)*(?:总结|概括|归纳|概述)(?:一下)?(?P<zh>.+)$|^(?P<zh2>.+?)(?:讲了什么|的(?:摘要|概要|主要内容)(?:是什么)?)",
    re.IGNORECASE,
)
_PAGES = re.compile(
    r"\bhow (?:many pages|long) (?:has|have|does|is|are)\b(?P<rest>.*)|(?P<zh>.{1,200}?)(?:有|共|一共)?多少页",
    re.IGNORECASE,
)
_DEICTIC = re.compile(
    r"\b(?:this|that|it|the)\s*(?:document|file|pdf)?$|^(?:这份|这个|该)(?:文档|文件|资料)?$",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:the|this|that|our|a|an|document|file|pdf|have|has|in|contain|for me|please)\b|\.pdf\b|[《》\"'?？.。!！]|^的|(?:这份|这个|该)?(?:文档|文件)",
    re.IGNORECASE,
)
_NAMED_SHARE = 0.6  # of the words used must be in a title for it to be that document

_INTENTS: tuple[tuple[Intent, str], ...] = (
    ("comparison", r"\b(?:compare|comparison|difference|differ|versus|vs\.?|better|cheaper|both)\b|\bor\b.+\?|比较|对比|区别|不同|还是"),
    ("trend", r"\b(?:trend|over time|over the (?:years|last)|develop(?:ed|ment)|grow(?:n|th)|chang(?:ed?|es) (?:since|between|over))\b|趋势|变化|历年|逐年"),
    ("summary", r"\b(?:summar|overview|outline|main points|key points|in general|list all|what are all)|总结|概括|概述|要点|有哪些"),
)  # fmt: skip


def is_small_talk(text: str) -> bool:
    """A greeting, thanks, or a question about the bot itself, and nothing else; or no words."""
    plain = folded(text)
    return bool(_EMPTY.fullmatch(plain)) or bool(_SMALL_TALK.fullmatch(plain))


def without_greeting(text: str) -> str:
    """The question that follows "Hi," or "请问"."""
    rest = _LEADING_TALK.sub("", text.strip())
    return rest if len(rest) > 1 else text.strip()


def catalogue(text: str, documents: Sequence[str]) -> tuple[Route, str]:
    """Whether the registry answers: ``("catalogue", the document named)``, else documents.

    "Summarise" alone is no catalogue question: it must name a document that can be seen, or
    "this document".
    """
    plain = folded(text)
    if _CATALOGUE.search(plain):
        return "catalogue", ""
    for pattern in (_SUMMARISE, _PAGES):
        match = pattern.search(plain)
        if not match:
            continue
        asked = next((value for value in match.groupdict().values() if value), "").strip(" ?？.。!")
        named = named_document(asked, documents)
        if named or (_DEICTIC.search(asked) and (pattern is _SUMMARISE or "page" in plain)):
            return "catalogue", named
    return "documents", ""


def named_document(words: str, documents: Sequence[str]) -> str:
    """The title that these words name, or an empty string; the closest if several fit."""
    wanted = term_set(_FILLER.sub(" ", folded(words)))
    if not wanted:
        return ""
    best, best_share = "", 0.0
    for title in documents:
        have = term_set(folded(title).replace("_", " ").removesuffix(".pdf"))
        whole = folded(title).removesuffix(".pdf") in folded(words)
        share = len(wanted & have) / max(len(wanted), 1) + 0.1 * len(wanted & have) / max(
            len(have), 1
        )
        share = 2.0 if whole else share
        if share > best_share:
            best, best_share = title, share
    return best if best_share >= _NAMED_SHARE else ""


def intent_of(text: str) -> Intent:
    """What kind of answer is wanted; ``fact`` unless a word says otherwise."""
    for intent, pattern in _INTENTS:
        if re.search(pattern, text, re.IGNORECASE):
            return intent
    return "fact"
