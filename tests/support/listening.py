"""Slack's events as they come, through the real Bolt app with every listener, into jobs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners import register
from bot.listeners.actions import Actions
from bot.listeners.agents import Agents
from bot.listeners.answers import AnswerClicks
from bot.listeners.commands import Commands
from bot.listeners.files import Files
from bot.listeners.home import HomeTab
from bot.listeners.leaving import Leaving
from bot.listeners.membership import Membership
from bot.listeners.messages import Messages
from bot.listeners.questions import Questions
from bot.listeners.reactions import Reactions
from bot.listeners.settings import SettingsClicks
from bot.listeners.shortcuts import Shortcuts
from bot.tenants import Tenants
from tests.support.bot_fakes import FakeJobs

TEAM, BOT_USER, BOT_ID = "T1", "UBOT", "BBOT"


async def _authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
    return AuthorizeResult(
        enterprise_id=enterprise_id,
        team_id=team_id,
        bot_token="xoxb-unused",
        bot_id=BOT_ID,
        bot_user_id=BOT_USER,
    )


def listen(app: AsyncApp, jobs: Any, tenants: Tenants) -> None:
    """Registers what the bot registers."""
    register(
        app,
        (
            Messages(jobs),
            Files(jobs),
            Reactions(jobs),
            Membership(tenants, jobs),
            Commands(jobs),
            Actions(jobs),
            AnswerClicks(jobs),
            Shortcuts(jobs),
            Leaving(jobs),
            Agents(jobs),
            HomeTab(jobs),
            SettingsClicks(jobs),
            Questions(tenants, jobs),
        ),
    )


@dataclass
class Door:
    """Where Slack's requests come in. Nothing goes out."""

    jobs: FakeJobs = field(default_factory=FakeJobs)

    def __post_init__(self) -> None:
        unused: Any = None
        client = AsyncWebClient(token="xoxb-unused")
        self.app = AsyncApp(client=client, authorize=_authorize, process_before_response=True)
        listen(self.app, self.jobs, Tenants(unused, unused))

    async def event(self, event: Mapping[str, Any], **headers: str) -> int:
        """Brings an event; 200 is what is acknowledged."""
        body = {
            "type": "event_callback",
            "team_id": TEAM,
            "api_app_id": "A1",
            "event_id": "Ev1",
            "event_time": 1700000001,
            "event": event,
        }
        given: dict[str, str | Sequence[str]] = {
            name.replace("_", "-"): [value] for name, value in headers.items()
        }
        request = AsyncBoltRequest(body=json.dumps(body), mode="socket_mode", headers=given)
        return (await self.app.async_dispatch(request)).status

    def of(self, kind: str) -> list[Mapping[str, Any]]:
        """The jobs of a kind, each once."""
        return self.jobs.of(kind)


class _Recorder(AsyncApp):
    """Notes what is registered for controls of messages and views."""

    def action(self, constraints: Any, *more: Any, **how: Any) -> Any:
        """One id, or a pattern."""
        _RECORDED.append(str(getattr(constraints, "pattern", constraints)))
        return super().action(constraints, *more, **how)


_RECORDED: list[str] = []


def registered_actions() -> list[str]:
    """A pattern for each control that the bot listens to."""
    _RECORDED.clear()
    unused: Any = None
    client = AsyncWebClient(token="xoxb-unused")
    listen(_Recorder(client=client, signing_secret="unused"), FakeJobs(), Tenants(unused, unused))
    return list(_RECORDED)
