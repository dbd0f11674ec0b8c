"""A response_url on loopback."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web


class Address:
    """What was sent to it; ``statuses`` are given out first."""

    def __init__(self) -> None:
        self.url = ""
        self.statuses: list[int] = []
        self.taken: list[dict[str, Any]] = []
        self.came = asyncio.Event()

    async def take(self, request: web.Request) -> web.Response:
        self.taken.append(await request.json())
        self.came.set()
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200, text="ok")

    @property
    def texts(self) -> list[str]:
        return [body["text"] for body in self.taken]

    @property
    def buttons(self) -> list[dict[str, str]]:
        """By their action, the value of each message's buttons."""
        rows = [[b for b in body["blocks"] if b["type"] == "actions"] for body in self.taken]
        return [{e["action_id"]: e["value"] for r in row for e in r["elements"]} for row in rows]


@asynccontextmanager
async def open_address() -> AsyncIterator[Address]:
    """Listens until the block ends."""
    found, app = Address(), web.Application()
    app.router.add_post("/r", found.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}/r"
    yield found
    await runner.cleanup()
