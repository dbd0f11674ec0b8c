"""/api/METHOD: token, scope and faults first, then the method, then Slack's answer."""

import asyncio

from aiohttp import web

from bot.workspace.arguments import Arguments, read_arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.faults import CallFault
from bot.workspace.models import Json
from bot.workspace.web_api import chat, conversations, files, people, reactions, streaming, views
from bot.workspace.web_api.access import granted, require_scope
from bot.workspace.web_api.method import Method, Methods

METHODS: Methods = {
    **people.METHODS,
    **chat.METHODS,
    **streaming.METHODS,
    **conversations.METHODS,
    **reactions.METHODS,
    **files.METHODS,
    **views.METHODS,
}


class WebApi:
    """Answers the app's calls and logs them."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [web.route("*", "/api/{method}", self.handle)]

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one call: refusals are 200 with `ok` false, as Slack's are."""
        name = request.match_info["method"]
        fault = self._ws.faults.next_for(name)
        try:
            args = await read_arguments(request)
        except SlackError as error:
            return self._refusal(name, Arguments({}), error)
        if fault:
            answer = await self._misbehave(request, name, args, fault)
            if answer:
                return answer
        try:
            body = await self._call(request, name, args)
        except SlackError as error:
            return self._refusal(name, args, error)
        self._ws.calls.add(name, args.raw, None)
        if fault and fault.kind == "late_answer":
            await self._ws.store.flush()
            await asyncio.sleep(fault.delay)
        return web.json_response({"ok": True} | body, headers=self._headers())

    async def _call(self, request: web.Request, name: str, args: Arguments) -> Json:
        method = METHODS.get(name)
        if method is None:
            raise SlackError("unknown_method", req_method=name)
        self._check_token(request, args, method)
        if method.caller == "bot":
            require_scope(self._ws, *method.scopes)
        return await method.handler(self._ws, args)

    def _check_token(self, request: web.Request, args: Arguments, method: Method) -> None:
        scheme, _, value = request.headers.get("Authorization", "").partition(" ")
        token = value.strip() if scheme.lower() == "bearer" else args.text("token")
        identity = self._ws.state.identity
        if not token:
            raise SlackError("not_authed")
        if self._ws.faults.settings.token_error:
            raise SlackError(self._ws.faults.settings.token_error)
        if token not in (identity.bot_token, identity.app_token):
            raise SlackError("invalid_auth")
        if token != (identity.app_token if method.caller == "app" else identity.bot_token):
            raise SlackError("not_allowed_token_type")

    async def _misbehave(
        self, request: web.Request, name: str, args: Arguments, fault: CallFault
    ) -> web.Response | None:
        error = fault.error if fault.kind == "error" else fault.kind
        if fault.kind == "late_answer":
            return None
        if fault.kind == "delay":
            await asyncio.sleep(fault.delay)
            return None
        if fault.kind == "error":
            return self._refusal(name, args, SlackError(error))
        self._ws.calls.add(name, args.raw, error)
        if fault.kind == "ratelimited":
            headers = {"Retry-After": str(fault.retry_after)}
            return web.json_response({"ok": False, "error": error}, status=429, headers=headers)
        if fault.kind == "reset" and request.transport:
            request.transport.abort()
        return web.Response(status=fault.status, text="upstream error")

    def _refusal(self, name: str, args: Arguments, error: SlackError) -> web.Response:
        self._ws.calls.add(name, args.raw, error.code)
        body = {"ok": False, "error": error.code} | error.details
        return web.json_response(body, headers=self._headers())

    def _headers(self) -> dict[str, str]:
        return {"x-oauth-scopes": ",".join(granted(self._ws)), "x-slack-req-id": "local"}
