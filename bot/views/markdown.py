"""A model's Markdown as Slack's blocks. What it can't mean there is shown as it was written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.slack.message import Block
from bot.views.pieces import Piece, cut, rich, section, text
from bot.views.tables import table_piece

_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
_SCHEMES = frozenset({"http", "https"})
_DEEPEST = 8  # levels of a list that Slack indents
_QUOTE_LIMIT = 2_800

Style = dict[str, bool]


def markdown_pieces(source: str) -> list[Piece]:
    """One piece for each paragraph, heading, list, quotation, table and block of code."""
    found: list[Piece] = []
    for node in _tree(_parser().parse(source)):
        found.extend(_piece(node))
    return found


def _parser() -> MarkdownIt:
    """CommonMark with tables; no HTML, and no link definitions: ``[1]`` is a citation."""
    parser = MarkdownIt("commonmark", {"html": False})
    return parser.enable(["table", "strikethrough"]).disable(["reference", "html_block"])


@dataclass(slots=True)
class _Node:
    """A block of the source with the blocks inside it."""

    token: Token
    children: list["_Node"] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.token.type.removesuffix("_open")


def _tree(tokens: Sequence[Token]) -> list[_Node]:
    root: list[_Node] = []
    stack = [root]
    for token in tokens:
        if token.nesting < 0:
            stack.pop()
            continue
        node = _Node(token)
        stack[-1].append(node)
        if token.nesting > 0:
            stack.append(node.children)
    return root


def _piece(node: _Node) -> Iterator[Piece]:
    kind = node.kind
    if kind in {"fence", "code_block"}:
        yield from _code(node.token.content)
    elif kind == "table":
        yield table_piece(*_rows(node))
    elif kind in {"bullet_list", "ordered_list"}:
        yield from _lists(node)
    elif kind == "blockquote":
        leaves = _inside(node)
        yield Piece(rich({"type": "rich_text_quote", "elements": leaves}), _words(leaves))
    elif kind == "hr":
        yield Piece({"type": "divider"}, "—")
    else:
        yield from _paragraph(_inside(node, {"bold": True} if kind == "heading" else {}))


def _paragraph(leaves: list[Block]) -> Iterator[Piece]:
    """In parts below the limit of a block; a link is never cut."""
    part: list[Block] = []
    size = 0
    for leaf in _short(leaves):
        length = len(_words([leaf]))
        if part and size + length > _QUOTE_LIMIT:
            yield Piece(rich(section(*part)), _words(part))
            part, size = [], 0
        part.append(leaf)
        size += length
    if part:
        yield Piece(rich(section(*part)), _words(part))


def _short(leaves: list[Block]) -> Iterator[Block]:
    for leaf in leaves:
        if leaf["type"] != "text":
            yield leaf
            continue
        for part in cut(str(leaf["text"]), _QUOTE_LIMIT):
            yield leaf | {"text": part}


def _code(content: str) -> Iterator[Piece]:
    for part in cut(content.rstrip("\n"), _QUOTE_LIMIT):
        shown = part.strip("\n") or " "
        yield Piece(rich({"type": "rich_text_preformatted", "elements": [text(shown)]}), shown)


def _lists(node: _Node) -> Iterator[Piece]:
    """Lists inside a list are its neighbours in Slack, indented; all are one block."""
    elements: list[Block] = []
    lines: list[str] = []
    for element, shown in _list(node, 0):
        if elements and sum(map(len, lines)) + len(shown) > _QUOTE_LIMIT:
            yield Piece(rich(*elements), "\n".join(lines))
            elements, lines = [], []
        if elements and _goes_on(elements[-1], element):
            elements[-1]["elements"] += element["elements"]
        else:
            elements.append(element)
        lines.append(shown)
    yield Piece(rich(*elements), "\n".join(lines))


def _goes_on(last: Block, item: Block) -> bool:
    """Whether an item is the next one of the list before it."""
    is_same = (last["style"], last["indent"]) == (item["style"], item["indent"])
    return is_same and item.get("offset", 0) in {0, last.get("offset", 0) + len(last["elements"])}


def _list(node: _Node, depth: int) -> Iterator[tuple[Block, str]]:
    is_ordered = node.kind == "ordered_list"
    first = int(node.token.attrGet("start") or 1)
    for number, item in enumerate(node.children, start=first):
        leaves = _inside(item, but=("bullet_list", "ordered_list"))
        mark = f"{number}." if is_ordered else "•"
        style = {"style": "ordered", "offset": number - 1} if is_ordered else {"style": "bullet"}
        element: Block = {
            "type": "rich_text_list",
            "indent": min(depth, _DEEPEST),
            "elements": [section(*leaves)],
            **style,
        }
        yield element, f"{'  ' * depth}{mark} {_words(leaves)}"
        for child in item.children:
            if child.kind in {"bullet_list", "ordered_list"}:
                yield from _list(child, depth + 1)


def _rows(table: _Node) -> tuple[list[list[str]], list[str]]:
    """The cells of a table in words, and how each column is aligned."""
    rows: list[list[str]] = []
    aligned: list[str] = []
    for part in table.children:
        for row in part.children:
            rows.append([_words(_inside(cell)) for cell in row.children])
            aligned = [_alignment(cell.token) for cell in row.children]
    return rows, aligned


def _alignment(cell: Token) -> str:
    style = str(cell.attrGet("style") or "")
    return style.rpartition(":")[2] if style else "left"


def _inside(node: _Node, style: Style | None = None, but: Sequence[str] = ()) -> list[Block]:
    """Everything below a block as leaves, paragraphs one below the other."""
    leaves: list[Block] = []
    for child in node.children:
        if child.kind in but:
            continue
        if leaves and child.kind != "inline":
            leaves.append(text("\n"))
        if child.kind == "inline":
            leaves.extend(_leaves(child.token.children or [], dict(style or {})))
        elif child.kind in {"fence", "code_block"}:
            leaves.append(text(child.token.content.rstrip("\n") or " ", code=True))
        else:
            leaves.extend(_inside(child, style))
    return leaves or [text(" ")]


def _leaves(tokens: Sequence[Token], style: Style) -> Iterator[Block]:
    link = ""
    label: list[str] = []
    for token in tokens:
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name in _STYLES:
            style[_STYLES[name]] = token.nesting > 0
        elif token.type == "link_open":
            link, label = str(token.attrGet("href") or ""), []
        elif token.type == "link_close":
            yield from _link(link, "".join(label))
            link = ""
        elif link:
            label.append(_word(token))
        else:
            yield _leaf(token, {name: True for name, is_on in style.items() if is_on})


def _leaf(token: Token, style: Style) -> Block:
    if token.type == "code_inline":
        style = {**style, "code": True}
    return text(_word(token) or " ", **style)


def _word(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return "\n"
    if token.type == "image":
        return token.content or str(token.attrGet("src") or "")
    return token.content


def _link(address: str, label: str) -> Iterator[Block]:
    """A link that says where it leads: a label alone could name another place."""
    place = urlsplit(address)
    if place.scheme not in _SCHEMES or not place.hostname:
        yield text(f"{label} ({address})" if label != address else address)
        return
    yield {"type": "link", "url": address, "text": label or address}
    if place.hostname not in label:
        yield text(f" ({place.hostname})")


def _words(leaves: Sequence[Block]) -> str:
    return "".join(str(leaf.get("text", "")) for leaf in leaves)
