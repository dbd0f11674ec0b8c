"""The Home tab: what one person may see at that moment, and for admins what can be set."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.choices import LIBRARY, YES
from bot.sentences import say
from bot.slack.message import Block
from bot.slack.people import Channel
from bot.views.documents import Shown, Unread, entry, reading_line
from bot.views.help import HELP_ASK
from bot.views.literal import marked, paragraph, preformatted, small
from bot.views.overview import stats_lines
from bot.views.settings import CHOOSE_LIBRARY, InForce, library_button, selects_of
from rag.types import AskedBefore, Language, Overview

HOME_EARLIER, HOME_LATER = "home_earlier", "home_later"
HOME_ADD_LIBRARY = CHOOSE_LIBRARY
HOME_DOCUMENTS = 15
HOME_QUESTIONS = 5
HOME_UNANSWERED = 10
_MOST_CHANNELS = 15
_MOST_OPTIONS = 100
_QUESTION = 150

View = dict[str, object]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with a link to its answer, empty if there is none."""

    question: AskedBefore
    link: str


@dataclass(frozen=True, slots=True)
class ForAdmins:
    """What only admins see. ``addable`` are channels that they may make libraries."""

    overview: Overview
    days: int
    unanswered: Sequence[Asked]
    in_force: InForce
    addable: Sequence[Channel]
    steered: frozenset[str]
    """Ids of the library channels that this admin may take away."""


@dataclass(frozen=True, slots=True)
class Home:
    """Everything on one person's Home tab: ``first`` (0-based) of ``count`` documents shown."""

    shown: Sequence[Shown]
    unread: Sequence[Unread]
    first: int
    count: int
    asked: Sequence[Asked]
    libraries: Sequence[Channel]
    admin: ForAdmins | None = None
    told: str = ""
    """What came of the last click, if something is to be said."""


def home_view(home: Home, language: Language) -> View:
    """As views.publish takes it."""
    blocks = [marked(home.told)] if home.told else []
    blocks += [_ask(language), *_documents(home, language), *_asked(home, language)]
    blocks += _libraries(home, language)
    if home.admin:
        blocks += _for_admins(home.admin, language)
    blocks.append(small([say("home_private", language)]))
    return {"type": "home", "callback_id": "home", "blocks": blocks}


def _ask(language: Language) -> Block:
    button = _button(HELP_ASK, say("help_button_ask", language), HELP_ASK) | {"style": "primary"}
    return {"type": "actions", "elements": [button]}


def _documents(home: Home, language: Language) -> list[Block]:
    blocks = [_header(say("home_documents", language))]
    if not home.count and not home.unread:
        return [*blocks, paragraph(say("docs_none", language))]
    if home.unread and not home.first:
        blocks.append(small([reading_line(file, language) for file in home.unread]))
    for document in home.shown:
        head, tail = entry(document, language)
        blocks += [paragraph(head), small([tail])]
    if home.count > len(home.shown):
        last = home.first + len(home.shown)
        where = say("docs_page", language, first=home.first + 1, last=last, count=home.count)
        blocks += [small([where]), _turn(home, language)]
    return blocks


def _turn(home: Home, language: Language) -> Block:
    buttons = []
    if home.first:
        back = max(home.first - HOME_DOCUMENTS, 0)
        buttons.append(_button(HOME_EARLIER, say("docs_earlier", language), str(back)))
    if home.first + HOME_DOCUMENTS < home.count:
        on = str(home.first + HOME_DOCUMENTS)
        buttons.append(_button(HOME_LATER, say("docs_later", language), on))
    return {"type": "actions", "elements": buttons}


def _asked(home: Home, language: Language) -> list[Block]:
    blocks = [{"type": "divider"}, _header(say("home_recent", language))]
    if not home.asked:
        return [*blocks, paragraph(say("home_recent_none", language))]
    return [*blocks, *(_question(a.question, a.link, language) for a in home.asked)]


def _question(asked: AskedBefore, link: str, language: Language) -> Block:
    """Rich text, of which Slack parses nothing."""
    outcome = say(f"outcome_{asked.outcome}", language)
    leaves: list[Block] = [
        {"type": "text", "text": _short(asked.question), "style": {"bold": True}},
        {"type": "text", "text": f"\n{outcome} · {asked.asked_at:%Y-%m-%d}"},
    ]
    if link:
        leaves += [
            {"type": "text", "text": " · "},
            {"type": "link", "url": link, "text": say("home_open", language)},
        ]
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": leaves}],
    }


def _libraries(home: Home, language: Language) -> list[Block]:
    blocks = [{"type": "divider"}, _header(say("home_libraries", language))]
    steered = home.admin.steered if home.admin else frozenset()
    if not home.libraries:
        blocks.append(paragraph(say("home_libraries_none", language)))
    for channel in home.libraries[:_MOST_CHANNELS]:
        row = marked(f"<#{channel.id}>")
        if channel.id in steered:
            row |= {"accessory": library_button(channel.id, language, is_library=True)}
        blocks.append(row)
    if home.admin and home.admin.addable:
        blocks.append({"type": "actions", "elements": [_add(home.admin.addable, language)]})
    return blocks


def _add(channels: Sequence[Channel], language: Language) -> Block:
    options = [
        {"text": _plain(f"#{c.name}"[:75]), "value": f"{c.id}:{LIBRARY}:{YES}"}
        for c in channels[:_MOST_OPTIONS]
    ]
    placeholder = _plain(say("home_add_library", language))
    return {
        "type": "static_select",
        "action_id": HOME_ADD_LIBRARY,
        "placeholder": placeholder,
        "options": options,
    }


def _for_admins(admin: ForAdmins, language: Language) -> list[Block]:
    blocks = [
        {"type": "divider"},
        _header(say("home_admin", language, days=admin.days)),
        preformatted(stats_lines(admin.overview, language)),
    ]
    key = "home_unanswered" if admin.unanswered else "home_unanswered_none"
    blocks.append(marked(f"*{say(key, language)}*"))
    blocks += [_question(a.question, a.link, language) for a in admin.unanswered]
    blocks += [{"type": "divider"}, _header(say("home_settings", language))]
    blocks += selects_of(admin.in_force, language)
    if admin.in_force.changes:
        blocks.append(small(list(admin.in_force.changes)))
    return blocks


def _header(text: str) -> Block:
    return {"type": "header", "text": _plain(text)}


def _button(action: str, label: str, value: str) -> Block:
    return {"type": "button", "action_id": action, "text": _plain(label), "value": value}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text, "emoji": False}


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUESTION else line[: _QUESTION - 1] + "…"
