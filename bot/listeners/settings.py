"""Controls of the settings, the help, and what is offered of a channel and its documents."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.actions import place_of, submit_command
from bot.listeners.home import show_home
from bot.listeners.workspaces import workspace_of
from bot.views.buttons import FORGET
from bot.views.forgetting import FORGET_NAMED
from bot.views.help import HELP_DOCS, HELP_GRAPH, HELP_SETTINGS
from bot.views.settings import CHOOSE, CHOOSE_LIBRARY, SHELVE
from bot.work.orders import forget_order, shelve_order

_WORDS = {HELP_DOCS: ["docs"], HELP_GRAPH: ["graph", "answer"], HELP_SETTINGS: ["settings"]}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SettingsClicks:
    """A choice on a message is a command's work; on the Home tab the tab shows what came of it."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for all of them."""
        for name in (CHOOSE, CHOOSE_LIBRARY):
            app.action(name)(self.on_choice)
        for name in _WORDS:
            app.action(name)(self.on_help)
        app.action(SHELVE)(self.on_shelve)
        app.action(FORGET_NAMED)(self.on_forget)

    async def on_choice(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """Something is chosen; who may do that is decided in the job."""
        action = body["actions"][0]
        value = str(action.get("value") or (action.get("selected_option") or {}).get("value") or "")
        if value and _is_home(body):
            workspace, at = workspace_of(context), action["action_ts"]
            await show_home(self.jobs, workspace, body["user"]["id"], at, {"choice": value})
        elif value:
            more = {"words": ["choose", value], "instead": True}
            await submit_command(self.jobs, body, workspace_of(context), more)
        await ack()

    async def on_help(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """A button under the help: as if its command had been typed there."""
        words = _WORDS[body["actions"][0]["action_id"]]
        await submit_command(self.jobs, body, workspace_of(context), {"words": words})
        await ack()

    async def on_shelve(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The PDFs that are in the channel already are to be read."""
        await self.jobs.submit(*shelve_order(place_of(body, workspace_of(context))))
        await ack()

    async def on_forget(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """A document that was named in a command is to be forgotten."""
        click = place_of(body, workspace_of(context))
        await self.jobs.submit(*forget_order(click, FORGET))
        await ack()


def _is_home(body: Json) -> bool:
    return (body.get("container") or {}).get("type") == "view"
