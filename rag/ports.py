"""What the engine needs from outside, as protocols. One adapter, one file."""

from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
)
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from rag.modes import Transform
from rag.types import (
    Answer,
    AskedBefore,
    Audience,
    Candidate,
    Child,
    Claim,
    Compression,
    Doubt,
    Draft,
    Excerpt,
    Extraction,
    Grading,
    KeptAnswer,
    Language,
    Opinion,
    Overview,
    Page,
    PagePicture,
    Passage,
    Placement,
    Preference,
    RunMeasures,
    Spent,
    Turn,
    Understanding,
    Usage,
    Verification,
    Version,
    VersionFacts,
    Visible,
    Vote,
    WebPage,
)

Vector = Sequence[float]
Progress = Callable[[str, Mapping[str, object]], Awaitable[None]]
"""Told now and then what a long run is doing: a key of a sentence and its numbers."""


async def silent(_stage: str, _numbers: Mapping[str, object]) -> None:
    """Progress that nobody watches."""


Offer = Callable[[Placement, Sequence[Passage]], Awaitable[tuple[str, ...]]]
"""The questions to offer with a document that answers now, given its parents."""


Watch = Callable[[str], Awaitable[None]]
"""Given all of a text so far, again and again while it is written."""


Tell = Callable[[int | None], Awaitable[None]]
"""Given how many are before, when that changes; None once it is their turn."""


class Reader(Protocol):
    """Reads the pages of a file outside this process."""

    async def read(self, path: Path, progress: Progress, name: str, /) -> Extraction:
        """Every page in order; ``name`` is what the file was called by who dropped it.

        Raises a `RejectedFile` if the file as a whole can't be read.
        """
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors of ``dimension`` floats. ``name`` is recorded with an index."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order. Must not hold up the event loop."""
        ...

    async def embed_query(self, text: str) -> list[float]:
        """The vector to search with."""
        ...


class VectorIndex(Protocol):
    """Children by vector and by BM25. Knows ids, never decides who may see them."""

    async def upsert(
        self, workspace: str, title: str, children: Sequence[Child], vectors: Sequence[Vector]
    ) -> None:
        """Adds or replaces children by their ids, readable when it returns."""
        ...

    async def delete_versions(self, versions: Sequence[str]) -> None:
        """Removes every child of these versions. Raises if any is still there afterwards."""
        ...

    async def search_vector(
        self, vector: Vector, language: Language, visible: Visible, limit: int
    ) -> list[str]:
        """Ids of the nearest children of one language, best first."""
        ...

    async def search_terms(
        self, query: str, language: Language, visible: Visible, limit: int
    ) -> list[str]:
        """Ids of the best children of one language by BM25, best first."""
        ...

    async def counts(self, workspace: str | None) -> Mapping[str, int]:
        """Number of children by version id, as the index itself sees them; None: everywhere."""
        ...

    async def reset(self) -> None:
        """Makes it new and empty, and removes what other embedders left."""
        ...

    async def close(self) -> None: ...


class VectorCache(Protocol):
    """Vectors by the digest of their text, so that nothing is embedded twice."""

    async def lookup(
        self, workspace: str, embedder: str, digests: Sequence[str]
    ) -> dict[str, list[float]]: ...

    async def remember(
        self, workspace: str, version: str, embedder: str, vectors: Mapping[str, Vector]
    ) -> None: ...


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


class PagePainter(Protocol):
    """Draws pages of PDF files outside this process."""

    async def paint(self, path: Path, page: int, quotes: Sequence[str]) -> PagePicture:
        """A physical page with these quotations highlighted. Raises a `RejectedFile`."""
        ...


class Reasoner(Protocol):
    """Everything that needs judgement. Stateless; raises `ModelUnavailable` when it can't judge."""

    @property
    def name(self) -> str: ...

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Transform = "auto",
    ) -> Understanding:
        """Makes a question stand on its own. ``documents`` are the titles that can be seen."""
        ...

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        """Other words for a question that found nothing. ``attempt`` counts from 1."""
        ...

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        """Judges all candidates at once."""
        ...

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        """The sentences that matter, verbatim, numbered from 1 in the order of the candidates."""
        ...

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Watch | None = None,
    ) -> Draft:
        """Writes from the excerpts alone. ``feedback`` are the claims that failed last time.

        ``watch`` is given the answer while it is written.
        """
        ...

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        """Judges every claim of a draft, in order, and whether together they answer the question."""
        ...


class Compressor(Protocol):
    """Chooses the sentences that matter in place of the `Reasoner`."""

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> Compression:
        """As the reasoner does: verbatim, numbered from 1 in the order of the candidates."""
        ...


class Reranker(Protocol):
    """Scores texts against a query, better than a search can. It may fail."""

    @property
    def name(self) -> str: ...

    @property
    def threshold(self) -> float | None:
        """The score from which a text is relevant, where scores mean that; else None."""
        ...

    async def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """One score a text, in order; None for languages it can't judge.

        Raises `ModelUnavailable` if it gives no scores.
        """
        ...


class WebSearch(Protocol):
    """Looks something up outside the documents."""

    async def search(self, query: str) -> list[WebPage]:
        """The best pages. Raises `ModelUnavailable` if the search does not answer."""
        ...


class Waited(Protocol):
    """How long a run stood in a queue for its turn."""

    @property
    def seconds(self) -> float: ...


class Purse(Protocol):
    """Pays for the calls of a run."""

    def pays(self, owed: Callable[[], Usage]) -> AbstractAsyncContextManager[None]:
        """Around one call: what it owes in the end is paid, whatever became of it.

        Raises `BudgetSpent` before the call if nothing is left.
        """
        ...


class FreePurse:
    """`Purse` of calls that nobody counts."""

    @asynccontextmanager
    async def pays(self, _owed: Callable[[], Usage], /) -> AsyncIterator[None]:
        """Nothing."""
        yield


FREE = FreePurse()


class Turns(Protocol):
    """Where runs wait for their turn at a model."""

    def account(
        self, tell: Tell | None = None, purse: Purse | None = None
    ) -> AbstractContextManager[Waited]:
        """Adds up the waits of the calls inside, which ``purse`` pays for."""
        ...


class Span(Protocol):
    """A piece of work as a tracing backend shows it."""

    def note(self, attributes: Mapping[str, object]) -> None:
        """Names and figures: nothing of what was asked, read or answered."""
        ...

    def tell(self, name: str, said: Callable[[], str]) -> None:
        """What was said; it is not even asked for unless an operator wants it to be kept."""
        ...


class Tracer(Protocol):
    """Where the spans of runs go. It never fails."""

    def span(
        self, name: str, attributes: Mapping[str, object], *, remote: bool = False
    ) -> AbstractContextManager[Span]:
        """The work inside, below the span that it is done in; ``remote`` is a call elsewhere."""
        ...


class NoTracer:
    """`Tracer` and `Span` that nobody looks at."""

    @contextmanager
    def span(
        self, _name: str, _attributes: Mapping[str, object], *, remote: bool = False
    ) -> Iterator[Span]:
        """Nothing."""
        del remote
        yield self

    def note(self, _attributes: Mapping[str, object], /) -> None:
        """Nothing."""

    def tell(self, _name: str, _said: Callable[[], str], /) -> None:
        """Nothing."""


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


class Metrics(Protocol):
    """Where the measurements of runs go. It never fails."""

    def run(self, measures: RunMeasures) -> None: ...


class PicturePainter(Protocol):
    """Paints a picture that is given as SVG, as a PNG."""

    async def paint(self, svg: str) -> bytes: ...


class GraphPainter(Protocol):
    """Draws Mermaid text as a PNG, offline."""

    async def paint(self, mermaid: str) -> bytes: ...
