"""Serves the page, its scripts and styles, and what it offers."""

from pathlib import Path
from typing import Final

from aiohttp import web

from bot.workspace.page.offers import Offers

_FOLDER: Final = Path(__file__).parent
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
# Nothing but the workspace's own files runs or is loaded, and no script may write markup from text.
_POLICY: Final = (
    "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",  # kept, but asked about each time: a 304 costs nothing on loopback
}


class Page:
    """The page at `/`, and at the permalinks of conversations and messages."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.get("/", self.page),
            web.get("/archives/{channel}", self.page),
            web.get("/archives/{channel}/{message}", self.page),
            web.get(r"/page/{kind:scripts|styles}/{name:[a-z-]+\.(?:js|css|svg)}", self.part),
            web.get("/local/suggestions", self.suggestions),
        ]

    async def page(self, _: web.Request) -> web.StreamResponse:
        """Send the page; its script finds out from the address what to show."""
        return _file(_FOLDER / "index.html")

    async def part(self, request: web.Request) -> web.StreamResponse:
        """Send a script or a style."""
        return _file(_FOLDER / request.match_info["kind"] / request.match_info["name"])

    async def suggestions(self, _: web.Request) -> web.Response:
        """Say what to offer."""
        return web.json_response({"ok": True} | self._offers.shape())


def _file(path: Path) -> web.FileResponse:
    return web.FileResponse(path, headers=_HEADERS | {"Content-Type": _TYPES[path.suffix]})
