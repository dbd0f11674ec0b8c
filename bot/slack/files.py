"""Fetching a file from Slack: the token goes to Slack's own hosts and nowhere else."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import FetchError, FileGone, FileTooLarge, ForeignHost, LoginPage, NotShared

_REDIRECTS = 3
_CHUNK = 64 * 1024
_TRIES = 5  # a file just shared may be missing or without its shares for a moment
_WAIT_SECONDS = 0.5
_HTML = (b"<!doctype html", b"<html")
_REDIRECTED = frozenset({301, 302, 303, 307, 308})
_GONE = frozenset({404, 410})
_OK = 200
_HTTPS = 443
_AMBIGUOUS = frozenset("\\ ")


@dataclass(frozen=True, slots=True)
class SharedFile:
    """What files.info says of a file that is shared in a channel."""

    id: str
    name: str
    size: int
    url: str
    uploader: str
    ts: str
    """The message that shares it in the channel."""
    thread_ts: str
    """Where to reply: the thread of that message, or the message itself."""


@dataclass(frozen=True, slots=True)
class FileFetcher:
    """Looks files up and downloads them."""

    client: AsyncWebClient
    session: aiohttp.ClientSession
    token: str
    hosts: frozenset[str]
    local_origin: str
    max_bytes: int
    folder: Path

    async def look_up(self, file_id: str, channel: str, ts: str = "") -> SharedFile:
        """The file as shared in that channel, by the message ``ts`` or the newest one.

        Raises:
            FileGone: deleted or hidden.
            ForeignHost: it lies outside Slack.
            NotShared: it is not shared in this channel.
        """
        for attempt in range(_TRIES):
            raw = await self._info(file_id)
            share = _share(raw, channel, ts) if raw else None
            if raw and share:
                return _shared(raw, share)
            await asyncio.sleep(_WAIT_SECONDS * 2**attempt)
        raise NotShared(f"file {file_id} is not shared in channel {channel}")

    async def shares(self, file_id: str) -> Mapping[str, frozenset[str]]:
        """The channels that share a file now, each with its messages; empty if it is gone."""
        try:
            raw = await self._info(file_id) or {}
        except (FileGone, ForeignHost):
            return {}
        found: dict[str, frozenset[str]] = {}
        for channels in (raw.get("shares") or {}).values():
            for channel, shares in channels.items():
                found[channel] = found.get(channel, frozenset()) | {s["ts"] for s in shares}
        return found

    async def permalink(self, file_id: str) -> str:
        """Where people look at the file in Slack; empty if that is no address of Slack's.

        Raises `FileGone` or `ForeignHost` as `look_up` does.
        """
        link = str((await self._info(file_id) or {}).get("permalink") or "")
        if link:
            self._check_host(link)
        return link

    async def _info(self, file_id: str) -> dict[str, Any] | None:
        try:
            raw: dict[str, Any] = (await self.client.files_info(file=file_id))["file"]
        except SlackApiError as error:
            reason = error.response.get("error", "")
            if reason == "file_deleted":
                raise FileGone(file_id) from error
            if reason in {"file_not_found", "not_visible"}:
                return None
            raise
        if raw.get("mode") in {"tombstone", "hidden_by_limit"}:
            raise FileGone(file_id)
        if raw.get("is_external") or raw.get("mode") == "external":
            raise ForeignHost("an external file")
        return raw

    @asynccontextmanager
    async def download(self, file: SharedFile) -> AsyncIterator[Path]:
        """The file's bytes in a temporary file, gone when the block ends.

        Raises:
            FileTooLarge, LoginPage, ForeignHost, FileGone: see each.
            FetchError: fewer or more bytes than Slack said, or another answer.
        """
        if file.size > self.max_bytes:
            raise FileTooLarge(f"{file.size} bytes")
        with tempfile.TemporaryDirectory(dir=self.folder, prefix="fetch-") as folder:
            path = Path(folder) / "file"
            await self._fetch(file, path)
            yield path

    async def _fetch(self, file: SharedFile, path: Path) -> None:
        url = file.url
        for _ in range(_REDIRECTS + 1):
            self._check_host(url)
            try:
                url = await self._step(url, file, path)
            except (aiohttp.ClientError, TimeoutError) as error:
                raise FetchError(type(error).__name__) from error
            if not url:
                return
        raise FetchError("too many redirects")

    async def _step(self, url: str, file: SharedFile, path: Path) -> str:
        """Saves what is there, or returns where a redirect leads."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Encoding": "identity"}
        async with self.session.get(url, headers=headers, allow_redirects=False) as response:
            if response.status in _REDIRECTED:
                return _joined(url, response.headers.get("Location", ""))
            await self._save(response, file, path)
            return ""

    async def _save(self, response: aiohttp.ClientResponse, file: SharedFile, path: Path) -> None:
        if response.status in _GONE:
            raise FileGone(file.id)
        if response.status != _OK:
            raise FetchError(f"HTTP {response.status}")
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise FetchError("compressed on its way, unasked")
        size = 0
        start = b""
        with path.open("wb") as target:
            async for chunk in response.content.iter_chunked(_CHUNK):
                size += len(chunk)
                if size > self.max_bytes:
                    raise FileTooLarge("more bytes than allowed")
                start = start or chunk[:64]
                await asyncio.to_thread(target.write, chunk)
        if size == file.size:
            return
        # A file that is itself HTML has the size that Slack told; a login page has another one.
        if response.content_type == "text/html" or start.lstrip().lower().startswith(_HTML):
            raise LoginPage("a page instead of the file")
        raise FetchError(f"{size} bytes of {file.size}")

    def _check_host(self, url: str) -> None:
        try:
            place = urlsplit(url)
            host, port = place.hostname or "", place.port or _HTTPS
        except ValueError as error:
            raise ForeignHost("no address") from error
        if self.local_origin and f"{place.scheme}://{place.netloc}" == self.local_origin:
            return
        allowed = any(host == name or host.endswith("." + name) for name in self.hosts)
        # Another parser may see another host in a user name, a backslash or a letter that is not ASCII.
        plain = url.isascii() and url.isprintable() and not _AMBIGUOUS & set(url)
        if (
            place.scheme != "https"
            or port != _HTTPS
            or "@" in place.netloc
            or not (allowed and plain)
        ):
            raise ForeignHost("a host that is not Slack's")


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise ForeignHost("no address") from error


def _share(raw: Mapping[str, Any], channel: str, ts: str) -> Mapping[str, Any] | None:
    kinds = raw.get("shares") or {}
    found = [s for kind in ("public", "private") for s in kinds.get(kind, {}).get(channel, [])]
    found.sort(key=lambda share: (share["ts"] == ts, share["ts"]))
    return found[-1] if found else None


def _shared(raw: Mapping[str, Any], share: Mapping[str, Any]) -> SharedFile:
    return SharedFile(
        id=raw["id"],
        name=raw.get("name") or raw.get("title") or raw["id"],
        size=int(raw.get("size") or 0),
        url=raw.get("url_private_download") or raw.get("url_private") or "",
        uploader=raw.get("user") or "",
        ts=share["ts"],
        thread_ts=share.get("thread_ts") or share["ts"],
    )
