"""The two pages by which the app is installed in further workspaces."""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web
from pydantic import SecretStr
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.installations import OAuthInstallations, SignedStates

INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"
_REASON = re.compile(r"'error': '(\w+)'")


@dataclass(frozen=True, slots=True)
class AppCredentials:
    """What the app's page says of the app itself."""

    client_id: str
    client_secret: SecretStr
    redirect_uri: str


def install_routes(
    app: AppCredentials,
    client: AsyncWebClient,
    installations: OAuthInstallations,
    scopes: Sequence[str],
) -> list[web.RouteDef]:
    """Routes of Bolt's own flow; every setting is given, so that it reads no environment."""
    flow = AsyncOAuthFlow(
        client=client,
        logger=_flow_log(),
        settings=AsyncOAuthSettings(
            client_id=app.client_id,
            client_secret=app.client_secret.get_secret_value(),
            scopes=list(scopes),
            user_scopes=[],
            redirect_uri=app.redirect_uri or None,
            install_path=INSTALL,
            redirect_uri_path=REDIRECT,
            installation_store=installations,
            state_store=SignedStates(app.client_secret),
        ),
    )

    async def install(request: web.Request) -> web.Response:
        return await to_aiohttp_response(
            await flow.handle_installation(await to_bolt_request(request))
        )

    async def redirected(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await flow.handle_callback(await to_bolt_request(request)))

    return [web.get(INSTALL, install), web.get(REDIRECT, redirected)]


def _flow_log() -> logging.Logger:
    log = logging.getLogger(f"{__name__}.flow")
    log.addFilter(_without_code)
    return log


def _without_code(record: logging.LogRecord) -> bool:
    """Bolt tells the code that Slack did not take, and one that failed halfway may still be good."""
    reason = _REASON.search(record.getMessage())
    record.msg, record.args = "not installed: %s", (reason.group(1) if reason else "no reason",)
    record.exc_info = record.exc_text = None
    return True
