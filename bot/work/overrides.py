"""Words before a question that say how this one is to be answered: ``--mode fast how many …``."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from bot.errors import BotError
from bot.sentences import say
from rag.modes import Mode, Modes, RetrievalChoice, Transform
from rag.types import Language

Overrides = Mapping[str, Any]

# Phones and desktops make one long dash of two short ones.
_OPTION = re.compile(r"\s*(--|[—–])([A-Za-z][A-Za-z_-]*)(?:(?:=|\s+)(\S+))?")
_WORDS: dict[str, tuple[str, ...]] = {
    "mode": get_args(Mode),
    "retrieval": get_args(RetrievalChoice),
    "transform": get_args(Transform),
}
_TOP_K = "top-k"
_MOST_PASSAGES = 30
_NAMES = ", ".join(f"--{name}" for name in [*_WORDS, _TOP_K])
_ECHO = 40  # characters of a wrong word that are shown back


class WrongWord(BotError):
    """An option that is not known, or a word that it does not take."""

    def __init__(self, sentence: str, **values: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = values

    def words(self, language: Language) -> str:
        """What is wrong, and what would be right."""
        return say(self.sentence, language, **self.values)


def split_options(text: str) -> tuple[dict[str, Any], str]:
    """The options at the start of a text, and the question after them. Raises `WrongWord`."""
    found: dict[str, Any] = {}
    while match := _OPTION.match(text):
        dash, name, word = match.groups()
        option = name.lower().replace("_", "-")
        if option not in _WORDS and option != _TOP_K:
            if dash != "--":  # a dash that somebody begins a sentence with
                break
            raise WrongWord("option_unknown", option=_echo(name), options=_NAMES)
        found[option.replace("-", "_")] = _value(option, word or "")
        text = text[match.end() :]
    return found, text.strip()


def overridden(usual: Modes, given: Overrides) -> Modes:
    """The usual modes with those that were given."""
    return replace(usual, **given)


def _value(option: str, word: str) -> str | int:
    if option == _TOP_K:
        number = int(word) if re.fullmatch(r"[0-9]{1,3}", word) else 0
        if 1 <= number <= _MOST_PASSAGES:
            return number
        allowed = f"1–{_MOST_PASSAGES}"
    else:
        if word.lower() in _WORDS[option]:
            return word.lower()
        allowed = ", ".join(_WORDS[option])
    key = "option_wrong" if word else "option_empty"
    raise WrongWord(key, option=option, word=_echo(word), words=allowed)


def _echo(word: str) -> str:
    return word[:_ECHO]
