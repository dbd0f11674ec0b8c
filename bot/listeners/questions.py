"""The form for a private question: by a button, by a shortcut, or from the menu of a message."""

import asyncio
from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs import Jobs
from bot.listeners.forms import open_form
from bot.listeners.workspaces import workspace_of
from bot.sentences import say
from bot.slack.facts import ENGLISH
from bot.tenants import Tenants
from bot.views.help import HELP_ASK
from bot.views.literal import escaped
from bot.views.question import QUESTION_FORM, QUESTION_INPUT, question_form, question_of
from bot.work.orders import ask_order, question_order
from bot.work.overrides import WrongWord, split_options
from rag.types import Language

ASK_PRIVATELY = "ask_privately"
ASK_ABOUT = "ask_about"
_ASK_SECONDS = 0.7  # of the three within which the form has to be there

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Questions:
    """Answered where the form was opened if that is a channel, else in direct messages."""

    tenants: Tenants
    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for the button, the shortcuts and the form."""
        app.action(HELP_ASK)(self.on_open)
        app.shortcut(ASK_PRIVATELY)(self.on_open)
        app.shortcut(ASK_ABOUT)(self.on_ask_about)
        app.view(QUESTION_FORM)(self.on_form)

    async def on_open(
        self, ack: AsyncAck, body: Json, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Shows the form."""
        language = await self._language(body, context)
        await open_form(client, body["trigger_id"], question_form(_origin(body), language))
        await ack()

    async def on_ask_about(
        self, ack: AsyncAck, body: Json, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Shows the form for a question about a message."""
        message = body["message"]
        origin = {
            "channel": body["channel"]["id"],
            # Slack shows what one person sees in a thread only where there is one already.
            "thread_ts": message.get("thread_ts") or "",
            "about": message["ts"],
            "response_url": body["response_url"],
        }
        form = question_form(origin, await self._language(body, context))
        await open_form(client, body["trigger_id"], form)
        await ack()

    async def on_form(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """A question was sent; what is wrong with it is told in the form."""
        origin, text = question_of(body["view"])
        try:
            given, question = split_options(text)
        except WrongWord as wrong:
            await self._refuse(ack, wrong.words(await self._language(body, context)))
            return
        if not question:
            await self._refuse(ack, say("question_empty", await self._language(body, context)))
            return
        workspace, user, view = workspace_of(context), body["user"]["id"], body["view"]["id"]
        if origin.get("response_url"):
            command = {
                "channel_id": origin["channel"],
                "user_id": user,
                "response_url": origin["response_url"],
                "trigger_id": view,
                "thread_ts": origin["thread_ts"],
                "about": origin.get("about", ""),
            }
            order = ask_order(workspace, command, escaped(question), given)
        else:
            order = question_order(workspace, user, text, view)
        await self.jobs.submit(*order)
        await ack()

    async def _refuse(self, ack: AsyncAck, told: str) -> None:
        await ack(response_action="errors", errors={QUESTION_INPUT: told})

    async def _language(self, body: Json, context: AsyncBoltContext) -> Language:
        """The person's, if Slack tells it in time."""
        tenant = self.tenants.serving(workspace_of(context))
        if tenant is None:
            return ENGLISH
        try:
            async with asyncio.timeout(_ASK_SECONDS):
                return await tenant.people.language_of(body["user"]["id"])
        except TimeoutError:
            return ENGLISH


def _origin(body: Json) -> dict[str, str]:
    """Where the answer goes: nowhere in particular if it was opened outside of any message."""
    container = body.get("container") or {}
    if not body.get("response_url") or not body.get("channel"):
        return {}
    return {
        "channel": body["channel"]["id"],
        "thread_ts": container.get("thread_ts") or "",
        "response_url": body["response_url"],
    }
