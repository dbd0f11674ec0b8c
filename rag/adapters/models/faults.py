"""What an endpoint's refusal means, told from its status, its code and its message."""

import math
import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import openai

from rag.adapters.models.gate import Busy
from rag.errors import ContentFiltered, ModelRefused, ModelUnavailable

_FILTERED = re.compile(
    r"content_filter|responsibleaipolicy|content management policy|content exists risk"
    r"|data_inspection_failed|datainspectionfailed|inappropriate content|high risk|moderation_|flagged",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|context (?:length|size|window)|maximum context|contextwindowexceeded"
    r"|(?:prompt|input) is too (?:long|large)|too many (?:input )?tokens|input tokens exceed"
    r"|range of input length|exceeded model token limit|input length|max(?:imum)? input"
    r"|input token count|maximum number of tokens|max_new_tokens\W{0,3} must be",
    re.IGNORECASE,
)
# A 429 that no waiting helps: the one request is more than a whole minute's share.
_OVER_SHARE = re.compile(r"request too large|tokens must be reduced", re.IGNORECASE)
# What the message may say when it means a parameter; asked only of parameters that were sent.
_NAMES: Mapping[str, re.Pattern[str]] = {
    "response_format": re.compile(
        r"response_format|json_schema|json_object|json mode|structured output|schema|grammar",
        re.IGNORECASE,
    ),
    "tool_choice": re.compile(r"tool_choice", re.IGNORECASE),
    "tools": re.compile(r"\btools?\b|function.?call", re.IGNORECASE),
    "stream_options": re.compile(r"stream_options|include_usage", re.IGNORECASE),
    "temperature": re.compile(r"temperature", re.IGNORECASE),
    "max_tokens": re.compile(r"max_tokens", re.IGNORECASE),
    "max_completion_tokens": re.compile(r"max_completion_tokens", re.IGNORECASE),
    "encoding_format": re.compile(r"encoding_format", re.IGNORECASE),
    "logprobs": re.compile(r"log_?probs|log probabilit", re.IGNORECASE),
    "top_logprobs": re.compile(r"top_logprobs", re.IGNORECASE),
    "system": re.compile(r"system (?:role|message|prompt)|role.{0,20}system", re.IGNORECASE),
}
_REPEATABLE = frozenset({408, 409, 425, 429})
_REQUEST_TOO_LARGE = 413
_TOO_MANY = 429
_SERVER_ERROR = 500
_NOT_IMPLEMENTED = 501
_NOT_FOUND = 404
_FINAL = frozenset({401, 402, 403, 429})
_UNAUTHORIZED = frozenset({401, 403})
_CONNECTION_RETRIES = 2
_DETAIL = 300


class Refused(Exception):
    """The endpoint does not take ``parameter``; empty if it didn't say which it minds."""

    def __init__(self, parameter: str, detail: str) -> None:
        super().__init__(detail)
        self.parameter = parameter


class Overflow(Exception):
    """The request is longer than the model's context."""


def translate(error: Exception, sent: Collection[str]) -> Exception:
    """The error to raise instead: `Busy`, `Refused`, `Overflow` or a `ModelUnavailable`.

    ``sent`` names the parameters of the request that could be left out.
    """
    told = _told_by_endpoint(error)
    detail = f"{type(error).__name__}: {told or error}"[:_DETAIL]
    if isinstance(error, openai.APIStatusError):
        return _of_status(error, sent, told, detail)
    if _FILTERED.search(told):
        return ContentFiltered(detail)
    if _TOO_LONG.search(told):
        return Overflow(detail)
    timed_out = isinstance(error, openai.APITimeoutError | TimeoutError)
    return Busy(detail, retries=1 if timed_out else _CONNECTION_RETRIES)


def _told_by_endpoint(error: Exception) -> str:
    """All that its error says, whatever it came with; nothing if the error was made here."""
    if isinstance(error, openai.APIError):
        return f"{error} {error.body or ''}"
    return str(error) if error.args and isinstance(error.args[0], dict) else ""


def _of_status(
    error: openai.APIStatusError, sent: Collection[str], told: str, detail: str
) -> Exception:
    status = error.status_code
    too_long = _OVER_SHARE if status == _TOO_MANY else _TOO_LONG
    if too_long.search(told):
        return Overflow(detail)
    if _may_be_repeated(status) and "insufficient_quota" not in told:
        after = retry_after(error.response.headers, datetime.now(UTC))
        return Busy(detail, after=after, shared=status == _TOO_MANY or after is not None)
    if _FILTERED.search(told):
        return ContentFiltered(detail)
    if status == _REQUEST_TOO_LARGE:
        return Overflow(detail)
    parameter = _parameter(error, sent, told)
    final = status in _FINAL or (status == _NOT_FOUND and not parameter)
    lasting = ModelRefused if status in _UNAUTHORIZED else ModelUnavailable
    return lasting(detail) if final else Refused(parameter, detail)


def _may_be_repeated(status: int) -> bool:
    return status in _REPEATABLE or (status >= _SERVER_ERROR and status != _NOT_IMPLEMENTED)


def _parameter(error: openai.APIStatusError, sent: Collection[str], told: str) -> str:
    named = str(error.param or "").partition(".")[0]
    if named in sent:
        return named
    spelt = [n for n in _NAMES if n in sent and n != "system" and re.search(rf"\b{n}\b", told)]
    meant = [n for n, said in _NAMES.items() if n in sent and said.search(told)]
    return next(iter([*spelt, *meant]), "")


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the endpoint asks to wait, from any of the forms in use; None if it doesn't."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    told = headers.get("retry-after", "").strip()
    seconds = _number(told.removesuffix("s"))
    if seconds is not None or not told:
        return seconds
    try:
        until = parsedate_to_datetime(told)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
