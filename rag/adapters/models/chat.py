"""A chat model in one role, behind any OpenAI-compatible endpoint."""

import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

import httpx2
import openai
from langchain_core.messages import AIMessage, BaseMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from rag.adapters.models.abilities import Abilities, KnownAbilities, Structure
from rag.adapters.models.faults import Overflow, Refused, translate
from rag.adapters.models.gate import Gate
from rag.adapters.models.prompt import Prompt
from rag.adapters.models.replies import CutOff, Empty, Reply, RunningReply, read_reply
from rag.errors import ModelUnavailable
from rag.ports import Watch
from rag.types import Usage

T = TypeVar("T")

_ADJUSTMENTS = 12
# What the client raises for a reply that is not shaped as it should be has many types.
_FAILURES = (
    openai.OpenAIError,
    httpx2.HTTPError,
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
)
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """One role's model. ``timeout`` is seconds; ``max_tokens`` 0 leaves the limit to the endpoint.

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

    def priced(self, usage: Usage) -> Usage:
        """The usage with what it cost; prices are of a million tokens."""
        prompt, completion = usage.prompt_tokens, usage.completion_tokens
        cost = (prompt * self.prompt_price + completion * self.completion_price) / 1_000_000
        return replace(usage, cost=cost)


@dataclass(frozen=True, slots=True)
class Format(Generic[T]):
    """A structured reply: its JSON schema, and how to read it from any text that holds it."""

    name: str
    schema: dict[str, Any]
    read: Callable[[str], T | None]


class Unreadable(ModelUnavailable):
    """The model replied, but not in a form that can be read. ``usage`` is what it cost."""

    def __init__(self, detail: str, usage: Usage) -> None:
        super().__init__(detail)
        self.usage = usage


class ChatClient:
    """Asks, adjusts to what the endpoint can't do, and gives back only whole replies."""

    def __init__(
        self, settings: ChatSettings, gate: Gate, known: KnownAbilities | None = None
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._abilities = (known or KnownAbilities()).of(settings.endpoint, settings.model)
        self._http = openai.DefaultAsyncHttpxClient(timeout=settings.timeout)
        self._model = ChatOpenAI(
            model=settings.model,
            base_url=settings.endpoint,
            api_key=SecretStr(settings.key.get_secret_value() or "none"),
            timeout=settings.timeout,
            max_retries=0,
            http_async_client=self._http,
            use_responses_api=False,
            cache=False,
        )

    @property
    def model(self) -> str:
        """The model's name at its endpoint."""
        return self._settings.model

    @property
    def abilities(self) -> Abilities:
        """What has been learnt about the endpoint and model."""
        return self._abilities

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def text(
        self, prompt: Prompt, *, note: str = "", watch: Watch | None = None
    ) -> tuple[str, Usage]:
        """A whole reply in words. Empty and cut-off replies are asked for once more."""
        usage, room = Usage(), self._settings.max_tokens
        for _ in range(2):
            request = _Request(prompt, note=note, max_tokens=room, watch=watch)
            try:
                reply = await self._settled(request)
            except (Empty, CutOff) as unusable:
                usage += unusable.usage
                if isinstance(unusable, CutOff) and not room:
                    break
                room *= 2
                continue
            return reply.text, self._settings.priced(usage + reply.usage)
        raise Unreadable("the reply was empty or cut off", self._settings.priced(usage))

    async def structured(self, prompt: Prompt, form: Format[T]) -> tuple[T, Usage]:
        """A reply in a form. What can't be read is asked for once more, as plain text."""
        usage = Usage()
        for plain in (False, True):
            request = _Request(prompt, form=form, plain=plain, max_tokens=self._settings.max_tokens)
            before = self._abilities.structure
            try:
                reply = await self._settled(request)
            except (Empty, CutOff) as unusable:
                usage += unusable.usage
                continue
            usage += reply.usage
            value = form.read(reply.text)
            if value is not None:
                self._abilities.unusable(before) if plain else self._abilities.usable(before)
                return value, self._settings.priced(usage)
        detail = f"no {form.name} could be read from the replies"
        raise Unreadable(detail, self._settings.priced(usage))

    async def _settled(self, request: "_Request") -> Reply:
        """One reply, after leaving out what the endpoint refuses; a prompt is halved only once."""
        prompt, halved = request.prompt.fitted(self._settings.context_tokens), False
        unexplained: Structure = "text"
        for _ in range(_ADJUSTMENTS):
            structured = request.structured and unexplained == "text"
            structure = self._abilities.structure if structured else "text"
            call = partial(self._call, request, prompt, structure)
            try:
                reply = await self._gate.run(call)
                self._abilities.unusable(unexplained)
                return reply  # noqa: TRY300 - else would part it from the call
            except Refused as refused:
                _LOG.info("%s refused %r: %s", self.model, refused.parameter, refused)
                if not refused.parameter and structure != "text":
                    unexplained = structure
                elif not self._abilities.learn(refused.parameter, structure):
                    raise ModelUnavailable(str(refused)) from refused
            except Overflow as overflow:
                smaller = prompt.halved()
                if halved or smaller is None:
                    raise ModelUnavailable(str(overflow)) from overflow
                prompt, halved = smaller, True
        raise ModelUnavailable("the endpoint refuses whatever is left out")

    async def _call(self, request: "_Request", prompt: Prompt, structure: Structure) -> Reply:
        extra = self._parameters(request, structure)
        system_role = self._abilities.takes("system")
        messages = prompt.messages(system_role=system_role, note=request.note)
        if request.watch is not None:
            running = RunningReply()
            async for chunk in self._stream(messages, extra):
                if running.add(chunk):
                    await request.watch(running.shown)
            return running.reply()
        try:
            message = await self._model.ainvoke(messages, extra_body=extra)
        except _FAILURES as error:
            raise translate(error, {*extra, "system"}) from error
        return read_reply(message)

    async def _stream(
        self, messages: list[BaseMessage], extra: dict[str, Any]
    ) -> AsyncIterator[AIMessage]:
        counted = self._abilities.takes("stream_options")
        try:
            async for chunk in self._model.astream(
                messages, extra_body=extra, stream_usage=counted
            ):
                yield chunk
        except _FAILURES as error:
            raise translate(error, {*extra, "system", "stream_options"}) from error

    def _parameters(self, request: "_Request", structure: Structure) -> dict[str, Any]:
        # Sent as extra_body, nothing is renamed, reinterpreted or taken to another API on the way.
        wanted: dict[str, Any] = {}
        if self._settings.temperature is not None:
            wanted["temperature"] = self._settings.temperature
        if request.max_tokens:
            older = self._abilities.takes("max_tokens")
            wanted["max_tokens" if older else "max_completion_tokens"] = request.max_tokens
        if request.form is not None:
            wanted |= _structured(request.form, structure)
        return {name: value for name, value in wanted.items() if self._abilities.takes(name)}


@dataclass(frozen=True, slots=True)
class _Request:
    prompt: Prompt
    form: Format[Any] | None = None
    plain: bool = False
    note: str = ""
    max_tokens: int = 0
    watch: Watch | None = None

    @property
    def structured(self) -> bool:
        return self.form is not None and not self.plain


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
