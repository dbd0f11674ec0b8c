"""Work on a text that follows it: no reader of a document is asked whether a tweet is positive."""

import re

_TEXT = r"(?:feedback|review|tweet|sentence|text|comment|message|post|statement|passage|paragraph)"

TASKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "sentiment|mood|tone|emotion",
        (
            rf"\b(?:classify|analy[sz]e|determine|identify|evaluate|assess|judge|rate|detect|label)\b.{{0,30}}\b(?:sentiment|mood|tone|emotion)s?\b.{{0,20}}\b(?:this|the following)\b.{{0,20}}\b{_TEXT}\b",
        ),
    ),
    (
        "positive|negative|neutral|sarcastic",
        (
            rf"\b(?:is|was|are) (?:this|the following)\b.{{0,20}}\b{_TEXT}\b.{{0,20}}\b(?:positive|negative|neutral|sarcastic)\b",
        ),
    ),
)
"""As in `rag.grounding.instruction_words`: words one of which is there, and the patterns."""

_MARKS = "\"'“”‘’«»"
_OPENS = re.compile(rf"[:?,]\s*[{_MARKS}](?=\w)")
_BEGINS = re.compile(rf"\s*[{_MARKS}](?=\w)")
_CLOSES = re.compile(rf"[{_MARKS}]\W*$")
_MOST = 6  # sentences of a text that is worked on


def worked_on(texts: list[str], first: int) -> int:
    """How many of the texts after the ``first``, an order, are in the quotation that it is about."""
    after = texts[first + 1 : first + 1 + _MOST]
    opened = _OPENS.search(texts[first])
    if not after or not (opened or _BEGINS.match(after[0])):
        return 0
    if opened and _CLOSES.search(texts[first][opened.end() :]):
        return 0
    return next((n for n, text in enumerate(after, 1) if _CLOSES.search(text)), 0)
