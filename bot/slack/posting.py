"""Posting once: a message carries the job that it belongs to, and is looked for before a second."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

Block = dict[str, Any]

_EVENT = "footnote_job"
_LOOK_BACK = 100
_TEXT_LIMIT = 3_900  # chat.update refuses more than 4,000
_TOO_MUCH = frozenset({"invalid_blocks", "msg_blocks_too_long", "msg_too_long"})


@dataclass(frozen=True, slots=True)
class Message:
    """What is posted: blocks, and the same in words for notifications and screen readers."""

    text: str
    blocks: Sequence[Block] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A thread of a channel."""

    channel: str
    thread_ts: str


@dataclass(frozen=True, slots=True)
class Poster:
    """Posts and edits the bot's messages. Nothing unfurls, nothing is broadcast."""

    client: AsyncWebClient

    async def post_once(self, place: Place, message: Message, job: str, *, again: bool) -> str:
        """Posts unless this job has already; returns the message's ts.

        ``again`` tells that an earlier execution was cut off, so that the thread is read first.
        """
        if again and (found := await self._find(place, job)):
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
                metadata={"event_type": _EVENT, "event_payload": {"job": job}},
            ),
        )
        return str(answer["ts"])

    async def edit(self, channel: str, ts: str, message: Message) -> None:
        """Replaces a message; doing it twice changes nothing."""
        await self._send(
            message,
            lambda text, blocks: self.client.chat_update(
                channel=channel, ts=ts, text=text, blocks=blocks
            ),
        )

    async def status(self, place: Place, words: str) -> None:
        """Shows or clears (empty) what is being done. A nicety: its failure is not one."""
        try:
            await self.client.assistant_threads_setStatus(
                channel_id=place.channel, thread_ts=place.thread_ts, status=words
            )
        except SlackApiError:
            return

    async def has_files(self, channel: str, ts: str) -> bool:
        """Whether a message came with files."""
        answer = await self.client.conversations_replies(channel=channel, ts=ts, limit=1)
        return any(m["ts"] == ts and m.get("files") for m in answer["messages"])

    async def _send(self, message: Message, call: Any) -> Any:  # noqa: ANN401 - Slack's own types
        text = message.text[:_TEXT_LIMIT]
        try:
            return await call(text, list(message.blocks))
        except SlackApiError as error:
            if error.response.get("error") not in _TOO_MUCH:
                raise
            return await call(text, [])

    async def _find(self, place: Place, job: str) -> str:
        answer = await self.client.conversations_replies(
            channel=place.channel,
            ts=place.thread_ts,
            limit=_LOOK_BACK,
            include_all_metadata=True,
        )
        for posted in answer["messages"]:
            metadata = posted.get("metadata") or {}
            if (metadata.get("event_payload") or {}).get("job") == job:
                return str(posted["ts"])
        return ""
