"""The sides of a comparison, each as a question of its own."""

import re

_NAME = r"[A-Z0-9][\w-]*(?: [A-Z0-9][\w-]*)*"
_JOINED = (
    re.compile(r"\bbetween (?P<a>.{2,60}?) and (?P<b>.{2,60}?)(?P<end>\?|$|, )", re.IGNORECASE),
    re.compile(r"\bcompare (?P<a>.{2,60}?) (?:and|with|to) (?P<b>.{2,60}?)(?P<end>\?|\.|$)", re.IGNORECASE),
    re.compile(rf"(?P<a>{_NAME}) (?:or|and|vs\.?|versus) (?P<b>{_NAME})(?P<end>)"),
    re.compile(r"\b(?P<a>[\w-]+) (?:vs\.?|versus) (?P<b>[\w-]+)(?P<end>)", re.IGNORECASE),
    re.compile(r"(?:比较|对比)?(?P<a>[\w]{2,12}?)(?:和|与|跟|同|还是)(?P<b>[\w]{2,12}?)(?P<end>的|有|哪|之间|在|相比|[?？]|$)"),
)  # fmt: skip
_FRAME = re.compile(
    r"^(?:what(?:'s| is| are)?|is there|how big is)?\s*(?:the |a )?(?:difference|comparison)s?(?: (?:in|of))?\s*",
    re.IGNORECASE,
)


def sides(question: str) -> tuple[str, ...]:
    """The question with each side alone; empty if it can't be told apart by rules.

    What stands before the first side belongs to both: "the limit in Porto and Braga".
    """
    for pattern in _JOINED:
        found = pattern.search(question)
        if found is None:
            continue
        before, after = question[: found.start()], question[found.end("b") :]
        one, other = found["a"].strip(), found["b"].strip()
        return (_asked(before, one, after), _asked(before, _headed(one, other), after))
    return ()


def _headed(one: str, other: str) -> str:
    """The second side with the words that it shares with the first: "the limit in" Braga."""
    head, joint, last = one.rpartition(" in ") if " in " in one else one.rpartition(" for ")
    alone = " in " not in other and " for " not in other
    return f"{head}{joint}{other}" if joint and alone and last else other


def _asked(before: str, side: str, after: str) -> str:
    text = f"{_FRAME.sub('', before)} {side}{after}"
    return " ".join(text.split()).strip(" ,")
