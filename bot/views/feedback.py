"""The form behind 👎, and what its uploader is told of a document."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.literal import escaped
from bot.views.pieces import literal, words_of
from rag.types import REASONS, Doubt, Language, Placement

FORM = "feedback_form"
REASON, WORDS = "reason", "words"
_MOST_WORDS = 2_000
_ASKED = 5  # questions that an uploader is told
_QUESTION = 120
_NAMED_REASONS = 2

View = dict[str, Any]


def form(click: Mapping[str, Any], language: Language) -> View:
    """Asks what was wrong. ``click`` is what the form belongs to, given back when it is sent."""
    options = [
        {"text": _plain(say(f"reason_{reason}", language)), "value": reason} for reason in REASONS
    ]
    return {
        "type": "modal",
        "callback_id": FORM,
        "private_metadata": json.dumps(dict(click)),
        "title": _plain(say("form_title", language)),
        "submit": _plain(say("form_submit", language)),
        "close": _plain(say("form_close", language)),
        "blocks": [
            {
                "type": "section",
                "text": {"type": "plain_text", "text": say("form_intro", language)},
            },
            {
                "type": "input",
                "block_id": REASON,
                "label": _plain(say("form_reason", language)),
                "element": {"type": "radio_buttons", "action_id": REASON, "options": options},
            },
            {
                "type": "input",
                "block_id": WORDS,
                "optional": True,
                "label": _plain(say("form_words", language)),
                "element": {
                    "type": "plain_text_input",
                    "action_id": WORDS,
                    "multiline": True,
                    "max_length": _MOST_WORDS,
                },
            },
        ],
    }


def thanks(language: Language) -> View:
    """What the form becomes when it was sent."""
    return {
        "type": "modal",
        "callback_id": "feedback_thanks",
        "title": _plain(say("form_thanks_title", language)),
        "close": _plain(say("form_done", language)),
        "blocks": [
            {
                "type": "section",
                "text": {"type": "plain_text", "text": say("form_thanks", language)},
            }
        ],
    }


def said(view: View) -> tuple[dict[str, Any], str, str]:
    """What the form belongs to, the reason, and the words."""
    values = view["state"]["values"]
    chosen = (values[REASON][REASON].get("selected_option") or {}).get("value", "other")
    words = values[WORDS][WORDS].get("value") or ""
    reason = chosen if chosen in REASONS else "other"
    return json.loads(view["private_metadata"]), reason, words[:_MOST_WORDS]


def doubts_message(
    placed: Placement, doubts: Sequence[Doubt], questions: Sequence[str], language: Language
) -> Message:
    """How many were not content, why most often, and those questions that the reader may see."""
    people = {person for doubt in doubts for person in doubt.people}
    told = [say("doubts", language, count=len(people), title=placed.title, number=placed.number)]
    given = Counter(reason for doubt in doubts for reason in doubt.reasons)
    if given:
        named = [say(f"reason_{r}", language) for r, _ in given.most_common(_NAMED_REASONS)]
        told.append(say("doubts_reasons", language, reasons=", ".join(named)))
    if questions:
        listed = [f"• {' '.join(question.split())[:_QUESTION]}" for question in questions[:_ASKED]]
        told.append("\n".join([say("doubts_questions", language), *listed]))
    pieces = [piece for words in told for piece in literal(words)]
    return Message(escaped(words_of(pieces)), [piece.block for piece in pieces])


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}
