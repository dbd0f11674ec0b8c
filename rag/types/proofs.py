"""What lets a person check an answer: the cited page as a picture, and what they think of it."""

from dataclasses import dataclass
from typing import Literal

REASONS = (
    "wrong_page",
    "wrong_answer",
    "out_of_date",
    "should_have_refused",
    "should_have_answered",
    "other",
)
"""Why somebody may think badly of an answer."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as it is printed. ``marked`` of the ``asked`` quotations were found and highlighted.

    ``content`` is empty for a file that has no pages to draw (Word, Markdown, plain text).
    """

    content: bytes = b""
    kind: Literal["png", "jpeg"] = "png"
    marked: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a person said by the buttons under an answer; the newest one counts.

    ``at`` is the time of the click in microseconds. ``reason`` and ``words`` come from the form.
    """

    person: str
    value: int
    at: int
    reason: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """An answer that cites a version and that somebody marked as bad. ``people`` are opaque ids."""

    answer: str
    question: str
    audience: str
    """The key of who could read the answer."""
    people: frozenset[str]
    reasons: tuple[str, ...] = ()
