"""Posting once: a message carries the job that it belongs to, and is looked for before a second."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.message import Message, Picture, Place

Details = Mapping[str, Any]

_LOG = structlog.get_logger(__name__)
_EVENT = "footnote_job"
_LOOK_BACK = 100
_MOST_PAGES = 50
_TS = re.compile(r"(?<!\d)(\d{12})\.(\d{6})(?!\d)")
_ALT_LIMIT = 1_000
TOO_MUCH = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"}
)


@dataclass(frozen=True, slots=True)
class Poster:
    """Posts and edits the bot's messages. Nothing unfurls, nothing is broadcast."""

    client: AsyncWebClient

    async def post_once(
        self,
        place: Place,
        message: Message,
        job: str,
        *,
        again: bool,
        details: Details = MappingProxyType({}),
    ) -> str:
        """Posts unless this job has already; returns the message's ts.

        ``again`` tells that an earlier execution was cut off, so that the thread is read first.
        ``details`` are kept with the message for `details_of`.
        """
        if again and (found := await self.find(place, job)):
            return found
        answer = await self._send(
            message,
            lambda text, blocks: self.client.chat_postMessage(
                channel=place.channel,
                thread_ts=place.thread_ts,
                text=text,
                blocks=blocks,
                unfurl_links=False,
                unfurl_media=False,
                metadata=metadata(job, details),
            ),
        )
        return str(answer["ts"])

    async def whisper(self, place: Place, user: str, message: Message) -> None:
        """Shows a message to one person in a thread; Slack keeps it nowhere."""
        await self._send(
            message,
            lambda text, blocks: self.client.chat_postEphemeral(
                channel=place.channel,
                thread_ts=place.thread_ts,
                user=user,
                text=text,
                blocks=blocks,
            ),
        )

    async def edit(
        self,
        channel: str,
        ts: str,
        message: Message,
        job: str = "",
        details: Details = MappingProxyType({}),
    ) -> None:
        """Replaces a message, and its details if its job is named; twice changes nothing."""
        await self._send(
            message,
            lambda text, blocks: self.client.chat_update(
                channel=channel,
                ts=ts,
                text=text,
                blocks=blocks,
                metadata=metadata(job, details) if job else None,
            ),
        )

    async def refresh(self, channel: str, ts: str, message: Message) -> None:
        """Edits a word of progress: a nicety, whose failure is not one."""
        try:
            await self.edit(channel, ts, message)
        except (SlackApiError, aiohttp.ClientError, TimeoutError):
            return

    async def delete(self, channel: str, ts: str) -> None:
        """Removes one of our messages."""
        await self.client.chat_delete(channel=channel, ts=ts)

    async def status(self, place: Place, words: str) -> None:
        """Shows or clears (empty) what is being done. A nicety: its failure is not one."""
        try:
            await self.client.assistant_threads_setStatus(
                channel_id=place.channel, thread_ts=place.thread_ts, status=words
            )
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError):
            return

    async def has_files(self, channel: str, ts: str) -> bool:
        """Whether a message came with files."""
        answer = await self.client.conversations_replies(channel=channel, ts=ts, limit=1)
        return any(m["ts"] == ts and m.get("files") for m in answer["messages"])

    async def _send(self, message: Message, call: Any) -> Any:  # noqa: ANN401 - Slack's own types
        attempts = list(message.attempts())
        for text, blocks in attempts[:-1]:
            try:
                return await call(text, blocks)
            except SlackApiError as error:
                if error.response.get("error") not in TOO_MUCH:
                    raise
        return await call(*attempts[-1])

    async def direct_with(self, user: str) -> str:
        """The channel of the direct messages with a person."""
        answer = await self.client.conversations_open(users=user)
        return str(answer["channel"]["id"])

    async def upload_once(self, place: Place, picture: Picture, *, again: bool) -> bool:
        """Posts a picture in a thread; False if ``again`` and one of that name is there already."""
        if again:
            files = [file for m in await self._posted(place) for file in m.get("files") or []]
            if any(file.get("name") == picture.name for file in files):
                return False
        await self.client.files_upload_v2(
            channel=place.channel,
            thread_ts=place.thread_ts or None,
            content=picture.content,
            filename=picture.name,
            title=picture.title,
            alt_txt=picture.words[:_ALT_LIMIT],
            initial_comment=picture.comment or None,
        )
        return True

    async def direct(self, user: str, message: Message) -> Place:
        """Writes to a person directly; the thread of what was written."""
        answer = await self._send(
            message,
            lambda text, blocks: self.client.chat_postMessage(
                channel=user, text=text, blocks=blocks, unfurl_links=False, unfurl_media=False
            ),
        )
        return Place(str(answer["channel"]), str(answer["ts"]))

    async def _posted(self, place: Place) -> list[dict[str, Any]]:
        if place.thread_ts:
            answer = await self.client.conversations_replies(
                channel=place.channel, ts=place.thread_ts, limit=_LOOK_BACK
            )
        else:
            answer = await self.client.conversations_history(
                channel=place.channel, limit=_LOOK_BACK
            )
        return list(answer["messages"])

    async def details_of(self, place: Place, ts: str) -> Details:
        """The job of one of our messages, as ``job``, and the details it was posted with."""
        found = self._jobs(place, oldest=ts, latest=ts, inclusive=True)
        return await anext((details async for at, details in found if at == ts), {})

    async def find(self, place: Place, job: str) -> str:
        """The ts of what a job has posted in a thread, or nothing.

        It is looked for from the time of the message that the job is about, however long the thread.
        """
        began = time_of(job)
        found = self._jobs(place, oldest=began) if began else self._jobs(place)
        return await anext((ts async for ts, told in found if told.get("job") == job), "")

    async def find_unmarked(self, place: Place, job: str, words: str) -> str:
        """The ts of a message without a job that begins with ``words``, or nothing.

        A stream that was cut off is such a one. It is looked for like what the job has posted.
        """
        async for posted in self._messages(place, oldest=time_of(job) or "0"):
            text = str(posted.get("text") or "").lstrip("_")
            if posted.get("bot_id") and not payload_of(posted) and text.startswith(words):
                return str(posted["ts"])
        return ""

    async def _jobs(self, place: Place, **among: Any) -> AsyncIterator[tuple[str, Details]]:  # noqa: ANN401 - Slack's own arguments
        async for posted in self._messages(place, **among):
            yield str(posted["ts"]), payload_of(posted)

    async def _messages(self, place: Place, **among: Any) -> AsyncIterator[Mapping[str, Any]]:  # noqa: ANN401 - Slack's own arguments
        page: dict[str, Any] = {}
        for _ in range(_MOST_PAGES):
            answer = await self.client.conversations_replies(
                channel=place.channel,
                ts=place.thread_ts,
                limit=_LOOK_BACK,
                include_all_metadata=True,
                **among,
                **page,
            )
            for posted in answer["messages"]:
                yield posted
            cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return
            page = {"cursor": cursor}


def payload_of(message: Mapping[str, Any]) -> Details:
    """What a message of ours was posted with; empty for any other."""
    payload: Details = (message.get("metadata") or {}).get("event_payload") or {}
    return payload


def time_of(job: str) -> str:
    """The ts in a job's id, as Slack writes it; empty if it has none."""
    found = _TS.search(job)
    return f"{int(found[1])}.{found[2]}" if found and int(found[1]) else ""


def metadata(job: str, details: Details) -> dict[str, Any]:
    """What marks a message as a job's."""
    return {"event_type": _EVENT, "event_payload": {"job": job, **details}}
