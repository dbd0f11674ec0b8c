"""Files on their way in: what was dropped, what became of it, how it could be cut."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rag.types.basics import Language, Step, Strategy
from rag.types.documents import Page


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to read. ``name`` is for display; ``source_file`` is the id its origin gave it."""

    path: Path
    name: str
    workspace: str
    channel: str
    uploader: str
    source_file: str = ""
    strategy: Strategy | None = None
    dropped_at: datetime | None = None
    """When it was dropped, by the clock of its origin; None: now."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a file.

    ``replaced`` is the number of the version that it replaced, 0 if none; ``already`` tells that
    the same content was placed there before, so that nothing was done.
    """

    document: str
    version: str
    name: str
    title: str
    number: int
    replaced: int
    already: bool
    pages: int
    unread: tuple[Page, ...]
    parents: int
    children: int
    strategy: Strategy
    reason: str
    languages: tuple[Language, ...]
    steps: tuple[Step, ...]
    milliseconds: float
    questions: tuple[str, ...] = ()
    """Questions that it answers, taken from its headings; none if it has none."""
    notes: tuple[str, ...] = ()
    """What was left out on purpose: hidden text, attachments."""
    doubtful: tuple[Page, ...] = ()
    """Pages whose text is searched but never quoted from."""
    recognized: tuple[Page, ...] = ()
    """Pages that were read from their picture."""


@dataclass(frozen=True, slots=True)
class Splitting:
    """A text cut in one way. Lengths are in characters, shares from 0 to 1.

    ``cut`` is the share of children that begin or end in the middle of a sentence, ``valid`` that
    of children of an acceptable length; ``problem`` is why the whole would not do, if so.
    ``histogram`` counts children by the bins of the comparison.
    """

    strategy: Strategy
    size: int
    children: int
    mean: float
    shortest: int
    longest: int
    cut: float
    valid: float
    problem: str
    histogram: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One document cut in several ways, and which one its structure asks for."""

    title: str
    pages: int
    characters: int
    parents: int
    chosen: Strategy
    chosen_size: int
    reason: str
    bins: tuple[int, ...]
    """Where each bin of the histograms begins."""
    splittings: tuple[Splitting, ...]
