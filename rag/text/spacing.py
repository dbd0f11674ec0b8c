"""Letters set apart or twice, put back into words.

Some producers place every letter by itself, others widen headings, and fake bold prints each
glyph twice; what comes out has no words that anybody searches for.
"""

import re
from itertools import pairwise

_GAP = re.compile(r"[ \t]{2,}")
_CJK_LETTER = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_CJK_RUN = re.compile(f"[{_CJK_LETTER}](?:[ \\t]+[{_CJK_LETTER}]){{2,}}(?![^\\s])")
_INNER_RUN = re.compile(r"(?<!\S)\S(?: \S){3,}(?!\S)")
_LONE = re.compile(r"[ \t].[ \t]")  # in whatever is joined, a character stands apart on both sides
_WIDE_PAIR = re.compile(r"[ABCDGHKMNOQRUVWXYmw]\w")
_MIN_LETTERS = 3
_TURNS = 4
_DOUBLED_WORD = re.compile(r"\b(?:([^\W\d_])\1){2,}\b|\b(?:(\w)\2){3,}\b")
_WORD = re.compile(r"\w{4,}")
_MIN_DOUBLED_SHARE = 0.6
_MIN_DOUBLED_LETTERS = 6
_MIN_KINDS = 3
_PAIR = re.compile(r"(\S)\1")


def join_spaced_letters(text: str) -> str:
    """``T E R M I N A T I O N  C L A U S E`` as ``TERMINATION CLAUSE``.

    Rows of single figures and alphabets stay as they are: joining those would make a number or
    a word that nobody wrote.
    """
    if not _LONE.search(text):
        return text
    lines = text.split("\n")
    return "\n".join(_join_line(line) if _LONE.search(line) else line for line in lines)


def _join_line(line: str) -> str:
    if " " not in line.strip():
        return line
    groups = _GAP.split(line.strip())
    split = [group.split(" ") for group in groups]
    if any(_spells(tokens) for tokens in split):
        kept = ["".join(t) if _is_set_apart(t) else g for t, g in zip(split, groups, strict=True)]
        line = " ".join(kept)
    line = _INNER_RUN.sub(_join_inner, line)
    return _CJK_RUN.sub(lambda m: re.sub(r"\s+", "", m.group()), line)


def _is_set_apart(tokens: list[str]) -> bool:
    """Single letters, among which two may stand together if the first of them is a wide one."""
    singles = sum(1 for token in tokens if len(token) == 1)
    return singles > 0 and all(len(t) == 1 or _WIDE_PAIR.fullmatch(t) for t in tokens)


def _spells(tokens: list[str]) -> bool:
    if len(tokens) < _MIN_LETTERS or any(len(token) != 1 for token in tokens):
        return False
    letters = [token for token in tokens if token.isalpha()]
    if len(letters) >= _MIN_LETTERS:
        return not _is_alphabet(letters) and not _takes_turns(tokens)
    figures = [token for token in tokens if token.isdigit()]
    return len(figures) > 1 and not {".", ","}.isdisjoint(tokens[1:-1])


def _is_alphabet(letters: list[str]) -> bool:
    codes = [ord(letter) for letter in letters]
    in_order = all(b > a for a, b in pairwise(codes))
    return in_order or len(set(letters)) == 1


def _takes_turns(tokens: list[str]) -> bool:
    """Figures and letters by turns are cells of a table: ``A 1 X 5 B 2``."""
    kinds = [token.isdigit() for token in tokens if token.isalnum()]
    return _TURNS * sum(a != b for a, b in pairwise(kinds)) > len(kinds)


def _join_inner(match: re.Match[str]) -> str:
    tokens = match.group().split(" ")
    return "".join(tokens) if _spells(tokens) else match.group()


def undouble(text: str) -> str:
    """``TThhee rreenntt`` as ``The rent``, where most words of the text or a whole line look so."""
    words = _WORD.findall(text)
    doubled = [w for w in words if w[0] == w[1] and w[2] == w[3] and _DOUBLED_WORD.fullmatch(w)]
    if not doubled:
        return text
    if len(doubled) >= _MIN_LETTERS and len(doubled) >= _MIN_DOUBLED_SHARE * len(words):
        return _PAIR.sub(r"\1", text)
    return "\n".join(
        _PAIR.sub(r"\1", line) if _is_doubled(line) else line for line in text.split("\n")
    )


def _is_doubled(line: str) -> bool:
    """Whether all of it stands there twice, as in a heading in fake bold."""
    solid = "".join(line.split())
    pairs = solid[::2]
    if pairs != solid[1::2] or sum(map(str.isalpha, pairs)) < _MIN_DOUBLED_LETTERS:
        return False
    return (
        all(token[::2] == token[1::2] for token in line.split()) and len(set(pairs)) >= _MIN_KINDS
    )
