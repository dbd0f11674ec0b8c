"""A quotation with what stands around it, for those who want to read on without opening the file."""

from rag.grounding.normal import folded
from rag.grounding.statements import statements
from rag.types import Excerpt

_MOST = 700  # characters: a paragraph or two
_BEFORE, _AFTER = 2, 3  # sentences


def around(excerpt: Excerpt, quote: str) -> str:
    """The sentences of the excerpt's page around the quotation; of its passage only."""
    passage = excerpt.candidate.passage
    on_page = [s for s in passage.spans if s.page == excerpt.page]
    if not on_page:
        return excerpt.text
    text = passage.text[on_page[0].start : on_page[-1].end].strip()
    found = statements(text)
    wanted = folded(quote)
    held = [n for n, (start, end) in enumerate(found) if _shares(folded(text[start:end]), wanted)]
    if not held:
        return excerpt.text
    # The longest: a page number alone stands in many a quotation.
    return _grown(text, found, max(held, key=lambda n: found[n][1] - found[n][0]))


def _shares(sentence: str, quote: str) -> bool:
    return bool(sentence) and (sentence in quote or quote in sentence)


def _grown(text: str, found: list[tuple[int, int]], middle: int) -> str:
    """The sentence and its neighbours, as many on either side as fit."""
    first = last = middle
    for distance in range(1, max(_BEFORE, _AFTER) + 1):
        before = max(middle - min(distance, _BEFORE), 0)
        after = min(middle + min(distance, _AFTER), len(found) - 1)
        if found[last][1] - found[before][0] <= _MOST:
            first = before
        if found[after][1] - found[first][0] <= _MOST:
            last = after
    return text[found[first][0] : found[last][1]]
