"""Help, with buttons for what people look for first."""

from collections.abc import Iterable
from difflib import get_close_matches

from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.literal import escaped, marked, small
from rag.types import Language

COMMANDS = (
    "ask",
    "compare",
    "docs",
    "forget",
    "graph",
    "health",
    "help",
    "library",
    "settings",
    "stats",
    "trace",
)
HELP_ASK = "help_ask"
HELP_DOCS, HELP_GRAPH, HELP_SETTINGS = "help_docs", "help_graph", "help_settings"
_BUTTONS = (
    (HELP_DOCS, "help_button_docs"),
    (HELP_ASK, "help_button_ask"),
    (HELP_GRAPH, "help_button_graph"),
    (HELP_SETTINGS, "help_button_settings"),
)
_ECHO = 40  # characters of an unknown command that are shown back


def help_message(
    libraries: Iterable[str], unknown: str, language: Language, *, is_quoting: bool
) -> Message:
    """What the bot does and how to ask; ``unknown`` is a command that it doesn't have.

    ``libraries`` are those that the reader may know of: a private channel's name tells something.
    """
    channels = ", ".join(f"#{escaped(name)}" for name in sorted(libraries))
    where = say("help_where", language, channels=channels) if channels else ""
    text = say("help", language, where=where)
    if unknown:
        text = _unknown(unknown, language) + "\n" + text
    blocks = [marked(text), help_block(language)]
    if is_quoting:
        blocks.append(small([say("help_quoting", language)]))
    return Message(text, blocks)


def help_block(language: Language) -> Block:
    """Documents, a question, the graph behind answers, settings."""
    return {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "action_id": action,
                "text": {"type": "plain_text", "text": say(key, language), "emoji": False},
                "value": action,
            }
            for action, key in _BUTTONS
        ],
    }


def _unknown(command: str, language: Language) -> str:
    told = say("help_unknown", language, command=escaped(command[:_ECHO]))
    near = get_close_matches(command[:_ECHO].lower(), COMMANDS, 1)
    return f"{told} {say('help_near', language, command=near[0])}" if near else told
