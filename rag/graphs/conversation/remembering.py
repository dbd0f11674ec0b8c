"""What a conversation keeps: its newest messages, and a few words on what was said before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage

from rag.types import Turn

SUMMARY = "earlier"
CONTEXT = "context"
_SOURCES = "sources"
_BUDGET = 12_000  # characters of messages: about 3,000 tokens, half of a small model's room
_KEPT = 6_000  # what is left of them once the budget is passed
_SUMMARY_BUDGET = 1_500
_QUESTION, _ANSWER = 120, 160
_REMEMBERED = 16  # messages: eight exchanges are as far as a follow-up reaches back
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s|\n")
_MARKER = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True, slots=True)
class Trimmed:
    """Ids of messages to drop, and the summary that stands for them; empty if none have to go."""

    drop: tuple[str, ...] = ()
    summary: str = ""
    sources: tuple[str, ...] | None = ()
    """The placements that the summary tells of; None if that isn't known."""


def history(messages: Sequence[AnyMessage], job: str) -> list[Turn]:
    """What was said before this job's question, oldest first, the summary before it."""
    said = [m for m in messages if m.id != SUMMARY and not _of_question(m, job)]
    turns = [
        Turn("person" if isinstance(m, HumanMessage) else "bot", str(m.content), sources(m))
        for m in said[-_REMEMBERED:]
    ]
    earlier = [Turn("earlier", str(m.content), sources(m)) for m in messages if m.id == SUMMARY]
    return earlier + turns


def trimmed(messages: Sequence[AnyMessage]) -> Trimmed:
    """Once the messages pass the budget, the oldest ones go into the summary."""
    said = [m for m in messages if m.id != SUMMARY]
    if sum(len(str(m.content)) for m in said) <= _BUDGET:
        return Trimmed()
    count, left = 0, sum(len(str(m.content)) for m in said)
    while left > _KEPT and count < len(said) - 2:
        left -= len(str(said[count].content))
        count += 1
    before = [m for m in messages if m.id == SUMMARY]
    parts = (*(str(m.content) for m in before), _told(said[:count]))
    summary = "\n".join(part for part in parts if part)
    told = [sources(m) for m in (*before, *said[:count])]
    known = [some for some in told if some is not None]
    union = tuple(sorted({source for some in known for source in some}))
    return Trimmed(
        tuple(str(m.id) for m in said[:count]),
        _newest(summary),
        union if len(known) == len(told) else None,
    )


def summary_message(text: str, told: Sequence[str] | None = ()) -> SystemMessage:
    """The one message of that kind; its fixed id makes a new one replace it."""
    return SystemMessage(content=text, id=SUMMARY, additional_kwargs=noted(told))


def sources(message: AnyMessage) -> tuple[str, ...] | None:
    """The placements that a message tells of: none if a person said it, None if nobody noted it."""
    if isinstance(message, HumanMessage):
        return ()
    told = message.additional_kwargs.get(_SOURCES)
    return None if told is None else tuple(told)


def noted(told: Sequence[str] | None) -> dict[str, list[str]]:
    """What a message carries to tell its sources; nothing if they aren't known."""
    return {} if told is None else {_SOURCES: list(told)}


def _told(messages: Sequence[AnyMessage]) -> str:
    lines = []
    for one, other in pairwise([*messages, None]):
        if not isinstance(one, HumanMessage) or one.name == CONTEXT:
            continue
        asked = " ".join(str(one.content).split())[:_QUESTION]
        told = _first_sentence(str(other.content)) if isinstance(other, AIMessage) else ""
        lines.append(f"{asked} → {told}" if told else asked)
    return "\n".join(lines)


def _first_sentence(text: str) -> str:
    first = _SENTENCE_END.split(_MARKER.sub("", text).strip(), maxsplit=1)[0]
    return " ".join(first.split())[:_ANSWER]


def _newest(summary: str) -> str:
    lines = summary.splitlines()
    while len(lines) > 1 and sum(map(len, lines)) > _SUMMARY_BUDGET:
        lines.pop(0)
    return "\n".join(lines)


def _of_question(message: AnyMessage, job: str) -> bool:
    return message.id in {f"{job}:question", f"{job}:answer"}
