"""/local/faults and /local/calls: making the workspace misbehave, and seeing what the app asked."""

from aiohttp import web
from pydantic import ValidationError

from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.faults import Settings
from bot.workspace.people_api.acting import arguments, done
from bot.workspace.streams import expire

_REASONS = ("warning", "refresh_requested", "link_disabled", "too_many_websockets")


class Control:
    """For tests and for a panel; nothing here exists in Slack."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.get("/local/faults", self.show),
            web.patch("/local/faults", self.change),
            web.delete("/local/faults", self.clear),
            web.post("/local/faults/redeliver", self.redeliver),
            web.post("/local/faults/disconnect", self.disconnect),
            web.post("/local/faults/drop", self.drop),
            web.post("/local/faults/expire-stream", self.expire_stream),
            web.get("/local/calls", self.calls),
            web.delete("/local/calls", self.forget_calls),
            web.get("/local/connections", self.connections),
        ]

    async def show(self, _: web.Request) -> web.Response:
        """Show the faults in force."""
        return self._settings(self._ws.faults.settings)

    async def change(self, request: web.Request) -> web.Response:
        """Set the faults that the body names."""
        args = await arguments(request)
        try:
            settings = self._ws.faults.change(args.raw)
        except ValidationError as error:
            wrong = [f"{e['loc']}: {e['msg']}" for e in error.errors()]
            raise SlackError("invalid_arguments", errors=wrong) from None
        self._ws.outbox.settings_changed()
        return self._settings(settings)

    async def clear(self, _: web.Request) -> web.Response:
        """Behave again."""
        self._ws.faults.clear()
        self._ws.outbox.settings_changed()
        return self._settings(self._ws.faults.settings)

    async def redeliver(self, request: web.Request) -> web.Response:
        """Send the last events again."""
        args = await arguments(request)
        count = args.number("count", 1, 100)
        return done(redelivered=self._ws.outbox.redeliver(count))

    async def disconnect(self, request: web.Request) -> web.Response:
        """Ask all sockets to reconnect."""
        reason = (await arguments(request)).text("reason", "refresh_requested")
        if reason not in _REASONS:
            raise SlackError("invalid_arguments")
        await self._ws.hub.disconnect(reason)
        return done()

    async def drop(self, _: web.Request) -> web.Response:
        """Cut all sockets."""
        dropped = self._ws.hub.count
        self._ws.hub.drop()
        return done(dropped=dropped)

    async def expire_stream(self, request: web.Request) -> web.Response:
        """End a stream as if its five minutes were over."""
        args = await arguments(request)
        expire(self._ws, self._ws.state.message(args.text("channel"), args.text("ts")))
        return done()

    async def calls(self, _: web.Request) -> web.Response:
        """Show what the app called, how often and with what result."""
        return done(**self._ws.calls.report())

    async def forget_calls(self, _: web.Request) -> web.Response:
        """Start counting anew."""
        self._ws.calls.clear()
        return done()

    async def connections(self, _: web.Request) -> web.Response:
        """Show how many sockets are open, what waits for an acknowledgement, how long others did."""
        return done(
            sockets=self._ws.hub.count,
            unacknowledged=len(self._ws.state.deliveries),
            ack_ms=list(self._ws.hub.ack_ms),
        )

    def _settings(self, settings: Settings) -> web.Response:
        return done(faults=settings.model_dump())
