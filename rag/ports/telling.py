"""What is told while something is worked on."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from rag.types import Passage, Placement

Progress = Callable[[str, Mapping[str, object]], Awaitable[None]]
"""Told now and then what a long run is doing: a key of a sentence and its numbers."""


async def silent(_stage: str, _numbers: Mapping[str, object]) -> None:
    """Progress that nobody watches."""


Offer = Callable[[Placement, Sequence[Passage]], Awaitable[tuple[str, ...]]]
"""The questions to offer with a document that answers now, given its parents."""

Watch = Callable[[str], Awaitable[None]]
"""Given all of a text so far, again and again while it is written."""

Tell = Callable[[int | None], Awaitable[None]]
"""Given how many are before, when that changes; None once it is their turn."""
