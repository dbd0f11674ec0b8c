"""Buttons under messages. A value names what it acts on by an id that says nothing by itself.

It is made of the workspace, the channel and the document (or job), so it fits nothing of another
place, and whoever acts on it looks for what it fits among what can be seen there at that time.
"""

import hashlib
from collections.abc import Sequence

from bot.sentences import say
from bot.slack.message import Block
from rag.types import Language, Strategy

QUESTION = "ask_question"
SPLIT = "split_another_way"
COMPARE = "compare_splittings"
FORGET = "forget_document"
RESTORE = "restore_document"
CANCEL = "cancel_reading"
STOP = "stop_answering"
STOP_PRIVATE = "stop_answering_privately"
PATH = "draw_path"
EARLIER, LATER = "documents_earlier", "documents_later"
PRIVATELY = "answer_privately"
STRATEGIES: tuple[Strategy, ...] = ("recursive", "semantic", "fixed")

_LABEL = 75  # characters on a button
_NAMED = 80  # characters of a name in a dialog of 300
_QUESTIONS = 3


def key_of(workspace: str, channel: str, what: str) -> str:
    """The id of a document or job in its channel, as buttons carry it."""
    return hashlib.sha256("\x1f".join((workspace, channel, what)).encode()).hexdigest()[:20]


def questions_block(questions: Sequence[str], key: str) -> list[Block]:
    """A button for each question; one that is too long for it is shown in part."""
    buttons = [
        _button(f"{QUESTION}_{number}", _short(question, _LABEL), key)
        for number, question in enumerate(questions[:_QUESTIONS])
    ]
    return [{"type": "actions", "elements": buttons}] if buttons else []


def document_block(name: str, strategy: Strategy, key: str, language: Language) -> Block:
    """What can be done with a document: cut it in another way, compare these ways, forget it."""
    others = [
        {"text": _plain(say(f"split_{other}", language)), "value": f"{key}:{other}"}
        for other in STRATEGIES
        if other != strategy
    ]
    split = {
        "type": "static_select",
        "action_id": SPLIT,
        "placeholder": _plain(say("button_split", language)),
        "options": others,
    }
    compare = _button(COMPARE, say("button_compare", language), key)
    return {"type": "actions", "elements": [split, compare, forget_button(name, key, language)]}


def forget_button(name: str, key: str, language: Language) -> Block:
    """Forgets a document, once that is confirmed."""
    return _button(FORGET, say("button_forget", language), key) | {
        "confirm": {
            "title": _plain(say("forget_title", language)),
            "text": _plain(say("forget_text", language, name=_short(name, _NAMED))),
            "confirm": _plain(say("button_forget", language)),
            "deny": _plain(say("forget_deny", language)),
            "style": "danger",
        }
    }


def cancel_block(key: str, language: Language) -> Block:
    """Stops the reading of a file."""
    return {
        "type": "actions",
        "elements": [_button(CANCEL, say("button_cancel", language), key)],
    }


def stop_block(value: str, language: Language) -> Block:
    """Stops the work on a question."""
    return {
        "type": "actions",
        "elements": [_button(STOP, say("button_stop", language), value)],
    }


def stop_private_block(value: str, language: Language) -> Block:
    """The same for a question whose asker alone sees what is done with it."""
    button = _button(STOP_PRIVATE, say("button_stop", language), value)
    return {"type": "actions", "elements": [button]}


def undo_block(key: str, language: Language) -> Block:
    """Brings a document back."""
    return {
        "type": "actions",
        "elements": [_button(RESTORE, say("button_undo", language), key)],
    }


def turn_block(first: int, count: int, most: int, words: str, language: Language) -> list[Block]:
    """Goes to the documents before and after those from ``first`` that are shown."""
    buttons = []
    if first:
        value = f"{max(first - most, 0)}:{words}"
        buttons.append(_button(EARLIER, say("docs_earlier", language), value))
    if first + most < count:
        buttons.append(_button(LATER, say("docs_later", language), f"{first + most}:{words}"))
    return [{"type": "actions", "elements": buttons}] if buttons else []


def path_block(answer: str, language: Language) -> Block:
    """Draws the way that an answer took through the graph; whose it is, is looked at again."""
    return {
        "type": "actions",
        "elements": [_button(PATH, say("button_path", language), answer)],
    }


def private_block(value: str, language: Language) -> Block:
    """Has a question answered for who asked it alone."""
    label = say("button_privately", language)
    return {"type": "actions", "elements": [_button(PRIVATELY, label, value)]}


def _button(action: str, label: str, value: str) -> Block:
    return {"type": "button", "action_id": action, "text": _plain(label), "value": value}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
