"""What reading a file may cost."""

import dataclasses
import json

_MEGABYTE = 1024 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on a file. Seconds are of wall-clock time; ``memory`` is the worker's address space."""

    file_bytes: int = 200 * _MEGABYTE
    pages: int = 3000
    page_characters: int = 200_000
    file_characters: int = 20_000_000
    open_seconds: float = 30.0
    page_seconds: float = 10.0
    recognition_seconds: float = 40.0
    """For a page whose picture has to be read, on a machine that does other things too."""
    file_seconds: float = 600.0
    memory: int = 1024 * _MEGABYTE
    recognition_memory: int = 2560 * _MEGABYTE
    """Address space of a worker that reads pictures; 0.9 GB of it are really used."""
    shared_bytes: int = 64 * 1024
    """From which size on two workers open a file, each bounded as one alone is."""
    shared_pages: int = 40
    """From which number of pages on they share them."""
    restarts: int = 5
    """How many pages may kill the worker before the rest is given up."""
    content_operands: int = 300_000
    """Operands and operators of a page; the densest drawings of real files have about half."""
    stream_bytes: int = 50 * _MEGABYTE

    def to_json(self) -> str:
        """The form in which the worker gets them."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Limits":
        """The limits that `to_json` wrote."""
        return cls(**json.loads(text))
