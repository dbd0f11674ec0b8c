"""Images of pages on which a few words are typed: these are not what the page says."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rag.adapters.pdf.raw import RawPage

_ONLY_IMAGE = "only an image: no text layer"
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.?|pagina|página|第)?\s*(?:\d+|[ivxlc]+)(?:\s*(?:of|von|de|/)\s*\d+|\s*页|\s*頁)?\W*",
    re.IGNORECASE,
)
_MOST_NAMED = 12


def without_stamps(pages: Sequence[RawPage]) -> list[RawPage]:
    """Pages that have nothing but a page number, or what others have too, as the images they are."""
    counts = Counter(_template(page) for page in pages if page.stamped)
    return [
        replace(page, text="", headings=(), state="image", reason=_ONLY_IMAGE, stamped=False)
        if page.stamped and (_is_number(page) or counts[_template(page)] > 1)
        else page
        for page in pages
    ]


def stamp_notes(pages: Sequence[RawPage]) -> list[str]:
    """What is to be said of the pages whose few words are kept."""
    numbers = [str(page.number) for page in pages if page.stamped]
    listed = ", ".join(numbers[:_MOST_NAMED]) + (", …" if len(numbers) > _MOST_NAMED else "")
    return [f"mostly an image, read only in part: page {listed}"] if numbers else []


def _is_number(page: RawPage) -> bool:
    return bool(_PAGE_NUMBER.fullmatch(page.text.strip()))


def _template(page: RawPage) -> str:
    return re.sub(r"\d+|\s+", "#", page.text.strip().lower())
