"""The workspace as a server on loopback."""

import asyncio
import shutil
from collections.abc import Iterable
from pathlib import Path

from aiohttp import web

from bot.workspace.core import Workspace, open_workspace
from bot.workspace.downloads import FileAddresses
from bot.workspace.errors import SlackError
from bot.workspace.guard import Handler, loopback_guard, require_loopback
from bot.workspace.models import Identity
from bot.workspace.page.offers import Offers
from bot.workspace.page.routes import Page
from bot.workspace.people_api.actions import Actions
from bot.workspace.people_api.control import Control
from bot.workspace.people_api.messages import Messages
from bot.workspace.people_api.places import Places
from bot.workspace.people_api.watching import Watching
from bot.workspace.responses import ResponseAddresses
from bot.workspace.seed import TEAM
from bot.workspace.timings import Timings
from bot.workspace.web_api.dispatch import WebApi

_MAX_BODY = 16 * 1024 * 1024


class LocalWorkspace:
    """A stand-in for Slack that keeps everything in `state_dir`; `reset` empties that folder first.

    `pages` are further routes behind the same guard; `offers` is what the page at `/` suggests,
    `team` its team id: two of them differ by it, and by their tokens.
    """

    def __init__(
        self,
        state_dir: Path,
        *,
        timings: Timings | None = None,
        reset: bool = False,
        pages: Iterable[web.AbstractRouteDef] = (),
        offers: Offers | None = None,
        team: str = TEAM,
    ) -> None:
        self._team = team
        self._state_dir, self._reset = state_dir, reset
        self._pages = [*Page(offers or Offers()).routes(), *pages]
        self._timings = timings or Timings()
        self._core: Workspace | None = None
        self._runner: web.AppRunner | None = None
        self._url = ""
        self._port = 0

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Restore or seed the workspace and listen; port 0 takes any free one."""
        require_loopback(host)
        if self._reset:
            await asyncio.to_thread(shutil.rmtree, self._state_dir, ignore_errors=True)
        core = await open_workspace(self._state_dir, self._timings, self._team)
        self._core = core
        try:
            await self._listen(core, host, port)
        except OSError:
            await self.stop()
            raise
        core.outbox.start()

    async def _listen(self, core: Workspace, host: str, port: int) -> None:
        self._runner = web.AppRunner(self._application(core), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._url = f"http://{f'[{host}]' if ':' in host else host}:{self._port}"
        core.shapes.url = self._url

    async def stop(self) -> None:
        """Close all connections and write what is left; may be called twice."""
        core, self._core = self._core, None
        if core is None:
            return
        await core.outbox.stop()
        core.feed.close()
        await core.hub.close()
        if self._runner:
            await self._runner.cleanup()
        await core.store.close()

    @property
    def core(self) -> Workspace:
        """The parts of the running workspace, for those who share its process."""
        if self._core is None:
            raise RuntimeError("the workspace is not running")
        return self._core

    @property
    def url(self) -> str:
        """Where it listens, without a slash at the end."""
        return self._url

    @property
    def api_base_url(self) -> str:
        """What the bot gets as SLACK_API_BASE_URL."""
        return f"{self._url}/api/"

    @property
    def bot_token(self) -> str:
        """The token of the installed app; the same as long as the folder is."""
        return self._identity.bot_token

    @property
    def app_token(self) -> str:
        """The token that opens sockets."""
        return self._identity.app_token

    @property
    def signing_secret(self) -> str:
        """The secret with which HTTP requests would be signed."""
        return self._identity.signing_secret

    @property
    def _identity(self) -> Identity:
        return self.core.state.identity

    def _application(self, core: Workspace) -> web.Application:
        @web.middleware
        async def durable(request: web.Request, handler: Handler) -> web.StreamResponse:
            """Answer only when what was done is written."""
            try:
                return await handler(request)
            finally:
                await core.store.flush()

        @web.middleware
        async def refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
            try:
                return await handler(request)
            except SlackError as error:
                body = {"ok": False, "error": error.code} | error.details
                return web.json_response(body, status=400)
            except ConnectionResetError:
                # A browser that went away while it was listening; nobody gets this answer.
                return web.Response()

        guard = loopback_guard(lambda: self._port)
        app = web.Application(middlewares=[guard, durable, refusals], client_max_size=_MAX_BODY)
        app.router.add_get("/link/", core.hub.serve)
        for part in (WebApi, FileAddresses, ResponseAddresses):
            app.router.add_routes(part(core).routes())
        for side in (Messages, Places, Actions, Watching, Control):
            app.router.add_routes(side(core).routes())
        app.router.add_routes(self._pages)
        return app
