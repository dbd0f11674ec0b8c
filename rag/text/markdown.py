"""Markdown as a reader sees it: paragraphs, headings with their level, rows with their heads."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rag.text.fences import closes, fence_around, opening
from rag.text.markup import without_tags, without_unseen
from rag.text.paragraphs import is_list_item
from rag.text.plain import glued
from rag.text.rows import rows_with_heads

_FRONT_MATTER = re.compile(
    r"\A(?:---[ \t]*\n(.*?)\n(?:---|\.\.\.)|\+\+\+[ \t]*\n(.*?)\n\+\+\+)[ \t]*(?:\n|\Z)", re.DOTALL
)
_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*[\"']?(.+?)[\"']?[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"\s{0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{2,})[ \t]*")
_RULE = re.compile(r"\s{0,3}(?:[-*_][ \t]*){3,}")
_SEPARATORS = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_QUOTE = re.compile(r"\A\s{0,3}(?:>\s?)+")
_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]*\}$")
_HARD_BREAK = re.compile(r"(?: {2,}|\\)$")
_IMAGE = re.compile(r"!\[([^\]\n]*)\]\([^)\n]*\)")
_LINK = re.compile(r"\[([^\]\n]+)\]\(<?(\w+:[^\s)>]+|[^)\n]*?)>?(?:\s+\"[^\"\n]*\")?\)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~])")
_BAR = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class Markdown:
    """Lines as read, one paragraph each; ``headings`` are (text, level) in order."""

    lines: list[str] = field(default_factory=list)
    headings: list[tuple[str, int]] = field(default_factory=list)
    title: str = ""
    is_open: bool = False
    """Whether the last line goes on with the next."""

    def end(self) -> None:
        """The last paragraph is complete."""
        self.is_open = False

    def heading(self, text: str, level: int) -> None:
        """A line that is a heading."""
        if text:
            self.lines.append(text)
            self.headings.append((text, level))
        self.end()

    def paragraph(self, line: str) -> None:
        """A line of prose or a list item."""
        text = inline(_HARD_BREAK.sub("", line).strip())
        if self.is_open and not is_list_item(line):
            self.lines[-1] = glued(self.lines[-1], text)
        elif text:
            self.lines.append(text)
        self.is_open = bool(text) and not _HARD_BREAK.search(line)


def read_markdown(text: str) -> Markdown:
    """The whole of a text."""
    read = Markdown()
    if match := _FRONT_MATTER.match(text):
        named = _TITLE.search(match.group(1) or match.group(2))
        read.title = named.group(1) if named else ""
        text = text[match.end() :]
    lines = without_unseen(text).split("\n")
    index = 0
    while index < len(lines):
        index = _block(read, lines, index)
    return read


def inline(text: str) -> str:
    """Text without the marks of emphasis, code and links; an address stays behind its words."""
    shown = _IMAGE.sub(r"\1", text)
    shown = _LINK.sub(lambda m: f"{m[1]} ({m[2]})" if ":" in m[2] and m[1] != m[2] else m[1], shown)
    shown = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\2", shown))
    parts = _CODE.split(shown)  # the odd ones are code, in which marks and tags are what they seem
    return "".join(p if n % 2 else _ESCAPE.sub(r"\1", without_tags(p)) for n, p in enumerate(parts))


def _block(read: Markdown, lines: Sequence[str], index: int) -> int:
    """Reads what begins at a line; returns where the next begins."""
    line = lines[index]
    if fence := opening(line):
        return _code(read, lines, index, fence)
    if not line.strip():
        read.end()
    elif match := _HEADING.fullmatch(line):
        read.heading(_ATTRIBUTES.sub("", inline(match.group(2))), len(match.group(1)))
    elif _is_table(lines, index):
        return _table(read, lines, index)
    elif (match := _UNDERLINE.fullmatch(line)) and read.is_open:
        read.heading(read.lines.pop(), 1 if match.group(1)[0] == "=" else 2)
    elif _RULE.fullmatch(line):
        read.end()
    else:
        read.paragraph(_QUOTE.sub("", line, count=1))
    return index + 1


def _code(read: Markdown, lines: Sequence[str], index: int, fence: str) -> int:
    """A fenced block with its fences: what is inside is no heading and no paragraph."""
    end = index + 1
    while end < len(lines) and not closes(lines[end], fence):
        end += 1
    inside = [line.rstrip() for line in lines[index + 1 : end] if line.strip()]
    around = fence_around(inside)
    read.lines.extend((around, *inside, around))
    read.end()
    return end + 1


def _is_table(lines: Sequence[str], index: int) -> bool:
    following = lines[index + 1] if index + 1 < len(lines) else ""
    return "|" in lines[index] and "-" in following and bool(_SEPARATORS.fullmatch(following))


def _table(read: Markdown, lines: Sequence[str], index: int) -> int:
    end = index + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        end += 1
    rows = [_cells(line) for line in (lines[index], *lines[index + 2 : end])]
    read.lines.extend(rows_with_heads(rows, headed=True))
    read.end()
    return end


def _cells(line: str) -> list[str]:
    return [inline(cell.strip()) for cell in _BAR.split(line.strip().strip("|"))]
