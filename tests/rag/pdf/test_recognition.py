"""Pictures of pages read as text: by a stand-in for the engine, and by the real one if it is there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import pypdfium2
import pytest

from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.recognition import Recognizer, is_installed
from rag.types import RECOGNIZED, Page
from tests.rag.pdf.conftest import FIXTURES, Read

PATH = FIXTURES / "scan_mixed_text_p2.pdf"


@dataclass
class FakeEngine:
    """Finds what it was told, at the places that it was told."""

    pieces: Sequence[tuple[str, float, tuple[float, float]]] = ()
    fails: bool = False
    seen: list[tuple[int, ...]] = field(default_factory=list)

    def __call__(self, picture) -> SimpleNamespace:
        if self.fails:
            raise RuntimeError("no memory")
        self.seen.append(picture.shape)
        if not self.pieces:
            return SimpleNamespace(txts=None, scores=None, boxes=None)
        boxes = [
            [(x, y), (x + 12 * len(text), y), (x + 12 * len(text), y + 20), (x, y + 20)]
            for text, _, (x, y) in self.pieces
        ]
        return SimpleNamespace(
            txts=[p[0] for p in self.pieces], scores=[p[1] for p in self.pieces], boxes=boxes
        )


def _message(**changed: object) -> dict[str, object]:
    plain = {"number": 1, "text": "", "state": "image", "reason": "only an image", "headings": []}
    return {**plain, "limited": False, "picture": False, "stamped": False, **changed}


def _improved(
    message: Mapping[str, object], engine: FakeEngine
) -> tuple[Mapping[str, object], list[Mapping[str, object]]]:
    said: list[Mapping[str, object]] = []
    document = pypdfium2.PdfDocument(PATH)
    found = Recognizer(PATH, Limits(), said.append, engine, document).improved(message)
    document.close()
    return found, said


def test_lines_and_rows_are_put_together_by_where_they_stand() -> None:
    engine = FakeEngine(
        [
            ("is 640 euros.", 0.99, (220, 101)),
            ("The rent", 0.98, (100, 100)),
            ("Deposit", 0.97, (100, 40)),
        ]
    )
    found, said = _improved(_message(), engine)
    assert (found["state"], found["reason"]) == ("read", RECOGNIZED)
    assert found["text"] == "Deposit\nThe rent is 640 euros."
    assert said == [{"recognizing": 1}]
    assert max(engine.seen[0]) <= 2000


def test_what_is_not_certain_is_not_read() -> None:
    found, _ = _improved(_message(), FakeEngine([("The rnt 1s 64O eros", 0.62, (100, 100))]))
    assert (found["state"], found["text"]) == ("unreadable", "")
    assert "certainty" in str(found["reason"])


@pytest.mark.parametrize("engine", [FakeEngine(), FakeEngine(fails=True)])
def test_what_finds_nothing_leaves_the_page_as_it_was(engine: FakeEngine) -> None:
    assert _improved(_message(), engine)[0] == _message()


@pytest.mark.parametrize(
    "message",
    [
        _message(text="The rent is 640 euros in the first year.", state="read", reason=""),
        _message(state="empty", reason=""),
        _message(state="unreadable", reason="too complex", limited=True),
    ],
)
def test_pages_that_need_no_picture_are_left_alone(message: Mapping[str, object]) -> None:
    engine = FakeEngine([("Something else", 0.99, (10, 10))])
    assert _improved(message, engine) == (message, [])
    assert engine.seen == []


def test_an_annotation_on_a_scan_stays() -> None:
    message = _message(text="[annotation] paid", state="read", reason="", picture=True)
    found, _ = _improved(message, FakeEngine([("The rent is 9.", 0.99, (10, 10))]))
    assert found["text"] == "The rent is 9.\n[annotation] paid"


def test_an_unusable_text_layer_is_replaced() -> None:
    garbage = " ".join(f"t#e{n}x7q@z" for n in range(40))
    message = _message(text=garbage, state="read", reason="")
    found, _ = _improved(message, FakeEngine([("The rent is 9.", 0.99, (10, 10))]))
    assert found["text"] == "The rent is 9."


def test_a_page_read_from_its_picture_may_be_quoted_and_a_doubted_one_not() -> None:
    assert Page(1, "1", "x", "read", RECOGNIZED).is_reliable
    assert not Page(1, "1", "x", "read", "words run together").is_reliable


@pytest.mark.skipif(not is_installed(), reason="needs requirements-ocr.txt")
async def test_the_real_engine_reads_a_scan(read: Read) -> None:
    pages = (await read("scan_image_only_2p.pdf")).pages
    assert [(p.state, p.reason) for p in pages] == [("read", RECOGNIZED)] * 2
    assert "The rent is 910 euros." in pages[0].text
