"""Versions, placements and answers for tests of the stores."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from rag.types import (
    Answer,
    Audience,
    Child,
    Citation,
    Claim,
    Page,
    Passage,
    Placement,
    Span,
    Step,
    Usage,
    Version,
    Visible,
)

NOON = datetime(2025, 3, 14, 12, tzinfo=UTC)
HOSTILE = [
    'it\'s "quoted" \\ `back`.pdf',
    "'; DROP TABLE versions; --",
    'x" or 1 == 1 or "" == "',
    "100%_of.pdf",
    "年度报告 😀𝕏.pdf",
    "line\nbreak\ttab.pdf",
    "n" * 300,
    "文" * 300,
]


def version(
    number: str = "v1",
    *texts: str,
    workspace: str = "W1",
    title: str = "Handbook",
    language: str = "en",
    states: Sequence[str] = (),
) -> Version:
    """A version with a page, a passage and a child for each text."""
    texts = texts or (f"First page of {number}.", f"Second page of {number}.")
    passages, children = [], []
    for n, text in enumerate(texts, start=1):
        parent = f"{number}-p{n}"
        passages.append(Passage(parent, number, n, f"§ {n}", text, (Span(n, 0, len(text)),)))
        children.append(
            Child(f"{parent}-c1", parent, number, n, text, 0, len(text), n, n, language)
        )
    pages = [Page(n, f"p{n}", text) for n, text in enumerate(texts, start=1)]
    pages += [
        Page(n, str(n), state="image" if state == "image" else "empty", reason="no text")
        for n, state in enumerate(states, start=len(pages) + 1)
    ]
    return Version(
        id=number,
        workspace=workspace,
        digest=f"digest of {number}",
        title=title,
        strategy="recursive",
        reason="few headings",
        pages=tuple(pages),
        passages=tuple(passages),
        children=tuple(children),
    )


def placement(
    of: Version | str = "v1",
    name: str = "handbook.pdf",
    channel: str = "C1",
    *,
    workspace: str = "W1",
    minutes: int = 0,
    source_file: str = "F1",
) -> Placement:
    """A placement to publish: the store gives it its document and number."""
    held = of if isinstance(of, str) else of.id
    return Placement(
        id=f"{workspace}-{channel}-{abs(hash(name))}-{held}",
        workspace=workspace,
        document="",
        channel=channel,
        name=name,
        title="Handbook",
        version=held,
        number=0,
        source_file=source_file,
        uploader="U1",
        placed_at=NOON + timedelta(minutes=minutes),
        pages=2,
        languages=("en",),
    )


def seen(*versions: str, workspace: str = "W1") -> Visible:
    """Visible: these versions, each by a placement of its own."""
    return Visible(
        workspace, tuple(placement(v, f"{v}.pdf", workspace=workspace) for v in versions)
    )


def answer(number: str = "a1", text: str = "27 days [1].", *, minutes: int = 0) -> Answer:
    """An answer with something in every field."""
    return Answer(
        id=number,
        question="How many days?",
        standalone="How many days of leave?",
        outcome="answered",
        language="en",
        text=text,
        citations=(Citation(1, "d1", "Handbook", "v1", 5, "2", "27 days", "handbook.pdf"),),
        claims=(Claim("27 days.", (1, 2), "supported", "27 days", "deterministic", "verbatim"),),
        steps=(
            Step("understand", "documents, fact", 1.5, Usage(1, 2, 3), {"passages": [{"page": 1}]}),
        ),
        asked_at=NOON + timedelta(minutes=minutes),
        milliseconds=12.5,
    )


AUDIENCE = Audience("W1", "channel:C1", frozenset({"C1", "C2"}))
