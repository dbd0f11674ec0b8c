"""The workspaces that are served, each with its own client and all that rests on it.

Workspaces are strangers. Ids of people, channels, files and messages mean something only in their
own, so whatever asks Slack, or remembers what Slack said, belongs to one of them.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import structlog
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Audiences
from bot.jobs import Handler, Payload, Run
from bot.slack.installations import Credentials
from bot.slack.people import People

_LOG = structlog.get_logger(__name__)
_FRESH_SECONDS = 30.0  # how late a process hears of what another has installed or removed


@dataclass(frozen=True, slots=True)
class Tenant:
    """One workspace as it is served."""

    credentials: Credentials
    client: AsyncWebClient
    people: People
    audiences: Audiences
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    """What does its jobs, by kind."""


Find = Callable[[str], Awaitable[Credentials | None]]
Build = Callable[[Credentials], Tenant]


@dataclass(slots=True)
class Tenants:
    """Opens a workspace when it is first heard of, and again when its token has changed."""

    find: Find
    build: Build
    clock: Callable[[], float] = time.monotonic
    _open: dict[str, tuple[float, Tenant]] = field(default_factory=dict)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(self, workspace: str) -> Tenant | None:
        """The workspace, or None if the app is not installed there."""
        async with self._lock:
            known = self._open.get(workspace)
            if known and self.clock() - known[0] < _FRESH_SECONDS:
                return known[1]
            found = await self.find(workspace)
            if found is None:
                self._open.pop(workspace, None)
                return None
            same = known is not None and known[1].credentials == found
            tenant = known[1] if known and same else self.build(found)
            self._open[workspace] = (self.clock(), tenant)
            return tenant

    async def forget(self, workspace: str) -> None:
        """Looks the workspace up again the next time."""
        self._open.pop(workspace, None)

    def serving(self, workspace: str) -> Tenant | None:
        """The workspace if it is open: only then is anything remembered of it."""
        known = self._open.get(workspace)
        return known[1] if known else None

    async def authorize(
        self, context: AsyncBoltContext, enterprise_id: str | None, team_id: str | None
    ) -> AuthorizeResult | None:
        """What Bolt asks for each event: the token of the event's own workspace, or nothing."""
        tenant = await self.of(workspace_of(context))
        if tenant is None:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_token=tenant.credentials.token,
            bot_id=tenant.credentials.bot_id,
            bot_user_id=tenant.credentials.bot_user,
        )

    def doing(self, kind: str) -> Handler:
        """Does jobs of a kind, each by what belongs to its workspace."""

        async def run(job: Run, payload: Payload) -> None:
            tenant = await self.of(payload["workspace"])
            if tenant is None:  # uninstalled since it was written down
                _LOG.warning("job of a workspace that is gone", kind=kind, job=job.job)
                return
            await tenant.handlers[kind](job, payload)

        return run


def workspace_of(context: AsyncBoltContext) -> str:
    """The enterprise for an installation on all of it, else the team."""
    if context.is_enterprise_install and context.enterprise_id:
        return context.enterprise_id
    return context.team_id or ""
