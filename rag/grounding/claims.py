"""Splits an answer into the statements that have to be checked one by one."""

import re
from itertools import pairwise

from rag.grounding.markers import cites_of, without_markers
from rag.grounding.statements import statements
from rag.types import Claim

_BULLET = re.compile(r"^\s*(?:[-*•·–]|\d{1,2}[.)、]|\(\d{1,2}\)|#{1,6}|>)\s+")
_RULE = re.compile(r"^[\s|:*_=-]*$")
_TRAILING = re.compile(r"^\s*(?:[\[【［]\s*\d[\d\s,，、;-]*[\]】］]\s*)+[.。!?！？]?")
_GLUED = re.compile(r"(?<=[.!?])(?=[\[【［]\s*\d)")
_WORD = re.compile(r"\w")


def split_claims(answer: str) -> list[Claim]:
    """One claim a sentence, list item or table row, in order, with the excerpts that it cites.

    A marker after the full stop belongs to the sentence before it. Headings of a table, rules
    and lines that introduce a list ("The limits are:") state nothing and are left out, unless
    they cite something.
    """
    lines = [line for line in answer.splitlines() if not _RULE.match(line)]
    found: list[Claim] = []
    for number, line in enumerate(lines):
        if _is_row(line):
            found.extend(_row(line, heading=_heads(lines, number)))
        else:
            found.extend(_line(line))
    return found


def framing(answer: str) -> list[str]:
    """What `split_claims` leaves out, as it is written: headings of tables, lines before a list."""
    lines = [line for line in answer.splitlines() if not _RULE.match(line)]
    found: list[str] = []
    for number, line in enumerate(lines):
        if not _is_row(line):
            found.extend(piece for piece in _pieces(_bare(line)) if _is_lead(piece))
        elif _heads(lines, number) and not cites_of(line):
            found.append(line)
    return found


def _is_row(line: str) -> bool:
    return line.strip().startswith("|") and line.count("|") > 1


def _heads(lines: list[str], number: int) -> bool:
    before = number and _is_row(lines[number - 1])
    return not before and number + 1 < len(lines) and _is_row(lines[number + 1])


def _is_lead(piece: str) -> bool:
    text = without_markers(piece)
    ends = text.rstrip("*_ ").endswith((":", "："))
    return bool(_WORD.search(text)) and ends and not cites_of(piece)


def _bare(line: str) -> str:
    return _GLUED.sub(" ", _BULLET.sub("", line))


def _row(line: str, *, heading: bool) -> list[Claim]:
    cites = cites_of(line)
    if heading and not cites:
        return []
    cells = [without_markers(cell) for cell in line.strip().strip("|").split("|")]
    text = " | ".join(cell for cell in cells if cell)
    return [Claim(text, cites)] if _WORD.search(text) else []


def _line(line: str) -> list[Claim]:
    claims: list[Claim] = []
    for piece in _pieces(_bare(line)):
        text, cites = without_markers(piece), cites_of(piece)
        if not _WORD.search(text):
            _give_to_last(claims, cites)
        elif not _is_lead(piece):
            claims.append(Claim(text, cites))
    return claims


def _pieces(line: str) -> list[str]:
    """Sentences of a line, each with the markers that follow its full stop."""
    starts = [start for start, _ in statements(line)]
    bounds = [*starts, len(line)]
    pieces: list[str] = []
    for start, end in pairwise(bounds):
        piece = line[start:end]
        trailing = _TRAILING.match(piece)
        if trailing and pieces:
            pieces[-1] += trailing.group()
            piece = piece[trailing.end() :]
        if piece.strip():
            pieces.append(piece.strip())
    return pieces


def _give_to_last(claims: list[Claim], cites: tuple[int, ...]) -> None:
    if claims and cites:
        last = claims[-1]
        claims[-1] = Claim(last.text, tuple(dict.fromkeys(last.cites + cites)))
