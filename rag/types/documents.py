"""Documents: passages with the page of every character, and where they may be seen."""

from dataclasses import dataclass
from datetime import datetime

from rag.types.basics import (
    RECOGNIZED,
    Language,
    PageState,
    Strategy,
)


@dataclass(frozen=True, slots=True)
class Audience:
    """Everyone who will read an answer, as the places whose documents all of them may see.

    ``key`` names the audience for the memory of a conversation: what is said to one audience is
    never remembered before another. ``channels`` are the channels whose placements may be used;
    who computes them has already asked that every reader may see each of them.
    """

    workspace: str
    key: str
    channels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Page:
    """One page as read. ``text`` is cleaned; it is empty unless ``state`` is ``read``."""

    number: int
    label: str
    text: str = ""
    state: PageState = "read"
    reason: str = ""

    @property
    def is_reliable(self) -> bool:
        """Whether it may be quoted: read, and not doubted. Text from a picture may be."""
        return self.state == "read" and self.reason in {"", RECOGNIZED}


@dataclass(frozen=True, slots=True)
class Extraction:
    """What the reader made of a file: every physical page in order, readable or not."""

    pages: tuple[Page, ...]
    title: str = ""
    outline: tuple[tuple[str, int], ...] = ()
    """Headings that the file itself knows, by its outline or by a larger font: (heading, page)."""
    levels: tuple[tuple[str, int], ...] = ()
    """How deep those headings stand that the file itself ranks: (heading, level), 1 outermost."""
    notes: tuple[str, ...] = ()
    """What the file has besides its pages that was not read: attachments, a dynamic form."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` (exclusive) of a passage's text, which stand on ``page``."""

    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A parent: a clause, a section or a page-sized piece, with the page of every character."""

    id: str
    version: str
    ordinal: int
    heading: str
    text: str
    spans: tuple[Span, ...]

    @property
    def first_page(self) -> int:
        """The physical page on which it begins."""
        return self.spans[0].page

    @property
    def last_page(self) -> int:
        """The physical page on which it ends."""
        return self.spans[-1].page

    def pages_of(self, start: int, end: int) -> tuple[int, int]:
        """First and last physical page of the characters ``start`` to ``end`` of the text."""
        touched = [s.page for s in self.spans if s.start < end and s.end > start]
        return (touched[0], touched[-1]) if touched else (self.first_page, self.first_page)


@dataclass(frozen=True, slots=True)
class Child:
    """What is embedded and searched: characters ``start`` to ``end`` of its parent."""

    id: str
    passage: str
    version: str
    ordinal: int
    text: str
    start: int
    end: int
    first_page: int
    last_page: int
    language: Language


@dataclass(frozen=True, slots=True)
class Version:
    """Content read once for a workspace: its pages, parents and children. Bytes make its id."""

    id: str
    workspace: str
    digest: str
    title: str
    strategy: Strategy
    reason: str
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]
    children: tuple[Child, ...]
    notes: tuple[str, ...] = ()
    """As of its `Extraction`."""

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages of its children, sorted."""
        return tuple(sorted({c.language for c in self.children}))


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a document may be seen: dropped in ``channel`` as ``name`` by ``uploader``.

    A document is a name in a channel; ``version`` is the content that answers for it now.
    """

    id: str
    workspace: str
    document: str
    channel: str
    name: str
    title: str
    version: str
    number: int
    source_file: str
    uploader: str
    placed_at: datetime
    pages: int
    unreadable: tuple[int, ...] = ()
    languages: tuple[Language, ...] = ()
    forgotten_at: datetime | None = None
    """When it stopped answering; one that answers has none."""
    dropped_at: datetime | None = None
    """When its file was dropped, by the clock of its origin: a later one is the newer version."""


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """What is kept of a live version besides its parts."""

    id: str
    workspace: str
    digest: str
    title: str
    strategy: Strategy
    reason: str
    parents: int
    children: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Visible:
    """The placements that an audience may see. Only `rag.access` makes one.

    Whatever reaches the stores for passages or children takes this, so that no query can be
    written that forgets the workspace or the versions.
    """

    workspace: str
    placements: tuple[Placement, ...]

    @property
    def versions(self) -> tuple[str, ...]:
        """The live, visible version ids, each once, in a stable order."""
        return tuple(sorted({p.version for p in self.placements}))

    def placement_of(self, version: str) -> Placement:
        """The placement to cite a version by: the oldest one that this audience may see."""
        found = [p for p in self.placements if p.version == version]
        return min(found, key=lambda p: (p.placed_at, p.id))
