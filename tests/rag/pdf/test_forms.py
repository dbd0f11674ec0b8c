"""What is filled into a form or noted on a page, as one reads it there."""

import pytest

from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker

_PICTURE = "BT /F1 10 Tf 2 5 Td (Shown 88 EUR) Tj ET"
_STREAM = (
    "<< /Type /XObject /Subtype /Form /BBox [0 0 240 20] /Resources << /Font << /F1 3 0 R >> >> "
    f"/Length {len(_PICTURE)} >>\nstream\n{_PICTURE}\nendstream"
)
_LAYERS = "/OCProperties << /OCGs [905 0 R] /D << /OFF [905 0 R] >> >>"


async def _told(read: Read, annotation: str, place: str = "60 500 300 520") -> list[str]:
    maker = PdfMaker(
        page_extras=f"/Annots [<< /Type /Annot /Rect [{place}] {annotation} >>]",
        catalog=_LAYERS,
        objects={900: _STREAM, 905: "<< /Type /OCG /Name (Draft) >>"},
    ).add("Order form")
    return (await read(maker.build())).pages[0].text.split("\n")[1:]


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("/FT /Tx /V (1,234.50 EUR)", "1,234.50 EUR"),
        ("/FT /Tx /V <FEFF007A00FC0072006900630068>", "z\u00fcrich"),
        ("/FT /Tx /Ff 4096 /V (Main St 5\\r12345 Town)", "Main St 5 12345 Town"),
        ("/FT /Ch /Opt [[(de) (Germany)] [(fr) (France)]] /V (de)", "Germany"),
        ("/FT /Ch /Opt [(Mon) (Tue) (Wed)] /V [(Mon) (Wed)]", "Mon, Wed"),
        ("/FT /Btn /V /Yes /AS /Yes", "Yes"),
        ("/FT /Btn /Ff 32768 /V /1 /Opt [(Silver) (Gold)]", "Gold"),
        ("/FT /Tx /AP << /N 900 0 R >>", "Shown 88 EUR"),
    ],
)
async def test_the_value_that_is_shown(read: Read, field: str, told: str) -> None:
    assert await _told(read, f"/Subtype /Widget /T (f1) {field}") == [f"[form field f1] {told}"]


@pytest.mark.parametrize(
    "field",
    [
        "/FT /Tx",
        "/FT /Tx /V ()",
        "/FT /Btn /V /Off /AS /Off",
        "/FT /Btn /Ff 65536 /AP << /N 900 0 R >>",
        "/FT /Tx /Ff 8192 /V (4711)",
        "/FT /Tx /V (gone) /F 2",
        "/FT /Tx /V (gone) /OC 905 0 R",
        "/FT /Tx /DV (19 percent)",
    ],
)
async def test_nothing_is_told_of_what_is_not_filled_in_or_shown(read: Read, field: str) -> None:
    assert await _told(read, f"/Subtype /Widget /T (f1) {field}") == []


async def test_a_field_is_called_what_a_reader_is_told(read: Read) -> None:
    field = "/Subtype /Widget /T (f1_01[0]) /TU (Gross income) /FT /Tx /V (54,321)"
    assert await _told(read, field) == ["[form field Gross income] 54,321"]


@pytest.mark.parametrize("place", ["-500 -500 -300 -480", "0 0 0 0", "700 900 800 920"])
async def test_what_stands_off_the_page_is_not_told(read: Read, place: str) -> None:
    assert await _told(read, "/Subtype /FreeText /Contents (Secret)", place) == []
    assert await _told(read, "/Subtype /Widget /FT /Tx /T (f1) /V (Secret)", place) == []


@pytest.mark.parametrize(
    ("comment", "told"),
    [
        ("/Subtype /FreeText /AP << /N 900 0 R >>", ["[annotation] Shown 88 EUR"]),
        ("/Subtype /Stamp /AP << /N 900 0 R >>", ["[annotation] Shown 88 EUR"]),
        ("/Subtype /FreeText /RC (<body><p>Up to 66</p></body>)", ["[annotation] Up to 66"]),
        ("/Subtype /Polygon /Contents (area 30 m)", ["[annotation] area 30 m"]),
        ("/Subtype /FileAttachment /Contents (see file)", ["[annotation] see file"]),
        ("/Subtype /FreeText /Contents (Secret) /OC 905 0 R", []),
        ("/Subtype /Redact /Contents (Secret) /OverlayText (X)", []),
    ],
)
async def test_comments(read: Read, comment: str, told: list[str]) -> None:
    assert await _told(read, comment) == told
