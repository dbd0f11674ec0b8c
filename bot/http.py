"""What comes in by HTTP is Slack's, and fresh, before anything of it is looked at."""

import re

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier

PATH = "/slack/events"
_STAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


def web_app() -> web.Application:
    """Health at /health. A request is at most 1 MB."""
    application = web.Application()
    application.router.add_get("/health", _health)
    return application


def take_events(application: web.Application, app: AsyncApp, signing_secret: str) -> None:
    """Takes Slack's requests at /slack/events.

    Not by Bolt's own server, which would serve a flow of the environment's settings as well.
    """

    async def dispatch(request: web.Request) -> web.Response:
        answer = await app.async_dispatch(await to_bolt_request(request))
        return await to_aiohttp_response(answer)

    application.middlewares.append(_only_signed(SignatureVerifier(signing_secret)))
    application.router.add_post(PATH, dispatch)


def _only_signed(verifier: SignatureVerifier) -> Middleware:
    """Bolt checks signatures too, but fails on a time stamp that is none, and logs what it refuses."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path == PATH and not await _is_signed(verifier, request):
            return web.json_response({"error": "invalid request"}, status=401)
        return await handler(request)

    return check


async def _is_signed(verifier: SignatureVerifier, request: web.Request) -> bool:
    stamp = request.headers.get("X-Slack-Request-Timestamp", "")
    signature = request.headers.get("X-Slack-Signature", "")
    if not _STAMP.fullmatch(stamp) or not _SIGNATURE.fullmatch(signature):
        return False
    body = await request.read()
    try:
        return verifier.is_valid(body, stamp, signature)
    except UnicodeDecodeError:
        return False


async def _health(_request: web.Request) -> web.Response:
    return web.json_response({"ok": True})
