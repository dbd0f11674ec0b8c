"""The bytes of files: on disk under their id, so that a name can never lead anywhere else."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path


class TooLargeError(Exception):
    """More bytes came than were announced."""


@dataclass(frozen=True)
class Upload:
    """An announced upload; the address is good until the bytes have come."""

    file_id: str
    length: int


class Shelf:
    """Stores and finds bytes; all disk work happens in threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._uploads: dict[str, Upload] = {}

    def announce(self, file_id: str, length: int) -> str:
        """Return the secret part of an upload's address."""
        secret = secrets.token_urlsafe(18)
        self._uploads[secret] = Upload(file_id, length)
        return secret

    def announced(self, secret: str) -> Upload | None:
        """Return what an upload address was made for."""
        return self._uploads.get(secret)

    def path(self, file_id: str) -> Path:
        """Return where a file's bytes lie; ids are letters and digits only."""
        if not file_id.isalnum():
            raise ValueError(f"not a file id: {file_id!r}")
        return self._folder / file_id

    async def put(self, file_id: str, pieces: AsyncIterator[bytes], most: int | None = None) -> int:
        """Write a file and return its size; it appears whole or not at all."""
        target = self.path(file_id)
        part = target.with_name(f"{file_id}.part")
        await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
        size = 0
        handle = await asyncio.to_thread(part.open, "wb")
        try:
            async for piece in pieces:
                size += len(piece)
                if most is not None and size > most:
                    raise TooLargeError
                await asyncio.to_thread(handle.write, piece)
        finally:
            await asyncio.to_thread(handle.close)
        await asyncio.to_thread(part.replace, target)
        return size

    async def read(self, file_id: str) -> bytes:
        """Return a file's bytes."""
        return await asyncio.to_thread(self.path(file_id).read_bytes)

    async def remove(self, file_id: str) -> None:
        """Delete a file's bytes, if they are there."""
        await asyncio.to_thread(self.path(file_id).unlink, missing_ok=True)
