"""Writes small PDF files byte by byte, so that tests know all that is in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


def shown(text: str, x: float = 60, y: float = 760, size: float = 12) -> str:
    """Content that shows a line of Latin text at a place."""
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size} Tf {x} {y} Td ({escaped}) Tj ET"


def lines(*texts: str, top: float = 760, leading: float = 20, size: float = 12) -> str:
    """Content that shows lines below one another."""
    return "\n".join(shown(t, y=top - leading * n, size=size) for n, t in enumerate(texts))


@dataclass
class PdfMaker:
    """Pages as content streams; ``catalog`` and ``page_extras`` go in as PDF source."""

    pages: list[str] = field(default_factory=list)
    catalog: str = ""
    page_extras: str = ""
    resources: str = ""
    info: str = ""
    objects: Mapping[int, str] = field(default_factory=dict)
    """Further objects by number, from 900 on."""

    def add(self, *texts: str) -> "PdfMaker":
        self.pages.append(lines(*texts))
        return self

    def add_content(self, content: str) -> "PdfMaker":
        self.pages.append(content)
        return self

    def build(self) -> bytes:
        bodies: dict[int, bytes] = {}
        kids = [10 + 2 * n for n in range(len(self.pages))]
        info = "/Info 4 0 R " if self.info else ""
        bodies[1] = f"<< /Type /Catalog /Pages 2 0 R {self.catalog} >>".encode("latin-1")
        listed = " ".join(f"{kid} 0 R" for kid in kids)
        bodies[2] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode()
        bodies[3] = (
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
        )
        if self.info:
            bodies[4] = f"<< {self.info} >>".encode("latin-1")
        for kid, content in zip(kids, self.pages, strict=True):
            bodies[kid] = (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {kid + 1} 0 R "
                f"/Resources << /Font << /F1 3 0 R >> {self.resources} >> {self.page_extras} >>"
            ).encode("latin-1")
            data = content.encode("latin-1")
            bodies[kid + 1] = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)
        bodies.update({n: body.encode("latin-1") for n, body in self.objects.items()})
        return _file(bodies, info)


def _file(bodies: Mapping[int, bytes], info: str) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    offsets: dict[int, int] = {}
    for number in sorted(bodies):
        offsets[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, bodies[number])
    start, size = len(out), max(bodies) + 1
    out += b"xref\n0 1\n0000000000 65535 f \n"
    for number in sorted(bodies):
        out += b"%d 1\n%010d 00000 n \n" % (number, offsets[number])
    out += f"trailer\n<< /Size {size} /Root 1 0 R {info}>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def of_pages(*pages: Sequence[str]) -> bytes:
    """A file of pages of lines."""
    maker = PdfMaker()
    for page in pages:
        maker.add(*page)
    return maker.build()


def slow_pages(count: int = 6) -> bytes:
    """A file whose every page takes more than a second to read."""
    maker = PdfMaker()
    for _ in range(count):
        maker.add_content("BT /F1 12 Tf 60 700 Td " + "(x) Tj 0 -1 Td " * 90_000 + "ET")
    return maker.build()
