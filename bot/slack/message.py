"""What is posted, and where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]

_TEXT_LIMIT = 3_900  # chat.update refuses more than 4,000
_PLAIN_LIMIT = 3_000  # of what goes out when everything else was too long


@dataclass(frozen=True, slots=True)
class Message:
    """What is posted: blocks, and the same in words for notifications and screen readers.

    ``simpler`` are blocks to try if Slack refuses the first ones, before the words alone.
    """

    text: str
    blocks: Sequence[Block] = ()
    simpler: Sequence[Block] = ()

    def attempts(self) -> Iterator[tuple[str, list[Block]]]:
        """What to send, one after another, until Slack takes it."""
        words = self.text[:_TEXT_LIMIT]
        yield words, list(self.blocks)
        if self.simpler:
            yield words, list(self.simpler)
        if self.blocks:
            yield words[:_PLAIN_LIMIT], []


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, with its content in words for those who don't see it.

    ``comment`` is mrkdwn that is posted with it.
    """

    content: bytes
    name: str
    title: str
    words: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A thread of a channel."""

    channel: str
    thread_ts: str
