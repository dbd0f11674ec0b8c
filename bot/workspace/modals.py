"""Views: modals that a person has open, and their Home tabs."""

import secrets
import time

from bot.workspace.blocks import VIEW_BLOCKS, check_blocks
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError, invalid_blocks
from bot.workspace.ids import new_id
from bot.workspace.models import Json, View

_MOST_STACKED, _TITLE_CHARS = 3, 24
_KEPT_FIELDS = ("type", "callback_id", "title", "submit", "close", "blocks", "private_metadata")
_FLAGS = ("clear_on_close", "notify_on_close", "submit_disabled")


def show_modal(ws: Workspace, user: str, body: Json, under: View | None = None) -> View:
    """Open a modal, on top of another one if given."""
    check_view(body, "modal")
    external_id = body.get("external_id") or None
    if external_id and any(view.external_id == external_id for view in ws.state.views.values()):
        raise SlackError("duplicate_external_id")
    if under and _depth(ws, under) >= _MOST_STACKED:
        raise SlackError("push_limit_reached")
    view = View(
        id=new_id("V"),
        user=user,
        type="modal",
        body=_normal(body),
        hash=_new_hash(),
        external_id=external_id,
        previous=under.id if under else None,
        root=under.root or under.id if under else "",
    )
    return _keep(ws, view)


def replace_view(ws: Workspace, view: View, body: Json) -> View:
    """Put another definition into an open view."""
    check_view(body, view.type)
    view.body, view.hash = _normal(body), _new_hash()
    view.external_id = body.get("external_id") or view.external_id
    return _keep(ws, view)


def publish_home(ws: Workspace, user: str, body: Json) -> View:
    """Put up a person's Home tab."""
    check_view(body, "home")
    known = home_of(ws, user)
    if known:
        return replace_view(ws, known, body)
    view = View(id=new_id("V"), user=user, type="home", body=_normal(body), hash=_new_hash())
    return _keep(ws, view)


def home_of(ws: Workspace, user: str) -> View | None:
    """Return a person's Home tab, if the app has published one."""
    return next((v for v in ws.state.views.values() if v.type == "home" and v.user == user), None)


def close_view(ws: Workspace, view: View, *, whole_stack: bool = False) -> None:
    """Close a modal, or all that are stacked with it."""
    root = view.root or view.id
    for other in list(ws.state.views.values()):
        if other is view or (whole_stack and root in (other.id, other.root)):
            ws.state.drop(other)
            ws.feed.publish("view_closed", {"view_id": other.id}, lambda user: user == view.user)


def check_view(body: object, kind: str) -> None:
    """Refuse a definition that breaks Slack's limits."""
    if not isinstance(body, dict) or body.get("type") != kind:
        raise SlackError("invalid_arguments", hint=f"view must be of type {kind}")
    problems = check_blocks(body.get("blocks"), VIEW_BLOCKS)
    problems += [
        f"{name}: must be less than {most + 1} characters"
        for name, most in (("private_metadata", 3_000), ("callback_id", 255), ("external_id", 255))
        if len(str(body.get(name) or "")) > most
    ]
    if kind == "modal":
        problems += _modal_problems(body)
    if problems:
        raise invalid_blocks(problems, "invalid_arguments")


def _modal_problems(body: Json) -> list[str]:
    problems = [
        f"{name}: must be 1 to {_TITLE_CHARS} characters"
        for name in ("title", "submit", "close")
        if name in body and not 1 <= len(str((body[name] or {}).get("text", ""))) <= _TITLE_CHARS
    ]
    if "title" not in body:
        problems.append("missing required field: title")
    has_input = any(block.get("type") == "input" for block in body.get("blocks") or [])
    if has_input and not body.get("submit"):
        problems.append("missing required field: submit")
    return problems


def _normal(body: Json) -> Json:
    """Fill in what Slack fills in: every field, and ids for blocks and elements without one."""
    normal: Json = {name: body.get(name) for name in _KEPT_FIELDS}
    normal["private_metadata"] = body.get("private_metadata") or ""
    normal["callback_id"] = body.get("callback_id") or ""
    normal |= {name: bool(body.get(name)) for name in _FLAGS}
    normal["blocks"] = [
        block | {"block_id": block.get("block_id") or f"b{place}"}
        for place, block in enumerate(body["blocks"])
    ]
    return normal


def _depth(ws: Workspace, view: View) -> int:
    depth = 1
    while view.previous:
        view = ws.state.views[view.previous]
        depth += 1
    return depth


def _keep(ws: Workspace, view: View) -> View:
    ws.state.save(view)
    ws.feed.publish("view", {"view": ws.shapes.view(view)}, lambda user: user == view.user)
    return view


def _new_hash() -> str:
    return f"{int(time.time())}.{secrets.token_hex(4)}"
