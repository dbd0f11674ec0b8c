"""Pictures from SVG, painted offline."""

import asyncio
from dataclasses import dataclass

_WHITE = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class NovaPainter:
    """`PicturePainter` by novasvg, which mmdr brings with it."""

    async def paint(self, svg: str) -> bytes:
        """A PNG on white."""
        return await asyncio.to_thread(_paint, svg)


def _paint(svg: str) -> bytes:
    import novasvg  # noqa: PLC0415 - only when a picture is asked for

    document = novasvg.Document.load_from_data(svg)
    bitmap = document.render_to_bitmap(-1, -1, _WHITE)
    return bytes(bitmap.to_png())
