"""Slash commands that take longer than an acknowledgement: traces and pictures of graphs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.posting import Message
from bot.views.answer import trace_message
from bot.views.receipt import note
from bot.work.places import address
from rag.errors import UnknownAnswer
from rag.service import answer_id
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
    client: AsyncWebClient

    async def run(self, run: Run, payload: Payload) -> None:
        """Does what was asked and answers by the command's response_url."""
        try:
            message = await self._do(payload)
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            _LOG.exception("command failed", job=run.job, id=answer_id(run.job))
            message = note(say("command_failed", "en", id=answer_id(run.job)))
        if message is not None:
            await _respond(payload["response_url"], message.text, message.blocks)

    async def _do(self, payload: Payload) -> Message | None:
        name, *arguments = payload["words"]
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

    async def _graph(self, payload: Payload, which: str) -> Message | None:
        picture = await self.engine.picture(which)
        try:
            await self.client.files_upload_v2(
                channel=payload["channel"],
                content=picture,
                filename=f"{which}-graph.png",
                title=say("graph_title", "en", graph=which),
                alt_txt=f"The nodes and edges of the {which} graph",
            )
        except SlackApiError as error:
            if error.response.get("error") not in _OUTSIDE:
                raise
            return note(say("graph_invite", "en"))
        return None


async def _respond(url: str, text: str, blocks: Sequence[dict[str, object]]) -> None:
    answer = await AsyncWebhookClient(url).send(
        text=text, blocks=list(blocks), response_type="ephemeral"
    )
    if answer.status_code != 200:  # noqa: PLR2004 - HTTP's own number
        _LOG.warning("response_url refused", status=answer.status_code)
