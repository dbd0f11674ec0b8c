"""Sets parsed pages as PDF: styles, running lines, tables, contents and outline."""

from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from parse import Block
from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Table, TableStyle
from wrap import break_lines

WIDTH, HEIGHT = A4
MARGIN = 68.0
MEASURE = WIDTH - 2 * MARGIN
NARROW_COLUMNS = 3  # with more, the first column yields room
INK, ACCENT, MUTED, RULE = (HexColor(c) for c in ("#1f2a30", "#1d5c63", "#66737a", "#c9d3d4"))
BAND = HexColor("#eef4f4")


@dataclass(frozen=True)
class Look:
    """What differs between the two documents' typography."""

    font: str
    bold: str
    size: float
    leading: float
    indent: float
    gap: float
    word_wrap: str | None = None

    def style(self, name: str, **changes: object) -> ParagraphStyle:
        """Gives a paragraph style on this look's base."""
        base: dict[str, object] = {
            "fontName": self.font,
            "fontSize": self.size,
            "leading": self.leading,
            "textColor": INK,
            "spaceAfter": self.gap,
            "wordWrap": self.word_wrap,
        }
        return ParagraphStyle(name, **{**base, **changes})


@dataclass(frozen=True)
class Running:
    """The running header's two ends and the footer's left end."""

    left: str
    right: str
    foot: str


def new_canvas(path: Path, title: str, author: str, lang: str) -> Canvas:
    """Opens a canvas whose output is the same on every run."""
    canvas = Canvas(str(path), pagesize=A4, invariant=1, pageCompression=1, lang=lang)
    canvas.setTitle(title)
    canvas.setSubject(title)
    canvas.setAuthor(author)
    canvas.setCreator(author)
    canvas.setProducer(author)
    canvas.showOutline()
    return canvas


def bookmark(canvas: Canvas, title: str, level: int, top: float = HEIGHT) -> None:
    """Adds an outline entry that leads to this height of the current page."""
    canvas.bookmarkHorizontal(title, 0, top)
    canvas.addOutlineEntry(title, title, level, closed=level == 0)


class Heading(Paragraph):
    """A heading that enters itself in the outline where it is drawn."""

    def __init__(self, text: str, style: ParagraphStyle, level: int) -> None:
        super().__init__(escape(text), style)
        self.entry, self.level = text, level

    def draw(self) -> None:
        """Draws the heading and its outline entry."""
        bookmark(self.canv, self.entry, self.level, self.height + self.style.leading)
        super().draw()


def draw_running(canvas: Canvas, look: Look, running: Running, label: str) -> None:
    """Draws the running header and footer."""
    canvas.setFont(look.font, 8.5)
    canvas.setFillColor(MUTED)
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.6)
    top, foot = HEIGHT - 42, 36
    canvas.drawString(MARGIN, top, running.left)
    canvas.drawRightString(WIDTH - MARGIN, top, running.right)
    canvas.line(MARGIN, top - 7, WIDTH - MARGIN, top - 7)
    canvas.line(MARGIN, foot + 13, WIDTH - MARGIN, foot + 13)
    canvas.drawString(MARGIN, foot, running.foot)
    canvas.drawRightString(WIDTH - MARGIN, foot, label)


def draw_blocks(canvas: Canvas, flowables: list[Flowable], drop: float = 0) -> None:
    """Fills one page below the header, and fails if the text does not fit."""
    frame = Frame(MARGIN, 54, MEASURE, HEIGHT - 112 - drop, 0, 0, 0, 0)
    frame.addFromList(flowables, canvas)
    if flowables:
        raise ValueError(f"page {canvas.getPageNumber()} is too long: {flowables[0]}")


def flow(blocks: list[Block], look: Look) -> list[Flowable]:
    """Turns a page's blocks into flowables."""
    flowables: list[Flowable] = []
    for block in blocks:
        flowables.extend(_flow_block(block, look))
    return flowables


def _flow_block(block: Block, look: Look) -> list[Flowable]:
    match block.kind:
        case "section":
            size = look.size + 7
            style = look.style(
                "section",
                fontName=look.bold,
                fontSize=size,
                leading=size * 1.4,
                textColor=ACCENT,
                spaceBefore=look.gap * 2,
                spaceAfter=look.gap * 1.2,
            )
            return [Heading(block.text, style, 0)]
        case "heading":
            style = look.style(
                "heading",
                fontName=look.bold,
                fontSize=look.size + 1.2,
                spaceBefore=look.gap * 1.4,
                spaceAfter=look.gap * 0.8,
            )
            return [Heading(f"Section {block.text}", style, 1)]
        case "clause":
            return [_clause(block, look)]
        case "table":
            caption = look.style(
                "caption",
                fontName=look.bold,
                fontSize=look.size - 0.6,
                textColor=ACCENT,
                spaceBefore=look.gap * 0.6,
                spaceAfter=look.gap * 0.8,
            )
            return [Paragraph(escape(block.text), caption), _table(block, look)]


def _clause(block: Block, look: Look) -> Paragraph:
    if look.indent:
        style = look.style(
            "clause",
            leftIndent=look.indent,
            bulletFontName=look.font,
            bulletFontSize=look.size,
            bulletColor=ACCENT,
        )
        return Paragraph(escape(block.text), style, bulletText=block.number)
    lines = break_lines(f"{block.number} {block.text}", look.font, look.size, MEASURE)
    number = f'<font color="{ACCENT.hexval().replace("0x", "#")}">{block.number}</font>'
    text = "<br/>".join(map(escape, lines)).replace(block.number, number, 1)
    return Paragraph(text, look.style("clause"))


def _table(block: Block, look: Look) -> Table:
    columns = len(block.rows[0])
    wide = columns > NARROW_COLUMNS
    width = MEASURE - look.indent
    first = width * (0.28 if wide else 0.36)
    rest = (width - first) / (columns - 1)
    table = Table(
        block.rows,
        colWidths=[first] + [rest] * (columns - 1),
        rowHeights=look.leading + 5,
        spaceAfter=look.gap * 1.6,
        hAlign="RIGHT",
    )
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), look.font, look.size - 0.6),
                ("FONT", (0, 0), (-1, 0), look.bold, look.size - 0.6),
                ("TEXTCOLOR", (0, 0), (-1, -1), INK),
                ("TEXTCOLOR", (0, 0), (-1, 0), white),
                ("BACKGROUND", (0, 0), (-1, 0), ACCENT),
                ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, BAND]),
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, RULE),
                ("ALIGN", (1, 0), (-1, -1), "CENTER"),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ]
        )
    )
    return table
