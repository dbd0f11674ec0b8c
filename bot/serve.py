"""Serving Slack: by Socket Mode or by HTTP, until SIGTERM or SIGINT."""

import asyncio
import signal

import structlog
from aiohttp import web
from pydantic import SecretStr

from bot.bootstrap import Bot, connect_socket, start_bot
from bot.config import BotSettings
from rag.config import RagSettings

_LOG = structlog.get_logger(__name__)


class MissingSetting(Exception):
    """A setting is not there; the text says which one and where to find it."""


async def run_socket(settings: BotSettings, rag_settings: RagSettings) -> int:
    """Serves by Socket Mode. Raises `MissingSetting` if a token is not set."""
    require(settings, "slack_bot_token", "slack_app_token")
    stop = stop_signal()
    bot = await start_bot(settings, rag_settings)
    try:
        await connect_socket(bot, settings.slack_app_token.get_secret_value())
        _LOG.info("ready", transport="socket")
        await stop.wait()
    finally:
        await bot.close()
    return 0


async def run_http(settings: BotSettings, rag_settings: RagSettings) -> int:
    """Serves by HTTP: events at /slack/events, health at /health."""
    require(settings, "slack_bot_token", "slack_signing_secret")
    stop = stop_signal()
    bot = await start_bot(settings, rag_settings)
    runner = web.AppRunner(_web_app(bot, settings.port), access_log=None)
    try:
        await runner.setup()
        # A platform's router connects from outside, so every interface is listened on.
        await web.TCPSite(runner, "0.0.0.0", settings.port).start()  # noqa: S104  # nosec B104
        _LOG.info("ready", transport="http", port=settings.port)
        await stop.wait()
    finally:
        await runner.cleanup()
        await bot.close()
    return 0


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


def _web_app(bot: Bot, port: int) -> web.Application:
    application = bot.app.server(port=port, path="/slack/events").web_app
    application.router.add_get("/health", _health)
    return application


async def _health(_request: web.Request) -> web.Response:
    return web.json_response({"ok": True})
