"""What a workspace or a channel has chosen, as selects for who may change it and as words for others.

A value names the place, the name and what it is set to, so one listener hears all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.choices import LIBRARY, NO, OPTIONS, YES
from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.literal import escaped, marked, paragraph, preformatted, small
from rag.modes import Modes
from rag.types import Language

CHOOSE = "choose_setting"
CHOOSE_LIBRARY = "choose_library"
SHELVE = "read_what_is_here"


@dataclass(frozen=True, slots=True)
class InForce:
    """What holds at a place: ``usual`` without its own choices, which are ``own``."""

    place: str
    usual: Modes
    own: Mapping[str, str]
    has_web: bool = False
    """Web search is a choice only where one is configured."""
    changes: Sequence[str] = ()
    """Who chose what and when, in words."""


def settings_message(
    places: Sequence[InForce],
    library: bool | None,
    told: str,
    language: Language,
    *,
    may_change: bool,
) -> Message:
    """``library`` is None where a channel can't be one."""
    title = say("settings_title", language)
    blocks: list[Block] = [marked(told)] if told else []
    blocks.append(paragraph(title))
    words = [told, title] if told else [title]
    for place in places:
        head = say("settings_channel" if place.place else "settings_workspace", language)
        lines = lines_of(place, language)
        words += [head, *lines]
        blocks.append(marked(f"*{head}*"))
        blocks += selects_of(place, language) if may_change else [preformatted(lines)]
        if place.changes:
            blocks.append(small(list(place.changes)))
            words += place.changes
    if library is not None:
        channel = places[-1].place
        said = say("library_is" if library else "library_is_not", language)
        words.append(said)
        button = [library_button(channel, language, is_library=library)] if may_change else []
        blocks += [paragraph(said), *_actions(button)]
    if not may_change:
        blocks.append(small([say("settings_readonly", language)]))
    return Message(escaped("\n".join(words)), blocks)


def lines_of(place: InForce, language: Language) -> list[str]:
    """Each setting and what holds."""
    return [
        say(
            "setting_line",
            language,
            name=say(f"setting_{name}", language),
            value=_named(name, _value(place, name), language),
        )
        for name in _names(place)
    ]


def selects_of(place: InForce, language: Language) -> list[Block]:
    """A row a setting."""
    return [_row(place, name, language) for name in _names(place)]


def library_button(channel: str, language: Language, *, is_library: bool) -> Block:
    """Makes a channel a library, or ends that."""
    return {
        "type": "button",
        "action_id": CHOOSE_LIBRARY,
        "text": _plain(say("button_no_library" if is_library else "button_library", language)),
        "value": f"{channel}:{LIBRARY}:{NO if is_library else YES}",
    }


def library_message(
    *, is_library: bool, is_private: bool, stamp: str, language: Language
) -> Message:
    """What a channel is told when it becomes a library or is none any more."""
    if not is_library:
        return _said(say("library_ended", language), [])
    reach = say("library_private" if is_private else "library_public", language)
    return _said(say("library_made", language, reach=reach), [shelve_button(stamp, language)])


def offer_message(stamp: str, language: Language) -> Message:
    """To who makes a library of what is one."""
    return _said(say("library_already", language), [shelve_button(stamp, language)])


def shelve_button(stamp: str, language: Language) -> Block:
    """Reads what is there; clicked twice it is the same work, told by its stamp."""
    label = _plain(say("button_shelve", language))
    return {"type": "button", "action_id": SHELVE, "text": label, "value": stamp}


def _said(words: str, buttons: list[Block]) -> Message:
    return Message(escaped(words), [paragraph(words), *_actions(buttons)])


def _actions(buttons: list[Block]) -> list[Block]:
    return [{"type": "actions", "elements": buttons}] if buttons else []


def _names(place: InForce) -> list[str]:
    return [name for name in OPTIONS if name != "web" or place.has_web]


def _row(place: InForce, name: str, language: Language) -> Block:
    usual = say("setting_usual", language, value=_named(name, _usual(place, name), language))
    options = [_option(usual, f"{place.place}:{name}:")]
    options += [
        _option(_named(name, value, language), f"{place.place}:{name}:{value}")
        for value in OPTIONS[name]
    ]
    own = place.own.get(name, "")
    chosen = next((o for o in options if o["value"] == f"{place.place}:{name}:{own}"), options[0])
    return {
        "type": "section",
        "text": {"type": "mrkdwn", "text": say(f"setting_{name}", language)},
        "accessory": {
            "type": "static_select",
            "action_id": CHOOSE,
            "options": options,
            "initial_option": chosen,
        },
    }


def _value(place: InForce, name: str) -> str:
    return place.own.get(name) or _usual(place, name)


def _usual(place: InForce, name: str) -> str:
    if name == "web":
        return "on" if place.usual.web else "off"
    return str(getattr(place.usual, name))


def _named(name: str, value: str, language: Language) -> str:
    return value if name == "top_k" else say(f"value_{name}_{value}", language)


def _option(label: str, value: str) -> Block:
    return {"text": _plain(label), "value": value}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}
