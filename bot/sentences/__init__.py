"""The bot's own sentences, a table by language that others can add to."""

from bot.sentences import (
    chinese,
    english,
    home,
    overview,
    private,
    receipts,
    settings,
    stopping,
    surface,
    tracing,
)
from rag.types import Language

_TOPICS = (home, overview, private, receipts, settings, stopping, surface, tracing)
_TABLE: dict[Language, dict[str, str]] = {"en": dict(english.TABLE), "zh": dict(chinese.TABLE)}
for _topic in _TOPICS:
    _TABLE["en"] |= _topic.ENGLISH
    _TABLE["zh"] |= _topic.CHINESE

LANGUAGES = tuple(_TABLE)


def say(key: str, language: Language, **values: object) -> str:
    """The sentence in the language, or in English. Raises KeyError for a key that no table has."""
    table = _TABLE.get(language, _TABLE["en"])
    return table.get(key, _TABLE["en"][key]).format(**values)


def has(key: str) -> bool:
    """Whether there is a sentence of that key."""
    return key in _TABLE["en"]
