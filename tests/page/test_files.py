"""The files of the page: how large they are, what they may do, and what they have to agree with."""

import re
from pathlib import Path

import pytest

import bot.workspace.page
from bot.demo import sample_offers
from bot.workspace.page.offers import Command, Shortcut, offers_of

PAGE = Path(bot.workspace.page.__file__).parent
SCRIPTS = sorted((PAGE / "scripts").glob("*.js"))
HTML = (PAGE / "index.html").read_text(encoding="utf-8")


def test_the_demo_offers_three_questions_in_each_language():
    offered = sample_offers().suggestions
    for language in ("en", "zh"):
        follow_ups = [s.is_follow_up for s in offered if s.language == language]
        assert follow_ups == [False, True, False]
    assert all(suggestion.hint for suggestion in offered)


def test_commands_and_message_shortcuts_come_from_the_manifest(tmp_path: Path):
    manifest = tmp_path / "manifest.yml"
    manifest.write_text(
        "features:\n"
        "  slash_commands:\n"
        "    - {command: /ask, description: Asks, usage_hint: what}\n"
        "  shortcuts:\n"
        "    - {name: Explain, type: message, callback_id: explain}\n"
        "    - {name: Anywhere, type: global, callback_id: anywhere}\n"
    )
    offers = offers_of(manifest)
    assert list(offers.commands) == [Command("/ask", "Asks", "what")]
    assert list(offers.shortcuts) == [Shortcut("explain", "Explain")]
    assert offers_of(tmp_path / "none.yml").commands[0].name == "/footnote"


def test_the_demo_offers_the_bots_own_command_and_shortcuts():
    assert [command.name for command in sample_offers().commands] == ["/footnote"]
    on_messages = [shortcut.name for shortcut in sample_offers().shortcuts]
    assert on_messages == ["Ask about this privately", "Show trace"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_small_and_never_write_markup(script: Path):
    text = script.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 250
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
    )
    assert not re.search(r"""from ["'](?!\./)""", text), "only modules of its own"


def test_the_page_names_all_scripts_and_has_none_inside():
    for script in SCRIPTS:
        assert f"/page/scripts/{script.name}" in HTML, script.name
    assert not re.search(r"<script(?![^>]*src=)|style=|\son\w+=|https?://(?!www\.w3\.org)", HTML)
