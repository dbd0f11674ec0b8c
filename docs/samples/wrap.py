"""Breaks Chinese text into lines by the usual rules."""

import re

from reportlab.pdfbase.pdfmetrics import stringWidth

NEVER_FIRST = set("，。、；：！？）》”’%")
NEVER_LAST = set("（《“‘")
PIECE = re.compile(r"[0-9A-Za-z:.%]+|.")  # figures and Latin words stay whole


def break_lines(text: str, font: str, size: float, width: float) -> list[str]:
    """Fills lines up to the width, without a stranded mark at either end of one."""
    lines, line = [], ""
    for piece in _units(text):
        if line and stringWidth(line + piece, font, size) > width:
            lines.append(line)
            line = piece
        else:
            line += piece
    return [*lines, line]


def _units(text: str) -> list[str]:
    """Joins each mark to the character it must not be parted from."""
    units: list[str] = []
    for piece in PIECE.findall(text):
        if units and (piece in NEVER_FIRST or units[-1][-1] in NEVER_LAST):
            units[-1] += piece
        else:
            units.append(piece)
    return units
