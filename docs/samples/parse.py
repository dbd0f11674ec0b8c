"""Reads the little markup the sample texts are written in."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["section", "heading", "clause", "table"]


@dataclass(frozen=True)
class Block:
    """One piece of a page: a heading, a clause or a table."""

    kind: Kind
    text: str
    number: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def parse_pages(text: str) -> list[list[Block]]:
    """Splits a text into pages of blocks."""
    return [_parse_page(page) for page in text.strip().split("\n---\n")]


def _parse_page(page: str) -> list[Block]:
    blocks: list[Block] = []
    for line in page.splitlines():
        mark, _, rest = line.partition(" ")
        match mark:
            case "#":
                blocks.append(Block("section", rest))
            case "##":
                blocks.append(Block("heading", rest))
            case "^":
                blocks.append(Block("table", rest))
            case "|":
                row = tuple(cell.strip() for cell in rest.split("|"))
                table = blocks[-1]
                blocks[-1] = Block("table", table.text, rows=(*table.rows, row))
            case _:
                blocks.append(Block("clause", rest, number=mark))
    return blocks
