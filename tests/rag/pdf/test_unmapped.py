"""Pages whose letters mean nothing, or whose content can't be unpacked, are named as unread."""

import zlib

import pytest

from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker, of_pages, shown

_SAID = "The rent is 900 euros a month"


def _mapped(letters: str, to: str) -> bytes:
    """The sentence in a font that tells these letters to mean something else."""
    entries = "\n".join(f"<{ord(letter):02x}> <{to}>" for letter in sorted(set(letters)))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def "
        "1 begincodespacerange <00> <ff> endcodespacerange "
        f"{len(set(letters))} beginbfchar\n{entries}\nendbfchar endcmap end end"
    )
    objects = {
        900: f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream",
        901: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 900 0 R >>",
    }
    made = PdfMaker(objects=objects).add_content(shown(_SAID)).add("Page two says 66.").build()
    return made.replace(b"/F1 3 0 R", b"/F1 901 0 R", 1)


@pytest.mark.parametrize("to", ["0000", "0003", "E041", "FFFD"])
@pytest.mark.parametrize("letters", [_SAID, _SAID.replace("t", "")], ids=["all", "most"])
async def test_letters_without_a_meaning(read: Read, letters: str, to: str) -> None:
    first, second = (await read(_mapped(letters, to))).pages
    assert first.state == "unreadable"
    assert first.reason in {"the font has no character map", "the text layer is unreadable"}
    assert second.text == "Page two says 66."


@pytest.mark.parametrize(
    "packed",
    [
        bytes(50),
        zlib.compress(shown(_SAID).encode() * 3)[2:],
        b"\r\n" + zlib.compress(_SAID.encode() * 9),
    ],
    ids=["zeros", "without its head", "after a line end"],
)
async def test_a_content_that_can_not_be_unpacked_is_no_blank_page(
    read: Read, packed: bytes
) -> None:
    made = of_pages(["One"], ["Page two says 66."])
    start = made.index(b"11 0 obj")
    stream = b"11 0 obj\n<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream\n"
    content = made[:start] + stream % (len(packed), packed) + made[made.index(b"endobj", start) :]
    first, second = (await read(content)).pages
    assert first.state == "unreadable"
    assert first.reason.startswith("damaged")
    assert second.text == "Page two says 66."


async def test_an_empty_content_is_a_blank_page(read: Read) -> None:
    made = PdfMaker().add_content("").add_content("  \n").add("Page three says 66.").build()
    assert [page.state for page in (await read(made)).pages] == ["empty", "empty", "read"]
