"""``/footnote``: a job that answers by response_url."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of
from bot.sentences import say
from bot.slack.message import Message
from bot.views.answer import looking_message
from bot.views.help import COMMANDS
from bot.views.literal import marked
from bot.views.receipt import note
from bot.work.orders import ask_order, mark_of
from bot.work.overrides import WrongWord, split_options
from bot.work.stopping import private_stop_value
from rag.text.language import detect

COMMAND = "/footnote"
_LONGEST = 4_000
_WORKED = frozenset(COMMANDS) - {"ask", "help"}


def tidy(text: str) -> str:
    """What was typed, without characters that can't be seen, and no more than a message holds."""
    return "".join(c if c.isprintable() else " " for c in text)[:_LONGEST]


@dataclass(frozen=True, slots=True)
class Commands:
    """The slash command; what it says is seen by the person alone."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers the command."""
        app.command(COMMAND)(self.on_command)

    async def on_command(
        self, ack: AsyncAck, command: dict[str, Any], context: AsyncBoltContext
    ) -> None:
        """Acknowledged when this returns: what is no command gets help."""
        command = {**command, "text": tidy(command.get("text", ""))}
        words = command["text"].split()
        name = words[0].lower() if words else "help"
        if name in _WORKED:
            await self._submit(command, [name, *words[1:]], workspace_of(context))
            await ack()
        elif name == "ask":
            message = await self._ask(command, workspace_of(context))
            await ack(text=message.text, blocks=list(message.blocks))
        else:
            unknown = [] if name == "help" else [name]
            await self._submit(command, ["help", *unknown], workspace_of(context))
            await ack()

    async def _ask(self, command: dict[str, Any], workspace: str) -> Message:
        """Has the question answered, which can be stopped, or says what is wrong with it."""
        words = command["text"].strip()[len("ask") :].strip()
        language = detect(words)
        try:
            given, question = split_options(words)
        except WrongWord as wrong:
            return note(wrong.words(language))
        if not question:
            words = say("ask_which", language)
            return Message(words, [marked(words)])
        order = ask_order(workspace, command, question, given)
        await self.jobs.submit(*order)
        stop = private_stop_value(order[1], command["user_id"], language)
        return looking_message(say("asking", language), language, stop)

    async def _submit(self, command: dict[str, Any], words: list[str], workspace: str) -> None:
        job = f"command:{workspace}:{command['trigger_id']}"
        payload = {
            "workspace": workspace,
            "channel": command["channel_id"],
            "user": command["user_id"],
            "response_url": command["response_url"],
            "words": words,
        }
        await self.jobs.submit("command", job, mark_of(command["user_id"]), payload)
