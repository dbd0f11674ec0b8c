"""The form for a private question: by a button, or by a shortcut, which works in threads too."""

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
from bot.views.help import HELP_ASK
from bot.views.literal import escaped
from bot.views.question import QUESTION_FORM, QUESTION_INPUT, question_form, question_of
from bot.work.orders import ask_order, question_order
from bot.work.overrides import WrongWord, split_options
from rag.text.language import detect

ASK_PRIVATELY = "ask_privately"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Questions:
    """Answered where the form was opened if that is a channel, else in direct messages."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for the button, the shortcut and the form."""
        app.action(HELP_ASK)(self.on_open)
        app.shortcut(ASK_PRIVATELY)(self.on_open)
        app.view(QUESTION_FORM)(self.on_form)

    async def on_open(self, ack: AsyncAck, body: Json, client: AsyncWebClient) -> None:
        """Shows the form."""
        await open_form(client, body["trigger_id"], question_form(_origin(body), "en"))
        await ack()

    async def on_form(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """A question was sent; what is wrong with it is told in the form."""
        origin, text = question_of(body["view"])
        try:
            given, question = split_options(text)
        except WrongWord as wrong:
            given, question, told = {}, "", wrong.words(detect(text))
        else:
            told = say("question_empty", detect(text))
        if not question:
            await ack(response_action="errors", errors={QUESTION_INPUT: told})
            return
        workspace, user, view = workspace_of(context), body["user"]["id"], body["view"]["id"]
        if origin.get("response_url"):
            command = {
                "channel_id": origin["channel"],
                "user_id": user,
                "response_url": origin["response_url"],
                "trigger_id": view,
                "thread_ts": origin["thread_ts"],
            }
            order = ask_order(workspace, command, escaped(question), given)
        else:
            order = question_order(workspace, user, text, view)
        await self.jobs.submit(*order)
        await ack()


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
