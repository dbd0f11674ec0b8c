"""Slash commands that take longer than an acknowledgement: traces and pictures of graphs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog
from slack_sdk.errors import SlackApiError

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Message, Picture, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.comparison import (
    ambiguous_message,
    comparison_message,
    histograms_in_words,
    unknown_message,
    which_message,
)
from bot.views.help import help_message
from bot.views.receipt import note
from bot.work.naming import Naming
from bot.work.overviewing import Overviewing
from bot.work.steering import Steering
from bot.work.tracing import Tracing
from rag.errors import AmbiguousDocument, UnknownDocument
from rag.service import answer_id
from rag.text.language import detect

_LOG = structlog.get_logger(__name__)
GRAPHS = ("answer", "ingest")
_OUTSIDE = frozenset({"not_in_channel", "channel_not_found"})


@dataclass(frozen=True, slots=True)
class Commanding:
    """The work of a command job."""

    engine: Engine
    audiences: Audiences
    people: People
    poster: Poster
    tracing: Tracing
    overviewing: Overviewing
    steering: Steering
    naming: Naming
    is_quoting: bool

    async def run(self, run: Run, payload: Payload) -> None:
        """Does what was asked and answers by the command's response_url."""
        try:
            message = await self._do(run, payload)
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            _LOG.exception("command failed", job=run.job, id=answer_id(run.job))
            language = await self.people.language_of(payload["user"])
            message = note(say("command_failed", language, id=answer_id(run.job)))
        if message is not None:
            await respond(
                payload["response_url"],
                message,
                payload.get("thread_ts", ""),
                replace=payload.get("instead", False),
            )

    async def _do(self, run: Run, payload: Payload) -> Message | None:
        name, *arguments = payload["words"]
        rest = " ".join(arguments)
        doing: dict[str, Callable[[], Awaitable[Message | None]]] = {
            "compare": lambda: self._compare(run, payload, rest),
            "trace": lambda: self.tracing.show(payload, rest),
            "path": lambda: self.tracing.draw(run, payload, rest),
            "graph": lambda: self._graph(run, payload, rest),
            "docs": lambda: self.overviewing.documents(payload, rest, payload.get("first", 0)),
            "stats": lambda: self.overviewing.stats(payload),
            "health": lambda: self.overviewing.health(payload),
            "settings": lambda: self.steering.show(payload),
            "choose": lambda: self.steering.choose(run, payload),
            "library": lambda: self.steering.library(run, payload, rest),
            "forget": lambda: self.naming.forget(payload, rest),
            "help": lambda: self._help(payload, rest),
        }
        return await doing[name]()

    async def _help(self, payload: Payload, unknown: str) -> Message:
        audience = await self.audiences.private(payload["workspace"], payload["user"])
        libraries = await self.audiences.library_channels()
        names = [channel.name for channel in libraries if channel.id in audience.channels]
        language = await self.people.language_of(payload["user"])
        return help_message(names, unknown, language, is_quoting=self.is_quoting)

    async def _compare(self, run: Run, payload: Payload, document: str) -> Message | None:
        """The table for the person alone, the picture where it was asked for."""
        workspace, channel, user = payload["workspace"], payload["channel"], payload["user"]
        audience = await self.audiences.of(workspace, channel, user)
        language = await self.people.language_of(user)
        if not document:
            names = [p.name for p in await self.engine.documents(audience)]
            return which_message(names, language)
        try:
            compared = await self.engine.compare_document(document, audience, channel)
        except UnknownDocument as error:
            return unknown_message(document, error.near, language)
        except AmbiguousDocument as error:
            return ambiguous_message(document, error.choices, language)
        await respond(payload["response_url"], comparison_message(compared, language))
        posted = detect(compared.title)  # everybody reads it: in the document's language
        picture = Picture(
            await self.engine.histograms(compared),
            f"splittings-{answer_id(run.job)}.png",
            say("compare_title", posted, title=compared.title),
            histograms_in_words(compared, posted),
        )
        return await self._posted(run, payload, picture)

    async def _graph(self, run: Run, payload: Payload, which: str) -> Message | None:
        """One of the two, or which there are."""
        language = await self.people.language_of(payload["user"])
        which = which.partition(" ")[0]
        if which not in GRAPHS:
            return note(say("graph_which", language))
        called = say(f"graph_{which}", language)
        picture = Picture(
            await self.engine.picture(which),
            f"{which}-graph.png",
            say("graph_title", language, graph=called),
            say("graph_words", language, graph=called),
        )
        return await self._posted(run, payload, picture)

    async def _posted(self, run: Run, payload: Payload, picture: Picture) -> Message | None:
        """Where it was asked for, or in direct messages if the bot is no member there."""
        try:
            place = Place(payload["channel"], "")
            await self.poster.upload_once(place, picture, again=False)
        except SlackApiError as error:
            if error.response.get("error") not in _OUTSIDE:
                raise
            direct = await self.poster.direct_with(payload["user"])
            await self.poster.upload_once(Place(direct, ""), picture, again=run.again)
            language = await self.people.language_of(payload["user"])
            return note(say("graph_sent", language))
        return None
