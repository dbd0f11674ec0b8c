"""The Home tab: opened, and what is used on it."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of
from bot.views.home import HOME_EARLIER, HOME_LATER
from bot.work.orders import mark_of

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HomeTab:
    """Each showing is a job; those of one person run in order."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for the event, and for the buttons that are on no message."""
        app.event("app_home_opened")(self.on_opened)
        for name in (HOME_EARLIER, HOME_LATER):
            app.action(name)(self.on_turn)

    async def on_opened(self, event: Json, context: AsyncBoltContext) -> None:
        """The messages tab tells the same event, and nothing is to be done there."""
        if event.get("tab") != "home":
            return
        await show_home(
            self.jobs, workspace_of(context), event["user"], str(event.get("event_ts") or ""), {}
        )

    async def on_turn(self, ack: AsyncAck, body: Json, context: AsyncBoltContext) -> None:
        """The next or previous documents."""
        action = body["actions"][0]
        more = {"first": int(action["value"])}
        await show_home(
            self.jobs, workspace_of(context), body["user"]["id"], action["action_ts"], more
        )
        await ack()


async def show_home(jobs: Jobs, workspace: str, user: str, at: str, more: Json) -> None:
    """Has a person's tab shown, after what was chosen on it."""
    who = mark_of(user)
    payload = {"workspace": workspace, "user": user, **more}
    await jobs.submit("home", f"home:{workspace}:{who}:{at}", f"home/{who}", payload)
