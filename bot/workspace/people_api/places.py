"""/local/users and /local/channels: who is there, and who is where."""

from aiohttp import web

from bot.workspace.arguments import Arguments
from bot.workspace.channels import (
    add_member,
    create,
    open_group,
    open_im,
    remove_member,
    rename,
    set_archived,
)
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.ids import new_id
from bot.workspace.models import Channel, Json, User
from bot.workspace.people_api.acting import acting_user, arguments, channel_of, done


class Places:
    """People and conversations."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.get("/local/workspace", self.workspace),
            web.get("/local/users", self.users),
            web.post("/local/users", self.add_user),
            web.patch("/local/users", self.change_user),
            web.get("/local/channels", self.channels),
            web.post("/local/channels", self.create),
            web.patch("/local/channels/{channel}", self.change),
            web.post("/local/channels/{channel}/members", self.add_member),
            web.delete("/local/channels/{channel}/members/{user}", self.remove_member),
            web.post("/local/dm", self.open_dm),
        ]

    async def workspace(self, _: web.Request) -> web.Response:
        """Say who the workspace and its app are, without secrets."""
        identity = self._ws.state.identity
        secrets = {"bot_token", "app_token", "signing_secret"}
        return done(workspace=identity.model_dump(exclude=secrets), sockets=self._ws.hub.count)

    async def users(self, _: web.Request) -> web.Response:
        """List everybody."""
        return done(users=[self._person(user) for user in self._ws.state.users.values()])

    async def add_user(self, request: web.Request) -> web.Response:
        """Let a new person in; another team's id makes them a stranger."""
        args = await arguments(request)
        name = args.required("name", "invalid_name").lower()
        if any(user.name == name for user in self._ws.state.users.values()):
            raise SlackError("name_taken")
        user = User(
            id=new_id("U"),
            name=name,
            real_name=args.text("real_name") or name.title(),
            team_id=args.text("team_id") or self._ws.state.identity.team_id,
            is_admin=args.flag("is_admin"),
            is_restricted=args.flag("is_restricted"),
            locale=args.text("locale", "en-US"),
        )
        return done(user=self._keep(user))

    async def change_user(self, request: web.Request) -> web.Response:
        """Use Slack in another language, which the app hears of."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        user.locale = args.required("locale")
        shown = self._keep(user)
        self._ws.events.app_event({"type": "user_change", "user": shown})
        return done(user=shown)

    async def channels(self, request: web.Request) -> web.Response:
        """List the conversations a person is in, and the public ones they could join."""
        user = acting_user(self._ws, await arguments(request))
        visible = [
            channel
            for channel in self._ws.state.channels.values()
            if user.id in channel.members or (channel.kind == "public" and not user.is_restricted)
        ]
        return done(channels=[self._shape(channel, user) for channel in visible])

    async def create(self, request: web.Request) -> web.Response:
        """Create a channel and invite others to it, the app only if it is named."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        channel = create(
            self._ws,
            args.text("name"),
            user.id,
            private=args.flag("private"),
            ext_shared=args.flag("ext_shared"),
        )
        for member in args.names("members"):
            add_member(self._ws, channel, member, inviter=user.id)
        return done(channel=self._shape(channel, user))

    async def change(self, request: web.Request) -> web.Response:
        """Rename, archive or unarchive a channel, or share it with another organisation."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        channel = channel_of(self._ws, user, args.text("channel"))
        if "name" in args:
            rename(self._ws, channel, user.id, args.text("name"))
        if "ext_shared" in args:
            channel.is_ext_shared = args.flag("ext_shared")
            self._ws.state.save(channel)
            kind = "channel_shared" if channel.is_ext_shared else "channel_unshared"
            self._ws.events.app_event(
                {"type": kind, "channel": channel.id, "connected_team_id": "T0ELSEWHERE"}
            )
        if "archived" in args:
            set_archived(self._ws, channel, user.id, args.flag("archived"))
        return done(channel=self._shape(channel, user))

    async def add_member(self, request: web.Request) -> web.Response:
        """Join a public channel, or be invited by a member named as `by`."""
        args = await arguments(request)
        channel, inviter = self._ws.state.channel(args.text("channel")), args.optional("by")
        self._check_admission(args, channel, inviter)
        add_member(self._ws, channel, args.text("user"), inviter)
        return done()

    async def remove_member(self, request: web.Request) -> web.Response:
        """Leave a channel, or take the app out of it."""
        args = await arguments(request)
        remove_member(self._ws, self._ws.state.channel(args.text("channel")), args.text("user"))
        return done()

    async def open_dm(self, request: web.Request) -> web.Response:
        """Open the direct conversation with the app, or with whoever is named as `with`."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        others = args.names("with") or [self._ws.state.identity.bot_user]
        if len(others) > 1:
            return done(channel=self._shape(open_group(self._ws, [user.id, *others]), user))
        [other] = others
        channel = open_im(self._ws, user.id, other)
        if other == self._ws.state.identity.bot_user:
            event = {"type": "app_home_opened", "user": user.id, "channel": channel.id}
            self._ws.events.app_event(event | {"tab": "messages"})
        return done(channel=self._shape(channel, user))

    def _check_admission(self, args: Arguments, channel: Channel, inviter: str | None) -> None:
        joining = self._ws.state.user(args.required("user", "user_not_found"))
        if inviter:
            channel_of(self._ws, self._ws.state.user(inviter), channel.id)
        elif channel.kind != "public" or joining.is_restricted:
            raise SlackError("channel_not_found")

    def _keep(self, user: User) -> Json:
        self._ws.state.save(user)
        shown = self._person(user)
        self._ws.feed.publish("user", {"user": shown}, lambda _: True)
        return shown

    def _person(self, user: User) -> Json:
        return self._ws.shapes.user(user, with_locale=True)

    def _shape(self, channel: Channel, user: User) -> Json:
        """Render as this person sees it: they, not the app, are the member."""
        shape = self._ws.shapes.channel(channel)
        return shape | {"is_member": user.id in channel.members, "members": channel.members}
