"""Makes the two PDFs of the sample library.

Needs reportlab, pillow and a Chinese TrueType font with Latin letters. On Debian::

    apt-get install fonts-wqy-microhei
    pip install reportlab pillow
    python docs/samples/make_samples.py /usr/share/fonts/truetype/wqy/wqy-microhei.ttc bot/samples

The output is the same on every run with the same versions of the two libraries and the font.
"""

import argparse
from pathlib import Path
from xml.sax.saxutils import escape

import handbook
import rules_zh
from layout import (
    ACCENT,
    HEIGHT,
    MARGIN,
    MEASURE,
    MUTED,
    WIDTH,
    Look,
    Running,
    bookmark,
    draw_blocks,
    draw_running,
    flow,
    new_canvas,
)
from parse import Block, parse_pages
from reportlab.lib.colors import HexColor, white
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph
from scan import certificate_jpeg

ENGLISH = Look("Helvetica", "Helvetica-Bold", 11.2, 16.2, 38, 6.4)
CHINESE = Look("Chinese", "Chinese", 11, 20, 0, 8, "CJK")
FRONT = ("i", "ii", "iii")  # cover, about, contents


def make_handbook(path: Path) -> None:
    """Writes the English handbook: roman front matter, eight sections, a scanned appendix."""
    canvas = new_canvas(path, handbook.TITLE, handbook.COMPANY, "en-GB")
    canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
    canvas.addPageLabel(len(FRONT), style="ARABIC", start=1)
    pages = parse_pages(handbook.TEXT)
    _draw_cover(canvas)
    _draw_about(canvas)
    _draw_contents(canvas, pages)
    for number, blocks in enumerate(pages, 1):
        _draw_english_running(canvas, blocks[0].text, str(number))
        draw_blocks(canvas, flow(blocks, ENGLISH))
        canvas.showPage()
    bookmark(canvas, handbook.APPENDIX, 0)
    canvas.drawImage(ImageReader(certificate_jpeg()), 0, 0, WIDTH, HEIGHT)
    canvas.showPage()
    canvas.save()


def _draw_english_running(canvas: Canvas, right: str, label: str) -> None:
    left = f"{handbook.COMPANY} · {handbook.TITLE}"
    draw_running(canvas, ENGLISH, Running(left, right, handbook.EDITION), label)


def _draw_cover(canvas: Canvas) -> None:
    bookmark(canvas, handbook.TITLE, 0)
    canvas.setFillColor(ACCENT)
    canvas.rect(0, HEIGHT * 0.42, WIDTH, HEIGHT * 0.58, stroke=0, fill=1)
    _draw_emblem(canvas)
    canvas.setFillColor(white)
    canvas.setFont("Helvetica", 17)
    canvas.drawString(MARGIN, HEIGHT * 0.42 + 116, handbook.COMPANY)
    canvas.setFont("Helvetica-Bold", 42)
    canvas.drawString(MARGIN, HEIGHT * 0.42 + 56, handbook.TITLE)
    canvas.setFillColor(MUTED)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(MARGIN, HEIGHT * 0.42 - 48, handbook.EDITION)
    canvas.drawString(
        MARGIN, HEIGHT * 0.42 - 68, "For our offices in Edinburgh, Rotterdam and Singapore"
    )
    canvas.drawString(MARGIN, 60, "Issued by the People Team")
    canvas.showPage()


def _draw_emblem(canvas: Canvas) -> None:
    """Draws a pine above two waves."""
    canvas.saveState()
    canvas.translate(MARGIN, HEIGHT - 170)
    canvas.setFillColor(HexColor("#a9d0cd"))
    for width, base in ((64, 22), (50, 44), (34, 66)):
        outline = canvas.beginPath()
        outline.moveTo(36 - width / 2, base)
        outline.lineTo(36, base + 34)
        outline.lineTo(36 + width / 2, base)
        outline.close()
        canvas.drawPath(outline, stroke=0, fill=1)
    canvas.setStrokeColor(HexColor("#a9d0cd"))
    canvas.setLineWidth(3)
    for base in (10, 0):
        wave = canvas.beginPath()
        wave.moveTo(0, base)
        for x in range(0, 72, 24):
            wave.curveTo(x + 8, base + 8, x + 16, base - 8, x + 24, base)
        canvas.drawPath(wave)
    canvas.restoreState()


def _draw_about(canvas: Canvas) -> None:
    title = "About this handbook"
    _draw_english_running(canvas, title, FRONT[1])
    style = ENGLISH.style("about", fontSize=12, leading=19, spaceAfter=13)
    paragraphs = [Paragraph(escape(text), style) for text in handbook.ABOUT.strip().split("\n\n")]
    draw_blocks(canvas, [*flow([Block("section", title)], ENGLISH), *paragraphs])
    canvas.showPage()


def _draw_contents(canvas: Canvas, pages: list[list[Block]]) -> None:
    _draw_english_running(canvas, "Contents", FRONT[2])
    draw_blocks(canvas, flow([Block("section", "Contents")], ENGLISH))
    top = HEIGHT - 88
    entries = [
        (block, str(number))
        for number, blocks in enumerate(pages, 1)
        for block in blocks
        if block.kind in ("section", "heading")
    ]
    entries.append((Block("section", handbook.APPENDIX), str(len(pages) + 1)))
    for block, label in entries:
        section = block.kind == "section"
        top -= 18 if section else 13.6
        _draw_entry(canvas, block.text, label, top, section=section)
    canvas.showPage()


def _draw_entry(canvas: Canvas, text: str, label: str, top: float, *, section: bool) -> None:
    font, left = ("Helvetica-Bold", MARGIN) if section else ("Helvetica", MARGIN + 16)
    canvas.setFont(font, 10)
    canvas.setFillColor(ACCENT if section else HexColor("#1f2a30"))
    canvas.drawString(left, top, text)
    canvas.drawRightString(WIDTH - MARGIN, top, label)
    start = left + canvas.stringWidth(text, font, 10) + 6
    canvas.setStrokeColor(MUTED)
    canvas.setLineWidth(0.5)
    canvas.setDash(0.5, 3)
    canvas.line(start, top + 1, WIDTH - MARGIN - 18, top + 1)
    canvas.setDash()


def make_rules(path: Path, font: Path) -> None:
    """Writes the Chinese staff rules, with the part of the font they use."""
    pdfmetrics.registerFont(TTFont("Chinese", str(font)))
    canvas = new_canvas(path, rules_zh.TITLE, rules_zh.COMPANY, "zh-CN")
    for number, blocks in enumerate(parse_pages(rules_zh.TEXT), 1):
        running = Running(rules_zh.COMPANY, rules_zh.TITLE, rules_zh.EDITION)
        draw_running(canvas, CHINESE, running, str(number))
        drop = 0.0
        if number == 1:
            drop = 74
            canvas.setFillColor(ACCENT)
            canvas.setFont("Chinese", 30)
            canvas.drawCentredString(MARGIN + MEASURE / 2, HEIGHT - 112, rules_zh.TITLE)
        draw_blocks(canvas, flow(blocks, CHINESE), drop)
        canvas.showPage()
    canvas.save()


def main() -> None:
    """Makes both documents in the directory asked for."""
    parser = argparse.ArgumentParser(description="Makes the sample library's PDFs.")
    parser.add_argument("font", type=Path, help="a Chinese TrueType font with Latin letters")
    parser.add_argument("directory", type=Path, help="where the PDFs go")
    arguments = parser.parse_args()
    make_handbook(arguments.directory / "employee-handbook.pdf")
    make_rules(arguments.directory / "员工守则.pdf", arguments.font)


if __name__ == "__main__":
    main()
