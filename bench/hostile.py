"""Files that would hold everything up are given up in time, and the next one is read.

A zip bomb and a page of two million operators are dropped into the library of a running bot,
and after each an ordinary file; the time from the drop to the bot's word on it is taken. A page
that really spins, because the limit on operators is lifted for it, is read by the reader alone:
then only the clock stops it, and the figure is how long that took over the limit.
"""

from bench.extraction import silent
from bench.figures import Figure, Scale, timed
from bench.scene import LIBRARY, Scene, scene, temporary
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.reader import PdfReader
from tests.e2e.talk import drop, pdf
from tests.support.pdfs import PdfMaker

_SECONDS = 10.0  # what one page may take
_STARTS = 1.15  # the worker is started twice, and the last page is read
_SPINNING = "BT /F1 12 Tf 60 700 Td " + "(x) Tj 0 -1 Td " * 2_000_000 + "ET"
_BOMBS = {"zip bomb": "flate_bomb_nested_x3_120MB.pdf", "2M operators": "many_ops_2M.pdf"}


async def measure(scale: Scale) -> list[Figure]:
    """Seconds until each bomb is given up and the next file read; the ratio for the clock."""
    async with scene() as place:
        figures = [await _dropped(place, kind, name) for kind, name in _BOMBS.items()]
    return [*figures, await _spun(scale)]


async def _dropped(place: Scene, kind: str, name: str) -> Figure:
    with timed() as took:
        told = await drop(place.ada, LIBRARY, name, pdf(name))
    content = PdfMaker().add(f"After the {kind} came 41 quiet days.").build()
    after = await drop(place.ada, LIBRARY, "next.pdf", content)
    if "I have read next.pdf" not in after["text"]:
        raise RuntimeError(after["text"])
    note = told["text"].splitlines()[0][:70]
    return Figure(f"hostile: {kind}", took.seconds, _SECONDS, "s", note)


async def _spun(scale: Scale) -> Figure:
    seconds = 2.0 if scale.quick else _SECONDS
    maker = PdfMaker().add("Fact one is 11.").add_content(_SPINNING).add("Fact three is 33.")
    with temporary() as folder:
        path = folder / "spinning.pdf"
        path.write_bytes(maker.build())
        limits = Limits(page_seconds=seconds, content_operands=100_000_000)
        with timed() as took:
            extraction = await PdfReader(limits).read(path, silent)
    states = [page.state for page in extraction.pages]
    if states != ["read", "unreadable", "read"]:
        raise RuntimeError(f"the pages around it: {states}")
    bound = _STARTS if not scale.quick else 2.0
    note = f"{took.seconds:.1f} s with {seconds:g} s a page; the page after it is read"
    return Figure("hostile: spinning page", took.seconds / seconds, bound, "×", note)
