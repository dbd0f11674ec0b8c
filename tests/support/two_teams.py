"""One Slack with two teams: two local workspaces behind one address and one socket.

They hold the same user ids and channel ids. What the app calls goes to the team of its token; what
either sends goes down the app's one socket; and the app is installed by OAuth, with the team's
name as the code.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from aiohttp import WSMsgType, web

from bot.workspace.seed import ADA, APP, BOT_USER
from bot.workspace.server import LocalWorkspace

APP_TOKEN = "xapp-of-both"
_HOP = {"host", "content-length", "transfer-encoding", "content-encoding", "connection"}


@dataclass
class TwoTeams:
    """The front of both."""

    teams: dict[str, LocalWorkspace]
    session: aiohttp.ClientSession
    url: str = ""
    called: list[tuple[str, str]] = field(default_factory=list)
    """Team and method of each call."""

    def application(self) -> web.Application:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_post("/api/oauth.v2.access", self.install)
        app.router.add_post("/api/apps.connections.open", self.open_socket)
        app.router.add_route("*", "/api/{method}", self.call)
        app.router.add_route("*", "/of/{team}/{path:.*}", self.forward)
        app.router.add_get("/link", self.link)
        return app

    async def install(self, request: web.Request) -> web.Response:
        code = str((await request.post())["code"])
        if code not in self.teams:
            return web.json_response({"ok": False, "error": "invalid_code"})
        return web.json_response(
            {
                "ok": True,
                "app_id": APP,
                "access_token": self.teams[code].bot_token,
                "token_type": "bot",
                "scope": "chat:write",
                "bot_user_id": BOT_USER,
                "team": {"id": code, "name": f"Team {code}"},
                "enterprise": None,
                "is_enterprise_install": False,
                "authed_user": {"id": ADA},
            }
        )

    async def open_socket(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bearer {APP_TOKEN}"
        return web.json_response({"ok": True, "url": f"{self.url.replace('http', 'ws')}/link"})

    async def call(self, request: web.Request) -> web.Response:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        for team, workspace in self.teams.items():
            if workspace.bot_token == token:
                self.called.append((team, request.match_info["method"]))
                return await self._pass(request, team, f"{workspace.url}{request.path_qs}")
        return web.json_response({"ok": False, "error": "invalid_auth"})

    async def forward(self, request: web.Request) -> web.Response:
        team = request.match_info["team"]
        rest = request.path_qs.removeprefix(f"/of/{team}")
        return await self._pass(request, team, f"{self.teams[team].url}{rest}")

    async def link(self, request: web.Request) -> web.WebSocketResponse:
        app = web.WebSocketResponse()
        await app.prepare(request)
        both = [await self._dial(workspace) for workspace in self.teams.values()]
        pumps = [
            asyncio.create_task(self._pump(socket, app, team))
            for team, socket in zip(self.teams, both, strict=True)
        ]
        try:
            async for message in app:
                if message.type is WSMsgType.TEXT:
                    for socket in both:  # an envelope that a team doesn't know it lets pass
                        await socket.send_str(message.data)
        finally:
            for pump in pumps:
                pump.cancel()
            for socket in both:
                await socket.close()
        return app

    async def _dial(self, workspace: LocalWorkspace) -> aiohttp.ClientWebSocketResponse:
        headers = {"Authorization": f"Bearer {workspace.app_token}"}
        address = f"{workspace.api_base_url}apps.connections.open"
        async with self.session.post(address, headers=headers) as answer:
            return await self.session.ws_connect((await answer.json())["url"])

    async def _pump(
        self, team: aiohttp.ClientWebSocketResponse, app: web.WebSocketResponse, name: str
    ) -> None:
        async for message in team:
            if message.type is WSMsgType.TEXT:
                await app.send_str(self._ours(message.data, name))

    async def _pass(self, request: web.Request, team: str, address: str) -> web.Response:
        headers = {k: v for k, v in request.headers.items() if k.lower() not in _HOP}
        body = await request.read()
        async with self.session.request(
            request.method, address, headers=headers, data=body, allow_redirects=False
        ) as answer:
            content = await answer.read()
            kept = {k: v for k, v in answer.headers.items() if k.lower() not in _HOP}
        if "json" in kept.get("Content-Type", ""):
            content = self._ours(content.decode(), team).encode()
        return web.Response(status=answer.status, body=content, headers=kept)

    def _ours(self, text: str, team: str) -> str:
        """The team's own addresses as the app reaches them."""
        return text.replace(self.teams[team].url, f"{self.url}/of/{team}")


@asynccontextmanager
async def two_teams(folder: Path, *names: str) -> AsyncIterator[TwoTeams]:
    """Both teams, for the length of the block."""
    async with aiohttp.ClientSession() as session:
        teams = {name: LocalWorkspace(folder / name, team=name) for name in names}
        front = TwoTeams(teams, session)
        for team in teams.values():
            await team.start()
        runner = web.AppRunner(front.application(), shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        front.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield front
        finally:
            await runner.cleanup()
            for team in teams.values():
                await team.stop()
