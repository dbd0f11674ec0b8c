"""Serving Slack: by Socket Mode or by HTTP, until SIGTERM or SIGINT."""

import asyncio
import signal

import structlog
from aiohttp import web
from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient

from bot.bootstrap import Bot, connect_socket, start_bot
from bot.config import BotSettings
from bot.http import take_events, web_app
from bot.pulse import Pulse, until
from bot.slack.client import build_client
from bot.slack.oauth import AppCredentials, install_routes
from bot.slack.scopes import SCOPES
from rag.config import RagSettings

_LOG = structlog.get_logger(__name__)


class MissingSetting(Exception):
    """A setting is not there; the text says which one and where to find it."""


async def run_socket(settings: BotSettings, rag_settings: RagSettings) -> int:
    """Serves by Socket Mode. Raises `MissingSetting` if a token is not set.

    With many workspaces it listens on PORT too, for those who install the app.
    """
    require(settings, *_credentials(settings), "slack_app_token")
    stop = stop_signal()
    bot = await start_bot(settings, rag_settings)
    try:
        if settings.serves_many:
            await _listen(bot, settings)
        handler = await connect_socket(bot, settings.slack_app_token.get_secret_value())
        _LOG.info("ready", transport="socket")
        await until(stop, Pulse(_own_client(bot, settings), handler.client))
    finally:
        await bot.close()
    return 0


async def run_http(settings: BotSettings, rag_settings: RagSettings) -> int:
    """Serves by HTTP: events at /slack/events, health at /health."""
    require(settings, *_credentials(settings), "slack_signing_secret")
    stop = stop_signal()
    bot = await start_bot(settings, rag_settings)
    try:
        await _listen(bot, settings, events=True)
        _LOG.info("ready", transport="http", port=settings.port)
        await until(stop, Pulse(_own_client(bot, settings)))
    finally:
        await bot.close()
    return 0


def _own_client(bot: Bot, settings: BotSettings) -> AsyncWebClient | None:
    """Of the one workspace; one of many may leave without the others' noticing."""
    return None if settings.serves_many else bot.client


def _credentials(settings: BotSettings) -> tuple[str, ...]:
    """What speaks for the bot: the app's own credentials, or the token of one workspace."""
    return () if settings.serves_many else ("slack_bot_token",)


async def _listen(bot: Bot, settings: BotSettings, *, events: bool = False) -> None:
    runner = web.AppRunner(_web_app(bot, settings, events=events), access_log=None)
    bot.resources.push_async_callback(runner.cleanup)
    await runner.setup()
    # A platform's router connects from outside, so every interface is listened on.
    await web.TCPSite(runner, "0.0.0.0", settings.port).start()  # noqa: S104  # nosec B104  # a platform's router connects from outside


def stop_signal() -> asyncio.Event:
    """Set when the process is asked to end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    return stop


def require(settings: BotSettings, *names: str) -> None:
    """Raises `MissingSetting` for the settings among ``names`` that are empty."""
    missing = []
    for name in names:
        value = getattr(settings, name)
        if isinstance(value, SecretStr) and not value.get_secret_value():
            where = BotSettings.model_fields[name].description
            missing.append(f"{name.upper()} is not set. {where}.")
    if missing:
        hint = "Set it in the environment or in .env (see .env.example); README, “In your Slack”."
        raise MissingSetting("\n".join([*missing, hint]))


def _web_app(bot: Bot, settings: BotSettings, *, events: bool) -> web.Application:
    application = web_app()
    if events:
        take_events(application, bot.app, settings.slack_signing_secret.get_secret_value())
    if settings.serves_many:
        app = AppCredentials(
            settings.slack_client_id, settings.slack_client_secret, settings.slack_redirect_uri
        )
        client = build_client("", settings.slack_api_base_url)
        scopes = sorted(SCOPES)
        application.router.add_routes(install_routes(app, client, bot.installations, scopes))
    return application
