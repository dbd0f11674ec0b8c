"""What is said below an answer: why there is not more of it."""

from collections.abc import Sequence

from bot.sentences import say
from bot.work.line import Entry
from rag.types import Answer, Language

_INCOMPLETE = frozenset({"refused", "partial"})
_STOPPED = "stop"  # the engine's last step of a run that it had to end
_NAMED = 3  # files in line that an answer names


def remarks_on(answer: Answer, unread: Sequence[Entry], *, is_indexing: bool = False) -> list[str]:
    """Files that might have answered, had they been read; where to see how far a run came."""
    remarks = _still_reading(answer, unread)
    if is_indexing and answer.outcome in _INCOMPLETE:
        remarks.append(say("still_indexing", answer.language))
    if answer.steps and answer.steps[-1].node == _STOPPED:
        remarks.append(say("stopped", answer.language, id=answer.id))
    return remarks


def _still_reading(answer: Answer, unread: Sequence[Entry]) -> list[str]:
    """A sentence for each file that was in line when an incomplete answer was asked for."""
    if answer.outcome not in _INCOMPLETE:
        return []
    return [_told(entry, answer.language) for entry in unread[:_NAMED]]


def _told(entry: Entry, language: Language) -> str:
    if entry.is_over:
        return say("read_meanwhile", language, name=entry.name)
    key = "still_reading_pages" if entry.total else "still_reading"
    return say(key, language, name=entry.name, done=entry.done, total=entry.total)
