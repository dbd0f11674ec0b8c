"""What people read when there is no answer: a sentence for each reason, with the short id."""

import structlog

from bot.sentences import say
from bot.slack.message import Message
from bot.views.receipt import note
from rag.errors import (
    AccessChanged,
    BudgetSpent,
    ContentFiltered,
    DeadlineExceeded,
    FootnoteError,
    ModelBusy,
    ModelUnavailable,
)
from rag.service import answer_id
from rag.types import Language

_LOG = structlog.get_logger(__name__)
# The first that fits: the narrow ones stand before those that they are kinds of.
_SENTENCES: tuple[tuple[type[Exception], str], ...] = (
    (DeadlineExceeded, "late"),
    (TimeoutError, "late"),
    (AccessChanged, "access_changed"),
    (ContentFiltered, "filtered"),
    (ModelBusy, "busy"),
    (ModelUnavailable, "model"),
)


def apology(error: Exception, job: str, language: Language) -> Message:
    """Writes down what happened and puts it in a sentence that tells nothing of its insides."""
    identity = answer_id(job)
    if isinstance(error, FootnoteError | TimeoutError):
        _LOG.warning("no answer", job=job, id=identity, error=type(error).__name__)
    else:
        _LOG.error("answer failed", job=job, id=identity, exc_info=error)
    return note(say(_sentence(error), language, id=identity))


def _sentence(error: Exception) -> str:
    if isinstance(error, BudgetSpent):
        return "spent_day" if error.scope == "day" else "spent_question"
    return next((key for kind, key in _SENTENCES if isinstance(error, kind)), "failed")
