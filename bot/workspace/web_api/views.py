"""views.*: opened by a trigger, or published as a Home tab."""

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.modals import home_of, publish_home, replace_view, show_modal
from bot.workspace.models import Json, View
from bot.workspace.web_api.method import Method, Methods


async def open_view(ws: Workspace, args: Arguments) -> Json:
    """views.open."""
    user = ws.triggers.spend(args.required("trigger_id"))
    view = show_modal(ws, user, args.structure("view"))
    return {"view": ws.shapes.view(view)}


async def push(ws: Workspace, args: Arguments) -> Json:
    """views.push: on top of what the person has open."""
    user = ws.triggers.spend(args.required("trigger_id"))
    opened = [v for v in ws.state.views.values() if v.user == user and v.type == "modal"]
    if not opened:
        raise SlackError("not_found")
    view = show_modal(ws, user, args.structure("view"), under=opened[-1])
    return {"view": ws.shapes.view(view)}


async def update(ws: Workspace, args: Arguments) -> Json:
    """views.update: by id or external id, and only the version named by a hash."""
    view = _named(ws, args)
    _check_hash(view, args)
    return {"view": ws.shapes.view(replace_view(ws, view, args.structure("view")))}


async def publish(ws: Workspace, args: Arguments) -> Json:
    """views.publish."""
    user = ws.state.user(args.required("user_id", "user_not_found"))
    known = home_of(ws, user.id)
    if known:
        _check_hash(known, args)
    return {"view": ws.shapes.view(publish_home(ws, user.id, args.structure("view")))}


def _named(ws: Workspace, args: Arguments) -> View:
    view_id, external_id = args.text("view_id"), args.text("external_id")
    for view in ws.state.views.values():
        if view.id == view_id or (external_id and view.external_id == external_id):
            return view
    raise SlackError("not_found")


def _check_hash(view: View, args: Arguments) -> None:
    if args.text("hash") not in ("", view.hash):
        raise SlackError("hash_conflict")


METHODS: Methods = {
    "views.open": Method(open_view),
    "views.push": Method(push),
    "views.update": Method(update),
    "views.publish": Method(publish),
}
