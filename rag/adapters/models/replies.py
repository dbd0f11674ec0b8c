"""What a chat model's message holds, once reasoning is out and only if it is whole."""

import json
from dataclasses import dataclass, field, replace

from langchain_core.messages import AIMessage

from rag.adapters.models.margins import Odds, read_odds
from rag.adapters.models.thinking import shown_so_far, without_thinking
from rag.errors import ContentFiltered, ModelUnavailable
from rag.types import Usage

_CUT_OFF = frozenset({"length", "max_tokens", "model_length", "insufficient_system_resource"})
_FILTERED = frozenset({"content_filter", "sensitive", "safety", "blocked", "risk"})


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply: words, or the arguments of a tool call as JSON."""

    text: str
    usage: Usage
    finish: str = ""
    model: str = ""
    odds: tuple[Odds, ...] = ()


class Empty(ModelUnavailable):
    """The endpoint replied with nothing, or with reasoning alone."""

    def __init__(self, usage: Usage) -> None:
        super().__init__("the reply is empty")
        self.usage = usage


class CutOff(ModelUnavailable):
    """The reply stopped at a limit of length; what there is of it is not a reply."""

    def __init__(self, usage: Usage) -> None:
        super().__init__("the reply is cut off")
        self.usage = usage


def read_reply(message: AIMessage, *, tools: bool) -> Reply:
    """The reply in a message. Raises `Empty`, `CutOff` or `ContentFiltered` if it isn't one.

    Without ``tools`` in the request a tool call is an invention, and only the words count.
    """
    finish = str(message.response_metadata.get("finish_reason") or "")
    if message.additional_kwargs.get("refusal"):
        raise ContentFiltered("the model refused to reply")
    called = _tool_arguments(message) if tools else ""
    reply = _checked(called or _words(message), finish, _usage(message))
    told = message.response_metadata
    model, odds = str(told.get("model_name") or ""), read_odds(told.get("logprobs"))
    return replace(reply, model=model, odds=odds)


@dataclass(slots=True)
class RunningReply:
    """A reply that comes in pieces; usage, choices and the reason of its end may be missing."""

    _text: str = ""
    _finish: str = ""
    _usage: Usage = field(default_factory=lambda: Usage(1))
    _shown: str = ""

    @property
    def shown(self) -> str:
        """The text so far, without reasoning."""
        return self._shown

    def add(self, chunk: AIMessage) -> bool:
        """Takes a piece; True if there is more to show."""
        self._text += _words(chunk)
        self._finish = str(chunk.response_metadata.get("finish_reason") or "") or self._finish
        if chunk.usage_metadata:
            self._usage = _usage(chunk)
        shown = shown_so_far(self._text)
        grown = shown != self._shown
        self._shown = shown
        return grown

    @property
    def finish(self) -> str:
        """Why it ended; empty while it hasn't, or if the endpoint never says."""
        return self._finish

    def reply(self) -> Reply:
        """The whole reply, once the stream has ended."""
        return _checked(self._text, self._finish, self._usage)


def _checked(raw: str, finish: str, usage: Usage) -> Reply:
    if finish in _FILTERED:
        raise ContentFiltered(f"the reply was withheld (finish_reason {finish!r})")
    if finish in _CUT_OFF:
        raise CutOff(usage)
    text = without_thinking(raw.removeprefix("\ufeff"))
    if not text:
        raise Empty(usage)
    return Reply(text, usage, finish)


def _words(message: AIMessage) -> str:
    content = message.content
    if isinstance(content, str):
        return content
    parts = (part if isinstance(part, str) else _text_part(part) for part in content)
    return "".join(parts)


def _text_part(part: dict[object, object]) -> str:
    return str(part.get("text") or "") if part.get("type") in ("text", "output_text") else ""


def _tool_arguments(message: AIMessage) -> str:
    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False)
    if message.invalid_tool_calls:
        return str(message.invalid_tool_calls[0]["args"] or "")
    return ""


def _usage(message: AIMessage) -> Usage:
    counted = message.usage_metadata
    if not counted:
        return Usage(1)
    return Usage(1, counted.get("input_tokens") or 0, counted.get("output_tokens") or 0)
