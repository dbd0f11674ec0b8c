"""What the workers say of a file and of a page, each page without regard to the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rag.text.quality import Quality, Verdict
from rag.types import PageState

DAMAGED = "damaged"
"""How the reason of a page begins that can't be parsed."""
RECOGNIZING = "recognizing"
"""The key of the message that says that the next page takes longer: its picture is read."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as extracted and cleaned. ``headings`` are lines in a larger font than the rest of the page."""

    number: int
    text: str = ""
    state: PageState = "read"
    reason: str = ""
    headings: tuple[str, ...] = ()
    limited: bool = False
    """Whether it is unread because of a limit of time, memory or size."""
    stamped: bool = False
    """Whether its text is a few words typed on the image of a page that was not read."""
    joined: str = ""
    """Its text with lines made paragraphs."""
    quality: Quality | None = None
    """Of ``joined``."""
    unseen: tuple[str, ...] = ()
    """Why text was left out that no reader of the page would see."""

    @classmethod
    def from_message(cls, message: Mapping[str, object]) -> "RawPage":
        """The page that a message of the worker tells of."""
        return cls(
            number=cast("int", message["number"]),
            text=cast("str", message["text"]),
            state=cast("PageState", message["state"]),
            reason=cast("str", message["reason"]),
            headings=tuple(cast("list[str]", message["headings"])),
            limited=cast("bool", message["limited"]),
            stamped=cast("bool", message.get("stamped", False)),
            joined=cast("str", message.get("joined", "")),
            quality=Quality(cast("Verdict", message["verdict"]), cast("str", message["doubt"]))
            if "verdict" in message
            else None,
            unseen=tuple(cast("list[str]", message.get("unseen", []))),
        )


@dataclass(frozen=True, slots=True)
class RawFile:
    """What is known of a file before its pages are read."""

    pages: int
    title: str
    labels: tuple[str, ...]
    outline: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]
    levels: tuple[tuple[str, int], ...] = ()
    """Headings that the file itself ranks, 1 the outermost."""
    wrapped: bool = True
    """Whether a line ends where the page was full; else each line is a paragraph."""
    is_dynamic: bool = False
    """Whether its one page only says that a form could not be shown."""

    @classmethod
    def from_message(cls, message: Mapping[str, object]) -> "RawFile":
        """The file that the first message of the worker tells of."""
        outline = cast("list[tuple[str, int]]", message["outline"])
        levels = cast("list[tuple[str, int]]", message.get("levels", []))
        return cls(
            pages=cast("int", message["pages"]),
            title=cast("str", message["title"]),
            labels=tuple(cast("list[str]", message["labels"])),
            outline=tuple((text, page) for text, page in outline),
            notes=tuple(cast("list[str]", message["notes"])),
            levels=tuple((text, level) for text, level in levels),
            wrapped=cast("bool", message.get("wrapped", True)),
            is_dynamic=cast("bool", message.get("is_dynamic", False)),
        )
