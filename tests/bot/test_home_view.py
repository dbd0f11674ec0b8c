"""The Home tab, the settings and the form: Slack's limits, and hostile text shown as it is."""

import json

import pytest

from bot.sentences import LANGUAGES
from bot.views.documents import Shown, Unread, documents_message
from bot.views.forgetting import forget_message
from bot.views.help import help_message
from bot.views.home import Home, home_view
from bot.views.question import question_form
from bot.views.settings import InForce, library_message, offer_message, settings_message
from bot.workspace.blocks import check_blocks
from bot.workspace.modals import check_view
from rag.modes import Modes
from tests.support.bot_fakes import placement
from tests.support.homes import HOSTILE, full_home

PLACES = [
    InForce("", Modes(web=True), {"mode": "fast"}, True, ["Answers appear: changed by Chris"]),
    InForce("C1", Modes(), {}, True),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_admin", [True, False])
def test_the_fullest_home_keeps_every_limit(is_admin: bool, language: str):
    view = full_home(is_admin=is_admin, language=language)
    check_view(view, "home")
    assert len(view["blocks"]) < 100
    marked = [b["text"]["text"] for b in view["blocks"] if b["type"] == "section"]
    assert not any("<!" in text or "evil" in text for text in marked)


def test_an_empty_home_keeps_every_limit_and_has_nothing_of_admins():
    view = home_view(Home([], [], 0, 0, [], []), "en")
    check_view(view, "home")
    assert "There are no documents" in json.dumps(view)
    assert "For admins" not in json.dumps(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_is_a_modal_that_slack_takes(language: str):
    form = question_form({"channel": "C1", "response_url": "https://x"}, language)
    check_view(form, "modal")


HEADINGS = {
    "文档",
    "你最近的问题",
    "资料频道",
    "管理员：最近 30 天",
    "工作区设置",
}


def test_a_home_in_chinese_has_every_heading_in_chinese():
    blocks = full_home(language="zh")["blocks"]
    assert {b["text"]["text"] for b in blocks if b["type"] == "header"} == HEADINGS
    labels = [b["text"]["text"] for b in blocks if b["type"] == "section" and "accessory" in b]
    assert "检索方式" in labels


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("may_change", [True, False])
def test_settings_keep_the_limits_in_every_language(may_change: bool, language: str):
    message = settings_message(PLACES, True, "", language, may_change=may_change)
    assert check_blocks(message.blocks) == []


@pytest.mark.parametrize("may_change", [True, False])
def test_settings_show_controls_only_to_who_may_use_them(may_change: bool):
    message = settings_message(PLACES, False, "", "en", may_change=may_change)
    assert check_blocks(message.blocks) == []
    shown = json.dumps(message.blocks)
    assert ("static_select" in shown) == may_change
    assert ("choose_library" in shown) == may_change
    assert "Answers appear: while being written" in message.text


def test_a_select_stands_at_what_is_chosen_and_names_what_it_would_go_back_to():
    message = settings_message(PLACES, None, "", "en", may_change=True)
    selects = [b["accessory"] for b in message.blocks if "accessory" in b]
    modes = [s for s in selects if ":mode:" in s["options"][0]["value"]]
    assert [s["initial_option"]["value"] for s in modes] == [":mode:fast", "C1:mode:"]
    assert modes[0]["options"][0]["text"]["text"] == "Usual: once checked"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_messages_keep_the_limits(language: str):
    found = [Shown(placement(f"d{n}", name=HOSTILE[:200]), "library", "Ada") for n in range(5)]
    for message in (
        forget_message("T1", found, 3, language),
        documents_message(found, [Unread(HOSTILE, 1, 3)], {"first": 10, "count": 35}, "", language),
        library_message(is_library=True, is_private=True, stamp="1", language=language),
        library_message(is_library=False, is_private=True, stamp="1", language=language),
        offer_message("1", language),
        help_message(["library"], "setings", language, is_quoting=True),
    ):
        assert check_blocks(message.blocks) == []


def test_help_names_the_nearest_command():
    assert "`/footnote settings`" in help_message([], "setings", "en", is_quoting=False).text
    assert "Did you mean" not in help_message([], "xyzzy", "en", is_quoting=False).text
