"""Events of Slack's agent pane. An app without an agent view gets none of them."""

from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import workspace_of
from bot.work.prompting import prompts_order
from bot.work.stopping import halt_order

Event = dict[str, Any]


async def _is_conversation(event: Event) -> bool:
    """The Home tab comes as the same event."""
    return event.get("tab") == "messages" and bool(event.get("channel"))


@dataclass(frozen=True, slots=True)
class Agents:
    """A person presses Slack's own stop button, opens the app, or names a session."""

    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for all of them; a name is the person's own affair, and only acknowledged."""
        app.event("agent_session_stopped")(self.on_stopped)
        app.event("agent_session_title_changed")(self.on_renamed)
        app.event("app_context_changed")(self.on_renamed)
        app.event("app_home_opened", matchers=[_is_conversation])(self.on_opened)

    async def on_stopped(self, event: Event, context: AsyncBoltContext) -> None:
        """Slack has stopped the streams of the session; what wrote them is to stop too."""
        for ts in event.get("streaming_message_ts") or []:
            place = (workspace_of(context), event["channel"], event.get("thread_ts") or ts)
            await self.jobs.submit(*halt_order(place, ts, event.get("user") or ""))

    async def on_opened(self, event: Event, context: AsyncBoltContext) -> None:
        """Where people write to the app, they are offered questions to begin with."""
        place = (workspace_of(context), event["channel"], event["user"])
        await self.jobs.submit(*prompts_order(*place, event["event_ts"]))

    async def on_renamed(self) -> None:
        """Nothing follows from it."""
