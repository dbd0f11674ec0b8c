"""Whether Slack still hears the bot: a lost token ends the process, a silent socket is replaced.

Slack's SDK replaces a socket that doesn't answer pings. Some look alive and bring nothing any more,
and a token that was revoked would have it try again for ever.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

_LOG = structlog.get_logger(__name__)
_LOST = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
_PASSING = (SlackApiError, aiohttp.ClientError, TimeoutError, OSError)
_RECONNECT_SECONDS = 30.0


class LostSlack(Exception):
    """The bot can't go on; the text says why and what helps."""


class Socket(Protocol):
    """The SDK's client for Socket Mode, as far as it is used here."""

    @property
    def on_message_listeners(self) -> list[Any]:
        """Called with every message that comes in."""
        ...

    async def is_connected(self) -> bool:
        """Whether there is a socket that answers."""
        ...

    async def connect_to_new_endpoint(self, force: bool = False) -> None:
        """Replaces the socket."""
        ...


@dataclass(slots=True)
class Pulse:
    """Looks every ``every`` seconds; without a client or socket there is nothing to look at."""

    client: AsyncWebClient | None = None
    socket: Socket | None = None
    every: float = 60.0
    quiet: float = 900.0
    """After so long without a word from Slack the socket is replaced. It says hello to a new one."""
    patience: float = 300.0
    """For so long no connection at all is borne."""
    clock: Callable[[], float] = time.monotonic
    _heard: float = field(default=0.0)
    _alive: float = field(default=0.0)

    async def run(self) -> None:
        """Goes on until it is cancelled. Raises `LostSlack`."""
        self._heard = self._alive = self.clock()
        if self.socket is not None:
            self.socket.on_message_listeners.append(self._hear)
        while True:
            await asyncio.sleep(self.every)
            if self.client is not None:
                await self._check_token(self.client)
            if self.socket is not None:
                await self._check_socket(self.socket)

    async def _hear(self, _message: Any) -> None:  # noqa: ANN401 - of no interest
        self._heard = self.clock()

    async def _check_token(self, client: AsyncWebClient) -> None:
        try:
            await client.auth_test()
        except _PASSING as error:
            told = error.response.get("error") if isinstance(error, SlackApiError) else ""
            if told in _LOST:
                raise LostSlack(
                    f"Slack does not accept the bot token any more: {told}. Was the app removed "
                    "from the workspace? Install it again, set SLACK_BOT_TOKEN and start the bot."
                ) from error

    async def _check_socket(self, socket: Socket) -> None:
        now = self.clock()
        if await socket.is_connected():
            self._alive = now
        if now - self._alive > self.patience:
            raise LostSlack(
                f"No connection to Slack for {round(now - self._alive)} seconds. Is the network up, "
                "and does Slack still accept SLACK_APP_TOKEN? Try: python -m bot check"
            )
        if self._alive < now or now - self._heard > self.quiet:
            _LOG.warning("socket silent", seconds=round(now - min(self._heard, self._alive)))
            self._heard = now
            try:
                async with asyncio.timeout(_RECONNECT_SECONDS):
                    await socket.connect_to_new_endpoint(force=True)
            except _PASSING as error:
                _LOG.warning("not reconnected", error=type(error).__name__)


async def until(stop: asyncio.Event, pulse: Pulse) -> None:
    """Returns when the process is to stop. Raises `LostSlack`."""
    beating, waiting = asyncio.create_task(pulse.run()), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({beating, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if beating.done():
            beating.result()
    finally:
        beating.cancel()
        waiting.cancel()
