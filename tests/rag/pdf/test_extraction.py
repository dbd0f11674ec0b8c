"""What the quick way of extracting makes of a page is what pypdf makes of it."""

import pypdf
import pytest

from rag.adapters.pdf.extraction import quick
from tests.rag.pdf.conftest import FIXTURES
from tests.rag.pdf.test_worker import LIGHT

Seen = list[tuple[str, float]]


def _read(name: str) -> list[tuple[str, Seen]]:
    """Each page's text, and its pieces with their sizes; the kind of error instead of a text."""
    found: list[tuple[str, Seen]] = []
    for page in pypdf.PdfReader(FIXTURES / name).pages:
        pieces: Seen = []

        def see(text: str, _cm: object, _tm: object, _font: object, size: float) -> None:
            pieces.append((text, size))  # noqa: B023 - called before the next page

        try:
            found.append((page.extract_text(visitor_text=see), pieces))
        except Exception as error:  # noqa: BLE001 - damaged pages raise whatever they come upon
            found.append((type(error).__name__, pieces))
    return found


@pytest.mark.parametrize("name", LIGHT)
def test_it_reads_as_pypdf_does(name: str) -> None:
    alone = _read(name)
    with quick():
        assert _read(name) == alone
