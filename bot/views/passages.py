"""What stands around the quotations of an answer, the quoted words in bold."""

import re
from collections.abc import Sequence

from bot.sentences import say
from bot.slack.message import Block
from bot.views.pieces import Piece, cut, rich, section, text
from bot.views.sources import pages_line
from rag.types import Citation, Language

_ADDS = 80  # characters around a quotation that are worth showing
_LONGEST = 2_400


def tell_more(citations: Sequence[Citation]) -> bool:
    """Whether the pages say noticeably more there than was quoted."""
    return any(
        len(c.context) > sum(len(quote) for quote in c.quotes or (c.quote,)) + _ADDS
        for c in citations
    )


def passages_pieces(citations: Sequence[Citation], language: Language) -> list[Piece]:
    """A heading and a quotation for each page."""
    found: list[Piece] = []
    for citation in citations:
        if citation.context or citation.quote:
            found += [heading(citation, language), passage_piece(citation)]
    return found


def heading(citation: Citation, language: Language) -> Piece:
    """``[1] Travel policy · p. 4``."""
    words = f"[{citation.number}] {page_title(citation, language)}"
    return Piece(rich(section(text(words, bold=True))), words)


def page_title(citation: Citation, language: Language) -> str:
    """``Travel policy · p. 4``; a page of the web has no number."""
    if citation.url:
        return citation.title
    page = pages_line([citation], language)
    return say("page_title", language, title=citation.title, page=page)


def passage_piece(citation: Citation) -> Piece:
    """The words around, as a quotation."""
    words = cut(citation.context or citation.quote, _LONGEST)[0]
    leaves = _bold(words, citation.quotes or (citation.quote,))
    return Piece(rich({"type": "rich_text_quote", "elements": leaves}), words)


def _bold(words: str, quotes: Sequence[str]) -> list[Block]:
    """The quoted stretches in bold, however their lines are broken."""
    spans = sorted(
        found.span()
        for quote in quotes
        if quote.strip()
        for found in re.finditer(_pattern(quote), words, re.IGNORECASE)
    )
    leaves: list[Block] = []
    position = 0
    for start, end in spans:
        if start < position:
            continue
        if start > position:
            leaves.append(text(words[position:start]))
        leaves.append(text(words[start:end], bold=True))
        position = end
    if position < len(words):
        leaves.append(text(words[position:]))
    return leaves


def _pattern(quote: str) -> str:
    return r"\s+".join(re.escape(word) for word in quote.split())
