"""Help."""

from collections.abc import Iterable

from bot.sentences import say
from bot.slack.message import Message
from bot.views.literal import escaped, marked, small

_ECHO = 40  # characters of an unknown command that are shown back


def help_message(libraries: Iterable[str], unknown: str, *, is_quoting: bool) -> Message:
    """What the bot does and how to ask; ``unknown`` is a command that it doesn't have."""
    channels = ", ".join(f"#{escaped(name)}" for name in sorted(libraries))
    text = say("help", "en", channels=channels)
    if unknown:
        text = say("help_unknown", "en", command=escaped(unknown[:_ECHO])) + "\n" + text
    blocks = [marked(text)]
    if is_quoting:
        blocks.append(small([say("help_quoting", "en")]))
    return Message(text, blocks)
