"""A chat model in one role, behind any OpenAI-compatible endpoint."""

import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, TypeVar

import httpx2
import openai
from langchain_core.messages import AIMessage, BaseMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from rag.adapters.models.abilities import Abilities, KnownAbilities, Structure
from rag.adapters.models.faults import Overflow, Refused, translate
from rag.adapters.models.gate import Busy, Gate
from rag.adapters.models.prompt import Prompt
from rag.adapters.models.replies import CutOff, Empty, Reply, RunningReply, read_reply
from rag.adapters.models.requests import ChatSettings, Format, Request, parameters
from rag.adapters.models.spans import Call, asked_of
from rag.errors import ModelUnavailable
from rag.ports import NoTracer, Tracer, Watch
from rag.types import Usage

__all__ = ["ChatClient", "ChatSettings", "Format", "Unreadable"]

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


class Unreadable(ModelUnavailable):
    """The model replied, but not in a form that can be read. ``usage`` is what it cost."""

    def __init__(self, detail: str, usage: Usage) -> None:
        super().__init__(detail)
        self.usage = usage


class ChatClient:
    """Asks, adjusts to what the endpoint can't do, and gives back only whole replies."""

    def __init__(
        self,
        settings: ChatSettings,
        gate: Gate,
        known: KnownAbilities | None = None,
        tracer: Tracer | None = None,
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._tracer = tracer or NoTracer()
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
            request = Request(prompt, note=note, max_tokens=room, watch=watch)
            try:
                reply = await self._traced(request)
            except (Empty, CutOff) as unusable:
                usage += unusable.usage
                if isinstance(unusable, CutOff) and not room:
                    break
                room *= 2
                continue
            return reply.text, usage + reply.usage
        raise Unreadable("the reply was empty or cut off", usage)

    async def structured(self, prompt: Prompt, form: Format[T]) -> tuple[T, Usage]:
        """A reply in a form. What can't be read is asked for once more, as plain text."""
        usage = Usage()
        for plain in (False, True):
            request = Request(prompt, form=form, plain=plain, max_tokens=self._settings.max_tokens)
            before = self._abilities.structure
            try:
                reply = await self._traced(request)
            except (Empty, CutOff) as unusable:
                usage += unusable.usage
                continue
            usage += reply.usage
            value = form.read(reply.text)
            if value is not None:
                self._abilities.unusable(before) if plain else self._abilities.usable(before)
                weighed = form.weigh(value, reply.odds) if form.weigh and reply.odds else value
                return weighed, usage
        raise Unreadable(f"no {form.name} could be read from the replies", usage)

    async def _traced(self, request: Request) -> Reply:
        """One reply as a span; what it cost and how often it was tried go with it."""
        asked = asked_of(self._settings, request)
        with self._tracer.span(f"chat {self.model}", asked, remote=True) as span:
            call = Call(span, self._settings)
            try:
                reply = call.done(await self._settled(request, call))
            except (Empty, CutOff) as unusable:
                unusable.usage = call.cost(unusable.usage)
                raise
            finally:
                call.end()
            return reply

    async def _settled(self, request: Request, call: Call) -> Reply:
        """One reply, after leaving out what the endpoint refuses and what it has no room for."""
        prompt, shrunk = request.prompt.fitted(self._room), False
        unexplained: Structure = "text"
        for _ in range(_ADJUSTMENTS):
            structured = request.structured and unexplained == "text"
            structure = self._abilities.structure if structured else "text"
            try:
                reply = await self._gate.run(partial(self._paid, request, prompt, structure, call))
                self._abilities.unusable(unexplained)
                self._abilities.fits(prompt.tokens, was_too_long=shrunk)
                return reply  # noqa: TRY300 - else would part it from the call
            except Refused as refused:
                _LOG.info("%s refused %r: %s", self.model, refused.parameter, refused)
                if not refused.parameter and structure != "text":
                    unexplained = structure
                elif not self._abilities.learn(refused.parameter, structure):
                    raise ModelUnavailable(str(refused)) from refused
            except Overflow as overflow:
                smaller = prompt.halved()
                if smaller is None:
                    raise ModelUnavailable(str(overflow)) from overflow
                prompt, shrunk = smaller, True
        raise ModelUnavailable("the endpoint refuses whatever is left out")

    @property
    def _room(self) -> int:
        return min(self._settings.context_tokens, self._abilities.room)

    async def _paid(
        self, request: Request, prompt: Prompt, structure: Structure, call: Call
    ) -> Reply:
        """Inside the gate: nothing is sent that nobody will pay, and all that is sent is paid."""
        call.sends(prompt, structure)
        async with self._gate.purse.pays(call.owed):
            try:
                reply = await self._sent(request, prompt, structure)
            except (Empty, CutOff) as unusable:
                call.owes(unusable.usage)
                raise
            except Exception:
                call.owes_nothing()  # but one that is cancelled may well have been answered
                raise
            call.owes(reply.usage)
            return reply

    async def _sent(self, request: Request, prompt: Prompt, structure: Structure) -> Reply:
        extra = parameters(self._settings, self._abilities, request, structure)
        system_role = self._abilities.takes("system")
        messages = prompt.messages(system_role=system_role, note=request.note)
        if request.watch is not None:
            running = RunningReply()
            async for chunk in self._stream(messages, extra):
                if running.add(chunk):
                    await request.watch(running.shown)
            self._abilities.finishes |= bool(running.finish)
            if self._abilities.finishes and not running.finish:
                raise Busy("the stream ended before the reply did", retries=1)
            return running.reply()
        try:
            message = await self._model.ainvoke(messages, extra_body=extra)
        except _FAILURES as error:
            raise translate(error, {*extra, "system"}) from error
        return read_reply(message, tools="tools" in extra)

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
