"""Which of the bot's own sentences answers a bit of small talk."""

import re

_THANKS = re.compile(r"\b(?:thanks|thank|thx|cheers)\b|谢|感谢", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:who|what|how|help)\b|谁|什么|怎么|帮助", re.IGNORECASE)


def reply_key(question: str) -> str:
    """The key of the sentence."""
    if _THANKS.search(question):
        return "thanks"
    return "about" if _ABOUT.search(question) else "hello"
