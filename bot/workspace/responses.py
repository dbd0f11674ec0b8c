"""Answers to what a person did: by acknowledgement, or posted to a response address."""

from aiohttp import web

from bot.workspace.arguments import Arguments, read_arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.messages import changed, delete, publish
from bot.workspace.models import Json, Message
from bot.workspace.tickets import ResponseUrl
from bot.workspace.web_api.content import read_content

_GONE = ("expired_url", "used_url")


class ResponseAddresses:
    """Serves /response/SECRET."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [web.post("/response/{secret}", self.respond)]

    async def respond(self, request: web.Request) -> web.Response:
        """Count a use and do what the body says."""
        args = Arguments({})
        try:
            place = self._ws.responses.use(request.match_info["secret"])
            args = await read_arguments(request)
            apply_response(self._ws, place, args.raw)
        except SlackError as error:
            self._ws.calls.add("response_url", args.raw, error.code)
            body = {"ok": False, "error": error.code} | error.details
            return web.json_response(body, status=404 if error.code in _GONE else 400)
        self._ws.calls.add("response_url", args.raw, None)
        return web.Response(text="ok")


def apply_response(ws: Workspace, place: ResponseUrl, body: Json) -> None:
    """Post, replace or delete; unless told otherwise only the person who acted sees the answer."""
    args = Arguments(body)
    if args.flag("delete_original"):
        delete(ws, _original(ws, place))
    elif args.flag("replace_original") and (place.message_ts or place.own_ts):
        _replace(ws, _original(ws, place), args)
    else:
        _post(ws, place, args)


def _original(ws: Workspace, place: ResponseUrl) -> Message:
    return ws.state.message(place.channel, place.message_ts or place.own_ts or "")


def _replace(ws: Workspace, message: Message, args: Arguments) -> None:
    previous = ws.shapes.event_message(message)
    content = read_content(ws, args)
    message.text, message.blocks = content.text, content.blocks
    message.attachments = content.attachments
    message.edited = {"user": message.user, "ts": ws.clock.next_ts()}
    changed(ws, message, previous)


def _post(ws: Workspace, place: ResponseUrl, args: Arguments) -> None:
    content = read_content(ws, args)
    in_channel = args.text("response_type") == "in_channel"
    message = Message(
        channel=place.channel,
        ts=ws.clock.next_ts(),
        user=ws.state.identity.bot_user,
        bot_id=ws.state.identity.bot_id,
        # A command knows no thread, and Slack ignores one that the app makes up.
        thread_ts=args.optional("thread_ts") if place.message_ts else None,
        text=content.text,
        blocks=content.blocks,
        attachments=content.attachments,
        ephemeral_to=None if in_channel else place.user,
    )
    publish(ws, message)
    place.own_ts = message.ts
