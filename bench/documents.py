"""PDF files made for measuring: the same text every time, and no page like another."""

import random

from tests.support.pdfs import PdfMaker, lines

_WORDS = (
    "harbour berth valve tenant contract boiler archive committee delivery insurance schedule "
    "payment window engine member report balance warehouse permit bridge training safety "
    "supplier invoice region garden library season travel office device record"
).split()
_VERBS = (
    "inspects approves replaces records measures returns delivers reviews repairs lists".split()
)
_SECTIONS, _LINES = 4, 8
_LINE_CHARACTERS = 92  # with the headings some 3,000 characters a page


def text_pdf(pages: int, seed: int = 1) -> bytes:
    """A text of about 3,000 characters a page: four numbered sections, each a paragraph."""
    maker = PdfMaker()
    dice = random.Random(seed)
    for page in range(1, pages + 1):
        printed: list[str] = []
        for section in range(1, _SECTIONS + 1):
            printed.append(f"{page}.{section} {dice.choice(_WORDS).title()} {dice.choice(_WORDS)}")
            printed += [_line(dice, page, 10 * section + line) for line in range(_LINES)]
        maker.add_content(lines(*printed, top=800, leading=20, size=10))
    return maker.build()


def _line(dice: random.Random, page: int, number: int) -> str:
    start = (
        f"The {dice.choice(_WORDS)} {page}-{number} {dice.choice(_VERBS)} {dice.randint(2, 999)}"
    )
    while len(start) < _LINE_CHARACTERS - 8:
        start += " " + dice.choice(_WORDS)
    return start + "."
