"""The plain data that the engine takes, keeps and gives back.

Pages are physical and 1-based everywhere; a printed label is for display only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from rag.modes import Modes

Language = str
"""ISO 639-1 code found from the script of a text: ``zh``, ``ja``, ``ko``, ``en`` (any Latin script) ..."""

Strategy = Literal["recursive", "semantic", "fixed"]
Outcome = Literal["answered", "partial", "refused", "replied", "listed", "asked_back"]
Route = Literal["small_talk", "catalogue", "documents", "web"]
Intent = Literal["fact", "comparison", "trend", "summary", "ambiguous"]
RetrievalMode = Literal["vector", "bm25", "hybrid"]
Verdict = Literal["supported", "contradicted", "unverifiable"]
PageState = Literal["read", "empty", "image", "unreadable"]
RECOGNIZED = "ocr"
"""The reason of a page that was read from its picture, with enough certainty to be quoted."""


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


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation as it was said.

    ``earlier`` is a summary of what was said before the messages that are still remembered.
    """

    role: Literal["person", "bot", "earlier"]
    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What a piece of judgement cost; ``cost`` is money, 0 where no price is set."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
        )

    @property
    def tokens(self) -> int:
        """Of prompts and replies together."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Understanding:
    """A question made to stand on its own.

    ``queries`` are what is searched for, best first. ``document`` is a document named in the
    question, as the person wrote it, or empty.
    """

    standalone: str
    language: Language
    route: Route
    intent: Intent = "fact"
    queries: tuple[str, ...] = ()
    document: str = ""
    follow_up: bool = False
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was found, with the document it is cited by and why it ranks where it does.

    ``score`` is the fused score of weighted reciprocal rank fusion; ``hits`` are the children
    found, as (start, end) in the passage's text, best first; ``labels`` maps its physical pages
    to their printed labels. ``unreliable`` are its pages whose text was flagged when read.
    """

    passage: Passage
    title: str
    document: str
    score: float
    hits: tuple[tuple[int, int], ...]
    labels: Mapping[int, str]
    unreliable: frozenset[int] = frozenset()
    name: str = ""
    url: str = ""
    """Of a page of the web; then there is no page number to cite."""


@dataclass(frozen=True, slots=True)
class WebPage:
    """What a web search found."""

    url: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether one candidate bears on the question, and why."""

    relevant: bool
    reason: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Grading:
    """Judgements by candidate number (1-based, the order in which they were given).

    A number that is missing was not judged; such a candidate is kept.
    """

    judgements: Mapping[int, Judgement]
    judge: str
    usage: Usage = Usage()
    choices: tuple[str, ...] = ()
    """What the question may have meant, if the answer depends on that; empty if it is clear."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Numbered evidence: sentences of one page of one document, verbatim and in order."""

    number: int
    candidate: Candidate
    page: int
    text: str

    @property
    def label(self) -> str:
        """The printed label of its page."""
        return self.candidate.labels.get(self.page, str(self.page))


@dataclass(frozen=True, slots=True)
class Assessment:
    """How the writer judges its own draft. ``confidence`` is 0 to 1."""

    has_factual_error: bool = False
    confidence: float = 1.0
    source_traced: bool = True


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before it is checked: sentences with ``[n]`` that point at excerpts."""

    text: str
    assessment: Assessment = Assessment()
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of an answer and what became of it.

    ``cites`` are excerpt numbers; ``method`` tells who judged: a deterministic check or a model.
    """

    text: str
    cites: tuple[int, ...]
    verdict: Verdict = "unverifiable"
    evidence: str = ""
    method: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """The ledger of an answer, and whether it answers what was asked."""

    claims: tuple[Claim, ...]
    on_topic: bool = True
    usage: Usage = Usage()


@dataclass(frozen=True, slots=True)
class Citation:
    """A source of the published answer. ``page`` is physical, ``label`` is what is printed on it."""

    number: int
    document: str
    title: str
    version: str
    page: int
    label: str
    quote: str
    name: str = ""
    """The file's name, for display."""
    url: str = ""
    """Of a page of the web, which has no page number."""


_NODES = {"grade_documents": "grade", "rewrite_query": "rewrite"}


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a node: what it did in a line, how long it took, what it cost."""

    node: str
    summary: str
    milliseconds: float
    usage: Usage = Usage()
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """As the trace shows it: ``retrieve(hybrid) → 5 passages``."""
        how, node = self.details.get("how"), _NODES.get(self.node, self.node)
        return f"{node}({how}) → {self.summary}" if how else f"{node} → {self.summary}"


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent in a time: tokens, and money where prices are set."""

    tokens: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class RunMeasures:
    """The seven measurements of a run; None where the run did not come to that.

    ``compression`` is the share of the relevant passages' characters that was kept; ``checked``
    tells whether the first draft passed; ``retries`` are rewritten queries and drafts.
    """

    retrieval_ms: float | None
    rerank_score: float | None
    compression: float | None
    confidence: float | None
    checked: bool | None
    retries: int
    refused: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked. ``job`` makes a repeated run add nothing twice; ``thread`` is opaque.

    A job's name is taken once in all workspaces: the id of the answer is made of it alone.

    ``modes`` override the settings' own. ``context`` is what people said in the thread before the
    bot was spoken to, oldest first; it is remembered with the question.
    """

    text: str
    audience: Audience
    thread: str
    asker: str
    job: str
    asked_at: datetime
    modes: Modes | None = None
    context: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is published, and how it came about."""

    id: str
    question: str
    standalone: str
    outcome: Outcome
    language: Language
    text: str
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...]
    steps: tuple[Step, ...]
    asked_at: datetime
    milliseconds: float


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer as stored: who asked, and who could read it then."""

    answer: Answer
    audience: Audience
    thread: str
    asker: str


@dataclass(frozen=True, slots=True)
class Vote:
    """A thumb: ``value`` is 1 or -1. ``withdrawn`` takes that very thumb back, not another.

    ``at`` is the time of the event in microseconds, since events arrive in any order.
    """

    person: str
    value: int
    at: int
    withdrawn: bool = False


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
