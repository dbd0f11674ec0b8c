"""Pieces of a long text, grouped into messages that stay below every limit of Slack."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.slack.message import Block

MESSAGE_CHARACTERS = 3_400  # its text field may hold 4,000, and sources and remarks come to it
_SPLIT = 2_800  # characters of one piece; a section may hold 3,000
_MOST_BLOCKS = 40  # of 50: sources, remarks and buttons come to them


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, and the same in words."""

    block: Block
    words: str


def text(words: str, **style: bool) -> Block:
    """A stretch of rich text, which Slack never parses."""
    return {"type": "text", "text": words} | ({"style": style} if style else {})


def section(*leaves: Block) -> Block:
    """A paragraph of rich text."""
    return {"type": "rich_text_section", "elements": list(leaves)}


def rich(*elements: Block) -> Block:
    """A block of rich text."""
    return {"type": "rich_text", "elements": list(elements)}


def literal(words: str, **style: bool) -> list[Piece]:
    """Text as it is, cut where it is too long for one block."""
    return [Piece(rich(section(text(part, **style))), part) for part in cut(words) if part.strip()]


def cut(words: str, most: int = _SPLIT) -> list[str]:
    """Parts of at most so many characters, between lines or words where there are any."""
    parts: list[str] = []
    rest = words
    while len(rest) > most:
        at = max(rest.rfind("\n", most // 2, most), rest.rfind(" ", most // 2, most)) + 1 or most
        parts.append(rest[:at])
        rest = rest[at:]
    return [*parts, rest]


def grouped(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """As few messages as they fit into, in order; a table more than one a message is lines."""
    groups: list[list[Piece]] = []
    size = 0
    for piece in pieces:
        if not groups or size + len(piece.words) > MESSAGE_CHARACTERS:
            groups.append([])
            size = 0
        groups[-1].append(piece)
        size += len(piece.words) + 1
    return [_joined(group) for group in groups]


def words_of(pieces: Sequence[Piece]) -> str:
    """All of them, one below the other."""
    return "\n".join(piece.words for piece in pieces)


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Paragraphs share a block where there are too many for a block each."""
    if len(pieces) <= _MOST_BLOCKS:
        return pieces
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last and last.block["type"] == piece.block["type"] == "rich_text":
            elements = [*last.block["elements"], *piece.block["elements"]]
            found[-1] = Piece(rich(*elements), f"{last.words}\n{piece.words}")
        else:
            found.append(piece)
    return found
