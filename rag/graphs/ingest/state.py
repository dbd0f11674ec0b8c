"""What the nodes of the ingest graph read and write: plain data, fresh for every file."""

import asyncio
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, TypedDict

from rag.ports import NoTracer, Progress, Tracer
from rag.text.structure import Choice
from rag.types import Child, Extraction, Page, Passage, Placement, Step, Upload, VersionFacts


@dataclass(frozen=True, slots=True)
class Attempt:
    """A way of cutting that was tried. ``problem`` is empty if the result will do."""

    choice: Choice
    children: tuple[Child, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why there will be no document: ``reason`` is that of a `RejectedFile`."""

    reason: str
    detail: str = ""
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store made of it, for the receipt."""

    placement: Placement
    replaced: int
    already: bool
    pages: tuple[Page, ...]
    parents: int
    children: int
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


class Incoming(TypedDict):
    """The input of a run."""

    upload: Upload


class IngestState(Incoming, total=False):
    """The whole state; a field is there once the node that writes it has run."""

    digest: str
    version: str
    known: Placement
    """A placement of the same content in this workspace; then nothing is read again."""
    facts: VersionFacts
    """How that content was cut."""
    extraction: Extraction
    title: str
    choice: Choice
    """How the next split is to be done; after validation, how the one to store was done."""
    passages: tuple[Passage, ...]
    attempts: list[Attempt]
    """Every split so far, the last one last."""
    accepted: Attempt
    rejection: Rejection
    stored: Stored
    steps: Annotated[list[Step], operator.add]


@dataclass(frozen=True, slots=True)
class RunContext:
    """Values of one run."""

    progress: Progress
    clock: Callable[[], float]
    """Seconds, monotonic."""
    tasks: "set[asyncio.Task[object]]" = field(default_factory=set)
    """Nodes at work; LangGraph cancels them with the run but doesn't wait until they have ended."""
    tracer: Tracer = field(default_factory=NoTracer)
