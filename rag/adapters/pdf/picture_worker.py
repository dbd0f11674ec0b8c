"""The process that draws one page. Its task's kind is the quotations as a JSON list.

It writes one JSON line with the picture, and may be killed at any time.
"""

import base64
import io
import json
import sys
from ctypes import byref, c_int
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageDraw
from pypdfium2 import raw

from rag.adapters.pdf.bounds import Task, bound, say, task
from rag.adapters.pdf.marking import Box, Layer, joined

_SCALE = 2.0  # of the 72 pixels an inch that a PDF counts in: sharp on a phone
_MOST_PIXELS = 4_000_000
_MOST_BYTES = 2_000_000  # a PNG above that is a photograph, which JPEG holds better
_YELLOW = (255, 236, 130)
_EDGE = (226, 160, 0)
_MARGIN = 2
_SMALLER = 0.7
_QUALITY = 85


def main(given: Task) -> None:
    """Draws the page and writes it to standard output."""
    bound(given.limits)
    quotes: list[str] = json.loads(given.kind)
    try:
        page = pypdfium2.PdfDocument(given.path)[given.first_page - 1]
    except (pypdfium2.PdfiumError, IndexError) as error:
        is_locked = getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD
        say({"rejected": "password" if is_locked else "damaged"})
        return
    picture = _drawn(page)
    boxes, marked = _boxes(page, picture.size, quotes)
    content, kind = _written(_highlighted(picture, boxes))
    say({"content": base64.b64encode(content).decode(), "kind": kind, "marked": marked})


def _drawn(page: Any) -> Image.Image:  # noqa: ANN401 - pypdfium2 has no types
    """The page as a reader sees it: cropped and turned as it says."""
    width, height = page.get_size()
    scale = min(_SCALE, (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
    picture: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
    return picture


def _boxes(page: Any, size: tuple[int, int], quotes: list[str]) -> tuple[list[Box], int]:  # noqa: ANN401 - pypdfium2 has no types
    """What to highlight, and how many of the quotations were found."""
    text = page.get_textpage()
    count = text.count_chars()
    layer = Layer.of(_character(text.raw, index) for index in range(count))
    boxes: list[Box] = []
    marked = 0
    for quote in quotes:
        found = layer.find(quote)
        marked += bool(found)
        for stretch in found:
            placed = [_box(page, text.raw, index, size) for index in stretch]
            boxes += joined([box for box in placed if box])
    return boxes, marked


def _character(text: Any, index: int) -> str:  # noqa: ANN401 - pypdfium2 has no types
    code = raw.FPDFText_GetUnicode(text, index)
    return chr(code) if code <= sys.maxunicode else ""


def _box(page: Any, text: Any, index: int, size: tuple[int, int]) -> Box | None:  # noqa: ANN401 - pypdfium2 has no types
    """The box of a printed character in pixels; PDFium knows how the page is cropped and turned."""
    if not _character(text, index).strip():
        return None
    found = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(text, index, byref(found)):
        return None
    corners = [
        _pixel(page, size, x, y)
        for x in (found.left, found.right)
        for y in (found.top, found.bottom)
    ]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _pixel(page: Any, size: tuple[int, int], x: float, y: float) -> tuple[int, int]:  # noqa: ANN401 - pypdfium2 has no types
    across, down = c_int(), c_int()
    raw.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, byref(across), byref(down))
    return across.value, down.value


def _highlighted(picture: Image.Image, boxes: list[Box]) -> Image.Image:
    """As a marker pen does it: what is printed stays readable; an edge shows on dark paper too."""
    if not boxes:
        return picture
    pen = Image.new("RGB", picture.size, "white")
    edges = ImageDraw.Draw(pen)
    for box in boxes:
        edges.rectangle(_around(box), fill=_YELLOW)
    marked = ImageChops.multiply(picture, pen)
    edges = ImageDraw.Draw(marked)
    for box in boxes:
        edges.rectangle(_around(box), outline=_EDGE, width=1)
    return marked


def _around(box: Box) -> tuple[float, float, float, float]:
    return (box.left - _MARGIN, box.top - 1, box.right + _MARGIN, box.bottom + 1)


def _written(picture: Image.Image) -> tuple[bytes, str]:
    """PNG for print, JPEG for photographs, and smaller until it is small enough."""
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False)
    if out.tell() <= _MOST_BYTES:
        return out.getvalue(), "png"
    while True:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=_QUALITY)
        if out.tell() <= _MOST_BYTES:
            return out.getvalue(), "jpeg"
        width, height = picture.size
        picture = picture.resize((int(width * _SMALLER), int(height * _SMALLER)))


if __name__ == "__main__":
    main(task())
