"""Pages made in ways that other programs make them: what a reader sees is what is read."""

import io

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, StreamObject

from rag.errors import DamagedFile, NoText
from rag.text.parents import split_parents
from rag.types import Page
from tests.rag.pdf.conftest import Read
from tests.support.pdfs import PdfMaker, of_pages, shown

_IMAGE = (
    "<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /ColorSpace /DeviceGray "
    "/BitsPerComponent 8 /Filter {filter} /Length 4 >>\nstream\nabcd\nendstream"
)
_WHOLE_PAGE = "q 595 0 0 842 0 0 cm /I Do Q "


def _scan(kind: str = "/DCTDecode") -> PdfMaker:
    return PdfMaker(
        resources="/XObject << /I 900 0 R /S 902 0 R >>",
        objects={
            900: _IMAGE.format(filter=kind),
            902: "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources "
            f"<< /XObject << /I 900 0 R >> >> /Length {len(_WHOLE_PAGE)} >>\n"
            f"stream\n{_WHOLE_PAGE}\nendstream",
        },
    )


async def _only(read: Read, maker: PdfMaker) -> Page:
    (page,) = (await read(maker.build())).pages
    return page


def _placed(*cells: tuple[float, float, str], size: float = 11) -> str:
    return "\n".join(shown(text, x, y, size) for x, y, text in cells)


# --- images with a few words typed on them


@pytest.mark.parametrize(
    "typed",
    ["7", "- 12 -", "Page 3 of 9", "xiv", "Seite 4"],
)
async def test_a_page_number_on_a_scan_does_not_make_it_a_text(read: Read, typed: str) -> None:
    maker = _scan().add_content(_WHOLE_PAGE + shown(typed, y=20)).add("The appendix: 19 tools.")
    scanned, typed_page = (await read(maker.build())).pages
    assert (scanned.state, scanned.reason) == ("image", "only an image: no text layer")
    assert typed_page.text == "The appendix: 19 tools."


async def test_a_stamp_on_every_scan_is_not_what_they_say(read: Read) -> None:
    maker = _scan("/JBIG2Decode")
    for number in (1, 2, 3):
        maker.add_content(f"/S Do {shown(f'RECEIVED {number} March 2024', y=800)}")
    with pytest.raises(NoText):
        await read(maker.build())


async def test_words_typed_on_one_scan_are_kept_and_the_rest_is_named(read: Read) -> None:
    strips = "".join(f"q 595 0 0 90 0 {90 * n} cm /I Do Q " for n in range(9))
    maker = _scan("/CCITTFaxDecode").add_content(strips + shown("Received by Ms Lund, file 4711"))
    extraction = await read(maker.build())
    assert extraction.pages[0].text == "Received by Ms Lund, file 4711"
    assert extraction.notes == ("mostly an image, read only in part: page 1",)


async def test_a_logo_and_a_text_layer_are_no_such_scans(read: Read) -> None:
    maker = _scan()
    maker.add_content("q 90 0 0 40 60 780 cm /I Do Q " + shown("Pay 12 euros.", y=600))
    maker.add_content(_WHOLE_PAGE + "3 Tr " + shown("Reminder fee 7.50", y=600))
    extraction = await read(maker.build())
    assert [page.text for page in extraction.pages] == ["Pay 12 euros.", "Reminder fee 7.50"]
    assert extraction.notes == ()


# --- text printed over itself


@pytest.mark.parametrize("offsets", [(0.0, 0.0), (0.0, 0.3), (0.0, 0.25, 0.5)])
async def test_what_is_printed_over_itself_is_read_once(
    read: Read, offsets: tuple[float, ...]
) -> None:
    words = [(60, "Total"), (92, "due"), (118, "880"), (142, "euros")]
    cells = [(x + off, 700.0, word) for off in offsets for x, word in words]
    page = await _only(read, PdfMaker().add_content(_placed(*cells)))
    assert page.text == "Total due 880 euros"


async def test_letters_set_one_by_one_are_all_kept(read: Read) -> None:
    content = "BT /F1 6 Tf 60 700 Td (Wi) Tj (l) Tj (l) Tj ( ) Tj (a) Tj (ll 77) Tj ET"
    page = await _only(read, PdfMaker().add_content(content))
    assert page.text == "Will all 77"
    letters = [(60 + 1.4 * n, 700.0, "l") for n in range(4)]
    assert (await _only(read, PdfMaker().add_content(_placed(*letters, size=6)))).text == "llll"


# --- columns and tables


@pytest.mark.parametrize("starts", [(60, 320), (60, 220, 380)])
async def test_columns_that_are_told_line_by_line_are_read_one_by_one(
    read: Read, starts: tuple[int, ...]
) -> None:
    cells = [(60, 740, "This title of the page goes over all of its columns, to the right edge")]
    for line in range(8):
        cells += [
            (x, 700 - 14 * line, f"{'ABC'[n]} tells line {line}") for n, x in enumerate(starts)
        ]
    page = await _only(read, PdfMaker().add_content(_placed(*cells)))
    said = page.text.replace("\n", " ")
    order = [said.index(f"{'ABC'[n]} tells line {k}") for n in range(len(starts)) for k in range(8)]
    assert order == sorted(order)
    assert said.startswith("This title")


_HEADS = [(60.0, "Item"), (200.0, "Stock"), (300.0, "Price")]


def _rows(numbers: range, *, headed: bool) -> str:
    cells = [(x, 760.0, text) for x, text in _HEADS] if headed else []
    for line, number in enumerate(numbers, 1):
        y = 760.0 - 18 * line
        stock = [(200.0, y, str(number * 3))] if number % 4 else []
        cells += [(60.0, y, f"Part {number}"), *stock, (300.0, y, f"{number}.50")]
    return _placed(*cells)


async def test_rows_on_the_next_pages_keep_the_heads_of_the_first(read: Read) -> None:
    maker = PdfMaker().add_content(_rows(range(1, 11), headed=True))
    maker.add_content(_rows(range(11, 21), headed=False))
    maker.add_content(_rows(range(21, 31), headed=False))
    pages = (await read(maker.build())).pages
    assert "Part 4 | Stock: (empty) | Price: 4.50" in pages[0].text
    assert "Part 12 | Stock: (empty) | Price: 12.50" in pages[1].text
    assert "Part 23 | Stock: 69 | Price: 23.50" in pages[2].text


async def test_a_table_does_not_go_on_where_text_stands_between(read: Read) -> None:
    maker = PdfMaker().add_content(_rows(range(1, 5), headed=True))
    maker.add("Another matter altogether.", "It takes 3 pages.").add_content(
        _rows(range(11, 15), headed=False)
    )
    assert "Stock" not in (await read(maker.build())).pages[2].text


@pytest.mark.parametrize("values_at", [0.0, -6.0, -12.0], ids=["top", "middle", "bottom"])
async def test_a_label_of_two_lines_is_one_row(read: Read, values_at: float) -> None:
    cells = [(60.0, 760.0, "Service"), (260.0, 760.0, "Price"), (330.0, 760.0, "Extra")]
    for row, (first, second, price, extra) in enumerate(
        [
            ("Cleaning of the hull", "and the propeller", "240", ""),
            ("Winter storage", "in the big hall", "", "50"),
            ("Crane for heavy", "masts and engines", "85", "7"),
        ]
    ):
        y = 730.0 - 40 * row
        cells += [(60.0, y, first), (60.0, y - 12, second)]
        cells += [(x, y + values_at, v) for x, v in ((260.0, price), (330.0, extra)) if v]
    page = await _only(read, PdfMaker().add_content(_placed(*cells)))
    assert page.text.split("\n") == [
        "Service | Price | Extra",
        "Cleaning of the hull and the propeller | Price: 240 | Extra: (empty)",
        "Winter storage in the big hall | Price: (empty) | Extra: 50",
        "Crane for heavy masts and engines | Price: 85 | Extra: 7",
    ]


async def test_columns_made_with_spaces_are_columns(read: Read) -> None:
    rows = [
        "Zone     Summer   Winter",
        "A            14        9",
        "B            22",
        "C" + " " * 21 + "31",
    ]
    maker = PdfMaker().add(*rows)
    content = maker.build().replace(b"/Helvetica", b"/Courier")
    assert (await read(content)).pages[0].text.split("\n")[1:] == [
        "A | Summer: 14 | Winter: 9",
        "B | Summer: 22 | Winter: (empty)",
        "C | Summer: (empty) | Winter: 31",
    ]


# --- files that are not whole


async def test_a_file_without_its_end_is_read(read: Read) -> None:
    whole = PdfMaker().add("Crew of 9 sailors.").add("Cargo of 41 tons.").build()
    for end in (whole.rindex(b"startxref"), whole.rindex(b"xref\n0 1") + 60):
        pages = (await read(whole[:end])).pages
        assert [page.text for page in pages] == ["Crew of 9 sailors.", "Cargo of 41 tons."]


async def test_pages_whose_content_was_cut_off_are_named(read: Read) -> None:
    maker = PdfMaker().add("Crew of 9 sailors.").add("Cargo of 41 tons.").add("Route 66.")
    whole = maker.build()
    pages = (await read(whole[: whole.index(b"\n13 0 obj")])).pages
    assert (pages[0].state, pages[1].state) == ("read", "unreadable")
    assert pages[1].reason.startswith("damaged")


async def test_a_file_without_a_catalogue_is_damaged(read: Read) -> None:
    whole = PdfMaker().add("Crew of 9 sailors.").build()
    with pytest.raises(DamagedFile):
        await read(whole[: whole.index(b"startxref")].replace(b"/Type /Catalog", b"/Type /Katalog"))


async def test_a_bomb_between_pages_costs_itself(read: Read) -> None:
    writer = PdfWriter(
        PdfReader(io.BytesIO(PdfMaker().add("5 cranes.").add("@").add("6 cranes.").build()))
    )
    bomb = StreamObject()
    bomb.set_data(b"\0" * 60_000_000)
    writer.pages[1][NameObject("/Contents")] = writer._add_object(bomb.flate_encode(9))
    target = io.BytesIO()
    writer.write(target)
    pages = (await read(target.getvalue())).pages
    assert [page.state for page in pages] == ["read", "unreadable", "read"]


async def test_a_dynamic_form_in_any_language_is_a_placeholder(read: Read) -> None:
    maker = PdfMaker(catalog="/AcroForm << /XFA (x) /Fields [] >>")
    maker.add("Bitte warten. Dieses Formular 4711 kann hier nicht", "angezeigt werden.")
    with pytest.raises(NoText):
        await read(maker.build())


# --- the outline


async def test_sections_stand_in_the_chapters_of_the_outline(read: Read) -> None:
    def entry(title: str, page: int, links: str) -> str:
        return f"<< /Title ({title}) /Dest [{page} 0 R /Fit] {links} >>"

    objects = {
        900: "<< /Type /Outlines /First 901 0 R /Last 903 0 R /Count 4 >>",
        901: entry("Running", 10, "/Parent 900 0 R /Next 903 0 R /First 902 0 R /Last 905 0 R"),
        902: entry("Starting up", 10, "/Parent 901 0 R /Next 905 0 R"),
        903: entry("Care", 14, "/Parent 900 0 R /Prev 901 0 R /First 904 0 R /Last 904 0 R"),
        904: entry("Oil", 14, "/Parent 903 0 R"),
        905: entry("Stopping", 12, "/Parent 901 0 R /Prev 902 0 R"),
    }
    body = [f"Step {n} takes {n * 3} minutes and one person who knows the pump." for n in range(30)]
    maker = PdfMaker(catalog="/Outlines 900 0 R", objects=objects)
    maker.add("Running", "Starting up", *body).add("Stopping", *body).add("Care", "Oil", *body)
    extraction = await read(maker.build())
    assert dict(extraction.levels) == {
        "Running": 1, "Starting up": 2, "Stopping": 2, "Care": 1, "Oil": 2,
    }  # fmt: skip
    passages = split_parents("v", "Pump", extraction.pages, extraction.outline, extraction.levels)
    assert [p.heading for p in passages] == [
        "Pump › Running › Starting up",
        "Pump › Running › Stopping",
        "Pump › Care › Oil",
    ]


async def test_an_outline_of_one_depth_ranks_nothing(read: Read) -> None:
    objects = {
        900: "<< /Type /Outlines /First 901 0 R /Last 901 0 R /Count 1 >>",
        901: "<< /Title (Fees) /Parent 900 0 R /Dest [10 0 R /Fit] >>",
    }
    maker = PdfMaker(catalog="/Outlines 900 0 R", objects=objects).add("Fees", "All are 9 euros.")
    assert (await read(maker.build())).levels == ()


async def test_a_word_cut_at_the_end_of_a_page_is_whole_above_a_footer(read: Read) -> None:
    bodies = [
        "The tenant must give noti-",
        "ce of 60 days. The sec-",
        "ond clause lasts 24 mo-",
        "nths.",
    ]
    made = of_pages(
        *(["Lease 2024", body, f"Page {n} of 4"] for n, body in enumerate(bodies, start=1))
    )
    texts = [page.text for page in (await read(made)).pages]
    assert texts[0] == "Lease 2024\nThe tenant must give notice\nPage 1 of 4"
    assert texts[1:] == ["of 60 days. The second", "clause lasts 24 months.", ""]
