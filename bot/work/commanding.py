"""Slash commands that take longer than an acknowledgement: traces and pictures of graphs."""

import re
from dataclasses import dataclass

import structlog
from slack_sdk.errors import SlackApiError

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.posting import Message, Picture, Place, Poster
from bot.slack.replying import respond
from bot.views.answer import trace_message
from bot.views.comparison import comparison_message, histograms_in_words
from bot.views.receipt import note
from bot.work.places import address
from rag.errors import UnknownAnswer, UnknownDocument
from rag.service import answer_id
from rag.text.language import detect
from rag.types import KeptAnswer

_LOG = structlog.get_logger(__name__)
_LINK = re.compile(r"/archives/([A-Z0-9]+)/p(\d{10,})(\d{6})")
_ID = re.compile(r"[0-9a-f]{10}")
GRAPHS = ("answer", "ingest")
_OUTSIDE = frozenset({"not_in_channel", "channel_not_found"})


@dataclass(frozen=True, slots=True)
class Commanding:
    """The work of a command job."""

    engine: Engine
    audiences: Audiences
    poster: Poster

    async def run(self, run: Run, payload: Payload) -> None:
        """Does what was asked and answers by the command's response_url."""
        try:
            message = await self._do(run, payload)
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            _LOG.exception("command failed", job=run.job, id=answer_id(run.job))
            message = note(say("command_failed", "en", id=answer_id(run.job)))
        if message is not None:
            await respond(payload["response_url"], message)

    async def _do(self, run: Run, payload: Payload) -> Message | None:
        name, *arguments = payload["words"]
        if name == "compare":
            return await self._compare(run, payload, " ".join(arguments))
        if name == "trace":
            return await self._trace(payload, " ".join(arguments))
        return await self._graph(payload, arguments[0] if arguments else "")

    async def _trace(self, payload: Payload, which: str) -> Message:
        try:
            kept = await self._find(payload, which)
        except UnknownAnswer:
            return note(say("trace_hidden" if which else "trace_none", "en"))
        return trace_message(kept.answer)

    async def _find(self, payload: Payload, which: str) -> KeptAnswer:
        workspace, user = payload["workspace"], payload["user"]
        if link := _LINK.search(which):
            channel, seconds, rest = link.groups()
            where = address(channel, f"{seconds}.{rest}")
            return await self.engine.trace_at(workspace, where, user)
        if identity := _ID.search(which):
            return await self.engine.trace(workspace, identity.group(), user)
        if which:
            raise UnknownAnswer(which)
        return await self.engine.last_trace(workspace, user, address(payload["channel"], ""))

    async def _compare(self, run: Run, payload: Payload, document: str) -> Message | None:
        """The table for the person alone, the picture where it was asked for."""
        workspace, channel, user = payload["workspace"], payload["channel"], payload["user"]
        audience = await self.audiences.of(workspace, channel, user)
        language = detect(document)
        try:
            compared = await self.engine.compare_document(document, audience)
        except UnknownDocument:
            return note(say("compare_unknown", language, name=document))
        await respond(payload["response_url"], comparison_message(compared, language))
        picture = Picture(
            await self.engine.histograms(compared),
            f"splittings-{answer_id(run.job)}.png",
            say("compare_title", language, title=compared.title),
            histograms_in_words(compared),
        )
        return await self._posted(channel, picture)

    async def _graph(self, payload: Payload, which: str) -> Message | None:
        picture = Picture(
            await self.engine.picture(which),
            f"{which}-graph.png",
            say("graph_title", "en", graph=which),
            f"The nodes and edges of the {which} graph",
        )
        return await self._posted(payload["channel"], picture)

    async def _posted(self, channel: str, picture: Picture) -> Message | None:
        try:
            await self.poster.upload_once(Place(channel, ""), picture, again=False)
        except SlackApiError as error:
            if error.response.get("error") not in _OUTSIDE:
                raise
            return note(say("graph_invite", "en"))
        return None
