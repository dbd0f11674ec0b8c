"""/local/commands, actions, shortcuts, views and home: using the app as a person."""

from aiohttp import web

from bot.workspace.arguments import Arguments
from bot.workspace.channels import open_im
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.interactions import (
    click,
    click_in_view,
    dismiss_view,
    global_shortcut,
    message_shortcut,
    run_command,
    submit_view,
)
from bot.workspace.modals import home_of
from bot.workspace.models import View
from bot.workspace.people_api.acting import (
    acting_user,
    arguments,
    channel_of,
    composer,
    done,
    message_for,
)


class Actions:
    """Everything that the app answers within three seconds, or the person sees an error."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.post("/local/commands", self.command),
            web.post("/local/actions", self.act),
            web.post("/local/shortcuts", self.shortcut),
            web.get("/local/views", self.views),
            web.post("/local/views/{view}/submit", self.submit),
            web.post("/local/views/{view}/close", self.close),
            web.get("/local/home", self.home),
            web.post("/local/home", self.open_home),
        ]

    async def command(self, request: web.Request) -> web.Response:
        """Run a slash command; names in its text are escaped to ids."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        channel = channel_of(self._ws, user, args.required("channel", "channel_not_found"))
        text = composer(self._ws).command_text(args.text("text"))
        answer = await run_command(self._ws, user, channel, args.required("command"), text)
        return done(answer=answer)

    async def act(self, request: web.Request) -> web.Response:
        """Use an element of a message or of a view."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        if "view" in args:
            await click_in_view(self._ws, user, self._view(args), args.raw)
        else:
            message = message_for(self._ws, user, args.text("channel"), args.text("ts"))
            await click(self._ws, user, message, args.raw)
        return done()

    async def shortcut(self, request: web.Request) -> web.Response:
        """Run a shortcut, on a message if one is named."""
        args = await arguments(request)
        user, callback_id = acting_user(self._ws, args), args.required("callback_id")
        if "ts" in args:
            message = message_for(self._ws, user, args.text("channel"), args.text("ts"))
            await message_shortcut(self._ws, user, message, callback_id)
        else:
            await global_shortcut(self._ws, user, callback_id)
        return done()

    async def views(self, request: web.Request) -> web.Response:
        """List the modals a person has open, the topmost last."""
        user = acting_user(self._ws, await arguments(request))
        opened = [
            v for v in self._ws.state.views.values() if v.user == user.id and v.type == "modal"
        ]
        shapes = [self._ws.shapes.view(view) for view in opened]
        return done(views=shapes, revision=self._ws.feed.revision)

    async def submit(self, request: web.Request) -> web.Response:
        """Submit a modal with `values` by block and action."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        values = args.structure("values") or {}
        return done(**await submit_view(self._ws, user, self._view(args), values))

    async def close(self, request: web.Request) -> web.Response:
        """Close a modal."""
        args = await arguments(request)
        await dismiss_view(self._ws, acting_user(self._ws, args), self._view(args))
        return done()

    async def home(self, request: web.Request) -> web.Response:
        """Look at one's Home tab as it is."""
        user = acting_user(self._ws, await arguments(request))
        view = home_of(self._ws, user.id)
        return done(view=self._ws.shapes.view(view) if view else None)

    async def open_home(self, request: web.Request) -> web.Response:
        """Open the Home tab, which the app hears of."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        channel = open_im(self._ws, user.id, self._ws.state.identity.bot_user)
        event = {"type": "app_home_opened", "user": user.id, "channel": channel.id}
        event["tab"] = args.text("tab") or "home"
        known = home_of(self._ws, user.id)
        view = self._ws.shapes.view(known) if known else None
        self._ws.events.app_event(event | ({"view": view} if view else {}))
        return done(view=view)

    def _view(self, args: Arguments) -> View:
        view = self._ws.state.views.get(args.text("view"))
        if view is None or view.user != args.text("user"):
            raise SlackError("view_not_found")
        return view
