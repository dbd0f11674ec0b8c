"""The form for a question that only its asker sees answered."""

import json
from collections.abc import Mapping
from typing import Any

from bot.sentences import say
from bot.slack.message import Block
from rag.types import Language

QUESTION_FORM = "question_form"
QUESTION_INPUT = "question"
_MOST = 3_000  # what a plain_text_input takes

View = dict[str, Any]


def question_form(origin: Mapping[str, str], language: Language) -> View:
    """``origin`` is where it was opened, given back when it is sent: empty outside of channels.

    With an ``about`` in it, the question is about a message.
    """
    hint = "question_hint_about" if origin.get("about") else "question_hint"
    return {
        "type": "modal",
        "callback_id": QUESTION_FORM,
        "private_metadata": json.dumps(dict(origin)),
        "title": _plain(say("question_title", language)),
        "submit": _plain(say("question_submit", language)),
        "close": _plain(say("question_close", language)),
        "blocks": [
            {
                "type": "input",
                "block_id": QUESTION_INPUT,
                "label": _plain(say("question_label", language)),
                "hint": _plain(say(hint, language)),
                "element": {
                    "type": "plain_text_input",
                    "action_id": QUESTION_INPUT,
                    "multiline": True,
                    "max_length": _MOST,
                },
            }
        ],
    }


def question_of(view: View) -> tuple[dict[str, str], str]:
    """Where the form was opened, and what was asked."""
    asked = view["state"]["values"][QUESTION_INPUT][QUESTION_INPUT].get("value") or ""
    return json.loads(view["private_metadata"] or "{}"), str(asked)[:_MOST].strip()


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}
