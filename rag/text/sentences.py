"""Sentences of a text, as offsets, so that whatever is quoted stays verbatim."""

import re

_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st no nos vs etc e.g i.e cf fig figs al inc ltd co corp dept sec art approx "
    "ca u.s u.k p pp vol jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|[。！？；]+[”’」』）]*|\n+")
_LAST_WORD = re.compile(r"([A-Za-z.]+)$")


def sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence, without the white space around it.

    A line end ends a sentence: lines have been rejoined to paragraphs before, so one that is left
    is a heading, a list item or a row.
    """
    found: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match.group().startswith(".") and _is_abbreviation(text[start : match.start()]):
            continue
        _append(found, text, start, match.end())
        start = match.end()
    _append(found, text, start, len(text))
    return found


def _is_abbreviation(before: str) -> bool:
    word = _LAST_WORD.search(before)
    if not word:
        return bool(re.fullmatch(r"\s*\d+(?:\.\d+)*", before))  # "3." that numbers a clause
    lowered = word.group(1).lower()
    return lowered in _ABBREVIATIONS or (len(lowered) == 1 and lowered.isalpha())


def _append(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    stop = start + len(piece.rstrip())
    if stop > begin:
        found.append((begin, stop))
