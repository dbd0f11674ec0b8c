"""Whole pages, put together again from the passages that they were cut into."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from rag.types import Passage


def texts_of_pages(
    passages: Iterable[Passage], pages: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], str]:
    """The text of each (version, page); passages must be in their order."""
    wanted = set(pages)
    parts: dict[tuple[str, int], list[str]] = defaultdict(list)
    for passage in passages:
        for span in passage.spans:
            key = (passage.version, span.page)
            if key in wanted:
                parts[key].append(passage.text[span.start : span.end])
    return {key: "\n".join(pieces) for key, pieces in parts.items()}
