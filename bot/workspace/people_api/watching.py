"""/local/stream, wait, statuses and files: following what happens, and fetching what lies there."""

import asyncio
import json

from aiohttp import web

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.downloads import may_see_file
from bot.workspace.errors import SlackError
from bot.workspace.models import StoredFile, User
from bot.workspace.people_api.acting import acting_user, arguments, done
from bot.workspace.sharing import delete_file, retitle, rewritten

_LONGEST_WAIT = 60.0
_KEEP_ALIVE = 15.0


class Watching:
    """Live changes and files, each person only theirs."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        return [
            web.get("/local/stream", self.stream),
            web.get("/local/wait", self.wait),
            web.get("/local/statuses", self.statuses),
            web.get("/local/files/{file}", self.download),
            web.patch("/local/files/{file}", self.retitle),
            web.put("/local/files/{file}", self.replace),
            web.delete("/local/files/{file}", self.delete),
        ]

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Send changes as server-sent events until either side goes away."""
        user = acting_user(self._ws, await arguments(request))
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        with self._ws.feed.listen(user.id) as changes:
            await response.write(b": listening\n\n")
            while True:
                try:
                    change = await asyncio.wait_for(changes.get(), _KEEP_ALIVE)
                except TimeoutError:
                    await response.write(b": still here\n\n")
                    continue
                if change is None:
                    return response
                await response.write(f"data: {json.dumps(change)}\n\n".encode())

    async def wait(self, request: web.Request) -> web.Response:
        """Return as soon as anything has changed after revision `since`."""
        args = await arguments(request)
        try:
            since, seconds = int(args.text("since", "0")), float(args.text("timeout", "10"))
        except ValueError:
            raise SlackError("invalid_arguments") from None
        return done(revision=await self._ws.feed.wait(since, min(seconds, _LONGEST_WAIT)))

    async def statuses(self, request: web.Request) -> web.Response:
        """List the status lines that a person can see now."""
        user = acting_user(self._ws, await arguments(request))
        shown = [
            status.shape()
            for status in self._ws.statuses.shown()
            if user.id in self._ws.state.channel(status.channel).members
        ]
        return done(statuses=shown)

    async def download(self, request: web.Request) -> web.StreamResponse:
        """Fetch a file's bytes; as a download, so that no browser runs it as a page."""
        file = self._file(*await self._named(request))
        headers = {"Content-Type": file.mimetype, "X-Content-Type-Options": "nosniff"}
        headers["Content-Disposition"] = "attachment"
        return web.FileResponse(self._ws.shelf.path(file.id), headers=headers)

    async def retitle(self, request: web.Request) -> web.Response:
        """Give one's file another title."""
        args, user = await self._named(request)
        file = self._own(args, user)
        retitle(self._ws, file, args.required("title"))
        return done(file=self._ws.shapes.file(file))

    async def replace(self, request: web.Request) -> web.Response:
        """Give one's file other content: the body, while the query names the person."""
        args = Arguments(dict(request.query) | dict(request.match_info))
        file = self._own(args, acting_user(self._ws, args))
        size = await self._ws.shelf.put(file.id, request.content.iter_any())
        rewritten(self._ws, file, size)
        return done(file=self._ws.shapes.file(file))

    async def delete(self, request: web.Request) -> web.Response:
        """Delete one's file; an admin may delete anybody's."""
        await delete_file(self._ws, self._own(*await self._named(request)))
        return done()

    async def _named(self, request: web.Request) -> tuple[Arguments, User]:
        args = await arguments(request)
        return args, acting_user(self._ws, args)

    def _file(self, args: Arguments, user: User) -> StoredFile:
        file = self._ws.state.files.get(args.text("file"))
        if file is None or not may_see_file(self._ws, file, user.id):
            raise SlackError("file_not_found")
        if file.deleted:
            raise SlackError("file_deleted")
        return file

    def _own(self, args: Arguments, user: User) -> StoredFile:
        file = self._file(args, user)
        if user.id != file.user and not user.is_admin:
            raise SlackError("cant_delete_file")
        return file
