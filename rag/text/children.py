"""Children: pieces of a passage that are embedded and searched."""

from collections.abc import Sequence

from rag.text.language import detect, is_unspaced
from rag.text.ranges import Range, capped, fixed_ranges, recursive_ranges, semantic_ranges
from rag.types import Child, Passage, Strategy

_MAX_UNSPACED = 600  # characters of Chinese that the 512 tokens of e5 hold, with room for a title


def cut_children(
    passage: Passage,
    strategy: Strategy,
    size: int,
    similarities: Sequence[float] = (),
) -> tuple[Child, ...]:
    """The children of a passage, in order, none of them only white space.

    ``similarities`` are those of each sentence to the next, for the semantic strategy alone.
    """
    unspaced = is_unspaced(detect(passage.text))
    limit = min(size, _MAX_UNSPACED) if unspaced else size
    ranges = _ranges(passage.text, strategy, limit, similarities)
    pieces = capped(passage.text, ranges)
    return tuple(_child(passage, n, a, b) for n, (a, b) in enumerate(pieces))


def _ranges(text: str, strategy: Strategy, size: int, similarities: Sequence[float]) -> list[Range]:
    if strategy == "semantic":
        return semantic_ranges(text, size, similarities)
    if strategy == "fixed":
        return fixed_ranges(text, size)
    return recursive_ranges(text, size)


def _child(passage: Passage, ordinal: int, start: int, end: int) -> Child:
    text = passage.text[start:end]
    first, last = passage.pages_of(start, end)
    return Child(
        id=f"{passage.id}.{ordinal}",
        passage=passage.id,
        version=passage.version,
        ordinal=ordinal,
        text=text,
        start=start,
        end=end,
        first_page=first,
        last_page=last,
        language=detect(text),
    )
