"""Where Milvus listens: a server given by address, or Milvus Lite in this or another process.

One process owns a Milvus Lite folder. It notes the loopback address that it listens on beside the
folder, so that a command run next to the bot can use the same index.
"""

import asyncio
import json
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rag.errors import StoreBusy

_RETRY_SECONDS = 0.25
_CONNECT_SECONDS = 1.0


@dataclass(slots=True)
class MilvusAddress:
    """An address to connect to, and the server behind it if this process runs it."""

    uri: str
    note: Path | None = None
    server: Any = None
    database: Any = None

    @property
    def is_owner(self) -> bool:
        """Whether this process runs the server."""
        return self.server is not None

    def release(self) -> None:
        """Stops the server if it is ours, and takes the note away."""
        if self.server is None:
            return
        if self.note is not None:
            self.note.unlink(missing_ok=True)
        self.server.stop(grace=0)
        self.database.close()
        self.server = None


async def open_milvus(uri: str, *, patience: float, share: bool) -> MilvusAddress:
    """Finds or starts Milvus.

    Args:
        uri: an address (``http://…``) or the path of a Milvus Lite folder that ends in ``.db``.
        patience: seconds to wait for a lock that another process holds.
        share: whether to use another process's server; the bot must own its own.

    Raises:
        StoreBusy: another process holds the folder and doesn't share it.
    """
    if "://" in uri:
        return MilvusAddress(uri)
    return await asyncio.to_thread(_open_lite, Path(uri), patience, share)


def _open_lite(folder: Path, patience: float, share: bool) -> MilvusAddress:
    from milvus_lite.exceptions import DataDirLockedError  # noqa: PLC0415 - 0.5 s of imports

    folder.parent.mkdir(parents=True, exist_ok=True)
    note = folder.with_suffix(".address")
    deadline = time.monotonic() + patience
    while True:
        try:
            return _start(folder, note)
        except DataDirLockedError as error:
            if share and (uri := _shared_address(note)):
                return MilvusAddress(uri)
            if time.monotonic() > deadline:
                raise StoreBusy(_busy(folder, note)) from error
            time.sleep(_RETRY_SECONDS)


def _busy(folder: Path, note: Path) -> str:
    if _shared_address(note):
        return (
            f"The vector store {folder} is in use by another process, probably a running bot. "
            "Stop the bot first and start this again; nothing was changed."
        )
    return (
        f"The vector store {folder} is in use by another process. Stop that process "
        "(or wait until its command ends) and start again; nothing was changed."
    )


def _start(folder: Path, note: Path) -> MilvusAddress:
    from milvus_lite.adapter.grpc.server import start_server_in_thread  # noqa: PLC0415 - as above

    server, database, port = start_server_in_thread(str(folder), host="127.0.0.1", port=0)
    uri = f"http://127.0.0.1:{port}"
    draft = note.with_suffix(".address.new")
    draft.write_text(json.dumps({"uri": uri}), encoding="utf-8")
    draft.replace(note)
    return MilvusAddress(uri, note, server, database)


def _shared_address(note: Path) -> str | None:
    try:
        uri = str(json.loads(note.read_text(encoding="utf-8"))["uri"])
        place = urlsplit(uri)
        with socket.create_connection((place.hostname, place.port), timeout=_CONNECT_SECONDS):
            return uri
    except (OSError, ValueError, KeyError, TypeError):
        return None
