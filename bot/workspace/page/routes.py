"""Serves the page, its scripts and styles, and what it offers."""

import hashlib
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class _Part:
    """A file, kept in memory: a browser asks for some fifty of them at once."""

    body: bytes
    headers: dict[str, str]

    @classmethod
    def read(cls, path: Path) -> "_Part":
        body = path.read_bytes()
        tag = hashlib.sha256(body).hexdigest()[:20]
        own = {"Content-Type": _TYPES[path.suffix], "ETag": f'"{tag}"'}
        return cls(body, _HEADERS | own)

    def answer(self, request: web.Request) -> web.Response:
        known = {tag.value for tag in request.if_none_match or ()}
        if self.headers["ETag"].strip('"') in known:
            return web.Response(status=304, headers=self.headers)
        return web.Response(body=self.body, headers=self.headers)


class Page:
    """The page at `/`, and at the permalinks of conversations and messages."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self._parts = {
            path.relative_to(_FOLDER).as_posix(): _Part.read(path)
            for path in _FOLDER.rglob("*")
            if path.suffix in _TYPES
        }

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.get("/", self.page),
            web.get("/archives/{channel}", self.page),
            web.get("/archives/{channel}/{message}", self.page),
            web.get("/page/{part:.+}", self.part),
            web.get("/local/suggestions", self.suggestions),
        ]

    async def page(self, request: web.Request) -> web.Response:
        """Send the page; its script finds out from the address what to show."""
        return self._parts["index.html"].answer(request)

    async def part(self, request: web.Request) -> web.Response:
        """Send a script or a style."""
        part = self._parts.get(request.match_info["part"])
        if part is None:
            raise web.HTTPNotFound
        return part.answer(request)

    async def suggestions(self, _: web.Request) -> web.Response:
        """Say what to offer."""
        return web.json_response({"ok": True} | self._offers.shape())
