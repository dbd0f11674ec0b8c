"""A page as a picture with its quotations highlighted: where the marker went is read off the pixels."""

import io
from pathlib import Path

import pytest
from PIL import Image

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.marking import Box, Layer, joined
from rag.adapters.pdf.pictures import PdfPagePainter
from rag.errors import DamagedFile, PasswordProtected, TooComplex
from rag.types import PagePicture
from tests.support.pdfs import PdfMaker, shown

FIXTURES = Path(__file__).parents[2] / "fixtures" / "pdf"
YELLOW = (255, 236, 130)
QUOTE = "The nightly hotel limit is 140 euros in Lisbon."


async def paint(source: str | bytes, page: int, *quotes: str, folder: Path) -> PagePicture:
    path = FIXTURES / source if isinstance(source, str) else folder / "made.pdf"
    if isinstance(source, bytes):
        path.write_bytes(source)
    return await PdfPagePainter().paint(path, page, quotes)


def marked(picture: PagePicture) -> tuple[tuple[int, int], tuple[float, ...] | None]:
    """The size of the picture, and where its yellow is, as shares of width and height."""
    image = Image.open(io.BytesIO(picture.content)).convert("RGB")
    mask = Image.frombytes(
        "L", image.size, bytes(255 if p == YELLOW else 0 for p in image.get_flattened_data())
    )
    box = mask.getbbox()
    width, height = image.size
    if box is None:
        return image.size, None
    left, top, right, bottom = box
    return image.size, (left / width, top / height, right / width, bottom / height)


async def test_the_quoted_sentence_is_marked_and_nothing_else(tmp_path: Path):
    page = PdfMaker().add("Above it.", QUOTE, "Below it.").build()
    picture = await paint(page, 1, QUOTE, folder=tmp_path)
    size, box = marked(picture)
    assert (picture.marked, picture.asked, picture.kind) == (1, 1, "png")
    assert size == (1190, 1684)
    assert box is not None
    # It stands at 60 from the left and 740 from the bottom of 595 by 842.
    assert box[0] == pytest.approx(60 / 595, abs=0.01)
    assert box[1] > (842 - 757) / 842
    assert box[3] < (842 - 730) / 842


@pytest.mark.parametrize(
    ("lines", "quote"),
    [
        (
            ("The limit is one hundred and", "forty euros."),
            "The limit is one hundred and forty euros.",
        ),
        (("The reimburse-", "ment is paid."), "The reimbursement is paid."),
        (("It costs  140   euros.",), "It costs 140 euros."),
        (("It costs 140 euros.",), "it costs “140” euros"),
    ],
)
async def test_however_the_page_breaks_and_writes_it(lines, quote: str, tmp_path: Path):
    picture = await paint(PdfMaker().add(*lines).build(), 1, quote, folder=tmp_path)
    assert picture.marked == 1
    assert marked(picture)[1]


@pytest.mark.parametrize(
    ("name", "page", "quote"),
    [("ligatures_fb01.pdf", 1, ""), ("hyphenated_lines.pdf", 1, ""), ("control_3p.pdf", 2, QUOTE)],
)
async def test_what_was_read_of_a_page_is_found_on_it(name, page, quote, read, tmp_path: Path):
    quotes = [quote] if quote else (await read(name)).pages[page - 1].text.splitlines()[:3]
    picture = await paint(name, page, *quotes, folder=tmp_path)
    assert picture.marked == len(quotes)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
async def test_a_turned_and_cropped_page_is_marked_where_it_is_seen(turned: int, tmp_path: Path):
    maker = PdfMaker(page_extras=f"/Rotate {turned} /CropBox [40 600 440 842]")
    maker.add_content(shown("Hello there, reader.", x=60, y=760))
    size, box = marked(await paint(maker.build(), 1, "Hello there, reader.", folder=tmp_path))
    assert size == ((800, 484) if turned in {0, 180} else (484, 800))
    left, right = (60 - 40) / 400, (60 + 115 - 40) / 400
    top, bottom = (842 - 771) / 242, (842 - 757) / 242
    expected = {
        0: (left, top, right, bottom),
        90: (1 - bottom, left, 1 - top, right),
        180: (1 - right, 1 - bottom, 1 - left, 1 - top),
        270: (top, 1 - right, bottom, 1 - left),
    }[turned]
    assert box == pytest.approx(expected, abs=0.06)


async def test_a_quotation_that_is_not_there_leaves_the_page_unmarked(tmp_path: Path):
    page = PdfMaker().add("Something else altogether stands here.").build()
    picture = await paint(page, 1, QUOTE, "Something else", folder=tmp_path)
    assert (picture.marked, picture.asked) == (1, 2)
    picture = await paint("scan_image_only_2p.pdf", 1, QUOTE, folder=tmp_path)
    assert (picture.marked, marked(picture)[1]) == (0, None)


async def test_large_and_bad_files(tmp_path: Path):
    huge = PdfMaker(page_extras="/MediaBox [0 0 14000 14000]").add("Hello").build()
    size, _ = marked(await paint(huge, 1, "Hello", folder=tmp_path))
    assert size[0] * size[1] <= 4_100_000
    with pytest.raises(PasswordProtected):
        await paint("enc_real_password_aes256.pdf", 1, folder=tmp_path)
    with pytest.raises(DamagedFile):
        await paint("control_3p.pdf", 9, folder=tmp_path)
    with pytest.raises(DamagedFile):
        await paint(b"%PDF-1.7\nnothing", 1, folder=tmp_path)
    late = PdfPagePainter(Limits(open_seconds=0.001))
    with pytest.raises(TooComplex):
        await late.paint(FIXTURES / "control_3p.pdf", 1, [])


def test_a_number_is_not_marked_inside_another_one():
    layer = Layer.of("in 1400 of 140 cases")
    [found] = layer.find("140")
    assert (found.start, found.stop) == (11, 14)
    assert Layer.of("in 1400 cases").find("140") == []


def test_pieces_of_a_row_are_found_in_another_order_of_cells():
    layer = Layer.of(
        "Lisbon hotel limit | see below for all the others | one hundred and forty euros"
    )
    assert len(layer.find("Lisbon hotel limit one hundred and forty euros")) == 2
    assert layer.find("an entirely different sentence about bicycles") == []


def test_characters_of_a_line_are_one_box():
    line = [Box(n * 10, 0, n * 10 + 9, 12) for n in range(5)]
    assert joined([*line, Box(0, 11, 9, 23)]) == [Box(0, 0, 49, 12), Box(0, 11, 9, 23)]
    column = [Box(0, n * 10, 12, n * 10 + 9) for n in range(5)]
    assert joined(column) == [Box(0, 0, 12, 49)]
