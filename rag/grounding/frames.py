"""What is around the statements of an answer, and is checked as they are before anybody sees it.

A line before a list, the heading of a table, "I did not find it": nothing of it has a citation, so
nothing in it may go beyond the question and the pages that were read.
"""

import re
from collections.abc import Callable, Sequence

from rag.grounding.checks import Outcome, check_claim, page_text
from rag.grounding.claims import framing, split_claims
from rag.grounding.instructions import addresses_assistant
from rag.grounding.links import strange_links
from rag.grounding.statements import statements
from rag.text.cleaning import clean
from rag.text.language import detect
from rag.types import Claim, Excerpt

_MAY_SAY = (
    "I did not find information in documents, excerpts; following list, summary, table, details."
)
_MAY_SAY_IN_CHINESE = "在文件文档资料中没有找到查到发现相关信息内容，如下，以下，总结"
_FINE: frozenset[Outcome] = frozenset({"supported", "undecided"})
_LONGEST_DECLINE = 120
_MORE = re.compile(
    r"[,;:()，；：]|\b(?:because|since|but|so|as|instead|please|ask|visit|call|contact|write|see|go|use|try|until|unless"
    r"|which|who)\b|因为|请|但|联系|访问",
    re.IGNORECASE,
)
_BULLETS = "-*•·–#>|: \t"


def presentable(
    draft: str, excerpts: Sequence[Excerpt], question: str, declines: Callable[[Claim], bool]
) -> str:
    """A draft without control characters, and without what frames it where that is strange."""
    text, changed = clean(draft), True
    usual = _MAY_SAY_IN_CHINESE if detect(question) == "zh" else _MAY_SAY
    pages = {e.number: "\n".join([page_text(e), question, usual]) for e in excerpts}
    numbers = tuple(pages)

    def outcome(piece: str) -> Outcome:
        return check_claim(Claim(piece, numbers), excerpts, pages, question=question).outcome

    while changed:  # without its heading, the next row of a table becomes one
        said = [c.text for c in split_claims(text) if declines(c)]
        strange = [piece for piece in framing(text) if outcome(piece) not in _FINE]
        strange += [
            s for s in said if outcome(s) not in _FINE and not _only_declines(s, outcome(s))
        ]
        shorter = _without(text, strange)
        text, changed = shorter, shorter != text
    return text


def _only_declines(piece: str, outcome: Outcome) -> bool:
    """One clause that names what was not found, and nothing to do or to believe instead."""
    return outcome == "ungrounded" and len(piece) <= _LONGEST_DECLINE and not _MORE.search(piece)


def while_written(text: str, excerpts: Sequence[Excerpt]) -> str:
    """What may be shown of a draft before it is checked: no address that no page has."""
    shown, pages = clean(text), "\n".join(excerpt.text for excerpt in excerpts)
    bad = [
        piece
        for piece in (shown[start:end] for start, end in statements(shown))
        if addresses_assistant(piece) or strange_links(piece, pages)
    ]
    return _without(shown, bad)


def _without(text: str, pieces: Sequence[str]) -> str:
    if not pieces:
        return text
    for piece in pieces:
        text = text.replace(piece, "", 1)
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip(_BULLETS))
