"""What judgement takes and gives: a question understood, passages graded, claims checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rag.types.basics import (
    Intent,
    Language,
    Route,
    Usage,
    Verdict,
)
from rag.types.documents import (
    Passage,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation as it was said.

    ``earlier`` is a summary of what was said before the messages that are still remembered;
    ``person`` is the id of who said it, where that is known.
    """

    role: Literal["person", "bot", "earlier"]
    text: str
    sources: tuple[str, ...] | None = ()
    """The placements that it tells of; None if that isn't known. It may be told while all are seen."""
    person: str = ""


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
    usage: Usage = field(default_factory=Usage)


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
    usage: Usage = field(default_factory=Usage)
    choices: tuple[str, ...] = ()
    """What the question may have meant, if the answer depends on that; empty if it is clear."""
    how: str = ""
    """The way in which the judge judged, where there is more than one: ``margin``."""


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
class Compression:
    """What was kept of the passages, and who chose it."""

    excerpts: Sequence[Excerpt]
    usage: Usage = field(default_factory=Usage)
    how: str = ""


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
    usage: Usage = field(default_factory=Usage)


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
    usage: Usage = field(default_factory=Usage)
