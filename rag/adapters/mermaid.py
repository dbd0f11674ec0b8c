"""Pictures of graphs, drawn offline."""

import asyncio
from dataclasses import dataclass

_WIDTH = 1_400  # pixels: sharp on a high-density screen at the width of a message


@dataclass(frozen=True, slots=True)
class MmdrPainter:
    """`GraphPainter` by mmdr; about 0.3 s of one core a picture, in a thread."""

    async def paint(self, mermaid: str) -> bytes:
        """A PNG on white: mmdr's own background is transparent, unreadable on a dark page."""
        return await asyncio.to_thread(_paint, mermaid)


def _paint(mermaid: str) -> bytes:
    import mmdr  # noqa: PLC0415 - 27 MB of renderer, only when a picture is asked for

    return mmdr.render(mermaid).png(width=_WIDTH, background="#ffffff")
