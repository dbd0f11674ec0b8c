"""Questions, answers and what people thought of them."""

from dataclasses import dataclass
from datetime import datetime

from rag.modes import Modes
from rag.types.basics import Language, Outcome, Step
from rag.types.documents import Audience, Placement
from rag.types.judgement import Claim, Turn


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
    quotes: tuple[str, ...] = ()
    """Every sentence of the page that a claim rests on; ``quote`` is the first of them."""
    context: str = ""
    """The quotation with what stands around it on the page."""


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

    ``modes`` override the settings' own. ``context`` is what was said in the thread before the
    question, oldest first; it is remembered with the question.
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
    sources: tuple[str, ...] | None = None
    """The placements that its words tell of; None if that isn't known."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer as stored: who asked, and who could read it then."""

    answer: Answer
    audience: Audience
    thread: str
    asker: str


@dataclass(frozen=True, slots=True)
class Source:
    """What a citation cites, as it is called where it can be seen now.

    ``audience`` and ``asker`` are the answer's: whoever shows it sees to it that it was theirs.
    """

    citation: Citation
    placement: Placement
    audience: Audience
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
