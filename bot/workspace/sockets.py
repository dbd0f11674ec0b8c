"""Socket Mode: the websockets of the app, and one payload to any one of them."""

import asyncio
import secrets
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.workspace.errors import SlackError
from bot.workspace.models import Json

MAX_SOCKETS = 10
_TIMED = 1_000


@dataclass(eq=False)
class _Link:
    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    unanswered: dict[str, float] = field(default_factory=dict)
    """Envelopes without an acknowledgement, and when they were sent."""


class Hub:
    """Hands out tickets, keeps the open sockets and passes acknowledgements on."""

    def __init__(self, app_id: str) -> None:
        self._app_id = app_id
        self._tickets: set[str] = set()
        self._links: list[_Link] = []
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self.ack_ms: deque[float] = deque(maxlen=_TIMED)
        self.on_connect: Callable[[], None] = lambda: None
        self.on_ack: Callable[[str], None] = lambda _: None
        self.on_lost: Callable[[Iterable[str]], None] = lambda _: None

    @property
    def count(self) -> int:
        """How many sockets are open."""
        return len(self._links)

    def new_ticket(self) -> str:
        """Return a ticket that opens one socket."""
        ticket = secrets.token_urlsafe(16)
        self._tickets.add(ticket)
        return ticket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Be the server's end of one socket until it closes."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            raise web.HTTPForbidden(text="unknown ticket")
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.count >= MAX_SOCKETS:
            await socket.send_json({"type": "disconnect", "reason": "too_many_websockets"})
            await socket.close()
            return socket
        link = _Link(socket, request.transport)
        self._links.append(link)
        try:
            await self._converse(link)
        finally:
            self._forget(link)
        return socket

    async def send(self, envelope: Json) -> bool:
        """Give an envelope to the next socket in turn; False if none took it."""
        while self._links:
            link = self._links.pop(0)
            self._links.append(link)
            link.unanswered[envelope["envelope_id"]] = time.monotonic()
            try:
                await link.socket.send_json(envelope)
            except ConnectionError:
                link.unanswered.pop(envelope["envelope_id"], None)
                self._forget(link)
                continue
            return True
        return False

    async def ask(self, kind: str, payload: Json, timeout: float) -> Json:  # noqa: ASYNC109 - a setting
        """Send something that a person waits for; return what the acknowledgement carries."""
        envelope_id = str(uuid.uuid4())
        envelope = {
            "envelope_id": envelope_id,
            "type": kind,
            "payload": payload,
            "accepts_response_payload": True,
        }
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[envelope_id] = answer
        try:
            if not await self.send(envelope):
                raise SlackError("dispatch_failed", reason="no socket is connected")
            async with asyncio.timeout(timeout):
                return await answer
        except TimeoutError:
            raise SlackError("operation_timeout", reason="no acknowledgement in time") from None
        finally:
            del self._waiting[envelope_id]

    async def disconnect(self, reason: str) -> None:
        """Tell every socket to reconnect, as Slack does before it refreshes them."""
        frame = {"type": "disconnect", "reason": reason, "debug_info": {"host": "local"}}
        for link in list(self._links):
            await link.socket.send_json(frame)

    def drop(self) -> None:
        """Cut every socket without a word."""
        for link in list(self._links):
            if link.transport:
                link.transport.abort()
            self._forget(link)

    async def close(self) -> None:
        """Close every socket in order."""
        for link in list(self._links):
            await link.socket.close()

    async def _converse(self, link: _Link) -> None:
        hello = {
            "type": "hello",
            "num_connections": self.count,
            "connection_info": {"app_id": self._app_id},
            "debug_info": {"host": "local", "approximate_connection_time": 18060},
        }
        await link.socket.send_json(hello)
        self.on_connect()
        async for message in link.socket:
            if message.type is WSMsgType.TEXT:
                self._receive(link, message.json())

    def _receive(self, link: _Link, frame: Json) -> None:
        envelope_id = frame.get("envelope_id", "")
        sent = link.unanswered.pop(envelope_id, None)
        if sent is not None:
            self.ack_ms.append(round((time.monotonic() - sent) * 1000, 1))
        waiting = self._waiting.get(envelope_id)
        if waiting is None:
            self.on_ack(envelope_id)
        elif not waiting.done():
            waiting.set_result(frame.get("payload") or {})

    def _forget(self, link: _Link) -> None:
        if link in self._links:
            self._links.remove(link)
            self.on_lost(link.unanswered)
