"""/local/messages and /local/reactions: writing, reading and reacting as a person."""

import uuid

from aiohttp import BodyPartReader, web

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.downloads import part_pieces
from bot.workspace.errors import SlackError
from bot.workspace.messages import (
    changed,
    delete,
    parent_of,
    people_shape,
    publish,
    react,
    unreact,
)
from bot.workspace.models import Json, Message, StoredFile
from bot.workspace.people_api.acting import (
    acting_user,
    arguments,
    channel_of,
    composer,
    done,
    message_for,
    open_channel_of,
)
from bot.workspace.sharing import register, share
from bot.workspace.streams import settle, stop_by_user
from bot.workspace.web_api.reactions import reaction_name


class Messages:
    """Everything a person does to messages."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to serve."""
        one = "/local/messages/{channel}/{ts}"
        return [
            web.post("/local/messages", self.post),
            web.get("/local/messages/{channel}", self.read_channel),
            web.get(one, self.read_thread),
            web.patch(one, self.edit),
            web.delete(one, self.delete),
            web.post(f"{one}/reactions", self.react),
            web.delete(f"{one}/reactions", self.unreact),
            web.post(f"{one}/stop", self.stop_stream),
        ]

    async def post(self, request: web.Request) -> web.Response:
        """Write a message, with files if the request is a form that has some."""
        if request.content_type == "multipart/form-data":
            args, files = await self._form(request)
        else:
            args, files = await arguments(request), []
        try:
            message = self._write(args, files)
        except SlackError:
            for file in files:
                self._ws.state.drop(file)
                await self._ws.shelf.remove(file.id)
            raise
        shape = people_shape(self._ws, message)
        return done(channel=message.channel, ts=message.ts, message=shape)

    async def read_channel(self, request: web.Request) -> web.Response:
        """Read a conversation, oldest first, with replies and with what only this person sees."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        channel = channel_of(self._ws, user, args.text("channel"))
        messages = self._ws.state.messages(channel.id)
        return self._read(user.id, [m for m in messages if m.ts > args.text("after", "0")])

    async def read_thread(self, request: web.Request) -> web.Response:
        """Read one thread."""
        args = await arguments(request)
        user = acting_user(self._ws, args)
        channel = channel_of(self._ws, user, args.text("channel"))
        messages = self._ws.state.messages(channel.id)
        return self._read(user.id, [m for m in messages if m.root_ts == args.text("ts")])

    async def edit(self, request: web.Request) -> web.Response:
        """Edit one's own message."""
        args = await arguments(request)
        message = self._own(args)
        previous = self._ws.shapes.event_message(message)
        typed = composer(self._ws).compose(args.required("text", "no_text"))
        message.text, message.blocks = typed.text, typed.blocks
        message.edited = {"user": message.user, "ts": self._ws.clock.next_ts()}
        changed(self._ws, message, previous)
        return done(message=people_shape(self._ws, message))

    async def delete(self, request: web.Request) -> web.Response:
        """Delete one's own message, or dismiss an ephemeral one."""
        delete(self._ws, self._own(await arguments(request)))
        return done()

    async def react(self, request: web.Request) -> web.Response:
        """Add an emoji."""
        args = await arguments(request)
        react(self._ws, args.text("user"), self._seen(args), reaction_name(args.text("name")))
        return done()

    async def unreact(self, request: web.Request) -> web.Response:
        """Take one's emoji away."""
        args = await arguments(request)
        unreact(self._ws, args.text("user"), self._seen(args), reaction_name(args.text("name")))
        return done()

    async def stop_stream(self, request: web.Request) -> web.Response:
        """Stop a message that is being streamed."""
        args = await arguments(request)
        stop_by_user(self._ws, self._seen(args), args.text("user"))
        return done()

    def _write(self, args: Arguments, files: list[StoredFile]) -> Message:
        user = acting_user(self._ws, args)
        channel = open_channel_of(self._ws, user, args.required("channel", "channel_not_found"))
        thread_ts = args.optional("thread_ts")
        if thread_ts:
            parent_of(self._ws, channel, thread_ts)
        typed = composer(self._ws).compose(args.text("text"))
        if files:
            for file in files:
                file.user = user.id
            return share(self._ws, files, channel, user.id, typed, thread_ts)
        if not typed.text:
            raise SlackError("no_text")
        broadcast = bool(thread_ts) and args.flag("reply_broadcast")
        message = Message(
            channel=channel.id,
            ts=self._ws.clock.next_ts(),
            user=user.id,
            text=typed.text,
            blocks=typed.blocks,
            thread_ts=thread_ts,
            client_msg_id=str(uuid.uuid4()),
            broadcast=broadcast,
            subtype="thread_broadcast" if broadcast else None,
        )
        return publish(self._ws, message)

    def _seen(self, args: Arguments) -> Message:
        user = acting_user(self._ws, args)
        return message_for(self._ws, user, args.text("channel"), args.text("ts"))

    def _own(self, args: Arguments) -> Message:
        message = self._seen(args)
        if args.text("user") not in (message.user, message.ephemeral_to):
            raise SlackError("cant_update_message")
        return message

    def _read(self, user_id: str, messages: list[Message]) -> web.Response:
        shown: list[Json] = []
        for message in messages:
            if message.ephemeral_to in (None, user_id):
                settle(self._ws, message)
                shown.append(people_shape(self._ws, message))
        return done(messages=shown, revision=self._ws.feed.revision)

    async def _form(self, request: web.Request) -> tuple[Arguments, list[StoredFile]]:
        raw: Json = {}
        files: list[StoredFile] = []
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or not part.name:
                continue
            if part.filename is None:
                raw[part.name] = await part.text()
                continue
            file = register(self._ws, "", part.filename, 0)
            file.size = await self._ws.shelf.put(file.id, part_pieces(part))
            files.append(file)
        return Arguments(raw), files
