"""Draws the handbook's one scanned page: a signed certificate as a picture, with no text."""

import hashlib
import math
from io import BytesIO
from pathlib import Path

import reportlab
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

SIZE = (1240, 1754)  # A4 at 150 dots an inch
PAPER, INK = 246, 52
DUSTY = 12  # of 256 patches of the page
FONTS = Path(reportlab.__file__).parent / "fonts"

PARTICULARS = [
    ("Premises", "14 Quayside Row, Edinburgh"),
    ("Floors inspected", "Ground, first and second"),
    ("Date of inspection", "12 November 2025"),
    ("Valid until", "11 November 2026"),
    ("Certificate no.", "FS-2025-0417"),
]
FINDINGS = [
    ("Emergency exits", "6, all clear and lit"),
    ("Fire extinguishers", "18, serviced"),
    ("Smoke detectors", "42, tested"),
    ("Evacuation time in drill", "3 min 40 s"),
    ("Assembly point", "Quayside Row, by the crane"),
    ("Highest occupancy", "160 persons"),
]
STATEMENT = [
    "I certify that I have inspected the premises named above and that,",
    "on the date of inspection, the means of escape, the alarm and the",
    "fire-fighting equipment were in good order.",
]


def certificate_jpeg() -> BytesIO:
    """Gives the page as a grey JPEG, a little askew and speckled like a scan."""
    page = Image.new("L", SIZE, PAPER)
    draw = ImageDraw.Draw(page)
    _draw_text(draw)
    _draw_signature(draw)
    _draw_stamp(page)
    page = page.rotate(1.1, Image.Resampling.BICUBIC, fillcolor=PAPER - 6)
    page = page.filter(ImageFilter.GaussianBlur(0.8))
    page = _age(page)
    out = BytesIO()
    page.save(out, "JPEG", quality=52, optimize=True)
    out.seek(0)
    return out


def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "VeraBd.ttf" if bold else "Vera.ttf"
    return ImageFont.truetype(str(FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)


def _draw_text(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle((90, 90, SIZE[0] - 90, SIZE[1] - 90), outline=INK + 60, width=3)
    draw.text((150, 150), "APPENDIX A", INK, _font(26))
    draw.text((620, 260), "FIRE-SAFETY CERTIFICATE", INK, _font(50, bold=True), anchor="mm")
    draw.line((150, 320, SIZE[0] - 150, 320), INK, 3)
    bottom = _draw_rows(draw, PARTICULARS, 380)
    draw.text((150, bottom + 50), "Findings", INK, _font(32, bold=True))
    bottom = _draw_rows(draw, FINDINGS, bottom + 115)
    for index, line in enumerate(STATEMENT):
        draw.text((150, bottom + 50 + 42 * index), line, INK, _font(27))
    draw.line((150, 1500, 640, 1500), INK, 2)
    draw.text((150, 1514), "R. Okafor, fire-safety assessor", INK, _font(25))
    draw.text((150, 1552), "Edinburgh, 14 November 2025", INK, _font(25))


def _draw_rows(draw: ImageDraw.ImageDraw, rows: list[tuple[str, str]], top: int) -> int:
    for name, value in rows:
        draw.text((150, top), name, INK + 20, _font(27))
        draw.text((530, top), value, INK, _font(27, bold=True))
        draw.line((150, top + 44, SIZE[0] - 150, top + 44), 190, 1)
        top += 62
    return top


def _draw_signature(draw: ImageDraw.ImageDraw) -> None:
    points = []
    for step in range(260):
        t = step / 26
        swing = 46 * math.exp(-t / 5) * math.sin(2.6 * t) * (1.2 + math.sin(0.9 * t))
        x = 185 + 36 * t + 26 * math.sin(2.6 * t + 1.3)
        points.append((x, 1452 - swing + 8 * math.cos(5.1 * t)))
    draw.line(points, 40, 4, joint="curve")
    draw.line([(205, 1478), (360, 1470), (560, 1462)], 60, 3, joint="curve")


def _draw_stamp(page: Image.Image) -> None:
    stamp = Image.new("L", (320, 320), 255)
    draw = ImageDraw.Draw(stamp)
    draw.ellipse((10, 10, 310, 310), outline=110, width=7)
    draw.ellipse((28, 28, 292, 292), outline=110, width=2)
    draw.text((160, 120), "INSPECTED", 110, _font(34, bold=True), anchor="mm")
    draw.text((160, 168), "12 NOV 2025", 110, _font(29), anchor="mm")
    draw.text((160, 212), "FIRE SAFETY", 110, _font(25), anchor="mm")
    stamp = stamp.rotate(11, Image.Resampling.BICUBIC, fillcolor=255)
    box = (780, 1290, 1100, 1610)
    page.paste(ImageChops.darker(page.crop(box), stamp), box[:2])


def _age(page: Image.Image) -> Image.Image:
    """Adds the scanner's shading and grain, from a fixed stream of bytes."""
    shade = Image.linear_gradient("L").rotate(90).resize(SIZE).point(lambda v: v * 14 // 255)
    small = (SIZE[0] // 2, SIZE[1] // 2)
    stream = hashlib.shake_256(b"grain").digest(small[0] * small[1])
    noise = Image.frombytes("L", small, stream)
    grain = noise.point(lambda v: v * 12 // 255).resize(SIZE, Image.Resampling.BILINEAR)
    specks = noise.rotate(180).point(lambda v: 90 if v == 0 else 0)
    dust = specks.resize(SIZE, Image.Resampling.BILINEAR)
    keep = hashlib.shake_256(b"dust").digest(31 * 44)
    mask = Image.frombytes("L", (31, 44), keep).point(lambda v: 255 if v < DUSTY else 0)
    dust = ImageChops.multiply(dust, mask.resize(SIZE, Image.Resampling.NEAREST))
    for layer in (shade, grain, dust):
        page = ImageChops.subtract(page, layer)
    return page
