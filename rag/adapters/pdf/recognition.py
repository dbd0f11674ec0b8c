"""Pages that are pictures, read by the optional package ``rapidocr``, which brings its models."""

import resource
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pypdfium2

from rag.adapters.pdf.cells import Glyph, printed_lines
from rag.adapters.pdf.limits import Limits
from rag.adapters.pdf.raw import RECOGNIZING
from rag.adapters.pdf.tables import find_grids, written
from rag.text.cleaning import clean
from rag.text.quality import assess
from rag.types import RECOGNIZED

_DOTS = 200 / 72  # pixels a point: what small print needs
_LONGEST_SIDE = 2000
_LEAST_CONFIDENCE = 0.8
_DOUBTED = "the picture of the page could not be read with certainty"
_SETTINGS = {
    # One thread: the processor time of a worker is bounded, and the bot runs beside it.
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    "Global.log_level": "error",
}

Message = Mapping[str, object]


def is_installed() -> bool:
    """Whether pictures can be read here."""
    return find_spec("rapidocr") is not None


@dataclass(slots=True)
class Recognizer:
    """Reads the pictures of one file; its models are loaded when the first is met."""

    path: Path
    limits: Limits
    announce: Callable[[Message], None]
    engine: Any = None
    document: Any = field(default=None)

    def improved(self, message: Message) -> Message:
        """The message about a page, with the text of its picture if it has no usable other."""
        if not _needs_recognition(message):
            return message
        number = cast("int", message["number"])
        self.announce({RECOGNIZING: number})
        try:
            text, confidence = self._read(number)
        except Exception:  # noqa: BLE001 - whatever it raises: then the page stays as it was found
            return message
        if not text.strip():
            return message
        if confidence < _LEAST_CONFIDENCE:
            doubted = {"text": "", "state": "unreadable", "reason": _DOUBTED}
            return message if message["stamped"] else {**message, **doubted}
        has_typed = message["picture"] or message["stamped"]
        typed = cast("str", message["text"]).split("\n") if has_typed else []
        whole = "\n".join([text, *(line for line in typed if not _holds(text, line))])
        found = {"state": "read", "reason": RECOGNIZED, "headings": [], "stamped": False}
        return {**message, "text": whole, **found}

    def _read(self, number: int) -> tuple[str, float]:
        if self.engine is None:
            self.engine = _engine(self.limits)
            self.document = pypdfium2.PdfDocument(self.path)
        page = self.document[number - 1]
        scale = min(_DOTS, _LONGEST_SIDE / max(page.get_size()))
        found = self.engine(page.render(scale=scale).to_numpy())
        if found.txts is None:
            return "", 0.0
        lines = printed_lines(
            [_placed(t, box) for t, box in zip(found.txts, found.boxes, strict=True)]
        )
        sure = sum(len(t) * s for t, s in zip(found.txts, found.scores, strict=True))
        return written(lines, find_grids(lines)), sure / max(1, sum(map(len, found.txts)))


def _engine(limits: Limits) -> Any:  # noqa: ANN401 - an optional package without types
    """The models take more memory than a page may: the bound of the process is raised for them."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (min(limits.recognition_memory, hard), hard))
    from rapidocr import RapidOCR  # noqa: PLC0415 - optional, and 1 s of imports

    return RapidOCR(params=_SETTINGS)


def _needs_recognition(message: Message) -> bool:
    if message["limited"]:
        return False
    if message["state"] == "image" or message["picture"] or message["stamped"]:
        return True
    text = clean(cast("str", message["text"]))
    return message["state"] == "read" and assess(text).verdict == "unusable"


def _holds(text: str, line: str) -> bool:
    """Whether what is typed was read with the picture, of which it is a part."""
    return "".join(line.split()) in "".join(text.split())


def _placed(text: str, box: Any) -> Glyph:  # noqa: ANN401 - an array of four corners
    """A recognized piece of a line; pixels count from the top, points from the bottom."""
    xs, ys = [float(x) for x, _ in box], [float(y) for _, y in box]
    return Glyph(text, min(xs), max(xs), -max(ys), -min(ys), spaced=True)
