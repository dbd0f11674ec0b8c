"""A model call as a span says it, by the GenAI semantic conventions, and what it costs."""

import json
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from langchain_core.messages import BaseMessage

from rag.adapters.models.abilities import Structure
from rag.adapters.models.prompt import Prompt
from rag.adapters.models.replies import Reply
from rag.adapters.models.requests import ChatSettings, Request
from rag.ports import Span
from rag.types import Usage

_PROVIDERS = {
    "api.openai.com": "openai",
    "api.deepseek.com": "deepseek",
    "api.mistral.ai": "mistral_ai",
    "api.groq.com": "groq",
    "api.x.ai": "x_ai",
}
_ROLES = {"human": "user", "ai": "assistant", "system": "system"}


def asked_of(settings: ChatSettings, request: Request) -> dict[str, object]:
    """What is known before the call; nothing of what it is about."""
    place = urlsplit(settings.endpoint)
    known: dict[str, object] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": _PROVIDERS.get(place.hostname or "", "openai_compatible"),
        "gen_ai.request.model": settings.model,
        "gen_ai.output.type": "json" if request.form else "text",
        "server.address": place.hostname or "",
        "footnote.role": settings.role,
    }
    if settings.temperature is not None:
        known["gen_ai.request.temperature"] = settings.temperature
    if request.max_tokens:
        known["gen_ai.request.max_tokens"] = request.max_tokens
    return known | ({"footnote.form": request.form.name} if request.form else {})


@dataclass(slots=True)
class Call:
    """One reply in the making: how often it was sent, what was paid."""

    span: Span
    settings: ChatSettings
    sent: int = 0
    _prompt: Prompt | None = None
    _owed: Usage = field(default_factory=Usage)
    _usage: Usage = field(default_factory=Usage)

    def sends(self, prompt: Prompt, structure: Structure) -> None:
        """Notes one more request. Until a reply says better, it is taken to cost its prompt."""
        self.sent += 1
        self._prompt = prompt
        self._owed = self.settings.priced(Usage(1, prompt.tokens))
        self.span.note({"footnote.structure": structure})

    def owes(self, usage: Usage) -> None:
        """What the endpoint counted; where it counted nothing, the estimate stands."""
        if usage.tokens:
            self._owed = self.settings.priced(usage)

    def owes_nothing(self) -> None:
        """The request was turned down."""
        self._owed = Usage()

    def owed(self) -> Usage:
        """What the request now under way has cost."""
        return self._owed

    def done(self, reply: Reply) -> Reply:
        """The reply with its price and its repeats."""
        self.span.note(
            {
                "gen_ai.response.finish_reasons": [reply.finish or "unknown"],
                "gen_ai.response.model": reply.model or self.settings.model,
            }
        )
        self.span.tell("gen_ai.output.messages", lambda: _messages([("assistant", reply.text)]))
        return replace(reply, usage=self.cost(reply.usage))

    def cost(self, usage: Usage) -> Usage:
        """The usage with its price and how often the request was repeated."""
        self._usage = replace(self.settings.priced(usage), retries=max(0, self.sent - 1))
        return self._usage

    def end(self) -> None:
        """Tells the span what came of it."""
        usage = self._usage
        noted: dict[str, object] = {"footnote.retries": max(0, self.sent - 1)}
        if usage.tokens:
            noted["gen_ai.usage.input_tokens"] = usage.prompt_tokens
            noted["gen_ai.usage.output_tokens"] = usage.completion_tokens
        if usage.cost:
            noted["gen_ai.usage.cost"] = usage.cost
        self.span.note(noted)
        if (prompt := self._prompt) is not None:
            self.span.tell("gen_ai.input.messages", lambda: _sent(prompt.messages()))


def _sent(messages: list[BaseMessage]) -> str:
    return _messages([(_ROLES.get(m.type, m.type), str(m.content)) for m in messages])


def _messages(said: list[tuple[str, str]]) -> str:
    shown = [{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in said]
    return json.dumps(shown, ensure_ascii=False)
