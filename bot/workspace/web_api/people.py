"""auth.*, apps.*, team.*, bots.* and users.*: who everybody is."""

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.models import Json
from bot.workspace.web_api.method import Method, Methods
from bot.workspace.web_api.paging import page


async def auth_test(ws: Workspace, _: Arguments) -> Json:
    """auth.test."""
    identity = ws.state.identity
    return {
        "url": f"{ws.shapes.url}/",
        "team": identity.team_name,
        "user": ws.state.user(identity.bot_user).name,
        "team_id": identity.team_id,
        "user_id": identity.bot_user,
        "bot_id": identity.bot_id,
        "is_enterprise_install": False,
    }


async def open_connection(ws: Workspace, _: Arguments) -> Json:
    """apps.connections.open: an address that opens one socket."""
    if ws.faults.refuses_sockets:
        raise SlackError("internal_error")
    address = ws.shapes.url.replace("http://", "ws://", 1)
    return {
        "url": f"{address}/link/?ticket={ws.hub.new_ticket()}&app_id={ws.state.identity.app_id}"
    }


async def team_info(ws: Workspace, _: Arguments) -> Json:
    """team.info."""
    identity = ws.state.identity
    team = {"id": identity.team_id, "name": identity.team_name, "domain": "local"}
    return {"team": team | {"email_domain": "", "url": f"{ws.shapes.url}/"}}


async def bot_info(ws: Workspace, args: Arguments) -> Json:
    """bots.info."""
    identity = ws.state.identity
    if args.text("bot") not in ("", identity.bot_id):
        raise SlackError("bot_not_found")
    bot = {"id": identity.bot_id, "deleted": False, "name": ws.state.user(identity.bot_user).name}
    return {"bot": bot | {"app_id": identity.app_id, "user_id": identity.bot_user}}


async def user_info(ws: Workspace, args: Arguments) -> Json:
    """users.info."""
    user = ws.state.user(args.required("user", "user_not_found"))
    return {"user": ws.shapes.user(user, with_locale=args.flag("include_locale"))}


async def list_users(ws: Workspace, args: Arguments) -> Json:
    """users.list."""
    found, metadata = page(list(ws.state.users.values()), args)
    with_locale = args.flag("include_locale")
    users = [ws.shapes.user(user, with_locale=with_locale) for user in found]
    return {"members": users, "response_metadata": metadata}


METHODS: Methods = {
    "auth.test": Method(auth_test),
    "apps.connections.open": Method(open_connection, caller="app"),
    "team.info": Method(team_info, ("team:read",)),
    "bots.info": Method(bot_info, ("users:read",)),
    "users.info": Method(user_info, ("users:read",)),
    "users.list": Method(list_users, ("users:read",)),
}
