"""What is asked of a model, and the parameters that say so to an endpoint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import SecretStr

from rag.adapters.models.abilities import Abilities, Structure
from rag.adapters.models.margins import ALTERNATIVES, Odds
from rag.adapters.models.prompt import Prompt
from rag.ports import Watch
from rag.types import Usage

T = TypeVar("T")
_ODDS = ("logprobs", "top_logprobs")


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """The model of a ``role``. ``timeout`` is seconds; ``max_tokens`` 0 leaves the limit to the endpoint.

    ``temperature`` is sent only if set. ``context_tokens`` is what a prompt may use, roughly: with
    the default a reply still fits into the 8,192 of a small local model.
    """

    model: str
    endpoint: str = "https://api.openai.com/v1"
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    temperature: float | None = None
    max_tokens: int = 0
    timeout: float = 60.0
    context_tokens: int = 6_000
    prompt_price: float = 0.0
    completion_price: float = 0.0
    role: str = "answer"

    def priced(self, usage: Usage) -> Usage:
        """The usage with what it cost; prices are of a million tokens."""
        prompt, completion = usage.prompt_tokens, usage.completion_tokens
        cost = (prompt * self.prompt_price + completion * self.completion_price) / 1_000_000
        return replace(usage, cost=cost)


@dataclass(frozen=True, slots=True)
class Format(Generic[T]):
    """A structured reply: its JSON schema, and how to read it from any text that holds it.

    ``weigh`` puts a value right by the odds of the reply's words; without it none are asked for.
    """

    name: str
    schema: dict[str, Any]
    read: Callable[[str], T | None]
    weigh: Callable[[T, Sequence[Odds]], T] | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One reply that is wanted; ``plain`` asks for a form without any means of the endpoint's."""

    prompt: Prompt
    form: Format[Any] | None = None
    plain: bool = False
    note: str = ""
    max_tokens: int = 0
    watch: Watch | None = None

    @property
    def structured(self) -> bool:
        """Whether the endpoint may be asked to keep to the form."""
        return self.form is not None and not self.plain


def parameters(
    settings: ChatSettings, abilities: Abilities, request: Request, structure: Structure
) -> dict[str, Any]:
    """All that goes with the messages, without what the endpoint refuses."""
    # Sent as extra_body, nothing is renamed, reinterpreted or taken to another API on the way.
    wanted: dict[str, Any] = {}
    if settings.temperature is not None:
        wanted["temperature"] = settings.temperature
    if request.max_tokens:
        older = abilities.takes("max_tokens")
        wanted["max_tokens" if older else "max_completion_tokens"] = request.max_tokens
    if request.form is not None:
        wanted |= _structured(request.form, structure)
        if request.form.weigh and structure != "tool" and all(map(abilities.takes, _ODDS)):
            wanted |= {"logprobs": True, "top_logprobs": ALTERNATIVES}
    return {name: value for name, value in wanted.items() if abilities.takes(name)}


def _structured(form: Format[Any], structure: Structure) -> dict[str, Any]:
    named = {"name": form.name, "strict": True}
    match structure:
        case "json_schema":
            schema = {**named, "schema": form.schema}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        case "tool":
            function = {"name": form.name, "parameters": form.schema}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": form.name}},
            }
        case "json_object":
            return {"response_format": {"type": "json_object"}}
        case _:
            return {}
