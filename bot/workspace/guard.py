"""Keeps strangers out: only this machine's own address may be asked, and only by its own pages."""

import ipaddress
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.typedefs import Middleware

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def require_loopback(host: str) -> None:
    """Refuse to be reachable from other machines: the workspace asks nobody for a password."""
    if host == "localhost":
        return
    try:
        if ipaddress.ip_address(host).is_loopback:
            return
    except ValueError:
        pass
    raise ValueError(f"the local workspace listens on loopback only, not on {host!r}")


def loopback_guard(port_of: Callable[[], int]) -> Middleware:
    """Refuse other Host names (DNS rebinding) and pages of other origins (cross-site requests)."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        own = {f"{name}:{port_of()}" for name in ("127.0.0.1", "localhost", "[::1]")}
        origin = request.headers.get("Origin")
        foreign = origin is not None and origin.removeprefix("http://") not in own
        cross_site = request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
        if request.headers.get("Host") not in own or foreign or cross_site:
            return web.json_response({"ok": False, "error": "forbidden"}, status=403)
        return await handler(request)

    return guard
