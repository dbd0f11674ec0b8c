"""The worker's own modules, called without a process around them."""

import io
import json
import sys
from pathlib import Path

import pytest
from pypdf import apply_configuration

from rag.adapters.pdf import worker
from rag.adapters.pdf.bounds import Task
from rag.adapters.pdf.document import OpenFailed, describe, open_document
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.page_text import PageReader
from tests.rag.pdf.conftest import FIXTURES
from tests.support.pdfs import PdfMaker, shown

REJECTED = {
    "docx_named.pdf",
    "html_login_named.pdf",
    "html_with_pdf_magic_inside.pdf",
    "json_error_named.pdf",
    "one_byte.pdf",
    "zero_byte.pdf",
    "png_named.pdf",
    "enc_real_password_aes256.pdf",
    "pagetree_cycle.pdf",
    "pagetree_deep_3000.pdf",
}
HEAVY = {
    "huge_text_one_page_3MB.pdf",
    "many_ops_2M.pdf",
    "pages_500.pdf",
    "xobject_fanout_4096.pdf",
}
LIGHT = sorted(
    p.name
    for p in FIXTURES.iterdir()
    if p.is_file() and p.name not in REJECTED | HEAVY and not p.name.startswith("flate_bomb")
)


@pytest.mark.parametrize("name", LIGHT)
def test_every_page_gives_a_message_that_is_json(name: str) -> None:
    path = FIXTURES / name
    document = open_document(path)
    about = describe(document, 3000)
    reader = PageReader(document, path, Limits())
    for number in range(1, len(document.pages) + 1):
        message = reader.read(number)
        assert message["number"] == number
        assert bool(message["text"]) == (message["state"] == "read")
        assert message["state"] == "read" or message["state"] == "empty" or message["reason"]
        json.dumps(message)
    json.dumps(about)


@pytest.mark.parametrize("name", sorted(REJECTED))
def test_what_does_not_open_says_so(name: str) -> None:
    with pytest.raises(OpenFailed) as caught:
        open_document(FIXTURES / name)
    assert caught.value.reason in {"password", "damaged", "complex"}


def test_a_page_over_the_limit_of_operands_is_limited() -> None:
    path = FIXTURES / "many_ops_2M.pdf"
    with apply_configuration(stream_parsing_work_maximum_count=1000):
        message = PageReader(open_document(path), path, Limits()).read(1)
    assert (message["state"], message["limited"]) == ("unreadable", True)


def test_too_many_pages_are_counted_and_nothing_else() -> None:
    about = describe(open_document(FIXTURES / "control_3p.pdf"), 2)
    assert about == {"pages": 3, "title": "", "labels": [], "outline": [], "notes": []}


def test_the_program_writes_a_line_for_the_file_and_each_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.setattr(worker, "bound", lambda *_: None)  # not for the process of the tests
    with apply_configuration():
        worker.main(Task(FIXTURES / "control_3p.pdf", 2, Limits()))
        worker.main(Task(FIXTURES / "enc_real_password_aes256.pdf", 1, Limits()))
    messages = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [m.get("number", m.get("pages", m.get("rejected"))) for m in messages] == [
        3,
        2,
        3,
        "password",
    ]


def _page(tmp_path: Path, maker: PdfMaker, number: int = 1) -> dict[str, object]:
    path = tmp_path / "made.pdf"
    path.write_bytes(maker.build())
    return PageReader(open_document(path), path, Limits()).read(number)


def test_the_outline_and_the_form_are_described(tmp_path: Path) -> None:
    catalog = "/Outlines 900 0 R /AcroForm << /XFA [(x) 902 0 R] /Fields [] >>"
    objects = {
        900: "<< /Type /Outlines /First 901 0 R /Last 901 0 R /Count 1 >>",
        901: "<< /Title (Fees) /Parent 900 0 R /Dest [12 0 R /Fit] >>",
        902: "<< /Length 0 >>\nstream\n\nendstream",
    }
    path = tmp_path / "made.pdf"
    path.write_bytes(
        PdfMaker(catalog=catalog, objects=objects, info="/Title (Tariff)")
        .add("One.")
        .add("Fees")
        .build()
    )
    about = describe(open_document(path), 10)
    assert about["outline"] == [("Fees", 2)]
    assert about["title"] == "Tariff"
    assert about["notes"] == ["dynamic form (XFA) not read"]


@pytest.mark.parametrize(
    ("policy", "is_shown"),
    [("/AnyOn", True), ("/AllOn", False), ("/AnyOff", True), ("/AllOff", False)],
)
def test_groups_of_layers_follow_their_policy(tmp_path: Path, policy: str, is_shown: bool) -> None:
    maker = PdfMaker(
        catalog="/OCProperties << /OCGs [900 0 R 901 0 R] /D << /OFF [901 0 R] >> >>",
        resources="/Properties << /G 902 0 R >>",
        objects={
            900: "<< /Type /OCG /Name (a) >>",
            901: "<< /Type /OCG /Name (b) >>",
            902: f"<< /Type /OCMD /OCGs [900 0 R 901 0 R] /P {policy} >>",
        },
    )
    maker.add_content(f"/OC /G BDC {shown('Price 41.')} EMC {shown('Always.', y=500)}")
    assert ("Price 41." in str(_page(tmp_path, maker)["text"])) is is_shown


def test_a_form_object_of_a_hidden_layer_is_not_read(tmp_path: Path) -> None:
    form = shown("Draft 77.")
    maker = PdfMaker(
        catalog="/OCProperties << /OCGs [901 0 R] /D << /OFF [901 0 R] >> >>",
        resources="/XObject << /X 902 0 R >>",
        objects={
            901: "<< /Type /OCG /Name (b) >>",
            902: "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC 901 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> /Length {len(form)} >>\nstream\n{form}\nendstream",
        },
    )
    maker.add_content(f"/X Do {shown('Final 78.', y=500)}")
    assert str(_page(tmp_path, maker)["text"]).strip() == "Final 78."


def test_a_text_layer_under_a_scan_is_read(tmp_path: Path) -> None:
    image = "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream"
    maker = PdfMaker(resources="/XObject << /I 900 0 R >>", objects={900: image})
    maker.add_content(f"q 595 0 0 842 0 0 cm /I Do Q 3 Tr {shown('The rent is 640 euros.')}")
    assert _page(tmp_path, maker)["text"] == "The rent is 640 euros."


def test_colours_matrices_and_shapes_are_followed(tmp_path: Path) -> None:
    content = "\n".join(
        [
            f"0 0 0 0 k {shown('No ink.', y=700)}",
            f"/DeviceRGB cs 1 1 1 sc {shown('White one.', y=680)}",
            f"/DeviceRGB cs 1 1 1 scn {shown('White two.', y=660)}",
            f"/Spot cs 1 scn {shown('Full ink.', y=640)}",
            f"0 0 0 1 scn {shown('Black ink.', y=620)}",
            "0 g BT /F1 12 Tf 14 TL 60 600 Td (First) Tj T* (Second) Tj (Third) ' 0 0 (Fourth) \" 0 -20 TD (Fifth) Tj ET",
            "BT /F1 1 Tf 12 0 0 12 60 440 Tm (Scaled up) Tj ET",
            "0.2 g 50 380 m 400 380 l 400 420 l 50 420 l h f* 1 g " + shown("On grey.", y=400),
            "0 g 10 10 20 20 re n 10 10 20 20 re S",
            "Q q 1 0 0 rg " + shown("Red.", y=350),
        ]
    )
    text = str(_page(tmp_path, PdfMaker().add_content(content))["text"])
    for seen in (
        "Full ink",
        "Black ink",
        "First",
        "Second",
        "Third",
        "Fourth",
        "Fifth",
        "Scaled up",
        "On grey",
        "Red",
    ):
        assert seen in text
    for unseen in ("No ink", "White one", "White two"):
        assert unseen not in text


def test_fields_of_a_hierarchy_are_named_in_full(tmp_path: Path) -> None:
    maker = PdfMaker(
        page_extras="/Annots [900 0 R 903 0 R 904 0 R]",
        objects={
            900: "<< /Type /Annot /Subtype /Widget /T (city) /Parent 901 0 R /Rect [0 0 1 1] >>",
            901: "<< /T (address) /FT /Ch /V [(Porto) (Braga)] /Kids [900 0 R] >>",
            903: "<< /Type /Annot /Subtype /Widget /FT /Btn /T (paid) /V /Yes /Rect [0 0 1 1] >>",
            904: "<< /Type /Annot /Subtype /Link /Contents (nothing) /Rect [0 0 1 1] >>",
        },
    ).add("Form")
    assert str(_page(tmp_path, maker)["text"]).strip().split("\n")[1:] == [
        "[form field address.city] Porto, Braga",
        "[form field paid] Yes",
    ]


@pytest.mark.parametrize(
    ("expression", "is_shown"),
    [
        ("[/Not 905 0 R]", True),
        ("[/And 905 0 R 906 0 R]", False),
        ("[/Or 905 0 R 906 0 R]", True),
        ("[/And [/Not 905 0 R] 906 0 R]", True),
        ("[/Not [/Not 905 0 R]]", False),
        ("[/Xor 905 0 R]", True),
    ],
)
def test_expressions_over_layers(tmp_path: Path, expression: str, is_shown: bool) -> None:
    maker = PdfMaker(
        catalog="/OCProperties << /OCGs [905 0 R 906 0 R] /D << /OFF [905 0 R] >> >>",
        resources="/Properties << /MC0 907 0 R >>",
        objects={
            905: "<< /Type /OCG /Name (Off) >>",
            906: "<< /Type /OCG /Name (On) >>",
            907: f"<< /Type /OCMD /VE {expression} >>",
        },
    ).add_content(f"{shown('Always')} /OC /MC0 BDC {shown('Sometimes', y=600)} EMC")
    assert ("Sometimes" in str(_page(tmp_path, maker)["text"])) is is_shown
