"""What is kept."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from rag.types import (
    Answer,
    AskedBefore,
    Audience,
    Child,
    Doubt,
    KeptAnswer,
    Opinion,
    Overview,
    Page,
    Passage,
    Placement,
    Preference,
    Spent,
    Usage,
    Version,
    VersionFacts,
    Visible,
    Vote,
)


class DocumentStore(Protocol):
    """Documents, versions and passages. Its rows are the one source of truth."""

    async def placements(self, workspace: str) -> list[Placement]:
        """All live placements of a workspace; `rag.access` decides which of them count."""
        ...

    async def write_version(self, version: Version) -> None:
        """Writes a version that nobody can see yet, in place of an unfinished one of that id."""
        ...

    async def publish(self, placement: Placement) -> tuple[Placement, int, list[str]]:
        """Makes a version answer for a document, in one transaction.

        Returns the placement as stored (with its version number), the number of the version that
        it replaced (0 if none), and the ids of versions that no placement holds any more.
        Raises `Superseded` if a file of that name was dropped later.
        """
        ...

    async def renew(self, placement: Placement) -> None:
        """Content that is there was dropped again: now this file holds it too.

        The one that was dropped last is the placement's own; what it tells is unchanged otherwise.
        """
        ...

    async def held_by(self, workspace: str, source_file: str) -> list[str]:
        """Ids of the placements that a file holds, alone or with others; forgotten ones too."""
        ...

    async def release(self, workspace: str, placement: str, source_file: str) -> list[str] | None:
        """The file holds a placement no more; the last of the others does from now on.

        If there is none, the placement is removed, and the ids of versions that no placement
        holds any more are returned; else None.
        """
        ...

    async def withdraw(self, workspace: str, placement: str) -> list[str]:
        """Removes a placement; returns the ids of versions that no placement holds any more."""
        ...

    async def discard(self, versions: Sequence[str]) -> None:
        """Deletes everything kept of versions that no placement holds. Others are left alone."""
        ...

    async def unplaced(self, written_before: datetime) -> list[str]:
        """Ids of versions that no placement holds and that nobody can be writing any more."""
        ...

    async def children(self, visible: Visible, ids: Sequence[str]) -> dict[str, Child]:
        """Children by id; what is not visible is missing."""
        ...

    async def passages(self, visible: Visible, ids: Sequence[str]) -> dict[str, Passage]:
        """Parents by id; what is not visible is missing."""
        ...

    async def passages_of(self, visible: Visible, version: str) -> list[Passage]:
        """All parents of one visible version, in order."""
        ...

    async def pages(self, visible: Visible, versions: Sequence[str]) -> dict[str, list[Page]]:
        """Page numbers, labels and states (without texts) by version."""
        ...

    async def page_texts(
        self, visible: Visible, pages: Sequence[tuple[str, int]]
    ) -> dict[tuple[str, int], str]:
        """The whole text of pages by (version, page); what is not visible is missing."""
        ...

    def all_children(
        self, workspace: str | None, versions: Collection[str] | None = None
    ) -> AsyncIterator[tuple[Placement, list[Child]]]:
        """Every live version once, or these, with its children, to build the index from."""
        ...

    async def version_facts(
        self, workspace: str | None = None, digest: str | None = None
    ) -> list[VersionFacts]:
        """Each live version once: of all workspaces or one, of all contents or one."""
        ...

    async def unknown(self, versions: Sequence[str]) -> list[str]:
        """Those of these ids that there is no version of."""
        ...

    async def close(self) -> None: ...


class Bin(Protocol):
    """Placements that were forgotten: they answer no more, hold their content, may come back."""

    async def put(self, workspace: str, placement: str, at: datetime) -> bool:
        """Forgets a live placement from its commit on. False: there is none."""
        ...

    async def listed(self, workspace: str | None = None) -> list[Placement]:
        """Every forgotten placement, the last one first."""
        ...

    async def take_back(self, workspace: str, placement: str) -> bool:
        """Lets it answer again. False: it is gone, or its name was taken meanwhile."""
        ...


class AnswerStore(Protocol):
    """Answers with their traces, where they were published, and what people thought of them."""

    async def save(self, answer: Answer, audience: Audience, thread: str, asker: str) -> None:
        """Keeps an answer; a second time with the same id changes nothing."""
        ...

    async def get(self, workspace: str, answer: str) -> KeptAnswer | None:
        """An answer with who asked and who could read it."""
        ...

    async def last_of(self, workspace: str, asker: str, thread_prefix: str) -> KeptAnswer | None:
        """The newest answer to this asker in threads whose name begins so."""
        ...

    async def note_address(self, workspace: str, answer: str, address: str) -> None:
        """Records that the answer can be read at ``address``, an opaque name of a message."""
        ...

    async def at_address(self, workspace: str, address: str) -> KeptAnswer | None:
        """The answer that was published there."""
        ...

    async def vote(self, workspace: str, answer: str, vote: Vote) -> bool:
        """Applies a vote or its withdrawal, in the order of its time. False: no such answer."""
        ...

    async def votes(self, workspace: str, answer: str) -> dict[str, int]:
        """Current votes by person: 1 or -1."""
        ...


class PreferenceStore(Protocol):
    """What workspaces have chosen for themselves, over what the settings say."""

    async def all(self, workspace: str) -> list[Preference]: ...

    async def put(self, workspace: str, choice: Preference) -> None:
        """Replaces an earlier choice; an empty value takes it away."""
        ...


class Statistics(Protocol):
    """What a workspace asked and got, counted and listed."""

    async def overview(self, workspace: str, since: datetime) -> Overview: ...

    async def recent(self, workspace: str, asker: str, most: int) -> list[AskedBefore]:
        """What a person asked, the newest first."""
        ...

    async def unanswered(
        self, workspace: str, audiences: Collection[str], since: datetime, most: int
    ) -> list[AskedBefore]:
        """What these audiences asked without a full answer, the newest first."""
        ...


class OpinionStore(Protocol):
    """What people said by the buttons under answers, and who was told of it."""

    async def note(
        self, workspace: str, answer: str, opinion: Opinion, snapshot: Mapping[str, object]
    ) -> bool:
        """Keeps it unless a newer click of that person is known. False: no such answer.

        A form that belongs to the click that is kept adds its reason and words.
        """
        ...

    async def doubts(self, workspace: str, version: str, since: int) -> list[Doubt]:
        """Answers that cite a version and that people think badly of now, since that time."""
        ...

    async def claim_notice(self, workspace: str, document: str, version: str, at: int) -> bool:
        """Takes it upon the caller to tell the uploader; False if somebody has already."""
        ...


class Spending(Protocol):
    """What answers cost, by workspace and day."""

    async def note(self, workspace: str, answer: str, day: date, usage: Usage) -> None:
        """Adds what a run of an answer cost; every run of it counts."""
        ...

    async def spent(self, workspace: str, day: date) -> Spent:
        """All that was spent on that day."""
        ...


class Memory(Protocol):
    """The conversations that are remembered, by name."""

    async def readable(self, conversation: str) -> bool:
        """Whether what is kept of it can be read by this release; True if nothing is kept."""
        ...

    async def forget(self, conversation: str) -> None: ...

    async def prune(self, conversation: str) -> None:
        """Keeps its newest state alone."""
        ...
