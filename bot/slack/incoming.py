"""From Slack's text to what the person said: mentions, links and escapes resolved."""

import re
from collections.abc import Awaitable, Callable

_TOKEN = re.compile(r"<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>")
_SPACES = re.compile(r"[ \t]+")
_EMOJI = re.compile(r":[\w'+-]+:")
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)

NameOf = Callable[[str], Awaitable[str]]


def unescape(text: str) -> str:
    """The three entities that Slack escapes, undone; the ampersand last."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def mentions(text: str, user: str) -> bool:
    """Whether the text mentions the user outside code."""
    outside = _CODE.sub(" ", text)
    return f"<@{user}>" in outside or f"<@{user}|" in outside


def is_wordless(text: str) -> bool:
    """Whether there is nothing in it to answer: signs, emoji and what can't be seen."""
    return not any(sign.isalnum() for sign in _EMOJI.sub(" ", text))


async def plain_question(text: str, bot_user: str, name_of: NameOf) -> str:
    """The question without the bot's own mention, others by name, links by their text."""
    parts: list[str] = []
    end = 0
    for match in _TOKEN.finditer(text):
        parts.append(text[end : match.start()])
        parts.append(await _resolved(match, bot_user, name_of))
        end = match.end()
    parts.append(text[end:])
    lines = unescape("".join(parts)).splitlines()
    return "\n".join(_SPACES.sub(" ", line).strip() for line in lines).strip()


async def _resolved(match: re.Match[str], bot_user: str, name_of: NameOf) -> str:
    sign, target, label = match.groups()
    if sign == "@":
        if target == bot_user:
            return ""
        return "@" + (label or await name_of(target))
    if sign == "#":
        return "#" + (label or target)
    if sign == "!":
        return label or "@" + target.split("^")[0]
    return label or target.removeprefix("mailto:")
