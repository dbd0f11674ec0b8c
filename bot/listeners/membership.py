"""Events that change who may see what: what is cached of the channel or the person is dropped."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.jobs import Jobs
from bot.listeners.workspaces import bot_user_of, workspace_of
from bot.slack.noticing import Noticing
from bot.tenants import Tenants

EVENTS = (
    "member_joined_channel",
    "member_left_channel",
    "channel_archive",
    "channel_unarchive",
    "channel_rename",
    "channel_deleted",
    "channel_id_changed",
    "channel_left",
    "channel_shared",
    "channel_unshared",
    "group_archive",
    "group_unarchive",
    "group_rename",
    "group_deleted",
    "group_left",
)
_MOVED = "channel_id_changed"
_PERSON = "user_change"
_JOINED = "member_joined_channel"
_HALF_A_DAY = 43_200


@dataclass(frozen=True, slots=True)
class Membership:
    """Keeps the cache of channels and people honest."""

    tenants: Tenants
    jobs: Jobs

    def register(self, app: AsyncApp) -> None:
        """Registers for every such event, and looks at all others by the way."""
        app.use(self.on_any)
        for name in EVENTS:
            app.event(name)(self.on_change)
        app.event(_PERSON)(self.on_person)

    async def on_any(
        self,
        body: dict[str, Any],
        context: AsyncBoltContext,
        next: Callable[[], Awaitable[Any]],
    ) -> None:  # Bolt passes it by that name
        """What an event says of its channel is newer than what is cached."""
        if noticing := self._noticing(context):
            noticing.look(body)
        await next()

    async def on_change(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """A channel, or who is in it, is not what it was."""
        if noticing := self._noticing(context):
            noticing.change(event)
        if event.get("type") == _JOINED and event.get("user") == bot_user_of(context):
            await self._greet(event, workspace_of(context))
        if event.get("type") == _MOVED:
            await self._move(event, workspace_of(context))

    async def on_person(self, event: dict[str, Any], context: AsyncBoltContext) -> None:
        """A person became a guest, left, or was renamed."""
        if noticing := self._noticing(context):
            noticing.person(event)

    async def _move(self, event: dict[str, Any], workspace: str) -> None:
        """A channel that was converted goes on under another id; so do its documents."""
        old, new = event["old_channel_id"], event["new_channel_id"]
        payload = {"workspace": workspace, "old": old, "new": new}
        job = f"move:{workspace}:{old}:{new}:{event.get('event_ts', '')}"
        await self.jobs.submit("move", job, "move", payload)

    async def _greet(self, event: dict[str, Any], workspace: str) -> None:
        """Invited again within a day, it has said already what it does."""
        channel, span = event["channel"], int(float(event["event_ts"])) // _HALF_A_DAY
        jobs = [f"join:{workspace}:{channel}:{span - before}" for before in range(3)]
        if not any([await self.jobs.exists(job) for job in jobs[1:]]):
            payload = {"workspace": workspace, "channel": channel}
            payload["by"] = event.get("inviter") or ""
            await self.jobs.submit("join", jobs[0], channel, payload)

    def _noticing(self, context: AsyncBoltContext) -> Noticing | None:
        tenant = self.tenants.serving(workspace_of(context))
        return Noticing(tenant.people) if tenant else None
