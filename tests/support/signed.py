"""Slack by HTTP: requests as it signs them, to the letter as often as wanted, and its response_urls."""

import hashlib
import hmac
import json
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
from aiohttp import web

from bot.http import PATH
from bot.views.answer_buttons import MENU
from bot.views.buttons import SPLIT
from bot.views.settings import CHOOSE
from bot.workspace.seed import TEAM
from tests.support.processes import WorkspaceProcess, start_bot

SELECTS = {SPLIT, MENU, CHOOSE}

Json = dict[str, Any]


@dataclass
class Slack:
    """Sends the bot what Slack would, signed, and hears what it answers by response_url."""

    bot: str
    secret: str
    session: aiohttp.ClientSession
    ear: str = ""
    heard: list[Json] = field(default_factory=list)

    async def listen(self, request: web.Request) -> web.Response:
        self.heard.append(await request.json() | {"to": request.match_info["who"]})
        return web.Response(text="ok")

    async def send(self, body: str, kind: str, times: int = 1) -> None:
        """The same request, to the letter."""
        stamp = str(int(time.time()))
        mac = hmac.new(self.secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256)
        headers = {
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": f"v0={mac.hexdigest()}",
            "Content-Type": kind,
        }
        for _ in range(times):
            async with self.session.post(self.bot, data=body, headers=headers) as answer:
                assert answer.status == 200, await answer.text()

    async def event(self, event: Json, identity: str, times: int = 1) -> None:
        body: Json = {"type": "event_callback", "team_id": TEAM, "api_app_id": "A1", "event": event}
        body |= {"event_id": identity, "event_time": int(time.time())}
        await self.send(json.dumps(body), "application/json", times)

    async def command(self, user: str, channel: str, text: str, trigger: str, times: int) -> None:
        body = {"command": "/footnote", "text": text, "user_id": user, "channel_id": channel}
        body |= {"team_id": TEAM, "trigger_id": trigger, "response_url": f"{self.ear}/{user}"}
        await self.send(urlencode(body), "application/x-www-form-urlencoded", times)

    async def click(  # noqa: PLR0913 - a click has that many sides
        self,
        user: str,
        channel: str,
        action: str,
        value: str,
        ts: str,
        *,
        team: str = TEAM,
        shown: str = "message",
        times: int = 1,
    ) -> None:
        """On a message, on one that only the clicker sees, or on the Home tab."""
        container = {"type": "message", "message_ts": ts, "channel_id": channel}
        control = {"action_id": action, "block_id": "b", "action_ts": f"{time.time():.6f}"}
        chosen = action in SELECTS
        given = {"selected_option": {"value": value}} if chosen else {"value": value}
        kind = "static_select" if chosen else "button"
        body: Json = {
            "type": "block_actions",
            "team": {"id": team},
            "user": {"id": user, "team_id": team},
            "api_app_id": "A1",
            "trigger_id": "1.2.3",
            "response_url": f"{self.ear}/{user}",
            "actions": [control | given | {"type": kind}],
            "container": container | {"is_ephemeral": shown == "whisper"},
        }
        if shown == "home":
            body["container"] = {"type": "view", "view_id": "V1"}
            body["view"] = {"id": "V1", "type": "home"}
        else:
            body["channel"] = {"id": channel}
        if shown == "message":
            body["message"] = {"ts": ts, "text": "An answer.", "user": "U0LOCALBOT"}
        form = urlencode({"payload": json.dumps(body)})
        await self.send(form, "application/x-www-form-urlencoded", times)


@contextmanager
def serving_by_http(
    workspace: WorkspaceProcess, home: Path, **more: str
) -> Iterator[tuple[str, str]]:
    """A bot that serves by HTTP: where it takes events, and its signing secret."""
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        port = found.getsockname()[1]
    secret = workspace.signing_secret
    given = {"SLACK_SIGNING_SECRET": secret, "PORT": str(port)}
    bot = start_bot(workspace, home, "--http", **given, **more)
    try:
        bot.wait_ready()
        yield f"http://127.0.0.1:{port}{PATH}", secret
    finally:
        bot.stop()


@asynccontextmanager
async def slack_of(served: tuple[str, str]) -> AsyncIterator[Slack]:
    """With an address that hears what the bot answers."""
    async with aiohttp.ClientSession() as session:
        slack = Slack(*served, session)
        application = web.Application()
        application.router.add_post("/{who}", slack.listen)
        runner = web.AppRunner(application)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        slack.ear = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield slack
        finally:
            await runner.cleanup()
