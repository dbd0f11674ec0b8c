"""files.*: a look at a file, and the upload in three steps (the second is `downloads.upload`)."""

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError
from bot.workspace.messages import parent_of
from bot.workspace.models import Json, StoredFile
from bot.workspace.mrkdwn import Typed
from bot.workspace.sharing import delete_file, register, share
from bot.workspace.web_api.access import visible_channel, visible_file, writable_channel
from bot.workspace.web_api.method import Method, Methods

MAX_BYTES = 1_000_000_000


async def info(ws: Workspace, args: Arguments) -> Json:
    """files.info."""
    file = visible_file(ws, args.required("file", "file_not_found"))
    shape = ws.shapes.file(file)
    if ws.faults.take("late_shares"):
        del shape["shares"]
    return {"file": shape, "comments": [], "response_metadata": {"next_cursor": ""}}


async def list_files(ws: Workspace, args: Arguments) -> Json:
    """files.list: of a channel that the bot is in, by pages with numbers, the newest first."""
    channel = visible_channel(ws, args.required("channel", "channel_not_found"))
    since = float(args.text("ts_from", "0"))
    wanted = set(args.text("types", "all").split(","))
    found = [
        file
        for file in sorted(ws.state.files.values(), key=lambda file: -file.created)
        if not file.deleted
        and any(share.channel == channel.id for share in file.shares)
        and file.created >= since
        and ("all" in wanted or f"{file.filetype}s" in wanted)
    ]
    count, page = args.number("count", 100, 1_000), args.number("page", 1, 1_000)
    shown = found[(page - 1) * count : page * count]
    paging = {"count": count, "total": len(found), "page": page, "pages": -(-len(found) // count)}
    return {"files": [ws.shapes.file(file) for file in shown], "paging": paging}


async def get_upload_url(ws: Workspace, args: Arguments) -> Json:
    """files.getUploadURLExternal."""
    name = args.required("filename")
    try:
        length = int(args.required("length"))
    except ValueError:
        raise SlackError("invalid_arguments") from None
    if not 0 < length <= MAX_BYTES:
        raise SlackError("file_upload_size_restricted" if length > 0 else "invalid_arguments")
    file = register(ws, ws.state.identity.bot_user, name, length)
    file.alt_txt = args.optional("alt_txt")
    ws.state.save(file)
    secret = ws.shelf.announce(file.id, length)
    return {"upload_url": f"{ws.shapes.url}/upload/v1/{secret}", "file_id": file.id}


async def complete_upload(ws: Workspace, args: Arguments) -> Json:
    """files.completeUploadExternal: without a channel the file stays the bot's own."""
    named = args.structure("files")
    if not isinstance(named, list) or not named:
        raise SlackError("invalid_arguments")
    files = [_uploaded(ws, entry) for entry in named]
    places = [place for place in [args.text("channel_id"), *args.names("channels")] if place]
    channels = [writable_channel(ws, place) for place in dict.fromkeys(places)]
    thread_ts = args.optional("thread_ts")
    for channel in channels if thread_ts else []:
        parent_of(ws, channel, thread_ts or "")
    comment = Typed(args.text("initial_comment"), [])
    for channel in channels:
        share(ws, files, channel, ws.state.identity.bot_user, comment, thread_ts)
    return {"files": [ws.shapes.file(file) for file in files]}


async def delete(ws: Workspace, args: Arguments) -> Json:
    """files.delete: the bot's own files only."""
    file = visible_file(ws, args.required("file", "file_not_found"))
    if file.user != ws.state.identity.bot_user:
        raise SlackError("cant_delete_file")
    await delete_file(ws, file)
    return {}


def _uploaded(ws: Workspace, entry: Json) -> StoredFile:
    file = ws.state.files.get(str(entry.get("id")))
    if file is None or file.user != ws.state.identity.bot_user or not file.complete:
        raise SlackError("file_not_found")
    file.title = entry.get("title") or file.name
    ws.state.save(file)
    return file


METHODS: Methods = {
    "files.info": Method(info, ("files:read",)),
    "files.list": Method(list_files, ("files:read",)),
    "files.getUploadURLExternal": Method(get_upload_url, ("files:write",)),
    "files.completeUploadExternal": Method(complete_upload, ("files:write",)),
    "files.delete": Method(delete, ("files:write",)),
}
