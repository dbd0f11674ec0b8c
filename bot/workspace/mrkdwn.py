"""What a person types, turned into the text and blocks that Slack makes of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.workspace.models import Json

_TOKEN = re.compile(
    r"(?P<url>https?://[^\s<>|]+[^\s<>|.,;:!?)\]'\"])"
    r"|(?P<user>@[\w.-]*\w)"
    r"|(?P<channel>#[\w-]+)"
    r"|<@(?P<user_id>[UW][A-Z0-9]+)>"
)
_BROADCASTS = ("here", "channel", "everyone")


def escape(text: str) -> str:
    """Escape the three characters that Slack escapes, and only those."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(frozen=True)
class Typed:
    """A composed message: its text as an app receives it and its one rich text block."""

    text: str
    blocks: list[Json]


@dataclass(frozen=True)
class Composer:
    """Knows the names that `@` and `#` complete, in lower case."""

    users: Mapping[str, str]
    channels: Mapping[str, str]

    def compose(self, typed: str) -> Typed:
        """Do what Slack's message box does on Enter."""
        text, elements = "", []
        for piece, element in self._pieces(typed):
            text += piece
            elements.append(element)
        if not elements:
            return Typed("", [])
        section = {"type": "rich_text_section", "elements": elements}
        return Typed(text, [{"type": "rich_text", "block_id": "typed", "elements": [section]}])

    def command_text(self, typed: str) -> str:
        """Escape the words after a command as `should_escape` does: ids with names, rest as typed."""

        def replace(found: re.Match[str]) -> str:
            word = found[0]
            if found["user"] and (user := self.users.get(word[1:].lower())):
                return f"<@{user}|{word[1:].lower()}>"
            if found["channel"] and (channel := self.channels.get(word[1:].lower())):
                return f"<#{channel}|{word[1:].lower()}>"
            return f"<{word}>" if found["url"] else word

        return _TOKEN.sub(replace, typed)

    def _pieces(self, typed: str) -> Iterator[tuple[str, Json]]:
        position = 0
        for found in _TOKEN.finditer(typed):
            piece = self._special(found)
            if piece is None:
                continue
            if found.start() > position:
                yield _plain(typed[position : found.start()])
            yield piece
            position = found.end()
        if position < len(typed):
            yield _plain(typed[position:])

    def _special(self, found: re.Match[str]) -> tuple[str, Json] | None:
        word = found[0]
        if found["url"]:
            return f"<{escape(word)}>", {"type": "link", "url": word}
        if found["channel"]:
            name = word[1:].lower()
            channel = self.channels.get(name)
            return (f"<#{channel}|{name}>", _element("channel", channel)) if channel else None
        return self._mention(found["user_id"] or self.users.get(word[1:].lower()), word[1:])

    def _mention(self, user: str | None, name: str) -> tuple[str, Json] | None:
        if user:
            return f"<@{user}>", _element("user", user)
        if name in _BROADCASTS:
            return f"<!{name}>", {"type": "broadcast", "range": name}
        return None


def _plain(text: str) -> tuple[str, Json]:
    return escape(text), {"type": "text", "text": text}


def _element(kind: str, target: str) -> Json:
    return {"type": kind, f"{kind}_id": target}


def mentions(text: str, user_id: str) -> bool:
    """Whether a message's text names a user."""
    return f"<@{user_id}>" in text or f"<@{user_id}|" in text
