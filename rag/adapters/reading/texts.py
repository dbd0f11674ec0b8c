"""What a worker makes of a file that is no PDF."""

from dataclasses import dataclass, field


class NotReadable(Exception):
    """The file is not what it was taken for: ``reason`` is that of a message."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class Text:
    """A whole file: lines by page, headings by page and with their level."""

    pages: list[list[str]]
    headings: list[list[str]]
    levels: list[tuple[str, int]] = field(default_factory=list)
    title: str = ""
    notes: list[str] = field(default_factory=list)
