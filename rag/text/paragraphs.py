"""Lines of a page rejoined to paragraphs, so that a line end means something again."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from rag.text.headings import heading_of, is_contents_line
from rag.text.language import detect, is_unspaced
from rag.text.shapes import shape_of

_LIST_ITEM = re.compile(
    r"\s*(?:[-–—•·▪▫◦‣●○■□*✓➢]|\(?[a-z]{1,4}[.)]|\(?\d{1,3}[.)]|\([A-Za-z0-9]{1,4}\)|\[\d+\]|（[一二三四五六七八九十\d]+）"
    r"|[一二三四五六七八九十]+[、.]|\d{1,2}、)\s*\S"
)
_MARKED = re.compile(r"\[(?:annotation|form field)\b")
_CODE = re.compile(
    r"^(?:\t| {4,})\S.*[{}=;\[\]<>]|[{}]\s*$|\w\(.*\)\s*[;{]\s*$|^[^.]{0,60}=.{0,60};\s*$|"
    r"^\s*(?:def|class|elif|try|except|import|from|return|for|while|if|else)\b.{0,80}[({].{0,80}:\s*$|"
    r"^\s*(?:#include|>>> |import [\w.]+$|from [\w.]+ import )|=>\s*[{(]|^\s*</?\w+(?: [\w-]+=\"[^\"]*\")*/?>"
)
_CODE_SIGN = re.compile(r"[{}=;\[\]<>#:]")
_IMPORTS = ("import ", "from ")
# Not with a full stop at its end: that ends a sentence.
_FIGURES = re.compile(r"(?:[$€£¥]\s*)?\(?[-–—+]?\d(?:[\d,.]*\d)?\)?%?|[—–-]")
_BETWEEN = frozenset("and or to of until und oder bis von et ou à y o per by at with than".split())
_TERMINAL = re.compile(r"[.!?…。！？：:;；][\"'”’」』）)\]]*$")
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff，。、；：！？（）「」《》"
_CJK_END = re.compile(f"[{_CJK}]$")
_CJK_START = re.compile(f"[{_CJK}]")
_CONTINUES = re.compile(r"[a-zß-öø-ÿ(,;&]|\d")
_OPEN_END = re.compile(
    r"(?:,|，|、|\b(?:and|or|of|the|a|an|to|in|for|by|with|on|at|from|that|which|und|der|die|et|de|la))$",
    re.IGNORECASE,
)
_OPEN_WORD = 8  # more than the longest of those words
_FEW_LINES = 8
_MIN_WIDTH = {True: 24, False: 60}
_TABLE_FIGURES = 2
_FIGURE_SHARE = 0.4
_SIGNS = frozenset("$ € £ ¥ % ) )% |".split())
_FULL = 0.9
_LAST_LINES = 256


def is_list_item(line: str) -> bool:
    """Whether the line begins with a bullet or a number of a list."""
    return bool(_LIST_ITEM.match(line))


@lru_cache(maxsize=_LAST_LINES)
def is_table_row(line: str) -> bool:
    """Whether the line is a row of cells: bars between them, or mostly figures."""
    if line.count(" | ") >= 1 or line.count("\t") >= _TABLE_FIGURES:
        return True
    if _odd_words(line) < _TABLE_FIGURES:
        return False
    tokens = [token for token in line.split() if token not in _SIGNS]
    figures = [not t[0].isalpha() and bool(_FIGURES.fullmatch(t)) for t in tokens]
    if sum(figures) < _TABLE_FIGURES:
        return False
    if all(figures[-_TABLE_FIGURES:]):
        return True
    return sum(figures) >= _FIGURE_SHARE * len(tokens) and not _is_told(tokens, figures)


def _odd_words(line: str) -> int:
    """How many words begin with a figure or a mark."""
    shape = shape_of(line)
    if shape is None:
        return sum([not word[0].isalpha() for word in line.split()])
    return shape.count(b" 0") + shape.count(b" .") + (shape[:1] in {b"0", b"."})


def _is_told(tokens: Sequence[str], figures: Sequence[bool]) -> bool:
    """Whether the figures stand in a sentence: ``9 and 12 on weekdays``."""
    first, last = figures.index(True), len(figures) - 1 - figures[::-1].index(True)
    return any(token.lower() in _BETWEEN for token in tokens[first:last])


@lru_cache(maxsize=_LAST_LINES)
def is_code_line(line: str) -> bool:
    """Whether the line is of a program, by its indent or its marks."""
    has_sign = _CODE_SIGN.search(line) or line.lstrip().startswith(_IMPORTS)  # or it can't match
    return bool(has_sign and _CODE.search(line))


def rejoin_lines(text: str, alone: Collection[str] = ()) -> str:
    """The text with one paragraph a line. Lines in ``alone`` are never joined to others.

    Headings, list items, rows and code keep their own line. A list item takes up the lines that
    continue it. Chinese and Japanese lines join without a space.
    """
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    wide = is_unspaced(detect(text))
    width = _width(lines, wide)
    found: list[str] = []
    last = ""  # the line as printed that the last paragraph ends with
    for line in lines:
        stripped = line.strip()
        is_open = bool(found) and not _stands_alone(last, alone, width) and not _begins(line, alone)
        if is_open and _wraps(last, stripped, width, len(lines)):
            glue = "" if _CJK_END.search(last[-1:]) and _CJK_START.match(stripped) else " "
            found[-1] += glue + stripped
        else:
            found.append(line if is_code_line(line) else stripped)
        last = stripped if not is_code_line(line) else line
    return "\n".join(found)


def _width(lines: Sequence[str], wide: bool) -> int:
    lengths = sorted(len(line) for line in lines)
    usual = lengths[int(0.9 * (len(lengths) - 1))] if lengths else 0
    return max(usual, _MIN_WIDTH[wide]) if len(lines) < _FEW_LINES else usual


def _stands_alone(line: str, alone: Collection[str], width: int) -> bool:
    return (
        line.strip() in alone
        or is_table_row(line)
        or is_contents_line(line)
        or is_code_line(line)
        or bool(_MARKED.match(line))
        or (_is_bare_heading(line) and len(line) < _FULL * width)
    )


def _is_bare_heading(line: str) -> bool:
    """A heading without a body on its line; one with a body is a paragraph that goes on."""
    heading = heading_of(line)
    return heading is not None and heading.text == line.strip() and not _OPEN_END.search(line)


def _begins(line: str, alone: Collection[str]) -> bool:
    return (
        line.strip() in alone
        or is_list_item(line)
        or is_table_row(line)
        or is_contents_line(line)
        or is_code_line(line)
        or bool(_MARKED.match(line.strip()))
        or heading_of(line) is not None
    )


def _wraps(last: str, line: str, width: int, lines: int) -> bool:
    """Whether ``line`` goes on with what ``last`` began."""
    if _OPEN_END.search(last[-_OPEN_WORD:]):
        return True
    ended = bool(_TERMINAL.search(last[-_OPEN_WORD:]))
    first_word = line if _CJK_START.match(line) else line.split(" ", 1)[0]
    reach = len(last) + (1 if _CJK_START.match(line) else 1 + len(first_word))
    full = reach >= _FULL * width
    if not ended and _CONTINUES.match(line) and reach >= 0.5 * width:
        return True
    if lines < _FEW_LINES:
        return full and not ended and bool(_CJK_START.match(line))
    return full
