"""The addresses of file bytes: where the app uploads to and downloads from."""

import asyncio
from collections.abc import AsyncIterator

from aiohttp import BodyPartReader, web

from bot.workspace.core import Workspace
from bot.workspace.models import StoredFile
from bot.workspace.shelf import TooLargeError

SESSION_COOKIE = "local_user"
_PICTURES = frozenset({"png", "jpg", "gif"})  # what runs nothing when it is shown
_LOGIN_PAGE = (
    "<!DOCTYPE html><html><title>Slack</title><body>Sign in to your workspace</body></html>"
)


class FileAddresses:
    """Serves bytes only to those who may see them; everybody else gets Slack's login page."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.post("/upload/v1/{secret}", self.upload),
            web.get("/files-pri/{key}/{tail:.*}", self.download),
            web.get("/files/{owner}/{file}/{name:.*}", self.permalink),
        ]

    async def upload(self, request: web.Request) -> web.Response:
        """Take the bytes of an announced upload, raw or as a form."""
        announced = self._ws.shelf.announced(request.match_info["secret"])
        if announced is None:
            return web.Response(status=404, text="unknown upload")
        try:
            size = await self._ws.shelf.put(
                announced.file_id, await _pieces(request), announced.length
            )
        except TooLargeError:
            return web.Response(status=413, text="more bytes than announced")
        if size != announced.length:
            await self._ws.shelf.remove(announced.file_id)
            return web.Response(status=400, text="fewer bytes than announced")
        file = self._ws.state.files[announced.file_id]
        file.complete = True
        self._ws.state.save(file)
        return web.Response(text=f"OK - {size}")

    async def download(self, request: web.Request) -> web.StreamResponse:
        """Serve `url_private` and `url_private_download`."""
        faults = self._ws.faults
        await asyncio.sleep(faults.settings.download_delay)
        if faults.take("redirect_downloads"):
            raise web.HTTPFound(faults.settings.redirect_to)
        file = self._ws.state.files.get(request.match_info["key"].partition("-")[2])
        if faults.take("login_pages") or file is None or not self._may_read(request, file):
            headers = {"x-slack-meta": "?;acl_fail"}
            return web.Response(text=_LOGIN_PAGE, content_type="text/html", headers=headers)
        if file.deleted or not file.complete:
            return web.Response(status=404, text="file not found")
        if faults.take("truncated_downloads"):
            return await self._cut_short(request, file)
        return web.FileResponse(self._ws.shelf.path(file.id), headers=_headers(file))

    async def permalink(self, request: web.Request) -> web.StreamResponse:
        """Serve a file to a person who follows its permalink; others learn nothing of it."""
        file = self._ws.state.files.get(request.match_info["file"])
        who = request.query.get("user") or request.cookies.get(SESSION_COOKIE, "")
        is_there = file is not None and file.complete and not file.deleted
        if file is None or not is_there or not may_see_file(self._ws, file, who):
            return web.Response(status=404, text="There is no such file, or you may not see it.")
        headers = _headers(file)
        if file.filetype in _PICTURES:
            headers |= {"Content-Disposition": "inline", "Content-Security-Policy": "sandbox"}
        return web.FileResponse(self._ws.shelf.path(file.id), headers=headers)

    def _may_read(self, request: web.Request, file: StoredFile) -> bool:
        identity, settings = self._ws.state.identity, self._ws.faults.settings
        if request.headers.get("Authorization") == f"Bearer {identity.bot_token}":
            allowed = "files:read" not in settings.missing_scopes and not settings.token_error
            return allowed and may_see_file(self._ws, file, identity.bot_user)
        return may_see_file(self._ws, file, request.cookies.get(SESSION_COOKIE, ""))

    async def _cut_short(self, request: web.Request, file: StoredFile) -> web.StreamResponse:
        content = await self._ws.shelf.read(file.id)
        response = web.StreamResponse(headers=_headers(file))
        response.content_length = len(content)
        await response.prepare(request)
        await response.write(content[: len(content) // 2])
        if request.transport:
            request.transport.close()
        return response


def may_see_file(ws: Workspace, file: StoredFile, user: str) -> bool:
    """Whether someone owns a file or is in a channel where it lies."""
    places = [ws.state.channels[share.channel].members for share in file.shares]
    return user == file.user or any(user in members for members in places)


def _headers(file: StoredFile) -> dict[str, str]:
    # Never rendered in place: a file from anywhere must not run as a page of this address.
    return {
        "Content-Type": file.mimetype,
        "Content-Disposition": "attachment",
        "X-Content-Type-Options": "nosniff",
    }


async def _pieces(request: web.Request) -> AsyncIterator[bytes]:
    if request.content_type != "multipart/form-data":
        return request.content.iter_chunked(1 << 16)
    part = await (await request.multipart()).next()
    if not isinstance(part, BodyPartReader):
        raise web.HTTPBadRequest(text="no file in the form")
    return part_pieces(part)


async def part_pieces(part: BodyPartReader) -> AsyncIterator[bytes]:
    """Yield the bytes of one part of a form."""
    while piece := await part.read_chunk(1 << 16):
        yield bytes(piece)
