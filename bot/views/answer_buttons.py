"""What can be done with an answer. A value is the answer's id; who may do it is decided later."""

from collections.abc import Sequence

from bot.sentences import say
from bot.slack.message import Block
from bot.views.sources import pages_line
from rag.types import Answer, Citation, Language

PAGE = "answer_page"
MORE = "answer_more"
TRACE = "answer_trace"
MENU = "answer_menu"
FEEDBACK = "answer_feedback"
UP, DOWN = "answer_up", "answer_down"
AGAIN, PRIVATELY = "again", "privately"

_LABEL = 75  # characters of a button or an option
_MOST_PAGES = 50
_RATED = frozenset({"answered", "partial", "refused", "listed"})


def answer_buttons(answer: Answer, *, has_more: bool, is_private: bool) -> list[Block]:
    """Two rows: what leads on from the answer, and what the person thinks of it."""
    if answer.outcome not in _RATED:
        return []
    return [_steps(answer, has_more=has_more, is_private=is_private), _feedback(answer)]


def plain_feedback(answer: Answer) -> Block:
    """The same thumbs for a Slack that doesn't know feedback buttons."""
    language = answer.language
    buttons = [
        _button(action, mark, f"{answer.id}:{word}")
        | {"accessibility_label": say(f"vote_{word}", language)}
        for action, mark, word in ((UP, "👍", "up"), (DOWN, "👎", "down"))
    ]
    return {"type": "actions", "block_id": "feedback", "elements": buttons}


def _steps(answer: Answer, *, has_more: bool, is_private: bool) -> Block:
    language = answer.language
    pages = [c for c in answer.citations if not c.url]
    elements = [_pages(answer.id, pages, language)] if pages else []
    if has_more:
        elements.append(_button(MORE, say("button_more", language), answer.id))
    elements.append(_button(TRACE, say("button_trace", language), answer.id))
    choices = [AGAIN] if is_private else [AGAIN, PRIVATELY]
    elements.append(
        {
            "type": "overflow",
            "action_id": MENU,
            "options": [
                {"text": _plain(say(f"menu_{choice}", language)), "value": f"{answer.id}:{choice}"}
                for choice in choices
            ],
        }
    )
    return {"type": "actions", "block_id": "steps", "elements": elements}


def _pages(answer: str, cited: Sequence[Citation], language: Language) -> Block:
    """A button for one page; a menu to choose from where there are several."""
    if len(cited) == 1:
        label = say("button_page", language)
        return _button(PAGE, label, f"{answer}:{cited[0].number}") | {"style": "primary"}
    options = [
        {"text": _plain(_page_label(c, language)), "value": f"{answer}:{c.number}"}
        for c in cited[:_MOST_PAGES]
    ]
    return {
        "type": "static_select",
        "action_id": PAGE,
        "placeholder": _plain(say("choose_page", language)),
        "options": options,
    }


def _page_label(citation: Citation, language: Language) -> str:
    """The page comes whole, whatever is left is the title."""
    number, page = f"[{citation.number}] ", f" · {pages_line([citation], language)}"
    room = max(_LABEL - len(number) - len(page), 1)
    title = citation.title
    shown = title if len(title) <= room else title[: room - 1] + "…"
    return f"{number}{shown}{page}"[:_LABEL]


def _feedback(answer: Answer) -> Block:
    language = answer.language
    up, down = (
        {
            "text": _plain(say(f"vote_{word}", language)),
            "value": f"{answer.id}:{word}",
            "accessibility_label": say(f"vote_{word}", language),
        }
        for word in ("up", "down")
    )
    element = {
        "type": "feedback_buttons",
        "action_id": FEEDBACK,
        "positive_button": up,
        "negative_button": down,
    }
    return {"type": "context_actions", "block_id": "feedback", "elements": [element]}


def _button(action: str, label: str, value: str) -> Block:
    return {"type": "button", "action_id": action, "text": _plain(label), "value": value}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": True}
